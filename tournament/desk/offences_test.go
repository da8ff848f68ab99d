package desk_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/sheet"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// judged is a row of the table in RULES d with one offender: seat 2; alone plays seat 3, where it is a solo.
type judged struct {
	row     string
	c       sheet.Case
	points  []int
	fate    sheet.Fate
	written string // the row of the sheet
}

// judgements are all rows of the table, worked out by hand.
func judgements() []judged {
	list := []judged{
		{"irrelevant", sheet.Case{Offence: sheet.Irrelevant}, []int{0, 0, 0, 0}, sheet.GoesOn, ""},
		{"irrelevant", sheet.Case{Offence: sheet.Irrelevant, Soloist: 3}, []int{0, 0, 0, 0}, sheet.GoesOn, ""},
		{"minor", sheet.Case{Offence: sheet.Minor}, []int{1, -3, 1, 1}, sheet.GoesOn, ""},
		{"minor_soloist", sheet.Case{Offence: sheet.Minor, Soloist: 2}, []int{1, -3, 1, 1}, sheet.GoesOn, ""},
		{"minor_harms", sheet.Case{Offence: sheet.Minor, Soloist: 3, Harms: true}, []int{0, -3, 3, 0}, sheet.GoesOn, ""},
		{"minor_harmless", sheet.Case{Offence: sheet.Minor, Soloist: 3}, []int{1, -3, 1, 1}, sheet.GoesOn, ""},
		{"decided", sheet.Case{Offence: sheet.Decided}, []int{1, -3, 1, 1}, sheet.RestGiven, ""},
		{"decided", sheet.Case{Offence: sheet.Decided, Soloist: 3, Harms: true}, []int{0, -3, 3, 0}, sheet.RestGiven, ""},
		{"unsporting", sheet.Case{Offence: sheet.Unsporting}, []int{0, 0, 0, 0}, sheet.NoHand, ""},
		{"unsporting", sheet.Case{Offence: sheet.Unsporting, Points: 12}, []int{0, -12, 0, 0}, sheet.NoHand, ""},
	}
	const redealt, counts = `{"redealt":true,"reason":"Farbe nicht bedient"}`, `{"points":[0,0,0,0],"solo":3}`
	for denials, cost := range []int{12, 15, 18, 21, 24} {
		count := ""
		if denials > 0 {
			count = fmt.Sprint(":", denials)
		}
		each := []int{4, 5, 6, 7, 8}[denials]
		list = append(list,
			judged{"major" + count, sheet.Case{Offence: sheet.Major, Denials: denials}, []int{each, -cost, each, each}, sheet.DealtAgain, redealt},
			judged{"major_soloist" + count, sheet.Case{Offence: sheet.Major, Soloist: 2, Denials: denials}, []int{each, -cost, each, each}, sheet.DealtAgain, redealt},
			judged{"major_against" + count, sheet.Case{Offence: sheet.Major, Soloist: 3, Denials: denials}, []int{0, -cost, cost, 0}, sheet.SoloCounts, counts},
		)
	}
	for i := range list {
		list[i].c.Offender = 2
	}
	return list
}

