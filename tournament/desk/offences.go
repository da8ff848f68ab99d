package desk

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"doko/tournament"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// OffenceEntry is a penalty by the table of TSR 9 for what happened in a hand at a table.
type OffenceEntry struct {
	Op     string
	Table  tournament.TableID
	Hand   int        // hand number from 1
	Case   sheet.Case // by position; who sits out is filled in
	Points []int      // list points by position as the referee decided; nil = as the rules say
	Leave  bool       // the sheet stays as it is, whatever the rules say about the hand
	Again  bool       // although a penalty stands against this player for the same hand
	Reason string
}

// OffenceView is a hand at a table as a referee judges it, with what the rules say about a case.
type OffenceView struct {
	Table    TableView
	Hand     int
	SitsOut  int // position without cards, 0 = nobody
	Entered  bool
	Soloist  int  // of the entered hand
	Denials  int  // of the side that plays against the offender, of the entered hand
	Given    bool // a penalty stands against the offender for the hand already
	Proposal sheet.Proposal
}

// JudgeOffence says what the rules give for a case, storing nothing, and what the sheet tells about the hand. The error is that of
// sheet.Propose with the view all the same, so that a form can go on from it. Referees and directors.
func (d *Desk) JudgeOffence(ctx context.Context, by tournament.Actor, in OffenceEntry) (OffenceView, error) {
	v := OffenceView{Hand: in.Hand}
	table, err := d.Table(ctx, by, in.Table)
	if err != nil {
		return v, err
	}
	if err := need(by, table.Tournament, tournament.Referee); err != nil {
		return v, err
	}
	v.Table = table
	var wrong error
	err = d.view(ctx, func(tx *store.Tx) error {
		p, err := place(tx, in.Table)
		if err != nil {
			return err
		}
		sh, err := loadPaper(tx, p)
		if err != nil {
			return err
		}
		if wrong = judgeable(sh, in.Hand).OrNil(); wrong != nil {
			return nil
		}
		v.SitsOut = sheet.SitsOut(sh.input(), in.Hand)
		if row := enteredAt(sh, in.Hand); row != nil {
			v.Entered = true
			v.Soloist, v.Denials = sheet.Situation(row.Row, sh.table.Size, v.SitsOut, in.Case.Offender)
		}
		v.Proposal, wrong = propose(sh, in)
		if wrong == nil {
			offender := playing(sh.seats, in.Hand)[in.Case.Offender]
			v.Given = standing(table.Penalties, tournament.Penalty{Entry: offender, Round: table.Round.Number, Hand: in.Hand}) != nil
		}
		return nil
	})
	if err != nil {
		return v, err
	}
	return v, wrong
}

// judgeable refuses hands and games that TSR 9 does not know.
func judgeable(sh paper, hand int) tournament.Problems {
	if sh.tournament.Rules.Doppelkopf == nil {
		return tournament.Problems{tournament.Invalid("offence_game", "", nil)}
	}
	if hands := sh.tournament.Format.Hands(sh.table.Size); hand < 1 || hand > hands {
		return tournament.Problems{tournament.Invalid("number_range", "hand", map[string]any{"Min": 1, "Max": hands})}
	}
	return nil
}

// enteredAt is the row that stands for a hand now, nil if none does.
func enteredAt(sh paper, hand int) *tournament.HandRevision {
	last := latest(sh.hands, hand)
	if last == nil || last.Void || last.Row.Kind == tournament.RowRedealt || last.Row.Kind == tournament.RowThrough {
		return nil
	}
	return last
}

func propose(sh paper, in OffenceEntry) (sheet.Proposal, error) {
	if err := judgeable(sh, in.Hand).OrNil(); err != nil {
		return sheet.Proposal{}, err
	}
	in.Case.SitsOut = sheet.SitsOut(sh.input(), in.Hand)
	return sheet.Propose(*sh.tournament.Rules.Doppelkopf, sh.table.Size, in.Case)
}

