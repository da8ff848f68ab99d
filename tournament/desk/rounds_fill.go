package desk

import (
	"context"
	"slices"

	"doko/tournament"
	"doko/tournament/draw"
	"doko/tournament/store"
)

// FillSeats seats late comers and closes the gaps of those who left, with as few announced seats changed as possible. Tables at
// which anything is entered stay as they are.
type FillSeats struct {
	Op         string
	Tournament tournament.TournamentID
	Round      int
	Version    int
	Add        []tournament.EntryID // present and without a seat; nil = all of them
	Drop       []tournament.EntryID // seated and not playing any more; nil = all of them, in a round under way nobody
	Reason     string
}

// SeatMove is a player who sits elsewhere than announced.
type SeatMove struct {
	Entry     tournament.EntryID
	StartNo   int
	Name      string
	FromTable int // 0 = had no seat
	FromSeat  int
	Table     int // 0 = has none any more
	Seat      int
}

// SeatChoice is one way to seat who is there now.
type SeatChoice struct {
	Problem error      // why it can't be done; nil = it can
	Seed    string     // of the new draw
	Tables  []int      // numbers of the tables that change, for new lists
	Moved   []SeatMove // announced, now elsewhere
	New     []SeatMove // without a seat before
	Fours   int
	Fives   int
	Cost    draw.Cost // of the round, after all before it
}

// SeatChoices is what can be done when who is there is no longer who was drawn.
type SeatChoices struct {
	Seating Seating
	Came    []tournament.Entry // present, without a seat
	Gone    []SeatMove         // seated, not playing
	Before  draw.Cost          // of the round as it is announced
	Fill    SeatChoice
	Anew    SeatChoice
}

// SeatChoices works out both choices for a round: fill the gaps, or draw anew with a seed ("" = made here). Directors.
func (d *Desk) SeatChoices(ctx context.Context, by tournament.Actor, in FillSeats, seed string) (SeatChoices, error) {
	var c SeatChoices
	var f draft
	var seat filling
	if seed == "" {
		seed = d.readable()
	}
	err := d.view(ctx, func(tx *store.Tx) error {
		t, err := loadFor(tx, by, in.Tournament, tournament.Director)
		if err != nil {
			return err
		}
		if seat, err = fillFrom(tx, t, in); err != nil {
			return err
		}
		c = seat.choices()
		f, err = prepare(tx, t, DrawRound{Tournament: t.ID, Round: in.Round, Seed: seed, Reason: "preview"})
		c.Anew.Problem = err
		return nil
	})
	if err != nil || c.Anew.Problem != nil {
		return c, err
	}
	c.Anew.Seed = seed
	result, err := f.draw(seed)
	if err != nil {
		c.Anew.Problem = err
		return c, nil
	}
	seat.compare(&c.Anew, f.players, result.plan.Rounds[0])
	return c, nil
}

// FillSeats changes a drawn round as SeatChoices showed. Directors. Problems: reason_missing, seats_complete, entry_has_seat,
// entry_plays, and those of the draw.
func (d *Desk) FillSeats(ctx context.Context, by tournament.Actor, in FillSeats) (Seating, error) {
	in.Reason = tournament.CleanName(in.Reason)
	_, err := d.run(ctx, command{by: by, op: in.Op, action: "round.fill", input: in}, func(tx *store.Tx) (outcome, error) {
		t, err := changeable(tx, by, in.Tournament, tournament.Director)
		if err != nil {
			return outcome{}, err
		}
		f, err := fillFrom(tx, t, in)
		if err != nil {
			return outcome{}, err
		}
		if err := current(in.Version, f.before.Round.Version); err != nil {
			return outcome{}, err
		}
		if err := reasoned(in.Reason); err != nil {
			return outcome{}, err
		}
		c := f.choices()
		if c.Fill.Problem != nil {
			return outcome{}, c.Fill.Problem
		}
		if err := d.writeFill(tx, f, c.Fill.Tables); err != nil {
			return outcome{}, err
		}
		return outcome{
			tournament: t.ID, subject: "round", id: int64(f.before.Round.ID), reason: in.Reason,
			after: fields{
				"number": in.Round, "added": f.add, "dropped": f.drop, "tables": c.Fill.Tables, "moved": len(c.Fill.Moved),
				"repeats": c.Fill.Cost.Repeats - c.Before.Repeats,
			},
			topics: []string{roundTopic(in.Round), "entries", "standings"},
		}, nil
	})
	if err != nil {
		return Seating{}, err
	}
	return d.Seating(ctx, by, in.Tournament, in.Round)
}

// filling is a round whose seats are to follow who is there.
type filling struct {
	drawing
	before  Seating
	came    []tournament.Entry
	gone    []tournament.EntryID
	add     []tournament.EntryID // who gets a seat
	drop    []tournament.EntryID // who loses his
	seated  []draw.Player        // who plays the round afterwards
	fixed   []int                // tables at which something is entered
	after   draw.Round
	problem error
}

func fillFrom(tx *store.Tx, t tournament.Tournament, in FillSeats) (filling, error) {
	f := filling{}
	r, err := drawnRound(tx, t.ID, in.Round)
	if err != nil {
		return f, err
	}
	if r.Phase == tournament.RoundClosed {
		return f, wrongPhase("round_closed", r)
	}
	if f.before, err = seating(tx, t, r); err != nil {
		return f, err
	}
	if f.drawing, err = gather(tx, t, in.Round); err != nil {
		return f, err
	}
	if f.fixed, err = usedTables(tx, f.before); err != nil {
		return f, err
	}
	f.look(r)
	if f.add, err = chosenOf(in.Add, idsOf(f.came), "entry_has_seat"); err != nil {
		return f, err
	}
	drop := f.gone
	if in.Drop == nil && r.Phase == tournament.RoundPlaying { // who has withdrawn may still play this round to its end
		drop = []tournament.EntryID{}
	}
	if in.Drop != nil {
		drop = in.Drop
	}
	if f.drop, err = chosenOf(drop, f.gone, "entry_plays"); err != nil {
		return f, err
	}
	f.work(t)
	return f, nil
}

