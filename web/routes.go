package web

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// routes is the only list of addresses. Each line says who may come in; the desk decides about the single tournament or table.
func (s *Server) routes() {
	s.page(public, http.MethodGet, "/static/:name", s.asset)
	s.page(public, http.MethodGet, "/favicon.ico", s.asset)
	s.page(public, http.MethodGet, "/healthz", s.healthz)
	s.page(public, http.MethodGet, "/version", s.versionPage)

	s.page(public, http.MethodGet, "/sign-in", s.signInForm)
	s.page(public, http.MethodPost, "/sign-in", s.signInPost)
	s.page(public, http.MethodPost, "/sign-out", s.signOutPost)

	s.deskRoutes()
	s.tableRoutes()
}

// tableRoutes are the pages of the list keeper. The form of a hand has one address for new ones and corrections.
func (s *Server) tableRoutes() {
	s.page(public, http.MethodGet, "/k/:key", s.keyDoor)
	s.page(listKeeper, http.MethodGet, "/tables/:id", s.tablePage)
	s.stream(listKeeper, "/tables/:id/events", s.tableEvents)
	s.page(listKeeper, http.MethodPost, "/tables/:id/preview", s.preview)
	s.page(listKeeper, http.MethodPost, "/tables/:id/hands", s.handPost)
	s.page(listKeeper, http.MethodGet, "/tables/:id/hands/:number", s.handEdit)
	s.page(listKeeper, http.MethodPost, "/tables/:id/hands/:number/void", s.handVoid)
	s.page(listKeeper, http.MethodGet, "/tables/:id/totals", s.totalsForm)
	s.page(listKeeper, http.MethodPost, "/tables/:id/totals", s.totalsPost)
	s.page(listKeeper, http.MethodPost, "/tables/:id/submit", s.sheetSubmit)
	s.page(listKeeper, http.MethodPost, "/tables/:id/confirm", s.sheetConfirm)
	s.page(helper, http.MethodPost, "/tables/:id/unlock", s.sheetUnlock)
	s.page(director, http.MethodGet, "/tables/:id/key", s.keyShow)
	s.page(director, http.MethodPost, "/tables/:id/key/revoke", s.keyRevoke)
}

// deskRoutes are the pages of the desk: tournaments, entries, accounts.
func (s *Server) deskRoutes() {
	s.page(public, http.MethodGet, "/setup/:token", s.setupForm)
	s.page(public, http.MethodPost, "/setup/:token", s.setupPost)

	s.page(public, http.MethodGet, "/", s.tournaments)
	s.page(director, http.MethodGet, "/tournaments/new", s.newTournament)
	s.page(director, http.MethodPost, "/tournaments/new", s.createTournament)
	s.stream(public, "/t/:t/events", s.tournamentEvents)
	s.page(director, http.MethodGet, "/t/:t/settings", s.settings)
	s.page(director, http.MethodPost, "/t/:t/settings", s.editTournament)
	s.page(director, http.MethodPost, "/t/:t/phase", s.phasePost)
}

// healthz answers GET /healthz: 200 when the database answers.
func (s *Server) healthz(c echo.Context) error {
	if err := s.health(c.Request().Context()); err != nil {
		s.log.Error("the database does not answer", "error", err.Error())
		return c.String(http.StatusServiceUnavailable, "database\n")
	}
	return c.String(http.StatusOK, "ok\n")
}

// versionPage answers GET /version.
func (s *Server) versionPage(c echo.Context) error { return c.String(http.StatusOK, s.version+"\n") }
