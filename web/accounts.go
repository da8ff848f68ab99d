package web

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
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
	name, password := form.required("name", tournament.MaxName), form.Value("password")
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

// accountsPage lists who can sign in, and makes new accounts.
type accountsPage struct {
	Base
	Lines       []accountLine
	Tournaments []Option
	accountNews
}

// accountNews is what was just done and is on this page only.
type accountNews struct {
	Made     string // name of the account just made
	Password string // made by the program
	Link     *madeLink
}

// accountLine is an account with what it is for.
type accountLine struct {
	desk.AccountLine
	For  string // name of its one tournament, "" = all
	Self bool
}

// accounts answers GET /accounts.
func (s *Server) accounts(c echo.Context) error { return s.renderAccounts(c, newForm(), accountNews{}) }

func (s *Server) renderAccounts(c echo.Context, form *Form, news accountNews) error {
	ctx, by := c.Request().Context(), actor(c)
	lines, err := s.desk.Accounts(ctx, by)
	if err != nil {
		return err
	}
	tournaments, err := s.desk.Tournaments(ctx, by)
	if err != nil {
		return err
	}
	page := accountsPage{Base: s.base(c, visitOf(c).printer.T("nav.accounts")), accountNews: news}
	page.Form, page.Nav = form, page.homeNav()
	page.Tournaments = []Option{{Value: "0", Text: page.T("account.all")}}
	names := map[tournament.TournamentID]string{}
	for _, l := range tournaments {
		t := l.Tournament
		names[t.ID] = t.Name
		if l.MayEdit && t.Phase != tournament.Finished {
			text := t.Name
			if !t.StartsAt.IsZero() {
				text += " (" + page.In(t.Location()).Date(t.StartsAt) + ")"
			}
			page.Tournaments = append(page.Tournaments, Option{Value: strconv.FormatInt(int64(t.ID), 10), Text: text})
		}
	}
	for _, l := range lines {
		page.Lines = append(page.Lines, accountLine{AccountLine: l, For: names[l.Tournament], Self: l.Account.ID == by.Account})
	}
	tournament.SortByName(page.Lines, func(l accountLine) string { return l.Account.Name })
	return s.render(c, form.status(), "accounts/list", page)
}

// Roles are the choices of a new account.
func (p accountsPage) Roles() []Option {
	return options(p.Printer, "account.role_", string(tournament.Helper), string(tournament.Referee), string(tournament.Director))
}

// accountAdd answers POST /accounts. The password is made by the program and shown on the answer, nowhere else.
func (s *Server) accountAdd(c echo.Context) error {
	form, err := readForm(c)
	if err != nil {
		return err
	}
	in := desk.NewAccount{
		Op: form.op(), Name: form.Value("name"), Tournament: tournament.TournamentID(form.number("tournament", 0, maxVersion)),
		Role: tournament.Role(form.choice("role", string(tournament.Helper), string(tournament.Referee), string(tournament.Director))),
	}
	if form.err() != nil {
		return s.renderAccounts(c, form, accountNews{})
	}
	account, password, err := s.desk.AddAccount(c.Request().Context(), actor(c), in)
	if err != nil {
		if err := form.refuse(err); err != nil {
			return err
		}
		return s.renderAccounts(c, form, accountNews{})
	}
	return s.renderAccounts(c, newForm(), accountNews{Made: account.Name, Password: password})
}

// accountRevoke answers POST /accounts/revoke: all sessions and tokens of an account end.
func (s *Server) accountRevoke(c echo.Context) error {
	return s.accountStep(c, "flash.revoked", s.desk.Revoke)
}

// accountStep does something about the account named in the form; flash is the key of what is said then.
func (s *Server) accountStep(c echo.Context, flash string, step func(context.Context, tournament.Actor, string) error) error {
	name, err := accountNamed(c)
	if err != nil {
		return err
	}
	if err := step(c.Request().Context(), actor(c), name); err != nil {
		return err
	}
	return s.done(c, "/accounts", flash, "Name", name)
}

// accountNamed is the account that a form is about.
func accountNamed(c echo.Context) (string, error) {
	form, err := readForm(c)
	if err != nil {
		return "", err
	}
	name := form.required("name", tournament.MaxName)
	return name, form.err()
}
