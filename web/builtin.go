package web

import (
	"fmt"
	"net/url"
	"strings"
	"sync"

	"doko/web/i18n"
)

// builtIn is what comes with the program and never changes while it runs.
type builtIn struct {
	texts    *i18n.Texts
	assets   *assets
	pages    *templates
	failures map[i18n.Lang]string // the page for our own faults, ready
}

// readBuiltIn reads and checks it once a process, however many servers the process has.
var readBuiltIn = sync.OnceValues(func() (builtIn, error) {
	var in builtIn
	var err error
	if in.texts, err = i18n.Load(); err != nil {
		return in, err
	}
	if in.assets, err = loadAssets(); err != nil {
		return in, fmt.Errorf("web: static files: %w", err)
	}
	if in.pages, err = parseTemplates(in.assets); err != nil {
		return in, fmt.Errorf("web: templates: %w", err)
	}
	if in.failures, err = failurePages(in.texts, in.pages); err != nil {
		return in, fmt.Errorf("web: the page for our own faults: %w", err)
	}
	return in, nil
})

// failurePages renders the page for our own faults in every language beforehand, so that it can be sent whatever is broken.
func failurePages(texts *i18n.Texts, pages *templates) (map[i18n.Lang]string, error) {
	failures := make(map[i18n.Lang]string)
	for _, lang := range i18n.Langs() {
		p := texts.Printer(lang)
		html, err := pages.execute("error/failure", "layout", failurePage{
			Base: Base{Printer: p, Title: p.T("error.internal.title"), Here: &url.URL{Path: "/"}, Failed: true}, RequestID: requestMark,
		})
		if err != nil {
			return nil, err
		}
		failures[lang] = string(html)
	}
	return failures, nil
}

// requestMark stands in the prepared page where the request's number goes.
const requestMark = "REQUESTNUMBER"

func (s *Server) failure(v *visit) []byte {
	return []byte(strings.Replace(s.failures[v.printer.Lang()], requestMark, v.id, 1))
}
