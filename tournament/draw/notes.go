package draw

import (
	"fmt"
	"strings"
)

// Note is one sentence about a plan. Code is the key of its text, Args fill it; String is the English sentence.
type Note struct {
	Code string
	Args map[string]any
}

// String is English; pages translate by code.
func (n Note) String() string { return fill(noteTexts[n.Code], n.Args) }

// noteTexts are the English sentences; pages translate by code.
var noteTexts = map[string]string{
	"draw_optimal":        "this plan is optimal: it is proven that none has fewer repeats ({Repeats})",
	"draw_repeats":        "{Repeats} repeats; it is proven that at least {Bound} cannot be avoided",
	"draw_repeats_forced": "{Repeats} repeats cannot be avoided with {Players} players, {Rounds} rounds and what was played before",
	"draw_met_again":      "these pairs meet again: {Pairs}",
	"draw_clubs_forced":   "{Members} players of {Club} at {Tables} tables: in each round at least {Meetings} pairs of them must meet",
	"draw_clubs_one":      "{Members} players of {Club} at {Tables} tables: in each round at least one pair of them must meet",
	"draw_club_meeting":   "round {Round}, table {Table}: {IDs} are all of {Club}",
	"draw_five_over":      "player {ID} sits at a table of five {Times} times; {Fair} would be fair",
	"draw_fixed_together": "players {IDs} are fixed to table {Table} and so meet in every round",
	"draw_fixed_five":     "player {ID} is fixed to table {Table}, which is a table of five in every round",
	"draw_first_by_lots":  "no round was played yet, so nobody moves: this round is drawn by lots",
	"draw_one_round":      "this mode plans one round at a time: later rounds depend on the results",
}

// certificate says how good a plan is and names every wish that could not be met, and why.
func (f *field) certificate(q request, b bounds, plan Plan) []Note {
	notes := f.quality(q, b, plan)
	notes = append(notes, f.clubNotes(plan.Rounds)...)
	notes = append(notes, f.fiveNotes(q, plan.Rounds)...)
	return append(notes, f.fixedNotes()...)
}

// maxNamed is how many pairs one sentence names; the cost lists all.
const maxNamed = 40

func (f *field) quality(q request, b bounds, plan Plan) []Note {
	var notes []Note
	c := plan.Cost
	planned := q.opt.Mode == ModePlan || q.opt.Mode == ModeFixed || q.opt.Mode == ModeEachRound
	if !planned && q.opt.Mode != ModeRandom {
		notes = append(notes, Note{"draw_one_round", map[string]any{}})
		if q.opt.Mode == ModeMovement && len(q.history) == 0 {
			notes = append(notes, Note{"draw_first_by_lots", map[string]any{}})
		}
	}
	if planned && c.Repeats == plan.Bound && c.FiveOver == b.five && c.ClubMeetings == b.clubs {
		notes = append(notes, Note{"draw_optimal", map[string]any{"Repeats": c.Repeats}})
	}
	if c.Repeats == 0 {
		return notes
	}
	if c.Repeats == plan.Bound {
		notes = append(notes, Note{"draw_repeats_forced",
			map[string]any{"Repeats": c.Repeats, "Players": f.n, "Rounds": f.rounds}})
	} else {
		notes = append(notes, Note{"draw_repeats", map[string]any{"Repeats": c.Repeats, "Bound": plan.Bound}})
	}
	var pairs []string
	for _, p := range c.RepeatPairs[:min(len(c.RepeatPairs), maxNamed)] {
		pairs = append(pairs, fmt.Sprintf("%d–%d (%d×)", p[0], p[1], p[2]))
	}
	if len(c.RepeatPairs) > maxNamed {
		pairs = append(pairs, "…")
	}
	return append(notes, Note{"draw_met_again", map[string]any{"Pairs": strings.Join(pairs, ", ")}})
}

// clubNotes says where arithmetic forces club mates together and names each table where they sit.
func (f *field) clubNotes(rounds []Round) []Note {
	var notes []Note
	size := make([]int, len(f.clubs))
	club := make(map[int64]int, f.n)
	for i, c := range f.club {
		club[f.ids[i]] = c
		if c >= 0 {
			size[c]++
		}
	}
	for c, k := range size {
		args := map[string]any{"Club": f.clubs[c], "Members": k, "Tables": f.tables, "Meetings": crowd(k, f.tables)}
		switch crowd(k, f.tables) {
		case 0:
		case 1:
			notes = append(notes, Note{"draw_clubs_one", args})
		default:
			notes = append(notes, Note{"draw_clubs_forced", args})
		}
	}
	for _, r := range rounds {
		for _, t := range r.Tables {
			for i, a := range t.Seats {
				ids := []int64{a}
				for k, b := range t.Seats {
					if club[a] < 0 || k == i || club[b] != club[a] {
						continue
					}
					if k < i { // named before
						ids = nil
						break
					}
					ids = append(ids, b)
				}
				if len(ids) > 1 {
					notes = append(notes, Note{"draw_club_meeting",
						map[string]any{"Round": r.Number, "Table": t.Number, "IDs": IDs(ids), "Club": f.clubs[club[a]]}})
				}
			}
		}
	}
	return notes
}

// fiveNotes names who is at a five more often than is fair.
func (f *field) fiveNotes(q request, rounds []Round) []Note {
	var notes []Note
	times := map[int64]int{}
	for i, id := range f.ids {
		times[id] = f.five[i]
	}
	for _, r := range rounds {
		for _, t := range r.Tables {
			for _, id := range t.Seats {
				if len(t.Seats) == 5 {
					times[id]++
				}
			}
		}
	}
	for _, p := range q.players {
		if times[p.ID] > f.fair {
			notes = append(notes, Note{"draw_five_over", map[string]any{"ID": p.ID, "Times": times[p.ID], "Fair": f.fair}})
		}
	}
	return notes
}

// fixedNotes says what fixed tables bring with them.
func (f *field) fixedNotes() []Note {
	var notes []Note
	at := make([][]int64, f.tables)
	for x, t := range f.pin {
		if t < 0 {
			continue
		}
		at[t] = append(at[t], f.ids[x])
		if t >= f.fours {
			notes = append(notes, Note{"draw_fixed_five", map[string]any{"ID": f.ids[x], "Table": f.number[t]}})
		}
	}
	for t, ids := range at {
		if len(ids) > 1 {
			notes = append(notes, Note{"draw_fixed_together", map[string]any{"IDs": IDs(ids), "Table": f.number[t]}})
		}
	}
	return notes
}
