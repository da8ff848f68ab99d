package exchange

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"doko/scoring/fields"
	"doko/tournament"
)

// Write writes a tournament file: fixed order, all fields, the same bytes for the same values. Entries are sorted by start
// number, rounds and tables by number; starts_at stands in the tournament's time zone.
func Write(f File) ([]byte, error) {
	w := &writer{}
	w.head(f.Tournament)
	w.list("entries")
	for i, e := range sorted(f.Entries, func(e tournament.Entry) int { return e.StartNo }) {
		w.item(i)
		w.entry(e)
	}
	w.end(len(f.Entries))
	w.list("rounds")
	for i, r := range sorted(f.Rounds, func(r Round) int { return r.Number }) {
		w.item(i)
		w.round(r)
	}
	w.end(len(f.Rounds))
	w.list("penalties")
	for i, p := range f.Penalties {
		w.item(i)
		w.penalty(p)
	}
	w.end(len(f.Penalties))
	w.b = append(w.b, "\n}\n"...)
	return w.b, w.err
}

// sorted is a copy in the order of a number.
func sorted[T any](list []T, number func(T) int) []T {
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b T) int { return cmp.Compare(number(a), number(b)) })
	return out
}

// writer writes JSON with one entry, table or row on a line, so that two files can be compared by eye.
type writer struct {
	b   []byte
	err error
}

func (w *writer) raw(s string) { w.b = append(w.b, s...) }

// top starts a field of the file itself.
func (w *writer) top(key string) {
	if len(w.b) > 0 {
		w.raw(",")
	} else {
		w.raw("{")
	}
	w.raw("\n  ")
	w.b = fields.AppendString(w.b, key)
	w.raw(": ")
}

func (w *writer) list(key string) {
	w.top(key)
	w.raw("[")
}

func (w *writer) item(i int) {
	if i > 0 {
		w.raw(",")
	}
	w.raw("\n    ")
}

func (w *writer) end(n int) {
	if n > 0 {
		w.raw("\n  ")
	}
	w.raw("]")
}

func (w *writer) topText(key, s string) {
	w.top(key)
	w.b = fields.AppendString(w.b, s)
}

func (w *writer) topNumber(key string, n int) {
	w.top(key)
	w.b = strconv.AppendInt(w.b, int64(n), 10)
}

func (w *writer) head(t tournament.Tournament) {
	w.topText("format", Format)
	if t.UID != "" {
		w.topText("uid", t.UID)
	}
	w.topText("game", string(t.Rules.Game))
	w.topText("name", t.Name)
	w.topText("venue", t.Venue)
	w.topNumber("rounds_planned", t.Format.Rounds)
	w.topText("seating", string(t.Format.Seating))
	w.topText("fives", string(t.Format.Fives))
	w.topText("confirm", string(t.Format.Confirm))
	if !t.StartsAt.IsZero() {
		w.topText("starts_at", t.StartsAt.In(t.Location()).Format(time.RFC3339Nano))
	}
	w.topText("time_zone", t.TimeZone)
	w.top("rules")
	w.json(t.Rules)
	w.topNumber("hands_per_round", t.Format.HandsPerRound)
	w.topNumber("hands_at_five", t.Format.HandsAtFive)
	w.topNumber("compulsory_solos", t.Format.CompulsorySolos)
	w.top("ranking")
	w.json(t.Format.Ranking)
	w.topNumber("entry_fee_cents", int(t.Fee))
	w.topText("currency", t.Currency)
}

func (w *writer) json(v any) {
	b, err := json.Marshal(v)
	if err != nil && w.err == nil {
		w.err = fmt.Errorf("exchange: write: %w", err)
	}
	w.b = append(w.b, b...)
}

func (w *writer) text(key, s string) {
	w.raw(key)
	w.b = fields.AppendString(w.b, s)
}

func (w *writer) number(key string, n int) {
	w.raw(key)
	w.b = strconv.AppendInt(w.b, int64(n), 10)
}

// optional writes null for 0.
func (w *writer) optional(key string, n int) {
	if n == 0 {
		w.raw(key + "null")
		return
	}
	w.number(key, n)
}

