package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/scoring/tally"
	"doko/tournament"
	"doko/tournament/desk"
	"doko/web/i18n"
)

// panicked is a bug that stopped a handler: for the log only.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("panic: %v\n%s", p.value, p.stack) }

// recovered runs the handler and turns a panic into an error. http.ErrAbortHandler goes on: it is meant.
func recovered(next echo.HandlerFunc, c echo.Context) error {
	var failed error
	func() {
		defer func() {
			switch r := recover(); r {
			case nil:
			case http.ErrAbortHandler:
				panic(r)
			default:
				failed = &panicked{value: r, stack: debug.Stack()}
			}
		}()
		failed = next(c)
	}()
	return failed
}

// problemsIn finds what the user can understand in an error: nil when it is our fault.
func problemsIn(err error) tournament.Problems {
	var (
		several tournament.Problems
		one     *tournament.Problem
		scored  tally.Problems
		web     *echo.HTTPError
		large   *http.MaxBytesError
	)
	switch {
	case errors.As(err, &several) && len(several) > 0:
		return several
	case errors.As(err, &one):
		return tournament.Problems{one}
	case errors.As(err, &scored) && len(scored) > 0:
		for _, p := range scored {
			several = append(several, tournament.Invalid(p.Code, p.Field, p.Args))
		}
		return several
	case errors.As(err, &large):
		limit := fmt.Sprintf("%d\u00a0MB", large.Limit>>20)
		return tournament.Problems{tournament.Invalid("too_large", "", map[string]any{"Limit": limit})}
	case errors.As(err, &web) && web.Code == http.StatusNotFound:
		return tournament.Problems{tournament.Wrong(tournament.ErrNotFound, "not_found", nil)}
	case errors.As(err, &web) && web.Code == http.StatusMethodNotAllowed:
		return tournament.Problems{tournament.Wrong(tournament.ErrNotFound, "method", nil)}
	}
	return nil
}

// statuses says how each kind of problem is answered, and which title its page has.
var statuses = []struct {
	kind   error
	status int
	title  string
}{
	{tournament.ErrInvalid, http.StatusUnprocessableEntity, "error.invalid.title"},
	{tournament.ErrPhase, http.StatusConflict, "error.phase.title"},
	{tournament.ErrConflict, http.StatusConflict, "error.conflict.title"},
	{tournament.ErrDuplicate, http.StatusConflict, "error.duplicate.title"},
	{tournament.ErrNotFound, http.StatusNotFound, "error.not_found.title"},
	{tournament.ErrForbidden, http.StatusForbidden, "error.forbidden.title"},
}

// statusOf is the HTTP status and the title of a problem's page.
func statusOf(p *tournament.Problem) (int, string) {
	switch p.Code {
	case "sign_in_needed", "token_unknown":
		return http.StatusUnauthorized, "nav.sign_in"
	case "too_large":
		return http.StatusRequestEntityTooLarge, "error.invalid.title"
	case "method":
		return http.StatusMethodNotAllowed, "error.not_found.title"
	case "sign_in_too_often":
		return http.StatusTooManyRequests, "error.forbidden.title"
	}
	for _, s := range statuses {
		if errors.Is(p, s.kind) {
			return s.status, s.title
		}
	}
	return http.StatusInternalServerError, "error.internal.title"
}

// problemText is the sentence for a problem and, if there is one, what to do about it.
func problemText(p *i18n.Printer, problem *tournament.Problem) (string, string) {
	hint := ""
	if problem.Hint != "" {
		hint = p.T("hint."+problem.Hint, problem.Args)
	}
	return p.T("problem."+problem.Code, problem.Args), hint
}

// statusReaderLeft is written into the log for a request that was given up; there is no official number for it.
const statusReaderLeft = 499

// answerError is the only place that turns an error into an answer; the log line is written by observe.
func (s *Server) answerError(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	if errors.Is(err, context.Canceled) { // the reader left: nobody's fault, and nobody reads the answer
		_ = c.NoContent(statusReaderLeft)
		return
	}
	v := visitOf(c)
	problems := problemsIn(err)
	status := http.StatusInternalServerError
	if len(problems) > 0 {
		status, _ = statusOf(problems[0])
	} else if errors.Is(err, context.DeadlineExceeded) {
		status = http.StatusServiceUnavailable
		problems = tournament.Problems{{Kind: context.DeadlineExceeded, Code: "timeout"}}
	} else if databaseAway(err) {
		status = http.StatusServiceUnavailable
		problems = tournament.Problems{{Kind: err, Code: "database_away"}}
	}
	if status == http.StatusUnauthorized {
		c.Response().Header().Set("WWW-Authenticate", `Bearer realm="doko"`)
	}
	if strings.HasPrefix(c.Request().URL.Path, "/api/") {
		err = writeProblemJSON(c, v, status, problems, storedIn(err))
	} else {
		err = s.problemPage(c, status, problems)
	}
	if err != nil && !c.Response().Committed {
		s.log.Error("the page for an error failed", "request", v.id, "error", err.Error())
		_ = c.HTMLBlob(http.StatusInternalServerError, s.failure(v)) // the reader may be gone; there is nothing left to try
	}
}

