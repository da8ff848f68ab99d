package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"

	"doko/scoring/tally"
	"doko/tournament"
	"doko/tournament/draw"
	"doko/web/i18n"
)

// Exit codes of CONTRACTS 1.
const (
	exitFault     = 1
	exitInput     = 2
	exitConflict  = 3
	exitNotFound  = 4
	exitForbidden = 5
)

// usageError is a command line that can't be read.
type usageError struct{ err error }

func (u usageError) Error() string { return u.err.Error() }
func (u usageError) Unwrap() error { return u.err }

// databaseError is a database that can't be opened: a folder, a file of another kind, a server that does not answer.
type databaseError struct{ err error }

func (d databaseError) Error() string { return d.err.Error() }
func (d databaseError) Unwrap() error { return d.err }

// oneLine is a text of a driver as part of a sentence.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// exitError is an answer that is not "done" and has been printed already, such as a plan that differs.
type exitError int

func (e exitError) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// complaint is one thing wrong, in words.
type complaint struct {
	Code    string  `json:"code"`
	Field   *string `json:"field"`
	Message string  `json:"message"`
}

// report prints an error on stderr, as one sentence or as JSON, and returns the exit code.
func (a *app) report(err error) int {
	var done exitError
	if errors.As(err, &done) {
		return int(done)
	}
	code, found := a.explain(err)
	if a.json {
		a.reportJSON(found)
		return code
	}
	for _, c := range found {
		where := ""
		if len(found) > 1 && c.Field != nil && *c.Field != "" {
			where = *c.Field + ": "
		}
		fmt.Fprintf(a.err, "doko: %s%s\n", where, c.Message)
	}
	return code
}

func (a *app) reportJSON(found []complaint) {
	enc := json.NewEncoder(a.err)
	enc.SetEscapeHTML(false)
	if len(found) == 1 {
		_ = enc.Encode(found[0]) // stderr is gone: nobody is left to tell
		return
	}
	type pointed struct {
		Pointer string `json:"pointer"`
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	all := struct {
		Code     string    `json:"code"`
		Field    *string   `json:"field"`
		Message  string    `json:"message"`
		Problems []pointed `json:"problems"`
	}{Code: "problems", Message: fmt.Sprintf("%d problems; nothing was stored.", len(found))}
	for _, c := range found {
		p := pointed{Code: c.Code, Message: c.Message}
		if c.Field != nil {
			p.Pointer = *c.Field
		}
		all.Problems = append(all.Problems, p)
	}
	_ = enc.Encode(all)
}

// explain turns an error into an exit code and sentences.
func (a *app) explain(err error) (int, []complaint) {
	var (
		several tournament.Problems
		one     *tournament.Problem
		scores  tally.Problems
		seats   draw.Problems
		usage   usageError
		closed  databaseError
		path    *fs.PathError
	)
	switch {
	case errors.As(err, &several) && len(several) > 0:
		found := make([]complaint, len(several))
		for i, p := range several {
			found[i] = a.complaint(p.Code, p.Field, p.Hint, p.Args)
		}
		return exitOf(several), found
	case errors.As(err, &one):
		return exitOf(one), []complaint{a.complaint(one.Code, one.Field, one.Hint, one.Args)}
	case errors.As(err, &scores):
		found := make([]complaint, len(scores))
		for i, p := range scores {
			found[i] = a.complaint(p.Code, p.Field, "", p.Args)
		}
		return exitInput, found
	case errors.As(err, &seats):
		found := make([]complaint, len(seats))
		for i, p := range seats {
			found[i] = a.complaint(p.Code, p.Field, "", p.Args)
		}
		return exitInput, found
	case errors.As(err, &usage):
		return exitInput, []complaint{a.complaint("usage", "", "", map[string]any{"Message": usage.Error()})}
	case errors.As(err, &path) && errors.Is(err, fs.ErrNotExist):
		return exitNotFound, []complaint{a.complaint("no_file", "", "", map[string]any{"File": path.Path})}
	case errors.As(err, &closed):
		return exitInput, []complaint{a.complaint("database_unusable", "", "", map[string]any{"Message": oneLine(closed.Error())})}
	case errors.As(err, &path):
		return exitInput, []complaint{a.complaint("file_unusable", "", "", map[string]any{"File": path.Path, "Message": path.Err.Error()})}
	case strings.HasPrefix(err.Error(), "unknown command"):
		return exitInput, []complaint{a.complaint("usage", "", "", map[string]any{"Message": err.Error()})}
	}
	return exitFault, []complaint{a.complaint("internal", "", "", map[string]any{"Message": err.Error()})}
}

func (a *app) complaint(code, field, hint string, args map[string]any) complaint {
	p := a.printer()
	c := complaint{Code: code, Message: p.T("problem."+code, args)}
	if hint != "" {
		c.Message += " " + p.T("hint."+hint, args)
	}
	if field != "" {
		c.Field = &field
	}
	return c
}

func exitOf(err error) int {
	switch {
	case errors.Is(err, tournament.ErrConflict), errors.Is(err, tournament.ErrDuplicate):
		return exitConflict
	case errors.Is(err, tournament.ErrNotFound):
		return exitNotFound
	case errors.Is(err, tournament.ErrForbidden):
		return exitForbidden
	}
	return exitInput
}

// printer speaks the language of the terminal: German where the environment says so, else English.
func (a *app) printer() *i18n.Printer {
	texts, err := i18n.Load()
	if err != nil {
		panic(err) // the embedded texts can't be read: no command can speak
	}
	return texts.Printer(a.lang())
}

func (a *app) lang() i18n.Lang {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := a.getenv(name); v != "" {
			if strings.HasPrefix(v, "de") {
				return i18n.German
			}
			return i18n.English
		}
	}
	if runtime.GOOS == "windows" {
		return i18n.German // a double-clicked program has no LANG; most clubs are German
	}
	return i18n.English
}
