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
	s.page(public, http.MethodGet, "/now", s.now)

	s.page(public, http.MethodGet, "/sign-in", s.signInForm)
	s.page(public, http.MethodPost, "/sign-in", s.signInPost)
	s.page(public, http.MethodPost, "/sign-out", s.signOutPost)

	s.deskRoutes()
	s.tableRoutes()
	s.roundRoutes()
	s.apiRoutes()
}

// tableRoutes are the pages of the list keeper. The form of a hand has one address for new ones and corrections.
func (s *Server) tableRoutes() {
	s.page(public, http.MethodGet, "/k/:key", s.keyDoor)
	s.page(public, http.MethodGet, workerAddress, s.worker)
	s.page(listKeeper, http.MethodGet, "/tables/:id", s.tablePage)
	s.stream(listKeeper, "/tables/:id/events", s.tableEvents)
	s.page(listKeeper, http.MethodGet, "/tables/:id/values/:name", s.tableValues)
	s.page(listKeeper, http.MethodPost, "/tables/:id/pen", s.penPost)
	s.page(listKeeper, http.MethodPost, "/tables/:id/preview", s.preview)
	s.page(listKeeper, http.MethodPost, "/tables/:id/hands", s.handPost)
	s.page(listKeeper, http.MethodGet, "/tables/:id/hands/:number", s.handEdit)
	s.page(listKeeper, http.MethodPost, "/tables/:id/hands/:number/void", s.handVoid)
	s.page(listKeeper, http.MethodGet, "/tables/:id/hands/:number/what-if", s.whatIfHand)
	s.page(listKeeper, http.MethodGet, "/tables/:id/paper.pdf", s.tablePaper)
	s.page(listKeeper, http.MethodGet, "/tables/:id/running", s.runningForm)
	s.page(listKeeper, http.MethodPost, "/tables/:id/running", s.runningPost)
	s.page(listKeeper, http.MethodPost, "/tables/:id/running/check", s.runningCheck)
	s.page(listKeeper, http.MethodGet, "/tables/:id/rest", s.restForm)
	s.page(listKeeper, http.MethodPost, "/tables/:id/rest", s.restPost)
	s.page(listKeeper, http.MethodGet, "/tables/:id/totals", s.totalsForm)
	s.page(listKeeper, http.MethodPost, "/tables/:id/totals", s.totalsPost)
	s.page(listKeeper, http.MethodGet, "/tables/:id/lines", s.linesForm)
	s.page(listKeeper, http.MethodPost, "/tables/:id/lines", s.linesPost)
	s.page(listKeeper, http.MethodPost, "/tables/:id/lines/preview", s.linesPreview)
	s.page(listKeeper, http.MethodPost, "/tables/:id/lines/back", s.linesBack)
	s.page(public, http.MethodGet, "/notation", s.notation)
	s.page(listKeeper, http.MethodPost, "/tables/:id/submit", s.sheetSubmit)
	s.page(listKeeper, http.MethodPost, "/tables/:id/confirm", s.sheetConfirm)
	s.page(helper, http.MethodPost, "/tables/:id/unlock", s.sheetUnlock)
	s.page(director, http.MethodGet, "/tables/:id/people", s.people)
	s.page(director, http.MethodPost, "/tables/:id/leave", s.peopleLeave)
	s.page(director, http.MethodPost, "/tables/:id/join", s.peopleJoin)
	s.page(director, http.MethodGet, "/tables/:id/substitutes", s.people)
	s.page(director, http.MethodPost, "/tables/:id/substitutes", s.substitutePost)
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
	s.page(public, http.MethodGet, "/referee", s.referee)
	s.page(public, http.MethodGet, "/what-if", s.whatIf)
	s.page(public, http.MethodGet, "/t/:t/rules", s.rules)
	s.page(director, http.MethodGet, "/t/:t/rules/edit", s.editRules)
	s.page(director, http.MethodPost, "/t/:t/rules", s.saveRules)
	s.page(director, http.MethodGet, "/t/:t/export.json", s.export)
	s.page(director, http.MethodGet, "/import", s.importForm)
	s.upload(director, "/import", s.importPost)

	s.page(helper, http.MethodGet, "/t/:t/entries", s.entries)
	s.page(helper, http.MethodPost, "/t/:t/entries", s.entryAdd)
	s.page(helper, http.MethodPost, "/t/:t/entries/find", s.entryFind)
	s.page(helper, http.MethodPost, "/t/:t/entries/act", s.entryAct)
	s.page(helper, http.MethodGet, "/t/:t/entries/all/:what", s.entryAllAsk)
	s.page(helper, http.MethodPost, "/t/:t/entries/all/:what", s.entryAllDo)
	s.page(helper, http.MethodGet, "/t/:t/entries/import", s.playersForm)
	s.upload(helper, "/t/:t/entries/import", s.playersRead)
	s.upload(helper, "/t/:t/entries/import/take", s.playersTake)
	s.page(helper, http.MethodGet, "/t/:t/entries.csv", s.playersWrite)
	s.page(helper, http.MethodGet, "/t/:t/entries/:id", s.entryEdit)
	s.page(helper, http.MethodPost, "/t/:t/entries/:id", s.entrySave)
	s.page(helper, http.MethodPost, "/t/:t/entries/:id/fee", s.entryFee)
	s.page(helper, http.MethodPost, "/t/:t/entries/:id/leave", s.entryLeave)

	s.page(director, http.MethodGet, "/accounts", s.accounts)
	s.page(director, http.MethodPost, "/accounts", s.accountAdd)
	s.page(director, http.MethodPost, "/accounts/revoke", s.accountRevoke)
}