// databaseAway reports whether the connection to the database server could not be made or broke: it may be back in a moment.
func databaseAway(err error) bool {
	var (
		network *net.OpError
		closed  interface{ SafeToRetry() bool } // how pgx says that it found its connection closed and sent nothing
	)
	return errors.As(err, &network) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &closed) && closed.SafeToRetry()
}

// problemPage shows what is wrong in the reader's language, or that it was our fault.
func (s *Server) problemPage(c echo.Context, status int, problems tournament.Problems) error {
	v := visitOf(c)
	if len(problems) == 0 {
		return c.HTMLBlob(status, s.failure(v))
	}
	_, title := statusOf(problems[0])
	page := problemPage{Base: s.base(c, v.printer.T(title)), RequestID: v.id}
	page.Failed = status >= http.StatusInternalServerError
	for _, p := range problems {
		text, hint := pageText(v.printer, p)
		page.Problems = append(page.Problems, fieldProblem{Text: text, Hint: hint, Named: named(p)})
	}
	if status == http.StatusUnauthorized && c.Request().Method == http.MethodGet {
		page.SignIn = true
		page.Next = c.Request().URL.RequestURI()
	}
	if strings.HasPrefix(v.route.path, "/tables/:id") {
		page.Hands = "/tables/" + url.PathEscape(c.Param("id"))
	}
	return s.render(c, status, "error/problem", page)
}

// problemPage is the page for what the user can understand.
type problemPage struct {
	Base
	Problems  []fieldProblem
	RequestID string
	SignIn    bool
	Next      string // where to go after signing in
	Hands     string // the table whose hands this phone may still keep, "" = none
}

// failurePage is the page for our own faults.
type failurePage struct {
	Base
	RequestID string
}

// problemJSON is a problem as RFC 9457 with the fields of CONTRACTS 7.
type problemJSON struct {
	Type     string        `json:"type"`
	Title    string        `json:"title"`
	Status   int           `json:"status"`
	Code     string        `json:"code"`
	Field    *string       `json:"field"`
	Message  string        `json:"message"`
	Hint     *string       `json:"hint"`
	Request  string        `json:"request"`
	Problems []problemLine `json:"problems,omitempty"`
	Stored   any           `json:"stored,omitempty"` // of a conflict: what is there now
}

type problemLine struct {
	Pointer *string `json:"pointer"`
	Code    string  `json:"code"`
	Message string  `json:"message"`
}

// writeProblemJSON answers with application/problem+json. Several problems have the code "problems" and are listed.
func writeProblemJSON(c echo.Context, v *visit, status int, problems tournament.Problems, stored any) error {
	out := problemJSON{Type: "about:blank", Title: http.StatusText(status), Status: status, Request: v.id, Stored: stored}
	switch len(problems) {
	case 0:
		out.Code, out.Message = "internal", v.printer.T("error.internal.text")
	case 1:
		text, hint := problemText(v.printer, problems[0])
		out.Code, out.Message = problems[0].Code, text
		out.Field, out.Hint = optional(problems[0].Field), optional(hint)
	default:
		out.Code = "problems"
		var texts []string
		for _, p := range problems {
			text, _ := problemText(v.printer, p)
			texts = append(texts, text)
			out.Problems = append(out.Problems, problemLine{Pointer: optional(p.Field), Code: p.Code, Message: text})
		}
		out.Message = strings.Join(texts, " ")
	}
	return answerJSONAs(c, "application/problem+json", status, out)
}

// storedIn is what a conflict says is stored, nil for other errors.
func storedIn(err error) any {
	var conflict *desk.Conflict
	switch {
	case !errors.As(err, &conflict):
		return nil
	case conflict.Totals != nil:
		return totalsJSON{conflict.Totals.Revision, conflict.Totals.Totals, conflict.Totals.Solos}
	case conflict.Stored.ID != 0:
		return storedOf(conflict.Stored)
	}
	return nil
}

// optional is nil for an empty text: JSON null.
func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
