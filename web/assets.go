package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/tournament"
)

//go:embed static
var staticFiles embed.FS

// asset is one static file, ready to be sent.
type asset struct {
	plain, gzipped []byte
	contentType    string
}

// assets are the static files under addresses that contain a hash of their content: browsers keep them for good, and a new program
// has new addresses.
type assets struct {
	byAddress map[string]asset  // "app.0123456789ab.css"
	addresses map[string]string // "app.css" → "/static/app.0123456789ab.css"
}

func loadAssets() (*assets, error) {
	a := &assets{byAddress: make(map[string]asset), addresses: make(map[string]string)}
	err := fs.WalkDir(staticFiles, "static", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := staticFiles.ReadFile(name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(raw)
		base, ext := path.Base(name), path.Ext(name)
		hashed := strings.TrimSuffix(base, ext) + "." + hex.EncodeToString(sum[:6]) + ext
		item := asset{plain: raw, contentType: mime.TypeByExtension(ext)}
		if ext == ".svg" || ext == ".css" || ext == ".js" {
			if item.gzipped, err = squeeze(raw); err != nil {
				return err
			}
		}
		a.byAddress[hashed] = item
		a.addresses[base] = "/static/" + hashed
		return nil
	})
	return a, err
}

func squeeze(raw []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(raw); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// address is where a static file is found; an unknown name gives "", which a test of the templates notices.
func (a *assets) address(name string) string { return a.addresses[name] }

// asset answers GET /static/:name and the icon that browsers ask for unasked.
func (s *Server) asset(c echo.Context) error {
	name := c.Param("name")
	if name == "" {
		name = path.Base(s.assets.address("icon.svg"))
	}
	item, ok := s.assets.byAddress[name]
	if !ok {
		return tournament.Wrong(tournament.ErrNotFound, "not_found", nil)
	}
	h := c.Response().Header()
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	body := item.plain
	if item.gzipped != nil {
		h.Set("Vary", "Accept-Encoding")
		if strings.Contains(c.Request().Header.Get("Accept-Encoding"), "gzip") {
			h.Set("Content-Encoding", "gzip")
			body = item.gzipped
		}
	}
	return c.Blob(http.StatusOK, item.contentType, body)
}

// etag is a short name for a version of a page. A new program has other templates, so it must be part of the name.
func (a *assets) etag(parts ...string) string {
	sum := sha256.Sum256([]byte(a.addresses["app.css"] + a.addresses["app.js"] + strings.Join(parts, "\x00")))
	return `"` + hex.EncodeToString(sum[:8]) + `"`
}