// Every row of the table of TSR 9 gives its points and decides about the hand, in one step; cancelled, nothing of the points is
// left, and the hand goes back only when somebody says so.
func TestOffence_EveryRow(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		for _, tt := range judgements() {
			t.Run(fmt.Sprintf("%s alone %d", tt.row, tt.c.Soloist), func(t *testing.T) {
				c.t = t
				tour, seating := c.evening(4, 1)
				at := seating.Tables[0]
				in := desk.OffenceEntry{Op: c.op(), Table: at.Table.ID, Hand: 1, Case: tt.c, Reason: "Farbe nicht bedient"}
				v, err := c.JudgeOffence(c.ctx, c.referee, in)
				c.must(err)
				if v.Proposal.Row != tt.row || v.Proposal.Fate != tt.fate || !slices.Equal(v.Proposal.Points, tt.points) {
					t.Fatalf("proposed %+v, want %+v", v.Proposal, tt)
				}
				p, err := c.AddOffence(c.ctx, c.referee, in)
				c.must(err)
				if p.Offence != tt.row || p.Points != tt.points[1] || p.Redealt != (tt.fate == sheet.DealtAgain) || p.Hand != 1 {
					t.Errorf("stored %+v", p)
				}
				c.ranked(tour.ID, at, tt.points)
				c.rows(at.Table.ID, tt.written)
				again, err := c.AddOffence(c.ctx, c.referee, in)
				if err != nil || again.ID != p.ID {
					t.Errorf("sent twice: %+v, %v", again, err)
				}
				cancel := desk.PenaltyCancel{Op: c.op(), Penalty: p.ID, Reason: "doch bedient"}
				c.must(c.CancelPenalty(c.ctx, c.referee, cancel))
				c.ranked(tour.ID, at, []int{0, 0, 0, 0})
				c.rows(at.Table.ID, tt.written)
				can, err := c.Restorable(c.ctx, c.helper, tour.ID)
				c.must(err)
				if can[p.ID] != (tt.written != "") {
					t.Errorf("restorable: %v", can)
				}
				if tt.written != "" {
					cancel.Op = c.op()
					c.must(c.RestoreHand(c.ctx, c.referee, cancel))
					c.rows(at.Table.ID)
				}
			})
		}
	})
}

// ranked fails unless the players of a table have these points in all.
func (c *club) ranked(id tournament.TournamentID, at desk.SeatedTable, want []int) {
	c.t.Helper()
	st, err := c.Standings(c.ctx, c.helper, id, 0)
	c.must(err)
	for i, n := range want {
		got := 0
		for _, l := range st.Lines {
			if l.Entry == at.Seats[i].Entry {
				got = l.Total
			}
		}
		if got != n {
			c.t.Errorf("seat %d has %d, want %d", i+1, got, n)
		}
	}
}

// rows fails unless the sheet has these rows; "" is none.
func (c *club) rows(id tournament.TableID, want ...string) {
	c.t.Helper()
	v, err := c.Table(c.ctx, c.helper, id)
	c.must(err)
	var got []string
	for _, r := range v.Rows {
		if r.Current.ID == 0 {
			continue
		}
		text, err := json.Marshal(r.Current.Row)
		c.must(err)
		got = append(got, string(text))
	}
	want = slices.DeleteFunc(want, func(s string) bool { return s == "" })
	if !slices.Equal(got, want) {
		c.t.Errorf("the sheet is %s, want %s", got, want)
	}
}

