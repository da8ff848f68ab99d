package web

import (
	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// setupForm answers GET /setup/:token: the first sign-in of a fresh installation. A spent or unknown token gets a page that says so.
func (s *Server) setupForm(c echo.Context) error {
	open, err := s.desk.SetupOpen(c.Request().Context(), c.Param("token"))
	if err != nil {
		return err
	}
	if !open {
		return tournament.Wrong(tournament.ErrNotFound, "setup_done", nil)
	}
	return s.renderSetup(c, newForm())
}

func (s *Server) renderSetup(c echo.Context, form *Form) error {
	form.Set("password", "")
	form.Set("again", "")
	page := struct{ Base }{s.base(c, visitOf(c).printer.T("setup.title"))}
	page.Form = form
	return s.render(c, form.status(), "setup/page", page)
}

// setupPost answers POST /setup/:token: the organisation's first director, signed in.
func (s *Server) setupPost(c echo.Context) error {
	form, err := readForm(c)
	if err != nil {
		return err
	}
	in := desk.Setup{
		Token: c.Param("token"), Organisation: form.Value("organisation"), Name: form.Value("name"), Password: form.Value("password"),
	}
	if in.Password != form.Value("again") {
		form.fault("passwords_differ", "again", nil)
		return s.renderSetup(c, form)
	}
	account, err := s.desk.SetUp(c.Request().Context(), in)
	if err != nil {
		if err := form.refuse(err); err != nil {
			return err
		}
		return s.renderSetup(c, form)
	}
	if err := s.signIn(c, account.ID); err != nil {
		return err
	}
	return s.done(c, "/", "flash.set_up", "Name", account.Name)
}