// chosenOf are the entries chosen, which must be possible; nil = all.
func chosenOf(chosen, possible []tournament.EntryID, code string) ([]tournament.EntryID, error) {
	if chosen == nil {
		return possible, nil
	}
	for _, id := range chosen {
		if !slices.Contains(possible, id) { // somebody was faster
			return nil, tournament.Wrong(tournament.ErrConflict, code, nil)
		}
	}
	return chosen, nil
}

func idsOf(entries []tournament.Entry) []tournament.EntryID {
	ids := make([]tournament.EntryID, len(entries))
	for i, e := range entries {
		ids[i] = e.ID
	}
	return ids
}

// usedTables are the numbers of the tables at which anything is entered, confirmed or submitted.
func usedTables(tx *store.Tx, s Seating) ([]int, error) {
	hands, err := tx.HandsOfRound(s.Round.ID)
	if err != nil {
		return nil, err
	}
	totals, err := tx.TotalsOfRound(s.Round.ID)
	if err != nil {
		return nil, err
	}
	vacant, err := tx.Vacancies(s.Round.ID)
	if err != nil {
		return nil, err
	}
	var used []int
	for _, t := range s.Tables {
		replaced := slices.ContainsFunc(t.Seats, func(v SeatView) bool { return v.FromHand > 1 })
		if len(hands[t.Table.ID])+len(totals[t.Table.ID])+len(vacant[t.Table.ID]) > 0 || t.Table.Phase != tournament.TableOpen || replaced {
			used = append(used, t.Table.Number)
		}
	}
	return used, nil
}

// look finds who has no seat and who has one and does not play.
func (f *filling) look(r tournament.Round) {
	for _, e := range f.entries {
		at, seated := find(f.before, e.ID)
		late := r.Phase == tournament.RoundPlaying && e.Status == tournament.Present && e.FromRound == r.Number+1
		switch {
		case !seated && (e.Plays(r.Number) || late):
			f.came = append(f.came, e)
		case seated && !e.Plays(r.Number) && !slices.Contains(f.fixed, f.before.Tables[at.table].Table.Number):
			f.gone = append(f.gone, e.ID)
		}
	}
}

// work finds the new seating.
func (f *filling) work(t tournament.Tournament) {
	if len(f.add)+len(f.drop) == 0 {
		f.problem = tournament.Wrong(tournament.ErrPhase, "seats_complete", map[string]any{"Round": f.round})
		return
	}
	for _, e := range f.entries {
		_, seated := find(f.before, e.ID)
		if seated && !slices.Contains(f.drop, e.ID) || slices.Contains(f.add, e.ID) {
			f.seated = append(f.seated, player(e))
		}
	}
	var err error
	f.after, err = draw.Fill(f.seated, f.history, drawn(f.before), f.fixed, draw.Fives(t.Format.Fives))
	f.problem = f.problems(err)
}

func (f *filling) choices() SeatChoices {
	c := SeatChoices{Seating: f.before, Came: f.came}
	c.Before = draw.Measure(f.everybody(f.before), f.history, []draw.Round{drawn(f.before)})
	c.Fill.Problem = f.problem
	if f.problem == nil {
		f.compare(&c.Fill, f.seated, f.after)
	}
	for _, m := range f.moves(draw.Round{}) {
		for _, id := range f.gone {
			if id == m.Entry {
				c.Gone = append(c.Gone, m)
			}
		}
	}
	return c
}

func (f *filling) entry(id tournament.EntryID) tournament.Entry {
	for _, e := range f.entries {
		if e.ID == id {
			return e
		}
	}
	return tournament.Entry{}
}

// compare says how a new seating differs from the one announced.
func (f *filling) compare(c *SeatChoice, players []draw.Player, after draw.Round) {
	c.Tables = changedTables(drawn(f.before), after)
	c.Cost = draw.Measure(players, f.history, []draw.Round{after})
	for _, t := range after.Tables {
		if len(t.Seats) == 5 {
			c.Fives++
		} else {
			c.Fours++
		}
	}
	for _, m := range f.moves(after) {
		switch {
		case m.FromTable == 0:
			c.New = append(c.New, m)
		case m.Table != 0:
			c.Moved = append(c.Moved, m)
		}
	}
}

// moves are all who sit elsewhere than announced, by start number.
func (f *filling) moves(after draw.Round) []SeatMove {
	was, is := places(drawn(f.before)), places(after)
	var list []SeatMove
	for _, e := range f.entries {
		a, b := was[int64(e.StartNo)], is[int64(e.StartNo)]
		if a != b {
			list = append(list, SeatMove{Entry: e.ID, StartNo: e.StartNo, Name: e.Name, FromTable: a[0], FromSeat: a[1], Table: b[0], Seat: b[1]})
		}
	}
	return list
}

// places are table and seat of everybody.
func places(r draw.Round) map[int64][2]int {
	at := map[int64][2]int{}
	for _, t := range r.Tables {
		for i, id := range t.Seats {
			at[id] = [2]int{t.Number, i + 1}
		}
	}
	return at
}
