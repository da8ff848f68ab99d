package draw

import (
	"fmt"
	"slices"
	"sort"
)

// request is a draw whose options are filled in and whose input was found possible.
type request struct {
	players []Player // ascending ids, Apart symmetrical, sorted, within the field
	history []Round
	opt     Options
}

// newRequest fills in defaults and finds everything that makes the draw impossible.
func newRequest(ps []Player, history []Round, o Options) (request, error) {
	var bad Problems
	o = o.defaults()
	bad = append(bad, o.check()...)
	bad = append(bad, checkCount(len(ps), o)...)
	if len(ps) > MaxPlayers {
		return request{}, bad
	}
	bad = append(bad, checkPlayers(ps)...)
	bad = append(bad, checkHistory(history)...)
	known := seen(history)
	at := make(map[int64]int, len(ps))
	for i, p := range ps {
		at[p.ID] = i
	}
	for i, p := range ps {
		for k, id := range p.Apart {
			field := fmt.Sprintf("players.%d.apart.%d", i, k)
			_, here := at[id]
			switch {
			case id == p.ID:
				bad = append(bad, Problem{"draw_apart_self", field, map[string]any{"id": p.ID}})
			case !here && !known[id]:
				bad = append(bad, Problem{"draw_apart_unknown", field, map[string]any{"id": p.ID, "other": id}})
			}
		}
	}
	if len(bad) > 0 {
		return request{}, bad
	}
	q := request{players: normal(ps), history: history, opt: o}
	bad = append(bad, checkTables(ps, q)...)
	bad = append(bad, checkApart(q)...)
	if len(bad) > 0 {
		return request{}, bad
	}
	return q, nil
}

func (o Options) defaults() Options {
	if o.Fives == "" {
		o.Fives = FivesAllow
	}
	if o.Prefer == "" {
		o.Prefer = PreferFives
	}
	if o.Mode == "" {
		o.Mode = ModePlan
	}
	if o.Clubs == "" {
		o.Clubs = ClubsSoft
	}
	if o.Effort == "" {
		o.Effort = EffortNormal
	}
	return o
}

func (o Options) check() Problems {
	var bad Problems
	if o.Rounds < 1 || o.Rounds > MaxRounds {
		bad = append(bad, Problem{"draw_rounds", "rounds", map[string]any{"rounds": o.Rounds, "limit": MaxRounds}})
	}
	for _, c := range []struct {
		field, value string
		allowed      []string
	}{
		{"fives", string(o.Fives), []string{"allow", "forbid"}},
		{"prefer", string(o.Prefer), []string{"fives", "repeats"}},
		{"mode", string(o.Mode), []string{"plan", "each_round", "by_rank", "random", "movement", "fixed"}},
		{"clubs", string(o.Clubs), []string{"soft", "hard"}},
		{"effort", string(o.Effort), []string{"quick", "normal", "thorough"}},
	} {
		if !slices.Contains(c.allowed, c.value) {
			bad = append(bad, Problem{"draw_option", c.field, map[string]any{"value": c.value, "allowed": fmt.Sprint(c.allowed)}})
		}
	}
	return bad
}

// checkCount refuses numbers of players that fit no tables and says which numbers would.
func checkCount(n int, o Options) Problems {
	_, fives, ok := Splits(n)
	args := map[string]any{"players": n}
	switch {
	case n == 0:
		return Problems{{"draw_players_none", "players", args}}
	case n > MaxPlayers:
		args["limit"] = MaxPlayers
		return Problems{{"draw_players_many", "players", args}}
	case !ok:
		fewer, more := n-1, n+1
		for _, _, fits := Splits(more); !fits; _, _, fits = Splits(more) {
			more++
		}
		for _, _, fits := Splits(fewer); !fits && fewer > 0; _, _, fits = Splits(fewer) {
			fewer--
		}
		args["more"] = more
		if fewer <= 0 {
			return Problems{{"draw_players_few", "players", args}}
		}
		args["fewer"] = fewer
		return Problems{{"draw_players_split", "players", args}}
	case fives > 0 && o.Fives == FivesForbid:
		args["fives"], args["fewer"], args["more"] = fives, n-fives, n-fives+4
		return Problems{{"draw_fives_forbidden", "fives", args}}
	}
	return nil
}

func checkPlayers(ps []Player) Problems {
	var bad Problems
	first := map[int64]bool{}
	tables := len(ps) / 4
	for i, p := range ps {
		at := fmt.Sprintf("players.%d", i)
		if p.ID < 1 {
			bad = append(bad, Problem{"draw_player_id", at + ".id", map[string]any{"id": p.ID}})
		} else if first[p.ID] {
			bad = append(bad, Problem{"draw_player_twice", at + ".id", map[string]any{"id": p.ID}})
		}
		first[p.ID] = true
		if p.Rank < 0 {
			bad = append(bad, Problem{"draw_rank", at + ".rank", map[string]any{"rank": p.Rank}})
		}
		if p.Table < 0 || p.Table > tables {
			bad = append(bad, Problem{"draw_table_unknown", at + ".table",
				map[string]any{"id": p.ID, "table": p.Table, "tables": tables}})
		}
	}
	return bad
}

