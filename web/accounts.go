package web

import (
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"doko/tournament"
)

type signInPage struct {
	Base
	Next string
}

// signInForm answers GET /sign-in.
func (s *Server) signInForm(c echo.Context) error {
	page := signInPage{Base: s.base(c, visitOf(c).printer.T("nav.sign_in")), Next: localAddress(c.QueryParam("next"))}
	page.Form = newForm()
	return s.render(c, http.StatusOK, "accounts/sign_in", page)
}

// signInPost answers POST /sign-in: a session and the page that was wanted, or the form again.
func (s *Server) signInPost(c echo.Context) error {
	form, err := readForm(c)
	if err != nil {
		return err
	}
	name, password := form.required("name", 80), form.Value("password")
	if password == "" {
		form.fault("field_missing", "password", nil)
	}
	if form.err() == nil && !s.limiter.allow(s.clock(), name, c.RealIP()) {
		form.problems = append(form.problems, tournament.Wrong(tournament.ErrForbidden, "sign_in_too_often", nil))
	}
	next := localAddress(form.Value("next"))
	if form.err() == nil {
		account, err := s.desk.SignIn(c.Request().Context(), name, password)
		if err == nil {
			if err := s.signIn(c, account.ID); err != nil {
				return err
			}
			return s.done(c, next, "flash.signed_in", "Name", account.Name)
		}
		problems := problemsIn(err)
		if problems == nil {
			return err
		}
		form.problems = append(form.problems, problems...)
	}
	form.Set("password", "")
	page := signInPage{Base: s.base(c, visitOf(c).printer.T("nav.sign_in")), Next: next}
	page.Form = form
	return s.render(c, form.status(), "accounts/sign_in", page)
}

// signOutPost answers POST /sign-out. The table key goes too: whoever signs out leaves the device.
func (s *Server) signOutPost(c echo.Context) error {
	if err := s.signOut(c); err != nil {
		return err
	}
	s.setCookie(c, tableCookie, "", time.Unix(1, 0))
	return s.done(c, "/", "flash.signed_out")
}

// localAddress is an address on this server, "/" for anything that leads elsewhere.
func localAddress(s string) string {
	if !strings.HasPrefix(s, "/") || strings.HasPrefix(s, "//") || strings.ContainsAny(s, "\\\r\n\t") {
		return "/"
	}
	return s
}