func (w *writer) numbers(key string, list []int) {
	w.raw(key + "[")
	for i, n := range list {
		if i > 0 {
			w.raw(",")
		}
		w.b = strconv.AppendInt(w.b, int64(n), 10)
	}
	w.raw("]")
}

func (w *writer) entry(e tournament.Entry) {
	w.number(`{"start_no":`, e.StartNo)
	if e.UID != "" {
		w.text(`,"uid":`, e.UID)
	}
	w.text(`,"name":`, e.Name)
	w.text(`,"member_no":`, e.MemberNo)
	w.numbers(`,"apart":`, e.Apart)
	w.optional(`,"table":`, e.FixedTable)
	w.text(`,"club":`, e.Club)
	w.text(`,"team":`, e.Team)
	w.text(`,"status":`, string(e.Status))
	w.number(`,"paid_cents":`, int(e.Paid))
	w.number(`,"from_round":`, max(e.FromRound, 1))
	w.optional(`,"to_round":`, e.ToRound)
	w.raw("}")
}

func (w *writer) round(r Round) {
	w.number(`{"number":`, r.Number)
	w.text(`,"seed":`, r.Seed)
	w.raw(`,"closed":` + strconv.FormatBool(r.Closed) + `,"tables":[`)
	for i, t := range sorted(r.Tables, func(t Table) int { return t.Number }) {
		w.item(i)
		w.raw("  ")
		w.table(t)
	}
	w.raw("]}")
}

func (w *writer) table(t Table) {
	w.number(`{"number":`, t.Number)
	w.numbers(`,"seats":`, t.Seats)
	switch t.Mode {
	case NoSheet:
	case Totals:
		w.sheet(t)
		w.numbers(`,"totals":`, t.Totals.Totals)
		if t.Totals.Solos != nil {
			w.numbers(`,"solos":`, t.Totals.Solos)
		}
		w.raw("}")
	default:
		w.sheet(t)
		w.raw(`,"hands":[`)
		for i, h := range t.Rows {
			w.item(i)
			w.raw("    ")
			w.row(h)
		}
		w.raw(`],"substitutes":[`)
		for i, s := range t.Substitutes {
			if i > 0 {
				w.raw(",")
			}
			w.number(`{"position":`, s.Position)
			w.number(`,"start_no":`, s.StartNo)
			w.number(`,"from_hand":`, s.FromHand)
			w.raw("}")
		}
		w.raw("]}")
	}
	w.raw("}")
}

func (w *writer) sheet(t Table) {
	w.text(`,"sheet":{"mode":`, string(t.Mode))
	w.raw(`,"confirmed":` + strconv.FormatBool(t.Confirmed))
}

// row writes a hand bare, and winners as the points they got: the file has no other form for them.
func (w *writer) row(h tournament.HandRevision) {
	switch h.Row.Kind {
	case tournament.RowHand:
		w.json(h.Row.Record)
	case tournament.RowWinners:
		solo := h.Row.Solo
		if solo == 0 && h.Winner != "" {
			solo = alone(h)
		}
		w.json(tournament.Row{Kind: tournament.RowPoints, Points: h.Points, Solo: max(solo, 0), SoloKind: h.Row.SoloKind})
	default:
		w.json(h.Row)
	}
}

// alone is who won or lost against three: the points of the others are all the same.
func alone(h tournament.HandRevision) int {
	most, at := 0, 0
	for i, p := range h.Points {
		if p < 0 {
			p = -p
		}
		if p > most {
			most, at = p, i+1
		}
	}
	return at
}

func (w *writer) penalty(p Penalty) {
	w.number(`{"start_no":`, p.StartNo)
	w.optional(`,"round":`, p.Round)
	w.optional(`,"hand":`, p.Hand)
	w.number(`,"points":`, p.Points)
	if len(p.Credits) == 0 {
		w.number(`,"others":`, p.Others)
	} else {
		w.raw(`,"credits":[`)
		for i, c := range p.Credits {
			if i > 0 {
				w.raw(",")
			}
			w.number(`{"start_no":`, c.StartNo)
			w.number(`,"points":`, c.Points)
			w.raw("}")
		}
		w.raw("]")
	}
	w.text(`,"reason":`, p.Reason)
	w.raw("}")
}