func checkHistory(history []Round) Problems {
	var bad Problems
	numbers := map[int]bool{}
	for i, r := range history {
		if r.Number < 1 || numbers[r.Number] {
			bad = append(bad, Problem{"draw_history_number", fmt.Sprintf("history.%d.number", i), map[string]any{"round": r.Number}})
		}
		numbers[r.Number] = true
		here := map[int64]bool{}
		for k, t := range r.Tables {
			for _, id := range t.Seats {
				if here[id] {
					bad = append(bad, Problem{"draw_history_twice", fmt.Sprintf("history.%d.tables.%d", i, k),
						map[string]any{"id": id, "round": r.Number}})
				}
				here[id] = true
			}
		}
	}
	return bad
}

// checkTables refuses more players fixed to a table than it can have seats. ps is the input in its own order, for the fields.
func checkTables(ps []Player, q request) Problems {
	var bad Problems
	_, fives, _ := Splits(len(ps))
	at := map[int][]int64{}
	for _, p := range q.players {
		if p.Table > 0 {
			at[p.Table] = append(at[p.Table], p.ID)
		}
	}
	full := 0
	for i, p := range ps {
		ids := at[p.Table]
		if p.Table == 0 || ids[0] != p.ID {
			continue
		}
		field, args := fmt.Sprintf("players.%d.table", i), map[string]any{"ids": ids, "table": p.Table}
		if len(ids) == 5 {
			full++
		}
		switch seats := 4 + min(fives, 1); {
		case len(ids) > seats:
			args["seats"] = seats
			bad = append(bad, Problem{"draw_table_full", field, args})
		case len(ids) == 5 && full > fives:
			args["fives"] = fives
			bad = append(bad, Problem{"draw_tables_five", field, args})
		}
	}
	return bad
}

// checkApart refuses wishes that contradict a fixed table or the number of tables. It finds every clique that a greedy look
// finds; the search itself reports what is left.
func checkApart(q request) Problems {
	var bad Problems
	n := len(q.players)
	at := make(map[int64]int, n)
	for i, p := range q.players {
		at[p.ID] = i
	}
	for _, p := range q.players {
		for _, id := range p.Apart {
			if o := q.players[at[id]]; id > p.ID && p.Table > 0 && p.Table == o.Table {
				bad = append(bad, Problem{"draw_apart_fixed", "players", map[string]any{"a": p.ID, "b": id, "table": p.Table}})
			}
		}
		if n-1-len(p.Apart) < 3 {
			bad = append(bad, Problem{"draw_apart_alone", "players", map[string]any{"id": p.ID, "count": len(p.Apart)}})
		}
	}
	if c := bigClique(q.players, at); len(c) > n/4 {
		bad = append(bad, Problem{"draw_apart_many", "players", map[string]any{"ids": c, "tables": n / 4}})
	}
	return bad
}

// bigClique returns the largest set of mutually apart players that growing from each player in turn finds.
func bigClique(ps []Player, at map[int64]int) []int64 {
	var best []int64
	for _, p := range ps {
		if len(p.Apart) < len(best) {
			continue
		}
		near := slices.Clone(p.Apart)
		sort.SliceStable(near, func(i, j int) bool { return len(ps[at[near[i]]].Apart) > len(ps[at[near[j]]].Apart) })
		clique := []int64{p.ID}
		for _, id := range near {
			fits := true
			for _, c := range clique[1:] {
				_, apart := slices.BinarySearch(ps[at[id]].Apart, c)
				fits = fits && apart
			}
			if fits {
				clique = append(clique, id)
			}
		}
		if len(clique) > len(best) {
			best = clique
		}
	}
	slices.Sort(best)
	return best
}

// normal returns the players by ascending id with symmetrical wishes, so that the order of the input does not matter.
func normal(ps []Player) []Player {
	out := slices.Clone(ps)
	slices.SortFunc(out, func(a, b Player) int { return cmp64(a.ID, b.ID) })
	at := make(map[int64]int, len(out))
	for i, p := range out {
		at[p.ID] = i
	}
	apart := make([][]int64, len(out))
	for i, p := range out {
		for _, id := range p.Apart {
			if k, here := at[id]; here {
				apart[i] = append(apart[i], id)
				apart[k] = append(apart[k], p.ID)
			}
		}
	}
	for i := range out {
		slices.Sort(apart[i])
		out[i].Apart = slices.Compact(apart[i])
	}
	return out
}

func cmp64(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// seen are all ids that occur in the history.
func seen(history []Round) map[int64]bool {
	ids := map[int64]bool{}
	for _, r := range history {
		for _, t := range r.Tables {
			for _, id := range t.Seats {
				ids[id] = true
			}
		}
	}
	return ids
}
