package draw

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
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
	bad = append(bad, checkWishes(ps, seen(history))...)
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
		bad = append(bad, wrong("draw_rounds", "rounds", map[string]any{"Rounds": o.Rounds, "Limit": MaxRounds}))
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
			bad = append(bad, wrong("draw_option", c.field, map[string]any{"Value": c.value, "Allowed": strings.Join(c.allowed, ", ")}))
		}
	}
	return bad
}

// checkCount refuses numbers of players that fit no tables and says which numbers would.
func checkCount(n int, o Options) Problems {
	_, fives, ok := Splits(n)
	args := map[string]any{"Players": n}
	switch {
	case n == 0:
		return Problems{wrong("draw_players_none", "players", args)}
	case n > MaxPlayers:
		args["Limit"] = MaxPlayers
		return Problems{wrong("draw_players_many", "players", args)}
	case !ok:
		fewer, more := n-1, n+1
		for _, _, fits := Splits(more); !fits; _, _, fits = Splits(more) {
			more++
		}
		for _, _, fits := Splits(fewer); !fits && fewer > 0; _, _, fits = Splits(fewer) {
			fewer--
		}
		args["More"] = more
		if fewer <= 0 {
			return Problems{wrong("draw_players_few", "players", args)}
		}
		args["Fewer"] = fewer
		return Problems{wrong("draw_players_split", "players", args)}
	case fives > 0 && o.Fives == FivesForbid:
		args["Fives"], args["Fewer"], args["More"] = fives, n-fives, n-fives+4
		return Problems{wrong("draw_fives_forbidden", "fives", args)}
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
			bad = append(bad, wrong("draw_player_id", at+".id", map[string]any{"ID": p.ID}))
		} else if first[p.ID] {
			bad = append(bad, wrong("draw_player_twice", at+".id", map[string]any{"ID": p.ID}))
		}
		first[p.ID] = true
		if p.Rank < 0 {
			bad = append(bad, wrong("draw_rank", at+".rank", map[string]any{"Rank": p.Rank}))
		}
		if p.Table < 0 || p.Table > tables {
			bad = append(bad, wrong("draw_table_unknown", at+".table",
				map[string]any{"ID": p.ID, "Table": p.Table, "Tables": tables}))
		}
	}
	return bad
}

// checkWishes finds wishes about oneself or about people nobody knows; known are those who played before.
func checkWishes(ps []Player, known map[int64]bool) Problems {
	var bad Problems
	here := make(map[int64]bool, len(ps))
	for _, p := range ps {
		here[p.ID] = true
	}
	for i, p := range ps {
		for k, id := range p.Apart {
			field := fmt.Sprintf("players.%d.apart.%d", i, k)
			switch {
			case id == p.ID:
				bad = append(bad, wrong("draw_apart_self", field, map[string]any{"ID": p.ID}))
			case !here[id] && !known[id]:
				bad = append(bad, wrong("draw_apart_unknown", field, map[string]any{"ID": p.ID, "Other": id}))
			}
		}
	}
	return bad
}

// maxHistory keeps every counter of meetings within meetBits.
const maxHistory = meetMask - MaxRounds - 1

func checkHistory(history []Round) Problems {
	var bad Problems
	if len(history) > maxHistory {
		return Problems{wrong("draw_history_long", "history", map[string]any{"Rounds": len(history), "Limit": maxHistory})}
	}
	numbers := map[int]bool{}
	for i, r := range history {
		if r.Number < 1 || numbers[r.Number] {
			bad = append(bad, wrong("draw_history_number", fmt.Sprintf("history.%d.number", i), map[string]any{"Round": r.Number}))
		}
		numbers[r.Number] = true
		here := map[int64]bool{}
		for k, t := range r.Tables {
			if len(t.Seats) > 5 {
				bad = append(bad, wrong("draw_history_size", fmt.Sprintf("history.%d.tables.%d", i, k),
					map[string]any{"Round": r.Number, "Seats": len(t.Seats)}))
				continue
			}
			for _, id := range t.Seats {
				if here[id] {
					bad = append(bad, wrong("draw_history_twice", fmt.Sprintf("history.%d.tables.%d", i, k),
						map[string]any{"ID": id, "Round": r.Number}))
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
		field, args := fmt.Sprintf("players.%d.table", i), map[string]any{"IDs": IDs(ids), "Table": p.Table}
		if len(ids) == 5 {
			full++
		}
		switch seats := 4 + min(fives, 1); {
		case len(ids) > seats:
			args["Seats"] = seats
			bad = append(bad, wrong("draw_table_full", field, args))
		case len(ids) == 5 && full > fives:
			args["Fives"] = fives
			bad = append(bad, wrong("draw_tables_five", field, args))
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
				bad = append(bad, wrong("draw_apart_fixed", "players", map[string]any{"A": p.ID, "B": id, "Table": p.Table}))
			}
		}
		if n-1-len(p.Apart) < 3 {
			bad = append(bad, wrong("draw_apart_alone", "players", map[string]any{"ID": p.ID, "Count": len(p.Apart)}))
		}
	}
	if c := bigClique(q.players, at); len(c) > n/4 {
		bad = append(bad, wrong("draw_apart_many", "players", map[string]any{"IDs": IDs(c), "Tables": n / 4}))
	}
	return bad
}

// bigClique returns a large set of mutually apart players: it grows one from each player in turn, until it has more than there
// are tables or has looked long enough.
func bigClique(ps []Player, at map[int64]int) []int64 {
	var best []int64
	looks := 2_000_000
	for _, p := range ps {
		if len(p.Apart) < len(best) {
			continue
		}
		near := slices.Clone(p.Apart)
		sort.SliceStable(near, func(i, j int) bool { return len(ps[at[near[i]]].Apart) > len(ps[at[near[j]]].Apart) })
		clique := []int64{p.ID}
		for _, id := range near {
			if !slices.ContainsFunc(clique[1:], func(c int64) bool {
				looks--
				_, apart := slices.BinarySearch(ps[at[id]].Apart, c)
				return !apart
			}) {
				clique = append(clique, id)
			}
		}
		if len(clique) > len(best) {
			best = clique
		}
		if len(best) > len(ps)/4 || looks < 0 {
			break
		}
	}
	slices.Sort(best)
	return best
}

// normal returns the players by ascending id with symmetrical wishes, so that the order of the input does not matter.
func normal(ps []Player) []Player {
	out := slices.Clone(ps)
	slices.SortFunc(out, func(a, b Player) int { return cmp.Compare(a.ID, b.ID) })
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
