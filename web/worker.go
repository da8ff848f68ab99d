package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/tournament"
)

// workerAddress is the script that keeps a table's page for a phone without a network. It lies below /tables/, so that a browser lets
// it see nothing else.
const workerAddress = "/tables/worker.js"

// keepHeader marks the only pages that the worker keeps.
const keepHeader = "Doko-Keep"

// worker answers GET /tables/worker.js over TLS; browsers allow it nowhere else, and on a trusted localhost nobody needs it.
func (s *Server) worker(c echo.Context) error {
	if !s.secure {
		return tournament.Wrong(tournament.ErrNotFound, "not_found", nil)
	}
	script, err := s.assets.worker(s.version)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-cache") // a new program has a new worker
	return c.Blob(http.StatusOK, "text/javascript; charset=utf-8", script)
}

// worker is the script with the static files of this program in front.
func (a *assets) worker(version string) ([]byte, error) {
	var own string
	var list []string
	for name, address := range a.addresses {
		switch path.Ext(name) {
		case ".js", ".css", ".svg":
			if name == "worker.js" {
				own = address
				continue
			}
			list = append(list, address)
		}
	}
	slices.Sort(list)
	raw, err := json.Marshal(list)
	if err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	head := fmt.Sprintf("const version = %q, assets = %s;\n", strings.Trim(a.etag(append(list, version, own)...), `"`), raw)
	return append([]byte(head), a.byAddress[path.Base(own)].plain...), nil
}

// keeps reports whether the worker may keep this page: on the phone of a table, over TLS. What somebody at the desk sees is kept nowhere.
func (s *Server) keeps(c echo.Context) bool {
	return s.secure && actor(c).Account == 0 && actor(c).Table != 0
}