// roundRoutes are the pages of rounds: overview, draw, seating, ranking, penalties, journal, projector, papers.
func (s *Server) roundRoutes() {
	s.page(public, http.MethodGet, "/t/:t", s.tournamentHome)
	s.page(public, http.MethodGet, "/t/:t/wall", s.wall)
	s.page(public, http.MethodGet, "/t/:t/rounds", s.rounds)
	s.page(helper, http.MethodGet, "/t/:t/meetings", s.meetings)
	s.page(public, http.MethodGet, "/t/:t/rounds/:round", s.seating)
	s.page(director, http.MethodGet, "/t/:t/rounds/:round/draw", s.drawForm)
	s.page(director, http.MethodPost, "/t/:t/rounds/:round/draw", s.drawPost)
	s.page(director, http.MethodPost, "/t/:t/rounds/:round/announce", s.announce)
	s.page(public, http.MethodGet, "/t/:t/rounds/:round/lot", s.lot)
	s.page(public, http.MethodGet, "/t/:t/rounds/:round/lot/:file", s.lotFile)
	s.page(director, http.MethodGet, "/t/:t/rounds/:round/plan", s.planForm)
	s.page(director, http.MethodPost, "/t/:t/rounds/:round/plan", s.planPost)
	s.page(director, http.MethodGet, "/t/:t/rounds/:round/fill", s.fillForm)
	s.page(director, http.MethodPost, "/t/:t/rounds/:round/fill", s.fillPost)
	s.page(director, http.MethodPost, "/t/:t/rounds/:round/reset", s.resetDraw)
	s.page(director, http.MethodPost, "/t/:t/rounds/:round/swap", s.swapSeats)
	s.page(director, http.MethodPost, "/t/:t/rounds/:round/release", s.takeRoundStep("flash.released", s.desk.ReleaseSeating))
	s.page(director, http.MethodPost, "/t/:t/rounds/:round/start", s.takeRoundStep("flash.round_started", s.desk.StartRound))
	s.page(director, http.MethodPost, "/t/:t/rounds/:round/close", s.takeRoundStep("flash.round_closed", s.desk.CloseRound))
	s.page(director, http.MethodPost, "/t/:t/rounds/:round/reopen", s.takeRoundStep("flash.round_reopened", s.desk.ReopenRound))
	s.page(helper, http.MethodGet, "/t/:t/radar", s.radar)
	s.page(director, http.MethodGet, "/t/:t/rounds/:round/clock", s.clockForm)
	s.page(director, http.MethodPost, "/t/:t/rounds/:round/clock/start", s.clockStart)
	s.page(director, http.MethodPost, "/t/:t/rounds/:round/clock/extra", s.clockExtra)
	s.page(director, http.MethodPost, "/t/:t/rounds/:round/clock/change", s.clockChange)
	s.page(director, http.MethodPost, "/t/:t/rounds/:round/clock/stop", s.clockStop)
	s.page(public, http.MethodGet, "/t/:t/standings", s.standings)
	s.page(director, http.MethodPost, "/t/:t/standings/publish", s.publish)
	s.page(public, http.MethodGet, "/t/:t/standings/copies/:copy", s.publishedCopy)
	s.page(director, http.MethodPost, "/t/:t/standings/renew", s.renew)
	s.page(helper, http.MethodGet, "/t/:t/penalties", s.penalties)
	s.page(referee, http.MethodPost, "/t/:t/penalties", s.addPenalty)
	s.page(referee, http.MethodGet, "/t/:t/penalties/offence", s.offence)
	s.page(referee, http.MethodPost, "/t/:t/penalties/offence", s.addOffence)
	s.page(referee, http.MethodPost, "/t/:t/penalties/:penalty/restore", s.restorePenalty)
	s.page(referee, http.MethodPost, "/t/:t/penalties/:penalty/cancel", s.cancelPenalty)
	s.page(referee, http.MethodGet, "/t/:t/journal", s.journal)
	s.page(public, http.MethodGet, "/t/:t/papers/:paper", s.paper)
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

// apiRoutes are the JSON API (CONTRACTS 7), described by openapi.json: the same commands as the pages, with the same rights.
func (s *Server) apiRoutes() {
	s.add(route{method: http.MethodGet, path: "/api/v1/openapi.json", access: public, json: true, open: true, body: bodyLimit, handler: s.apiDescription})
	s.api(public, http.MethodGet, "/tournaments", s.apiTournaments)
	s.api(director, http.MethodPost, "/tournaments", s.apiCreateTournament)
	s.api(public, http.MethodGet, "/tournaments/:id", s.apiTournament)
	s.api(director, http.MethodPost, "/tournaments/:id/phase", s.apiPhase)
	s.api(public, http.MethodGet, "/tournaments/:id/standings", s.apiStandings)
	s.api(director, http.MethodPost, "/tournaments/:id/publish", s.apiPublish)
	s.add(route{method: http.MethodGet, path: "/api/v1/tournaments/:id/events", access: public, json: true, stream: true, body: bodyLimit, handler: s.apiEvents})
	s.api(helper, http.MethodGet, "/tournaments/:id/entries", s.apiEntries)
	s.api(helper, http.MethodPost, "/tournaments/:id/entries", s.apiRegister)
	s.api(helper, http.MethodPost, "/entries/:id/status", s.apiStatus)
	s.api(helper, http.MethodPost, "/entries/:id/fee", s.apiFee)
	s.api(referee, http.MethodPost, "/entries/:id/penalties", s.apiPenalty)
	s.api(helper, http.MethodGet, "/tournaments/:id/penalties", s.apiPenalties)
	s.api(referee, http.MethodPost, "/penalties/:id/cancel", s.apiCancelPenalty)
	s.api(referee, http.MethodPost, "/penalties/:id/restore", s.apiRestorePenalty)
	s.api(referee, http.MethodPost, "/tables/:id/offences", s.apiOffence)
	s.api(public, http.MethodGet, "/tournaments/:id/rounds", s.apiRounds)
	s.api(public, http.MethodGet, "/tournaments/:id/rounds/:round/seating", s.apiSeating)
	s.api(director, http.MethodPost, "/tournaments/:id/rounds/:round/draw", s.apiDraw)
	s.api(director, http.MethodPost, "/tournaments/:id/rounds/:round/reset", s.apiReset)
	s.api(director, http.MethodPost, "/tournaments/:id/rounds/:round/release", s.apiRoundStep(s.desk.ReleaseSeating))
	s.api(director, http.MethodPost, "/tournaments/:id/rounds/:round/start", s.apiRoundStep(s.desk.StartRound))
	s.api(director, http.MethodPost, "/tournaments/:id/rounds/:round/close", s.apiRoundStep(s.desk.CloseRound))
	s.api(director, http.MethodPost, "/tournaments/:id/rounds/:round/reopen", s.apiRoundStep(s.desk.ReopenRound))
	s.api(listKeeper, http.MethodGet, "/tables/:id", s.apiTable)
	s.api(director, http.MethodGet, "/tables/:id/key", s.apiKey)
	s.api(director, http.MethodGet, "/tables/:id/second-key", s.apiSecondKey)
	s.api(director, http.MethodPost, "/tables/:id/key/revoke", s.apiRevokeKey)
	s.api(listKeeper, http.MethodPost, "/tables/:id/hands", s.apiHand)
	s.api(listKeeper, http.MethodPost, "/tables/:id/preview", s.apiPreview)
	s.api(listKeeper, http.MethodPost, "/tables/:id/totals", s.apiTotals)
	s.api(listKeeper, http.MethodPost, "/tables/:id/submit", s.apiSubmit)
	s.api(listKeeper, http.MethodPost, "/tables/:id/confirm", s.apiConfirm)
	s.api(helper, http.MethodPost, "/tables/:id/unlock", s.apiUnlock)
	s.api(director, http.MethodPost, "/tables/:id/substitutes", s.apiSubstitute)
	s.api(director, http.MethodPost, "/tables/:id/leave", s.apiLeave)
	s.api(director, http.MethodPost, "/tables/:id/join", s.apiJoin)
}