// A hand that is entered already tells who played alone and what was denied; stopped, it is struck through, and put back exactly
// as it was.
func TestOffence_EnteredHand(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		settings := short(1)
		settings.Format.CompulsorySolos = 1
		settings.Format.HandsPerRound = 8
		tour := c.create(settings)
		c.register(tour.ID, 4)
		at := c.draw(tour.ID, 1).Tables[0]
		_, _, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: c.op(), Table: at.Table.ID, Row: points(3, 1, -1, -3)})
		c.must(err)
		hand, _, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: c.op(), Table: at.Table.ID, Row: []byte(
			`{"hand":{"contract":"solo_damen","solo_kind":"pflicht","re":[3],"re_augen":160,"calls":{"re":["re","k90"],"kontra":[]}}}`)})
		c.must(err)
		in := desk.OffenceEntry{Op: c.op(), Table: at.Table.ID, Hand: 2, Case: sheet.Case{Offender: 1, Offence: sheet.Major}, Reason: "Karte gezeigt"}
		v, err := c.JudgeOffence(c.ctx, c.referee, in)
		c.must(err)
		if !v.Entered || v.Soloist != 3 || v.Denials != 1 {
			t.Fatalf("the hand tells %+v", v)
		}
		in.Case.Offender = 3
		if v, err = c.JudgeOffence(c.ctx, c.referee, in); err != nil || v.Denials != 0 {
			t.Fatalf("nobody denied the soloist anything: %+v, %v", v, err)
		}
		in.Case = sheet.Case{Offender: 1, Offence: sheet.Major, Soloist: 3, Denials: 1}
		p, err := c.AddOffence(c.ctx, c.referee, in)
		c.must(err)
		want := []tournament.Credit{{Entry: at.Seats[2].Entry, Points: 15}}
		if p.Points != -15 || !slices.Equal(p.Credits, want) || p.Redealt {
			t.Errorf("stored %+v", p)
		}
		v2, err := c.Table(c.ctx, c.helper, at.Table.ID)
		c.must(err)
		if row := v2.Rows[1]; row.Kind != "pflicht" || len(row.Older) != 1 || row.Older[0].ID != hand.ID || !slices.Equal(v2.SolosOpen, []int{1, 2, 4}) {
			t.Errorf("the solo counts as played: %+v, open %v", row, v2.SolosOpen)
		}
		if v2.Next.Dealer != 2 { // of a chosen compulsory solo: the same dealer deals again
			t.Errorf("%d deals", v2.Next.Dealer)
		}
		c.ranked(tour.ID, at, []int{3 - 15, 1, -1 + 15, -3})
		cancel := desk.PenaltyCancel{Op: c.op(), Penalty: p.ID, Reason: "Video"}
		c.refused(c.RestoreHand(c.ctx, c.referee, desk.PenaltyCancel{Op: c.op(), Penalty: p.ID, Reason: "Video"}), tournament.ErrPhase, "penalty_hand")
		c.must(c.CancelPenalty(c.ctx, c.referee, cancel))
		cancel.Op = c.op()
		c.refused(c.RestoreHand(c.ctx, c.referee, desk.PenaltyCancel{Op: c.op(), Penalty: p.ID}), tournament.ErrInvalid, "reason_missing")
		c.must(c.RestoreHand(c.ctx, c.referee, cancel))
		v2, err = c.Table(c.ctx, c.helper, at.Table.ID)
		c.must(err)
		if now := v2.Rows[1].Current; !slices.Equal(now.Points, hand.Points) || *now.Value != *hand.Value || now.Revision != 4 || now.Reason != "Video" {
			t.Errorf("put back %+v, was %+v", now, hand)
		}
		cancel.Op = c.op()
		c.refused(c.RestoreHand(c.ctx, c.referee, cancel), tournament.ErrPhase, "penalty_hand")
	})
}

// Who played alone without having chosen to still owes his compulsory solo; a voluntary solo stays one.
func TestOffence_KindOfSolo(t *testing.T) {
	for _, tt := range []struct {
		name, hand, want string
		owes             bool
	}{
		{"a silent solo", `{"hand":{"contract":"stille_hochzeit","re":[3],"re_augen":160}}`, `{"points":[0,0,0,0],"solo":null}`, true},
		{"a compulsory solo", `{"hand":{"contract":"solo_damen","solo_kind":"pflicht","re":[3],"re_augen":160}}`, `{"points":[0,0,0,0],"solo":3,"solo_kind":"pflicht"}`, false},
		{"a first solo of no kind", `{"hand":{"contract":"solo_damen","re":[3],"re_augen":160}}`, `{"points":[0,0,0,0],"solo":3}`, false},
		{"as winners and value", `{"winners":[3],"value":3}`, `{"points":[0,0,0,0],"solo":3}`, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := newClub(t, storetest.OpenSQLite(t))
			settings := short(1)
			settings.Format.CompulsorySolos, settings.Format.HandsPerRound = 1, 8
			tour := c.create(settings)
			c.register(tour.ID, 4)
			at := c.draw(tour.ID, 1).Tables[0].Table
			_, _, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: c.op(), Table: at.ID, Row: []byte(tt.hand)})
			c.must(err)
			_, err = c.AddOffence(c.ctx, c.referee, desk.OffenceEntry{
				Op: c.op(), Table: at.ID, Hand: 1, Case: sheet.Case{Offender: 1, Offence: sheet.Major, Soloist: 3}, Reason: "Karte gezeigt",
			})
			c.must(err)
			c.rows(at.ID, tt.want)
			v, err := c.Table(c.ctx, c.helper, at.ID)
			c.must(err)
			if got := slices.Contains(v.SolosOpen, 3); got != tt.owes {
				t.Errorf("owes a solo: %v", got)
			}
		})
	}
}

