package desk_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// level is the least an actor must be to use a method.
type level int

const (
	anybody level = iota // who may see the tournament
	atTable
	helper
	referee
	director
)

// scene is a running tournament and what a call needs of it.
type scene struct {
	*club
	tour  tournament.Tournament
	table tournament.Table
	entry tournament.Entry
	pen   tournament.Penalty
	pub   tournament.Published
}

// call is one method of the desk. Inputs are stale or empty where it matters, so that nothing changes for whom it is allowed.
type call struct {
	name string
	need level
	do   func(s scene, ctx context.Context, by tournament.Actor) error
}

// stale is a version nobody has seen.
const stale = 999

func only[T any](_ T, err error) error { return err }

func step(s scene) desk.RoundStep {
	return desk.RoundStep{Tournament: s.tour.ID, Round: 1, Version: stale}
}

func sheetStep(s scene) desk.TableStep { return desk.TableStep{Table: s.table.ID, Version: stale} }

var calls = []call{
	{"Tournament", anybody, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Tournament(ctx, by, s.tour.ID))
	}},
	{"TournamentByPublicID", anybody, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.TournamentByPublicID(ctx, by, s.tour.PublicID))
	}},
	{"Rounds", anybody, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Rounds(ctx, by, s.tour.ID))
	}},
	{"Seating", anybody, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Seating(ctx, by, s.tour.ID, 1))
	}},
	{"Seatings", anybody, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Seatings(ctx, by, s.tour.ID))
	}},
	{"Lot", anybody, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Lot(ctx, by, s.tour.ID, 1))
	}},
	{"CheckLot", anybody, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.CheckLot(ctx, by, s.tour.ID, 1))
	}},
	{"Meetings", anybody, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Meetings(ctx, by, s.tour.ID))
	}},
	{"Standings", anybody, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Standings(ctx, by, s.tour.ID, 0))
	}},
	{"PublishedCopies", anybody, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.PublishedCopies(ctx, by, s.tour.ID))
	}},
	{"Outdated", anybody, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Outdated(ctx, by, s.tour.ID))
	}},
	{"NotePrint", anybody, func(s scene, ctx context.Context, by tournament.Actor) error {
		return s.NotePrint(ctx, by, tournament.Print{Tournament: s.tour.ID, Kind: "sheets"})
	}},
	{"Reprint", anybody, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Reprint(ctx, by, s.pub.ID))
	}},
	{"Table", atTable, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Table(ctx, by, s.table.ID))
	}},
	{"Preview", atTable, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Preview(ctx, by, s.table.ID, 0, []byte(normal)))
	}},
	{"EnterHand", atTable, func(s scene, ctx context.Context, by tournament.Actor) error {
		_, _, err := s.EnterHand(ctx, by, desk.HandEntry{Table: s.table.ID, Number: 99, Row: []byte(normal)})
		return err
	}},
	{"CheckRunning", atTable, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.CheckRunning(ctx, by, desk.RunningEntry{Table: s.table.ID}))
	}},
	{"EnterRunning", atTable, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.EnterRunning(ctx, by, desk.RunningEntry{Table: s.table.ID}))
	}},
	{"CheckLines", atTable, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.CheckLines(ctx, by, s.table.ID, []desk.LineRow{{Row: []byte(normal)}}))
	}},
	{"EnterLines", atTable, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.EnterLines(ctx, by, desk.LinesEntry{Table: s.table.ID}))
	}},
	{"EnterTotals", atTable, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.EnterTotals(ctx, by, desk.TotalsEntry{Table: s.table.ID}))
	}},
	{"SubmitSheet", atTable, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.SubmitSheet(ctx, by, sheetStep(s)))
	}},
	{"TakePen", atTable, func(s scene, ctx context.Context, by tournament.Actor) error {
		return s.TakePen(ctx, by, desk.TakePen{Table: s.table.ID})
	}},
	{"DeviceHere", atTable, func(s scene, ctx context.Context, by tournament.Actor) error {
		return s.DeviceHere(ctx, by, s.table.ID)
	}},
	{"DeviceGone", atTable, func(s scene, ctx context.Context, by tournament.Actor) error {
		return s.DeviceGone(ctx, by, s.table.ID)
	}},
	{"ConfirmSheet", helper, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.ConfirmSheet(ctx, by, sheetStep(s)))
	}},
	{"UnlockSheet", helper, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.UnlockSheet(ctx, by, sheetStep(s)))
	}},
	{"Sheets", helper, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Sheets(ctx, by, s.tour.ID, 1, 0))
	}},
	{"Entries", helper, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Entries(ctx, by, s.tour.ID))
	}},
	{"Entry", helper, func(s scene, ctx context.Context, by tournament.Actor) error {
		_, _, err := s.Entry(ctx, by, s.entry.ID)
		return err
	}},
	{"People", helper, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.People(ctx, by, s.tour.ID, ""))
	}},
	{"Overview", helper, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Overview(ctx, by, s.tour.ID))
	}},
	{"Radar", helper, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Radar(ctx, by, s.tour.ID))
	}},
	{"Penalties", helper, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Penalties(ctx, by, s.tour.ID))
	}},
	{"Arrive", helper, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Arrive(ctx, by, desk.Arrive{Tournament: s.tour.ID, Text: "9999"}))
	}},
	{"Register", helper, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Register(ctx, by, desk.Register{Tournament: s.tour.ID}))
	}},
	{"EditEntry", helper, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.EditEntry(ctx, by, desk.EntryEdit{Entry: s.entry.ID, Version: stale, Name: "X", StartNo: 1, FromRound: 1}))
	}},
	{"SetStatus", helper, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.SetStatus(ctx, by, desk.EntryStatus{Entry: s.entry.ID, Version: stale, Status: tournament.Withdrawn}))
	}},
	{"TakeFee", helper, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.TakeFee(ctx, by, desk.FeePayment{Entry: s.entry.ID, Version: stale, Paid: 5}))
	}},
	{"AddPenalty", referee, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.AddPenalty(ctx, by, desk.PenaltyEntry{Entry: s.entry.ID, Round: 1, Points: -1}))
	}},
	{"Correct", referee, func(s scene, ctx context.Context, by tournament.Actor) error {
		_, _, err := s.Correct(ctx, by, desk.Correction{Tournament: s.tour.ID}, func(ctx context.Context) error {
			return s.CancelPenalty(ctx, by, desk.PenaltyCancel{Penalty: s.pen.ID})
		})
		return err
	}},
	{"JudgeOffence", referee, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.JudgeOffence(ctx, by, desk.OffenceEntry{Table: s.table.ID, Hand: 1}))
	}},
	{"AddOffence", referee, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.AddOffence(ctx, by, desk.OffenceEntry{Table: s.table.ID, Hand: 1}))
	}},
	{"Restorable", helper, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Restorable(ctx, by, s.tour.ID))
	}},
	{"RestoreHand", referee, func(s scene, ctx context.Context, by tournament.Actor) error {
		return s.RestoreHand(ctx, by, desk.PenaltyCancel{Penalty: s.pen.ID})
	}},
	{"CancelPenalty", referee, func(s scene, ctx context.Context, by tournament.Actor) error {
		return s.CancelPenalty(ctx, by, desk.PenaltyCancel{Penalty: s.pen.ID})
	}},
	{"Journal", referee, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Journal(ctx, by, s.tour.ID, 5))
	}},
	{"EditTournament", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.EditTournament(ctx, by, desk.EditTournament{Tournament: s.tour.ID, Version: stale, Settings: short(2)}))
	}},
	{"MovePhase", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.MovePhase(ctx, by, desk.TournamentPhase{Tournament: s.tour.ID, Version: stale, To: tournament.Finished}))
	}},
	{"DrawRound", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.DrawRound(ctx, by, desk.DrawRound{Tournament: s.tour.ID, Round: 1}))
	}},
	{"AnnounceList", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.AnnounceList(ctx, by, desk.AnnounceList{Tournament: s.tour.ID, Round: 1}))
	}},
	{"SetSeating", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.SetSeating(ctx, by, desk.SetSeating{Tournament: s.tour.ID, Round: 1}))
	}},
	{"SeatChoices", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.SeatChoices(ctx, by, desk.FillSeats{Tournament: s.tour.ID, Round: 1}, "x"))
	}},
	{"FillSeats", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.FillSeats(ctx, by, desk.FillSeats{Tournament: s.tour.ID, Round: 1, Version: stale}))
	}},
	{"ResetDraw", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return s.ResetDraw(ctx, by, step(s))
	}},
	{"ReleaseSeating", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.ReleaseSeating(ctx, by, step(s)))
	}},
	{"StartRound", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.StartRound(ctx, by, step(s)))
	}},
	{"StartClock", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.StartClock(ctx, by, desk.ClockStart{Tournament: s.tour.ID, Round: 1, Version: stale}))
	}},
	{"ChangeClock", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.ChangeClock(ctx, by, desk.ClockChange{Tournament: s.tour.ID, Round: 1, Version: stale}))
	}},
	{"StopClock", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.StopClock(ctx, by, step(s)))
	}},
	{"GiveTime", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.GiveTime(ctx, by, desk.ExtraTime{Tournament: s.tour.ID, Round: 1, Version: stale}))
	}},
	{"CloseRound", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.CloseRound(ctx, by, step(s)))
	}},
	{"ReopenRound", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.ReopenRound(ctx, by, step(s)))
	}},
	{"SwapSeats", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.SwapSeats(ctx, by, desk.SwapSeats{Tournament: s.tour.ID, Round: 1, Version: stale}))
	}},
	{"Publish", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Publish(ctx, by, desk.PublishStandings{Tournament: s.tour.ID}))
	}},
	{"Renew", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Renew(ctx, by, desk.RenewStandings{Tournament: s.tour.ID}))
	}},
	{"LeaveTable", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.LeaveTable(ctx, by, desk.Departure{Table: s.table.ID, Version: stale, Position: 9}))
	}},
	{"JoinTable", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.JoinTable(ctx, by, desk.Joining{Table: s.table.ID, Version: stale}))
	}},
	{"Substitute", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.Substitute(ctx, by, desk.Substitution{Table: s.table.ID, Version: stale, Position: 9}))
	}},
	{"CardsPrinted", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return s.CardsPrinted(ctx, by, s.tour.ID, "http://192.168.1.5:8080")
	}},
	{"CardsBase", helper, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.CardsBase(ctx, by, s.tour.ID))
	}},
	{"KeyOf", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return only(s.KeyOf(ctx, by, s.table.ID))
	}},
	{"SecondKeyOf", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		err := only(s.SecondKeyOf(ctx, by, s.table.ID))
		if code(err) == "unknown_table_key" { // there is none where one confirms
			return nil
		}
		return err
	}},
	{"RevokeKey", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return s.RevokeKey(ctx, by, s.table.ID)
	}},
	{"Export", director, func(s scene, ctx context.Context, by tournament.Actor) error {
		return s.Export(ctx, by, s.tour.ID, io.Discard)
	}},
}

