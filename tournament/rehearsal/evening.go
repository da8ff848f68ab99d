package rehearsal

import (
	"fmt"
	"time"

	"doko/scoring"
	"doko/tournament"
	"doko/tournament/draw"
	"doko/tournament/exchange"
	"doko/tournament/sheet"
)

// Play plays on at a table until so many hands are on its sheet, 0 = to the end, and returns the new rows. The same seed and
// rows give the same hands. It knows Doppelkopf only.
func Play(seed string, in sheet.Input, until int) []tournament.HandRevision {
	t := table{rnd: source(seed, "table"), rules: in.Rules, size: in.Size, hands: in.Format.Hands(in.Size)}
	if until == 0 || until > t.hands {
		until = t.hands
	}
	had := len(in.Rows)
	for {
		s := sheet.Fold(in)
		if s.Next == nil || s.Done >= until {
			return in.Rows[had:]
		}
		t.turn = *s.Next
		row := t.row()
		res, err := scoring.Score(in.Rules, in.Size, *row.Record)
		if err != nil {
			return in.Rows[had:] // not possible: row leaves out what can't be scored
		}
		value := res.Value
		in.Rows = append(in.Rows[:len(in.Rows):len(in.Rows)], tournament.HandRevision{
			Number: t.turn.Number, Revision: 1, Row: row, Winner: res.Winner, Value: &value, Points: res.Points, Lines: res.Lines,
		})
	}
}

// Finished is an evening of sixteen players and three rounds that is over and written down, with a penalty in it.
func Finished(seed string, starts time.Time) (exchange.File, error) {
	e, err := begin(seed, "Herbstturnier", starts, 16)
	if err != nil {
		return exchange.File{}, err
	}
	for i := range e.rounds {
		e.play(i, 0, 0, 0, 0)
		e.file.Rounds[i].Closed = true
	}
	e.file.Tournament.Phase = tournament.Finished
	e.file.Penalties = []exchange.Penalty{{
		StartNo: e.file.Rounds[1].Tables[2].Seats[0], Round: 2, Hand: 9, Points: -3, Others: 1, Reason: "Nicht bedient, geringfügig",
	}}
	return e.file, nil
}

// Running is an evening of thirteen players in the middle of its second round: one sheet is confirmed, one half full, and the
// table of five has just begun. One more has signed up and is not there yet.
func Running(seed string, starts time.Time) (exchange.File, error) {
	e, err := begin(seed, "Vereinsabend", starts, 13)
	if err != nil {
		return exchange.File{}, err
	}
	e.play(0, 0, 0, 0)
	e.file.Rounds[0].Closed = true
	e.play(1, 0, 14, 3)
	for i := range e.file.Rounds[1].Tables[1:] {
		e.file.Rounds[1].Tables[1+i].Confirmed = false
	}
	e.file.Rounds = e.file.Rounds[:2]
	e.file.Tournament.Phase = tournament.Running
	late := People(seed+"Vereinsabend", 14)[13]
	e.file.Entries = append(e.file.Entries, tournament.Entry{
		StartNo: 14, Name: late.Name, Club: late.Club, Status: tournament.Registered, FromRound: 3,
	})
	return e.file, nil
}

// evening is a file that grows.
type evening struct {
	seed   string
	file   exchange.File
	rounds []draw.Round
}

func begin(seed, name string, starts time.Time, players int) (*evening, error) {
	e := &evening{seed: seed + name}
	e.file.Tournament = tournament.Tournament{
		Name: name, Venue: "Gasthof Zur Linde, kleiner Saal", StartsAt: starts.UTC(), TimeZone: "Europe/Berlin", Rules: scoring.DDV(),
		Format: tournament.DefaultFormat(), Fee: 1000, Currency: "EUR",
	}
	field := make([]draw.Player, players)
	for i, p := range People(e.seed, players) {
		e.file.Entries = append(e.file.Entries, tournament.Entry{
			StartNo: i + 1, Name: p.Name, Club: p.Club, Status: tournament.Present, Paid: 1000, FromRound: 1,
		})
		field[i] = draw.Player{ID: int64(i + 1), Club: p.Club}
	}
	plan, err := draw.Draw(field, nil, draw.Options{Rounds: e.file.Tournament.Format.Rounds, Effort: draw.EffortQuick, Seed: e.seed})
	if err != nil {
		return nil, fmt.Errorf("rehearsal: draw: %w", err)
	}
	e.rounds = plan.Rounds
	for _, r := range plan.Rounds {
		round := exchange.Round{Number: r.Number, Seed: e.seed}
		for _, t := range r.Tables {
			seats := make([]int, len(t.Seats))
			for i, id := range t.Seats {
				seats[i] = int(id)
			}
			round.Tables = append(round.Tables, exchange.Table{Number: t.Number, Seats: seats})
		}
		e.file.Rounds = append(e.file.Rounds, round)
	}
	return e, nil
}

// play fills the sheets of a round: so many hands at each table, 0 = all of them, confirmed.
func (e *evening) play(round int, until ...int) {
	r := &e.file.Rounds[round]
	for i := range r.Tables {
		t := &r.Tables[i]
		in := sheet.Input{Rules: e.file.Tournament.Rules, Format: e.file.Tournament.Format, Size: len(t.Seats)}
		hands := 0
		if i < len(until) {
			hands = until[i]
		}
		t.Mode, t.Confirmed = exchange.Hands, true
		t.Rows = Play(fmt.Sprint(e.seed, "/", r.Number, "/", t.Number), in, hands)
	}
}