// AddOffence stores a penalty by the table of TSR 9 and, in the same step, what becomes of the hand: dealt again under its number,
// or, for a solo that counts as played, without points. Referees and directors.
func (d *Desk) AddOffence(ctx context.Context, by tournament.Actor, in OffenceEntry) (tournament.Penalty, error) {
	in.Reason = tournament.CleanName(in.Reason)
	done, err := d.run(ctx, command{by: by, op: in.Op, action: "penalty.add", input: in}, func(tx *store.Tx) (outcome, error) {
		sh, err := penaltyPaper(tx, by, in.Table)
		if err != nil {
			return outcome{}, err
		}
		p, proposal, err := judged(sh, in)
		if err != nil {
			return outcome{}, err
		}
		p.By, p.At = by.Ref(), tx.Now
		topics := []string{"standings", tableTopic(sh.table.ID), roundTopic(sh.round.Number)}
		if !in.Leave && (proposal.Fate == sheet.DealtAgain || proposal.Fate == sheet.SoloCounts) {
			p.Redealt = proposal.Fate == sheet.DealtAgain
			if err := stop(tx, by, &sh, in, proposal.Fate); err != nil {
				return outcome{}, err
			}
		} else if err := tx.UpdateTable(&sh.table); err != nil {
			return outcome{}, err
		}
		if err := notTwice(tx, p, in.Again); err != nil {
			return outcome{}, err
		}
		if err := tx.AppendPenalty(&p); err != nil {
			return outcome{}, err
		}
		after := penaltyFields(p)
		after["proposed"] = proposal.Points
		return outcome{
			tournament: sh.tournament.ID, subject: "penalty", id: int64(p.ID), after: after, reason: in.Reason, topics: topics,
		}, nil
	})
	if err != nil {
		return tournament.Penalty{}, err
	}
	return d.penalty(ctx, tournament.PenaltyID(done.Subject))
}

// penaltyPaper locks the tournament and the table for a referee and loads its sheet.
func penaltyPaper(tx *store.Tx, by tournament.Actor, table tournament.TableID) (paper, error) {
	of, err := tx.TournamentOfTable(table)
	if err != nil {
		return paper{}, err
	}
	if _, err := changeable(tx, by, of, tournament.Referee); err != nil {
		return paper{}, err
	}
	p, err := lockPlace(tx, table)
	if err != nil {
		return paper{}, err
	}
	return loadPaper(tx, p)
}

// judged is the penalty of a case, by the rules or as the referee decided.
func judged(sh paper, in OffenceEntry) (tournament.Penalty, sheet.Proposal, error) {
	var ps tournament.Problems
	proposal, err := propose(sh, in)
	var wrong tournament.Problems
	if errors.As(err, &wrong) {
		ps = append(ps, wrong...)
	} else if err != nil {
		return tournament.Penalty{}, proposal, err
	}
	ps = append(ps, tournament.CheckReason("reason", in.Reason)...)
	points := proposal.Points
	if in.Points != nil {
		points = in.Points
		ps = append(ps, checkShares(sh, in)...)
	}
	if err := ps.OrNil(); err != nil {
		return tournament.Penalty{}, proposal, err
	}
	seats := playing(sh.seats, in.Hand)
	p := tournament.Penalty{
		Tournament: sh.tournament.ID, Entry: seats[in.Case.Offender], Round: sh.round.Number, Hand: in.Hand,
		Points: points[in.Case.Offender-1], Offence: proposal.Row, Reason: in.Reason,
	}
	credit(&p, points, seats, in.Case.Offender)
	if p.Entry == 0 {
		return p, proposal, tournament.Invalid("offence_player", "offender", nil)
	}
	return p, proposal, nil
}

func checkShares(sh paper, in OffenceEntry) tournament.Problems {
	if len(in.Points) != sh.table.Size {
		return tournament.Problems{tournament.Invalid("points_count", "points", map[string]any{"Seats": sh.table.Size})}
	}
	for i, n := range in.Points {
		switch {
		case i+1 == in.Case.Offender && (n > 0 || n < -penaltyMost):
			return tournament.Problems{tournament.Invalid("penalty_range", "points", map[string]any{"Min": -penaltyMost, "Max": 0})}
		case i+1 != in.Case.Offender && (n < 0 || n > penaltyMost):
			return tournament.Problems{tournament.Invalid("penalty_range", "points", map[string]any{"Min": 0, "Max": penaltyMost})}
		}
	}
	return nil
}

// playing is who sat at each position in a hand; index 0 is unused.
func playing(seats []tournament.Seat, hand int) [6]tournament.EntryID {
	var at [6]tournament.EntryID
	from := [6]int{}
	for _, s := range seats {
		if s.FromHand <= max(hand, 1) && (at[s.Position] == 0 || s.FromHand > from[s.Position]) {
			at[s.Position], from[s.Position] = s.Entry, s.FromHand
		}
	}
	return at
}