// elsewhere are the methods that are not about one tournament; tests of their own look at them.
var elsewhere = []string{
	"Accounts", "ActorByToken", "ActorOf", "AddAccount", "ChangePassword", "CreateTournament", "DisableAccount", "Import", "NewPasswordLink",
	"NewToken", "Now", "PasswordLinkOpen", "ResetPassword", "Revoke", "SetUp", "SetupOpen", "SetupToken", "SignIn", "Tournaments",
	"UsePasswordLink", "Verify",
}

func TestRights_EveryMethod(t *testing.T) {
	known := map[string]bool{}
	for _, c := range calls {
		known[c.name] = true
	}
	for _, name := range elsewhere {
		known[name] = true
	}
	desk := reflect.TypeFor[*desk.Desk]()
	for i := range desk.NumMethod() {
		if name := desk.Method(i).Name; !known[name] {
			t.Errorf("nothing says who may use %s", name)
		}
	}
}

type person struct {
	name string
	role level // what he is in the tournament
	by   tournament.Actor
}

// outcome is what must happen: ok, forbidden (he may know of it) or not_found.
func (p person) outcome(need level, public bool) string {
	switch p.name {
	case "key of this table":
		if need == atTable {
			return "ok"
		}
	case "helper", "referee", "director":
		if p.role >= need {
			return "ok"
		}
		return "forbidden"
	case "helper of another tournament":
		if need == anybody && public {
			return "ok"
		}
		return "forbidden"
	}
	switch {
	case need == anybody && public:
		return "ok"
	case need == anybody:
		return "not_found"
	case public || p.by.Table != 0:
		return "forbidden"
	}
	return "not_found"
}

