package desk

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"doko/tournament"
	"doko/tournament/draw"
	"doko/tournament/store"
)

// Note is a sentence about a draw: text "note." + Code, filled with Args. Players are named.
type Note struct {
	Code string
	Args map[string]any
}

// Certificate says how good a draw is and what it could not do, and why.
type Certificate struct {
	Draw    tournament.Draw
	Optimal bool // the proven bound is reached in everything
	Cost    draw.Cost
	Bound   int    // repeats: no plan has fewer
	Rounds  int    // how many rounds were planned at once
	Notes   []Note // about all these rounds, and this one
	Changed []int  // tables of the round that are no longer as they were drawn
}

// storedNote is how a note is kept: players stay numbers, so that the record outlives a name.
type storedNote struct {
	Code string         `json:"code"`
	Args map[string]any `json:"args"`
}

// numbers marks players in the arguments of a stored note.
type numbers struct {
	Players []int64 `json:"players"`
}

func encodeNotes(notes []draw.Note) (json.RawMessage, error) {
	list := make([]storedNote, len(notes))
	for i, n := range notes {
		list[i] = storedNote{n.Code, map[string]any{}}
		for k, v := range n.Args {
			switch v := v.(type) {
			case draw.IDs:
				list[i].Args[k] = numbers{v}
			case int64:
				list[i].Args[k] = numbers{[]int64{v}}
			default:
				list[i].Args[k] = v
			}
		}
	}
	raw, err := json.Marshal(list)
	if err != nil {
		return nil, fmt.Errorf("encode the notes: %w", err)
	}
	return raw, nil
}

// certificate is that of the draw a round comes from, nil if it comes from none.
func certificate(tx *store.Tx, s Seating) (*Certificate, error) {
	if s.Round.Draw == 0 {
		return nil, nil //nolint:nilnil // no draw, no certificate
	}
	kept, err := tx.DrawByID(s.Round.Draw)
	if err != nil {
		return nil, err
	}
	var plan draw.Answer
	if err := json.Unmarshal(kept.Plan, &plan); err != nil {
		return nil, fmt.Errorf("read draw %d: %w", kept.ID, err)
	}
	names, err := namesOf(tx, s.Tournament.ID)
	if err != nil {
		return nil, err
	}
	c := &Certificate{Draw: kept, Cost: plan.Cost, Bound: plan.Bound.Repeats, Rounds: len(plan.Rounds)}
	notes, err := decodeNotes(kept.Notes, names)
	if err != nil {
		return nil, fmt.Errorf("read the notes of draw %d: %w", kept.ID, err)
	}
	for _, n := range notes {
		if n.Code == "draw_met_again" {
			n.Args["Pairs"] = pairNames(c.Cost.RepeatPairs, names)
		}
		c.Optimal = c.Optimal || n.Code == "draw_optimal"
		if at, ok := n.Args["Round"].(int); !ok || at == s.Round.Number {
			c.Notes = append(c.Notes, n)
		}
	}
	for _, r := range plan.Rounds {
		if r.Number == s.Round.Number {
			c.Changed = changedTables(r, drawn(s))
		}
	}
	return c, nil
}

func decodeNotes(raw json.RawMessage, names map[tournament.EntryID]tournament.Entry) ([]Note, error) {
	var list []struct {
		Code string
		Args map[string]json.RawMessage
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, err
	}
	byNumber := map[int64]string{}
	for _, e := range names {
		byNumber[int64(e.StartNo)] = e.Name + " (" + strconv.Itoa(e.StartNo) + ")"
	}
	notes := make([]Note, len(list))
	for i, from := range list {
		notes[i] = Note{from.Code, map[string]any{}}
		for k, v := range from.Args {
			notes[i].Args[k] = noteValue(v, byNumber)
		}
	}
	return notes, nil
}

// noteValue reads a stored argument: players become their names, numbers and words stay.
func noteValue(raw json.RawMessage, names map[int64]string) any {
	var n int
	var who numbers
	var text string
	switch {
	case json.Unmarshal(raw, &n) == nil:
		return n
	case json.Unmarshal(raw, &text) == nil:
		return text
	case json.Unmarshal(raw, &who) == nil:
		words := make([]string, len(who.Players))
		for i, id := range who.Players {
			words[i] = names[id]
			if words[i] == "" {
				words[i] = strconv.FormatInt(id, 10)
			}
		}
		return strings.Join(words, ", ")
	}
	return string(raw)
}

// mostPairs is how many pairs that meet again are named.
const mostPairs = 12

// pairNames lists pairs that meet more than once with their names.
func pairNames(pairs [][3]int64, names map[tournament.EntryID]tournament.Entry) string {
	byNumber := map[int64]string{}
	for _, e := range names {
		byNumber[int64(e.StartNo)] = tournament.Isolated(e.Name)
	}
	var words []string
	for i, p := range pairs {
		if i == mostPairs {
			words = append(words, "…")
			break
		}
		words = append(words, fmt.Sprintf("%s – %s (%d×)", byNumber[p[0]], byNumber[p[1]], p[2]))
	}
	return strings.Join(words, ", ")
}

// changedTables are the numbers of the tables at which two seatings differ, ascending.
func changedTables(before, after draw.Round) []int {
	seats := map[int][]int64{}
	for _, t := range before.Tables {
		seats[t.Number] = t.Seats
	}
	var changed []int
	for _, t := range after.Tables {
		if !slices.Equal(seats[t.Number], t.Seats) {
			changed = append(changed, t.Number)
		}
		delete(seats, t.Number)
	}
	for number := range seats {
		changed = append(changed, number)
	}
	slices.Sort(changed)
	return changed
}
