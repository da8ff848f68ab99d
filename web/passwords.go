package web

import (
	"html/template"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// account answers GET /account: the page on which somebody changes the own password.
func (s *Server) account(c echo.Context) error { return s.renderAccount(c, newForm()) }

func (s *Server) renderAccount(c echo.Context, form *Form) error {
	forgetPasswords(form)
	page := struct{ Base }{s.base(c, visitOf(c).printer.T("account.title"))}
	page.Form, page.Nav = form, page.homeNav()
	return s.render(c, form.status(), "accounts/own", page)
}

// forgetPasswords empties the fields of passwords: a page never sends one back.
func forgetPasswords(form *Form) {
	for _, name := range []string{"old", "password", "again"} {
		form.Set(name, "")
	}
}

// accountPassword answers POST /account: a new password, and a new session for this browser; all others have ended. Wrong old
// passwords count like wrong sign-ins, so that an open page is no place to guess.
func (s *Server) accountPassword(c echo.Context) error {
	form, err := readForm(c)
	if err != nil {
		return err
	}
	by := actor(c)
	in := desk.PasswordChange{Old: form.Value("old"), New: form.Value("password")}
	s.checkNewPassword(c, form, by.Name)
	if form.err() != nil {
		return s.renderAccount(c, form)
	}
	if err := s.desk.ChangePassword(c.Request().Context(), by, in); err != nil {
		if err := form.refuse(err); err != nil {
			return err
		}
		return s.renderAccount(c, form)
	}
	if err := s.signIn(c, by.Account); err != nil {
		return err
	}
	return s.done(c, "/account", "flash.password_changed")
}

// checkNewPassword compares what was typed twice and takes one of the attempts that name and address have, as at the sign-in: hashing
// is costly.
func (s *Server) checkNewPassword(c echo.Context, form *Form, name string) {
	if form.Value("password") != form.Value("again") {
		form.fault("passwords_differ", "again", nil)
		return
	}
	if !s.limiter.allow(s.clock(), name, c.RealIP()) {
		form.problems = append(form.problems, tournament.Wrong(tournament.ErrForbidden, "sign_in_too_often", nil))
	}
}

// passwordPage is where a link for a new password leads.
type passwordPage struct {
	Base
	Name string
}

// passwordForm answers GET /password/:token. Opening it spends nothing: messengers look at links before people do.
func (s *Server) passwordForm(c echo.Context) error {
	account, err := s.desk.PasswordLinkOpen(c.Request().Context(), c.Param("token"))
	if err != nil {
		return err
	}
	return s.renderPassword(c, newForm(), account.Name)
}

func (s *Server) renderPassword(c echo.Context, form *Form, name string) error {
	forgetPasswords(form)
	page := passwordPage{Base: s.base(c, visitOf(c).printer.T("account.new_password")), Name: name}
	page.Form = form
	return s.render(c, form.status(), "accounts/password", page)
}

// passwordPost answers POST /password/:token: the password is set, the link is spent, this browser is signed in.
func (s *Server) passwordPost(c echo.Context) error {
	form, err := readForm(c)
	if err != nil {
		return err
	}
	ctx, in := c.Request().Context(), desk.PasswordByLink{Token: c.Param("token"), Password: form.Value("password")}
	account, err := s.desk.PasswordLinkOpen(ctx, in.Token)
	if err != nil {
		return err
	}
	s.checkNewPassword(c, form, in.Token) // not the name: whoever has forgotten the password has used up its attempts
	if form.err() == nil {
		if account, err = s.desk.UsePasswordLink(ctx, in); err == nil {
			if err := s.signIn(c, account.ID); err != nil {
				return err
			}
			return s.done(c, "/", "flash.password_set", "Name", account.Name)
		}
		if err := form.refuse(err); err != nil {
			return err
		}
	}
	return s.renderPassword(c, form, account.Name)
}

// madeLink is a link for a new password that was just made; it is on this page only.
type madeLink struct {
	desk.PasswordLink
	Address string
	Drawing template.HTML
}

// accountLink answers POST /accounts/link. The link is shown on the answer, nowhere else; made again, the one before is void.
func (s *Server) accountLink(c echo.Context) error {
	name, err := accountNamed(c)
	if err != nil {
		return err
	}
	link, err := s.desk.NewPasswordLink(c.Request().Context(), actor(c), name)
	if err != nil {
		return err
	}
	made := &madeLink{PasswordLink: link, Address: s.publicURL(c) + "/password/" + link.Token}
	if made.Drawing, err = drawQR(made.Address); err != nil {
		return err
	}
	return s.renderAccounts(c, newForm(), accountNews{Link: made})
}

// accountDisable answers POST /accounts/disable: nothing of the account is open any more, the password neither.
func (s *Server) accountDisable(c echo.Context) error {
	return s.accountStep(c, "flash.account_disabled", s.desk.DisableAccount)
}