func TestRights(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		for _, public := range []bool{false, true} {
			t.Run(fmt.Sprintf("public=%v", public), func(t *testing.T) {
				checkRights(t, c, public)
			})
		}
	})
}

func checkRights(t *testing.T, c *club, public bool) {
	settings := short(2)
	settings.Public = public
	sc := scene{club: c, tour: c.create(settings)}
	other := c.create(settings)
	sc.entry = c.register(sc.tour.ID, 8)[0]
	c.register(other.ID, 4)
	seating := c.draw(sc.tour.ID, 1)
	sc.table = seating.Tables[0].Table
	elsewhere := c.draw(other.ID, 1).Tables[0].Table
	_, err := c.ReleaseSeating(c.ctx, c.director, c.step(sc.tour.ID, 1))
	c.must(err)
	sc.pen, err = c.AddPenalty(c.ctx, c.referee, desk.PenaltyEntry{Op: c.op(), Entry: sc.entry.ID, Points: -1, Reason: "spät"})
	c.must(err)
	sc.pub, err = c.Publish(c.ctx, c.director, desk.PublishStandings{Op: c.op(), Tournament: sc.tour.ID})
	c.must(err)
	people := []person{
		{"visitor", anybody, c.visitor},
		{"key of this table", atTable, key(c, sc.table.ID)},
		{"key of another table", atTable, key(c, seating.Tables[1].Table.ID)},
		{"key of another tournament", atTable, key(c, elsewhere.ID)},
		{"helper", helper, c.helper},
		{"referee", referee, c.referee},
		{"director", director, c.director},
		{"helper of another tournament", anybody, member(20, tournament.Membership{
			Organisation: c.org, Tournament: other.ID, Role: tournament.Helper,
		})},
		{"director of another club", anybody, c.foreign},
	}
	for _, call := range calls {
		for _, p := range people {
			got := "ok"
			switch err := call.do(sc, c.ctx, p.by); {
			case errors.Is(err, tournament.ErrForbidden):
				got = "forbidden"
			case errors.Is(err, tournament.ErrNotFound):
				got = "not_found"
			}
			if want := p.outcome(call.need, public); got != want {
				t.Errorf("%s by %s: %s, want %s", call.name, p.name, got, want)
			}
		}
	}
	unchanged(t, sc)
}