// credit writes who gets what: the same for all others at a table of four, else one by one. At a table of five they are named, as
// who sits out depends on hands that may still change.
func credit(p *tournament.Penalty, points []int, seats [6]tournament.EntryID, offender int) {
	var others []int
	for i, n := range points {
		if i+1 != offender {
			others = append(others, n)
		}
	}
	if len(points) == 4 && slices.Min(others) == slices.Max(others) {
		p.Others = others[0]
		return
	}
	for i, n := range points {
		if i+1 != offender && n != 0 && seats[i+1] != 0 {
			p.Credits = append(p.Credits, tournament.Credit{Entry: seats[i+1], Points: n})
		}
	}
}

// stop writes on the sheet what becomes of a hand that was stopped.
func stop(tx *store.Tx, by tournament.Actor, sh *paper, in OffenceEntry, fate sheet.Fate) error {
	row := tournament.Row{Kind: tournament.RowRedealt, Reason: in.Reason}
	if fate == sheet.SoloCounts {
		row = tournament.Row{Kind: tournament.RowPoints, Points: make([]int, sh.table.Size)}
		row.Solo, row.SoloKind = soloWritten(*sh, in)
	}
	raw, err := json.Marshal(row)
	if err != nil {
		return err
	}
	if err := stoppable(by, *sh); err != nil {
		return err
	}
	last := latest(sh.hands, in.Hand)
	if next := following(sh.hands); next > in.Hand+1 || next == in.Hand+1 && enteredAt(*sh, in.Hand) == nil {
		p := tournament.Wrong(tournament.ErrPhase, "penalty_played_on", map[string]any{"Hand": in.Hand})
		p.Hint = "leave_sheet"
		return p
	}
	rev, err := revision(tx, by, *sh, HandEntry{Table: in.Table, Number: in.Hand, Row: raw, Reason: in.Reason})
	if err != nil {
		return err
	}
	rev.Revision = 1
	if last != nil {
		rev.Revision = last.Revision + 1
	}
	return write(tx, by, sh, rev)
}

// soloWritten is the soloist and the kind of solo that a row without points keeps: the kind that the entered hand tells, "" = it
// follows from the session. Who played alone without having chosen to (a silent solo, a Hochzeit alone) is no soloist there: his
// compulsory solo is still owed (TSR 4.4).
func soloWritten(sh paper, in OffenceEntry) (int, string) {
	row := enteredAt(sh, in.Hand)
	if row == nil {
		return in.Case.Soloist, ""
	}
	if soloist, _ := sheet.Situation(row.Row, sh.table.Size, sheet.SitsOut(sh.input(), in.Hand), 0); soloist != in.Case.Soloist {
		return in.Case.Soloist, ""
	}
	if r := row.Row.Record; r != nil && r.Doppelkopf != nil {
		if !r.Doppelkopf.Contract.Chosen() {
			return 0, ""
		}
		return in.Case.Soloist, string(r.Doppelkopf.SoloKind)
	}
	return in.Case.Soloist, row.Row.SoloKind
}

// stoppable returns nil when rows can be written on the sheet.
func stoppable(by tournament.Actor, sh paper) error {
	args := map[string]any{"Table": sh.table.Number}
	switch {
	case sh.table.Phase == tournament.TableConfirmed:
		return tournament.Wrong(tournament.ErrConflict, "sheet_confirmed", args)
	case newest(sh.totals) != nil:
		return tournament.Wrong(tournament.ErrPhase, "sheet_has_totals", args)
	}
	return writable(by, sh.placement)
}

// write stores a revision and works the sheet out again.
func write(tx *store.Tx, by tournament.Actor, sh *paper, rev tournament.HandRevision) error {
	rev.ID, rev.Op, rev.By, rev.At = 0, "", by.Ref(), tx.Now
	if err := tx.AppendHand(&rev); err != nil {
		return err
	}
	sh.hands = append(sh.hands, rev)
	return rewrite(tx, sh)
}

// penalty loads a penalty as it is now.
func (d *Desk) penalty(ctx context.Context, id tournament.PenaltyID) (tournament.Penalty, error) {
	var p tournament.Penalty
	err := d.view(ctx, func(tx *store.Tx) error {
		var err error
		p, err = tx.PenaltyByID(id)
		return err
	})
	return p, err
}