// At a table of five the credits go to who played the hand, by name; who sits out cannot offend.
func TestOffence_Five(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := c.evening(5, 1)
		at := seating.Tables[0]
		in := desk.OffenceEntry{Op: c.op(), Table: at.Table.ID, Hand: 1, Case: sheet.Case{Offender: 1, Offence: sheet.Minor}, Reason: "vorgeworfen"}
		_, err := c.AddOffence(c.ctx, c.referee, in)
		c.refused(err, tournament.ErrInvalid, "offence_player") // the first deals the first hand
		in.Op, in.Case.Offender = c.op(), 2
		p, err := c.AddOffence(c.ctx, c.referee, in)
		c.must(err)
		if len(p.Credits) != 3 || p.Others != 0 {
			t.Errorf("stored %+v", p)
		}
		c.ranked(tour.ID, at, []int{0, -3, 1, 1, 1})
		in.Op, in.Case.Offence, in.Again = c.op(), sheet.Major, true
		if p, err = c.AddOffence(c.ctx, c.referee, in); err != nil || !p.Redealt {
			t.Fatalf("%+v, %v", p, err)
		}
		v, err := c.Table(c.ctx, c.helper, at.Table.ID)
		c.must(err)
		if v.Next.Number != 1 || v.Next.SitsOut != 1 {
			t.Errorf("dealt again is %+v", v.Next)
		}
	})
}

// A penalty and the points for the others are those of who played the hand: a substitute's from his first hand on, before that of whom he
// follows.
func TestOffence_Substitute(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := c.evening(4, 1)
		at := seating.Tables[0]
		for range 2 {
			_, _, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: c.op(), Table: at.Table.ID, Row: points(3, 1, -1, -3)})
			c.must(err)
		}
		guest := c.latecomer(tour.ID, "Ersatz")
		v, err := c.Table(c.ctx, c.helper, at.Table.ID)
		c.must(err)
		_, err = c.Substitute(c.ctx, c.director, desk.Substitution{
			Op: c.op(), Table: at.Table.ID, Version: v.Table.Version, Position: 2, Entry: guest.ID, FromHand: 3, Reason: "krank",
		})
		c.must(err)
		for _, tt := range []struct {
			hand, offender int
			pays           tournament.EntryID
		}{
			{2, 2, at.Seats[1].Entry}, {3, 2, guest.ID}, {2, 1, at.Seats[0].Entry}, {3, 3, at.Seats[2].Entry},
		} {
			p, err := c.AddOffence(c.ctx, c.referee, desk.OffenceEntry{
				Op: c.op(), Table: at.Table.ID, Hand: tt.hand, Case: sheet.Case{Offender: tt.offender, Offence: sheet.Minor}, Reason: "vorgeworfen",
			})
			c.must(err)
			if p.Entry != tt.pays || p.Points != -3 || p.Others != 1 {
				t.Errorf("position %d in hand %d: %+v", tt.offender, tt.hand, p)
			}
		}
		// 6 +1 +1 −3 +1, 2 −3 +1, −2 +1 +1 +1 −3, −6 +1 +1 +1 +1, and of the substitute −3 +1
		at.Seats = append(at.Seats[:4:4], desk.SeatView{Entry: guest.ID})
		c.ranked(tour.ID, at, []int{6, 0, -2, -2, -2})
	})
}