// unchanged looks at what the calls must not have changed for anybody.
func unchanged(t *testing.T, s scene) {
	t.Helper()
	v, err := s.Table(s.ctx, s.director, s.table.ID)
	s.must(err)
	if len(v.Rows) != 0 || v.Table.Phase != tournament.TableOpen {
		t.Errorf("the table is %+v with %d rows", v.Table, len(v.Rows))
	}
	list, err := s.Entries(s.ctx, s.director, s.tour.ID)
	s.must(err)
	if len(list.Entries) != 8 || list.Paid != 0 || list.Present != 8 {
		t.Errorf("the entries are %+v", list)
	}
}

// Visitors see what is released and nothing else, each switch by itself.
func TestVisitor_Released(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	settings := short(2)
	settings.Standings = tournament.ReleaseHidden
	tour := c.create(settings)
	c.register(tour.ID, 4)
	c.draw(tour.ID, 1)
	_, err := c.Standings(c.ctx, c.visitor, tour.ID, 0)
	c.refused(err, tournament.ErrNotFound, "standings_hidden")
	rounds, err := c.Rounds(c.ctx, c.visitor, tour.ID)
	c.must(err)
	if len(rounds) != 0 {
		t.Errorf("a visitor knows the rounds %+v", rounds)
	}
	rounds, err = c.Rounds(c.ctx, c.helper, tour.ID)
	c.must(err)
	if len(rounds) != 1 {
		t.Errorf("a helper knows the rounds %+v: the second is only planned", rounds)
	}
	settings.Standings = tournament.ReleasePublished
	now, err := c.Tournament(c.ctx, c.director, tour.ID)
	c.must(err)
	_, err = c.EditTournament(c.ctx, c.director, desk.EditTournament{
		Op: c.op(), Tournament: tour.ID, Version: now.Version, Settings: settings,
	})
	c.must(err)
	_, err = c.Standings(c.ctx, c.visitor, tour.ID, 0)
	c.refused(err, tournament.ErrNotFound, "unknown_published")
	_, err = c.Publish(c.ctx, c.director, desk.PublishStandings{Op: c.op(), Tournament: tour.ID})
	c.must(err)
	s, err := c.Standings(c.ctx, c.visitor, tour.ID, 0)
	c.must(err)
	if s.Revision != 1 || len(s.Lines) != 4 {
		t.Errorf("a visitor sees revision %d with %d lines", s.Revision, len(s.Lines))
	}
	_, err = c.Seating(c.ctx, c.visitor, tour.ID, 1)
	c.refused(err, tournament.ErrNotFound, "unknown_round")
}

