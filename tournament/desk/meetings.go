package desk

import (
	"context"
	"slices"

	"doko/tournament"
	"doko/tournament/store"
)

// Meetings is who has met whom, for the director's picture and on paper.
type Meetings struct {
	Tournament tournament.Tournament
	Rounds     []int // numbers of the rounds counted: those drawn, visitors those released
	Players    []Meeter
	Met        map[[2]int]int // indices into Players, the lower first → rounds at one table
}

// Meeter is a player with his seats.
type Meeter struct {
	Entry   tournament.EntryID
	StartNo int
	Name    string
	Club    string
	Seats   [5]int // visits to seats 1 to 5
	Fives   int    // visits to tables of five
	Lists   int    // lists kept
	Others  int    // different people met
	Again   int    // meetings beyond the first with somebody
}

// Meetings counts who started at a table with whom. Helpers and more: all rounds drawn; visitors: those released.
func (d *Desk) Meetings(ctx context.Context, by tournament.Actor, id tournament.TournamentID) (Meetings, error) {
	m := Meetings{Met: map[[2]int]int{}}
	err := d.view(ctx, func(tx *store.Tx) error {
		m = Meetings{Met: map[[2]int]int{}}
		var err error
		if m.Tournament, err = seen(tx, by, id); err != nil {
			return err
		}
		rounds, err := tx.Rounds(id)
		if err != nil {
			return err
		}
		for _, r := range rounds {
			if !mayKnow(by, m.Tournament, r) {
				continue
			}
			s, err := seating(tx, m.Tournament, r)
			if err != nil {
				return err
			}
			m.Rounds = append(m.Rounds, r.Number)
			m.count(s)
		}
		return nil
	})
	return m.sorted(), err
}

// count adds a round.
func (m *Meetings) count(s Seating) {
	for _, t := range s.Tables {
		var here []int
		for _, v := range t.Seats {
			if v.FromHand > 1 {
				continue
			}
			i := m.index(v)
			p := &m.Players[i]
			p.Seats[v.Position-1]++
			if t.Table.Size == 5 {
				p.Fives++
			}
			if v.Position == t.Table.ListKeeper() {
				p.Lists++
			}
			for _, o := range here {
				m.Met[[2]int{min(i, o), max(i, o)}]++
			}
			here = append(here, i)
		}
	}
}

func (m *Meetings) index(v SeatView) int {
	i := slices.IndexFunc(m.Players, func(p Meeter) bool { return p.Entry == v.Entry })
	if i < 0 {
		i = len(m.Players)
		m.Players = append(m.Players, Meeter{Entry: v.Entry, StartNo: v.StartNo, Name: v.Name, Club: v.Club})
	}
	return i
}

// sorted puts the players in the order of start numbers and counts whom each met.
func (m Meetings) sorted() Meetings {
	order := make([]int, len(m.Players)) // new place → old
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return m.Players[a].StartNo - m.Players[b].StartNo })
	place := make([]int, len(order))
	players := make([]Meeter, len(order))
	for to, from := range order {
		place[from], players[to] = to, m.Players[from]
	}
	met := make(map[[2]int]int, len(m.Met))
	for pair, times := range m.Met {
		a, b := place[pair[0]], place[pair[1]]
		met[[2]int{min(a, b), max(a, b)}] = times
		for _, i := range []int{a, b} {
			players[i].Others++
			players[i].Again += times - 1
		}
	}
	m.Players, m.Met = players, met
	return m
}