// A referee may decide otherwise than the rules and may leave the sheet alone; the proposal stays in the journal.
func TestOffence_OtherPoints(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	tour, seating := c.evening(4, 1)
	at := seating.Tables[0]
	in := desk.OffenceEntry{
		Op: c.op(), Table: at.Table.ID, Hand: 1, Case: sheet.Case{Offender: 2, Offence: sheet.Major}, Points: []int{2, -6, 2, 2}, Leave: true,
		Reason: "beide haben geredet",
	}
	p, err := c.AddOffence(c.ctx, c.referee, in)
	c.must(err)
	if p.Points != -6 || p.Others != 2 || p.Redealt {
		t.Errorf("stored %+v", p)
	}
	c.rows(at.Table.ID)
	c.ranked(tour.ID, at, []int{2, -6, 2, 2})
	lines, err := c.Journal(c.ctx, c.referee, tour.ID, 1)
	c.must(err)
	if after := string(lines[0].Entry.After); !strings.Contains(after, `"proposed":[4,-12,4,4]`) || !strings.Contains(after, `"offence":"major"`) {
		t.Errorf("the journal has %s", after)
	}
	var out bytes.Buffer
	c.must(c.Export(c.ctx, c.director, tour.ID, &out))
	if !strings.Contains(out.String(), `"points":-6,"others":2,"reason":"TSR 9 major: beide haben geredet"`) {
		t.Errorf("the file has %s", out.String())
	}
}

func TestOffence_Problems(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	_, seating := c.evening(4, 1)
	at := seating.Tables[0]
	c.fill(c.helper, at.Table)
	good := desk.OffenceEntry{Table: at.Table.ID, Hand: 4, Case: sheet.Case{Offender: 2, Offence: sheet.Major}, Reason: "Handy"}
	tests := []struct {
		name string
		edit func(*desk.OffenceEntry)
		want string
	}{
		{"nobody", func(in *desk.OffenceEntry) { in.Case.Offender = 0 }, "offence_player"},
		{"no such seat", func(in *desk.OffenceEntry) { in.Case.Offender = 5 }, "offence_player"},
		{"no such soloist", func(in *desk.OffenceEntry) { in.Case.Soloist = 7 }, "offence_player"},
		{"no such offence", func(in *desk.OffenceEntry) { in.Case.Offence = "rude" }, "offence_unknown"},
		{"five denials", func(in *desk.OffenceEntry) { in.Case.Denials = 5 }, "penalty_range"},
		{"points of a row that has its own", func(in *desk.OffenceEntry) { in.Case.Points = 6 }, "penalty_range"},
		{"thirteen points", func(in *desk.OffenceEntry) { in.Case.Offence, in.Case.Points = sheet.Unsporting, 13 }, "penalty_range"},
		{"no reason", func(in *desk.OffenceEntry) { in.Reason = " " }, "reason_missing"},
		{"a hand nobody plays", func(in *desk.OffenceEntry) { in.Hand = 5 }, "number_range"},
		{"three shares", func(in *desk.OffenceEntry) { in.Points = []int{1, -3, 2} }, "points_count"},
		{"a gift", func(in *desk.OffenceEntry) { in.Points = []int{1, 3, 2, 0} }, "penalty_range"},
		{"another one punished", func(in *desk.OffenceEntry) { in.Points = []int{-1, -3, 2, 0} }, "penalty_range"},
		{"they have played on", func(in *desk.OffenceEntry) { in.Hand = 3 }, "penalty_played_on"},
		{"unknown table", func(in *desk.OffenceEntry) { in.Table = 99 }, "unknown_table"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := good
			in.Op = c.op()
			tt.edit(&in)
			_, err := c.AddOffence(c.ctx, c.referee, in)
			if got := code(err); got != tt.want {
				t.Errorf("%q (%v), want %q", got, err, tt.want)
			}
		})
	}
	c.confirm(c.helper, at.Table.ID)
	good.Op = c.op()
	_, err := c.AddOffence(c.ctx, c.referee, good)
	c.refused(err, tournament.ErrConflict, "sheet_confirmed")
	good.Op, good.Leave = c.op(), true
	_, err = c.AddOffence(c.ctx, c.referee, good)
	c.must(err)
}