// Who has come is nobody's business before the first seating is released, or played without.
func TestVisitor_NamesBeforeSeating(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	settings := short(2)
	settings.Standings = tournament.ReleaseLive
	named := func(by tournament.Actor, id tournament.TournamentID) int {
		t.Helper()
		s, err := c.Standings(c.ctx, by, id, 0)
		c.must(err)
		return len(s.Lines)
	}
	tour := c.create(settings)
	c.register(tour.ID, 4)
	if visitor, helper := named(c.visitor, tour.ID), named(c.helper, tour.ID); visitor != 0 || helper != 4 {
		t.Errorf("registered: a visitor reads %d names, a helper %d; want 0 and 4", visitor, helper)
	}
	c.draw(tour.ID, 1)
	if visitor, helper := named(c.visitor, tour.ID), named(c.helper, tour.ID); visitor != 0 || helper != 4 {
		t.Errorf("drawn: a visitor reads %d names, a helper %d; want 0 and 4", visitor, helper)
	}
	_, err := c.ReleaseSeating(c.ctx, c.director, c.step(tour.ID, 1))
	c.must(err)
	if visitor := named(c.visitor, tour.ID); visitor != 4 {
		t.Errorf("released: a visitor reads %d names", visitor)
	}
	unreleased := c.create(settings)
	c.register(unreleased.ID, 4)
	c.draw(unreleased.ID, 1)
	_, err = c.StartRound(c.ctx, c.director, c.step(unreleased.ID, 1))
	c.must(err)
	if visitor := named(c.visitor, unreleased.ID); visitor != 4 {
		t.Errorf("played without a release: a visitor reads %d names", visitor)
	}
}
