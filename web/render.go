package web

import (
	"bytes"
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/web/i18n"
)

//go:embed all:templates
var templateFiles embed.FS

// templates are all pages, parsed once: each is the layout, the partials and its own file.
type templates struct {
	byName map[string]*template.Template // "standings/page"
}

// parseTemplates reads every template and refuses one that is broken or names another that is not there.
func parseTemplates(a *assets) (*templates, error) {
	shared, err := sharedTemplates(a)
	if err != nil {
		return nil, err
	}
	t := &templates{byName: make(map[string]*template.Template)}
	err = fs.WalkDir(templateFiles, "templates", func(name string, d fs.DirEntry, err error) error {
		dir := path.Base(path.Dir(name))
		if err != nil || d.IsDir() || dir == "templates" || dir == "partials" {
			return err
		}
		own, err := shared.Clone()
		if err != nil {
			return err
		}
		if own, err = own.ParseFS(templateFiles, name); err != nil {
			return err
		}
		key := dir + "/" + strings.TrimSuffix(path.Base(name), ".html")
		if own.Lookup("content") == nil {
			return fmt.Errorf("%s does not define \"content\"", key)
		}
		// Escaping, and with it the search for missing templates, happens at the first execution. Here it is without a page: the page's
		// own fields are missing, but a fault of the template shows.
		var broken *template.Error
		if err := own.ExecuteTemplate(io.Discard, "layout", nil); errors.As(err, &broken) {
			return fmt.Errorf("%s: %w", key, broken)
		}
		t.byName[key] = own
		return nil
	})
	return t, err
}

// sharedTemplates are the layout and the partials.
func sharedTemplates(a *assets) (*template.Template, error) {
	return template.New("shared").Funcs(template.FuncMap{"asset": a.address}).
		ParseFS(templateFiles, "templates/layout.html", "templates/partials/*.html")
}

// execute renders one named block of a page into memory: a page that fails half-way is never sent.
func (t *templates) execute(name, block string, page any) ([]byte, error) {
	own, ok := t.byName[name]
	if !ok || own.Lookup(block) == nil {
		return nil, fmt.Errorf("web: no template %s in %s", block, name)
	}
	var b bytes.Buffer
	if err := own.ExecuteTemplate(&b, block, page); err != nil {
		return nil, fmt.Errorf("web: render %s: %w", name, err)
	}
	return b.Bytes(), nil
}

// Base is what every page has. The printer makes {{.T "key"}}, {{.Points 3}} and {{.Date .At}} work in templates.
type Base struct {
	*i18n.Printer
	Title  string // in the reader's language
	Actor  tournament.Actor
	Flash  string // what the last command did
	Nav    []NavItem
	Below  bool     // the menu stands below the page: on the phone at the table the hand comes first
	Form   *Form    // of the page's form; nil = none
	Op     string   // random key of the page's form: sent twice it counts once
	Here   *url.URL // address of the page, for the language links
	Live   string   // address of the page's live hints, "" = the page stands still
	Events int64    // change counter the page was made from
	Failed bool     // our fault: who is reading may not be known, so nobody is asked to sign in
}

// NavItem is a link of the page's menu.
type NavItem struct {
	Text, Address string
	Here          bool // the page is this or below it
}

// Languages are the links to the page in the other languages.
func (b Base) Languages() []NavItem {
	var links []NavItem
	for _, lang := range i18n.Langs() {
		query := b.Here.Query()
		query.Set("lang", string(lang))
		links = append(links, NavItem{Text: string(lang), Address: b.Here.EscapedPath() + "?" + query.Encode(), Here: lang == b.Lang()})
	}
	return links
}

// base is the Base of an answer to this request.
func (s *Server) base(c echo.Context, title string) Base {
	v := visitOf(c)
	return Base{
		Printer: v.printer, Title: title, Actor: v.actor, Flash: s.takeFlash(c), Op: rand.Text(), Here: c.Request().URL,
	}
}

// in is the page's time zone: that of its tournament.
func (b Base) in(zone *time.Location) Base {
	b.Printer = b.Printer.In(zone)
	return b
}

// render answers with a page, or with its block "part.<name>" when the address asks ?part=<name>.
func (s *Server) render(c echo.Context, status int, name string, page any) error {
	block := "layout"
	if part := c.QueryParam("part"); part != "" && status == http.StatusOK {
		block = "part." + part
		if own, ok := s.pages.byName[name]; ok && own.Lookup(block) == nil {
			return tournament.Wrong(tournament.ErrNotFound, "not_found", nil)
		}
	}
	html, err := s.pages.execute(name, block, page)
	if err != nil {
		return err
	}
	c.Response().Header().Add("Vary", "Cookie, Accept-Language")
	return c.HTMLBlob(status, html)
}

// fresh answers 304 and true when the reader has the page as of this change counter and whatever else it depends on. It is for pages and parts without a form: a page
// from a cache would send its form's key a second time.
func (s *Server) fresh(c echo.Context, changes int64, more ...string) (bool, error) {
	v := visitOf(c)
	h := c.Response().Header()
	h.Set("Cache-Control", "private, no-cache")
	if _, err := c.Cookie(flashCookie); err == nil {
		return false, nil
	}
	// A reader who signs in, or whose rights change, sees another page under the same address.
	rights := fmt.Sprint(v.actor.Ref(), v.actor.Table, v.actor.Second, v.actor.Memberships)
	tag := s.assets.etag(append([]string{s.version, string(v.printer.Lang()), rights, fmt.Sprint(changes)}, more...)...)
	h.Set("ETag", tag)
	for match := range strings.SplitSeq(c.Request().Header.Get("If-None-Match"), ",") {
		if strings.TrimPrefix(strings.TrimSpace(match), "W/") == tag {
			return true, c.NoContent(http.StatusNotModified)
		}
	}
	return false, nil
}