// A sheet of totals has no hands to stop; the points of the penalty stand beside it.
func TestOffence_Totals(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	tour, seating := c.evening(4, 1)
	at := seating.Tables[0]
	_, err := c.EnterTotals(c.ctx, c.helper, desk.TotalsEntry{Op: c.op(), Table: at.Table.ID, Totals: []int{5, 5, -5, -5}})
	c.must(err)
	in := desk.OffenceEntry{Op: c.op(), Table: at.Table.ID, Hand: 2, Case: sheet.Case{Offender: 2, Offence: sheet.Major}, Reason: "Handy"}
	_, err = c.AddOffence(c.ctx, c.referee, in)
	c.refused(err, tournament.ErrPhase, "sheet_has_totals")
	in.Op, in.Leave = c.op(), true
	_, err = c.AddOffence(c.ctx, c.referee, in)
	c.must(err)
	c.ranked(tour.ID, at, []int{9, -7, -1, -1})
}

// A file keeps what penalties did: the hand dealt again, the solo without points, the credits by name; the row of TSR 9 in the
// reason. Read into another database and written again it is the same, and so is the ranking.
func TestOffence_File(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	tour, seating := c.evening(9, 1)
	for _, at := range seating.Tables {
		solo := desk.OffenceEntry{
			Op: c.op(), Table: at.Table.ID, Hand: 1, Reason: "Karte gezeigt",
			Case: sheet.Case{Offender: 2, Offence: sheet.Major, Soloist: 3, Denials: 2},
		}
		_, err := c.AddOffence(c.ctx, c.referee, solo)
		c.must(err)
		again := desk.OffenceEntry{Op: c.op(), Table: at.Table.ID, Hand: 2, Reason: "nicht bedient", Case: sheet.Case{Offender: 1, Offence: sheet.Major}}
		_, err = c.AddOffence(c.ctx, c.referee, again)
		c.must(err)
	}
	var out bytes.Buffer
	c.must(c.Export(c.ctx, c.director, tour.ID, &out))
	for _, want := range []string{`"redealt":true`, `"points":[0,0,0,0]`, `"reason":"TSR 9 major_against:2: Karte gezeigt"`, `"credits":[`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s is missing in\n%s", want, out.String())
		}
	}
	if again, _ := roundTrip(t, storetest.OpenSQLite(t), out.Bytes()); !bytes.Equal(again, out.Bytes()) {
		t.Errorf("written again\n%s\nwas\n%s", again, out.String())
	}
	stored, err := c.Standings(c.ctx, c.helper, tour.ID, 0)
	c.must(err)
	filed, err := desk.FileStandings(out.Bytes(), 0)
	c.must(err)
	for i, l := range stored.Lines {
		if f := filed.Lines[i]; f.StartNo != l.StartNo || f.Total != l.Total || f.Penalty != l.Penalty {
			t.Errorf("place %d: %+v in the file, %+v stored", i+1, f, l)
		}
	}
}

// However many penalties were cancelled, the database is asked the same few times which of their hands can be put back.
func TestRestorable_Queries(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := c.evening(8, 1)
		count := func(more int, table tournament.TableID) int {
			for range more {
				in := desk.OffenceEntry{Op: c.op(), Table: table, Hand: 1, Case: sheet.Case{Offender: 2, Offence: sheet.Major}, Reason: "Farbe nicht bedient"}
				p, err := c.AddOffence(c.ctx, c.referee, in)
				c.must(err)
				c.must(c.CancelPenalty(c.ctx, c.referee, desk.PenaltyCancel{Op: c.op(), Penalty: p.ID, Reason: "doch bedient"}))
			}
			return storetest.Count(t, s, func() {
				can, err := c.Restorable(c.ctx, c.helper, tour.ID)
				c.must(err)
				if len(can) == 0 {
					t.Error("none can be put back")
				}
			})
		}
		if few, many := count(1, seating.Tables[0].Table.ID), count(6, seating.Tables[1].Table.ID); few != many {
			t.Errorf("%d statements for one penalty, %d for seven", few, many)
		}
	})
}
