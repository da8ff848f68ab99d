package desk

import (
	"cmp"
	"reflect"
	"slices"

	"doko/tournament"
	"doko/tournament/standings"
	"doko/tournament/store"
)

// Consequences is what a command changes. An actor who does not help at the desk is told of the points only.
type Consequences struct {
	Points   []PointsChange  // by round, then start number
	Rankings []RankingChange // oldest round first, only those that change
	Prizes   []PrizeChange   // after the last round drawn, in the new order
	Seats    []SeatsChange   // rounds seated by rank that would be seated differently; they are left as they are
	Papers   []OldPaper      // papers that are out of date then
	Playing  bool            // the last round drawn is still played
	Digest   string          // stands for what is shown
}

// PointsChange is what a person has in a round and in all, in list points.
type PointsChange struct {
	Entry         tournament.EntryID
	StartNo       int
	Name          string
	Round         int  // 0 = points that belong to no round
	Before, After *int // in the round, nil = not seated
	Total         [2]int
}

// By is the difference in the round.
func (p PointsChange) By() int { return points0(p.After) - points0(p.Before) }

func points0(p *int) int {
	if p == nil {
		return 0
	}
	return *p
}

// RankingChange is what changes in the ranking after a round.
type RankingChange struct {
	After   int  // the last round counted
	Playing bool // a round of them is still played: all this may yet change
	Moves   []Move
}

// Move is one line of a ranking before and after.
type Move struct {
	Entry         tournament.EntryID
	StartNo       int
	Name          string
	Before, After Place
	Concerned     bool // the points are others, not only the place
}

// Place is where a line stands. Rank 0 = not ranked.
type Place struct {
	Rank      int
	Shared    bool
	Total     int
	DecidedBy standings.Criterion
}

// PrizeChange is who would get another prize, in cents of the tournament's currency.
type PrizeChange struct {
	Entry         tournament.EntryID
	Name          string
	Before, After standings.Award
}

// SeatsChange names the tables of a round that the same draw would seat differently.
type SeatsChange struct {
	Round  int
	Tables []int
}

// Nothing reports whether no points, no place and no prize change.
func (c Consequences) Nothing() bool {
	return len(c.Points)+len(c.Rankings)+len(c.Prizes)+len(c.Seats) == 0
}

// Lasting reports whether a ranking changes that was thought settled.
func (c Consequences) Lasting() bool {
	return slices.ContainsFunc(c.Rankings, func(r RankingChange) bool { return !r.Playing })
}

// atTable is what somebody without a right at the desk is told.
func (c Consequences) atTable() Consequences {
	for i := range c.Points {
		c.Points[i].Total = [2]int{}
	}
	return Consequences{Points: c.Points, Playing: true}
}

// picture is how the ranking stands after each round drawn, oldest first, without warnings.
type picture struct {
	tournament tournament.Tournament
	rounds     []tournament.Round
	rankings   []Standings
	tables     map[tournament.RoundID][]tournament.Table
	penalties  []tournament.Penalty
}

func takePicture(tx *store.Tx, t tournament.Tournament) (picture, error) {
	p := picture{tournament: t}
	all, err := loadResults(tx, t, 0)
	if err != nil {
		return p, err
	}
	p.rounds, p.tables, p.penalties = all.rounds, all.tables, all.penalties
	for i := range all.rounds {
		s, err := all.until(i + 1)
		if err != nil {
			return p, err
		}
		p.rankings = append(p.rankings, s)
	}
	return p, nil
}

// part are the results of the first so many of the rounds loaded, not counted yet.
func (r *results) part(rounds int) *results {
	part := *r
	part.rounds = r.rounds[:rounds]
	part.after, part.all = part.rounds[rounds-1].Number, r.all && rounds == len(r.rounds)
	part.of = map[tournament.EntryID]*standings.Result{}
	part.credited, part.warnings, part.provisional = 0, nil, false
	return &part
}

// until ranks after the first so many of the rounds loaded; what is odd about the sheets is not looked for.
func (r *results) until(rounds int) (Standings, error) {
	part := r.part(rounds)
	part.provisional = slices.ContainsFunc(part.rounds, func(round tournament.Round) bool { return round.Phase != tournament.RoundClosed })
	part.count()
	if err := part.penalise(); err != nil {
		return Standings{}, err
	}
	return part.rank(), nil
}

// last is the ranking after the last round drawn, empty if none is.
func (p picture) last() Standings {
	if len(p.rankings) == 0 {
		return Standings{Tournament: p.tournament}
	}
	return p.rankings[len(p.rankings)-1]
}

// compare says what is different in the second picture.
func compare(before, after picture) Consequences {
	c := Consequences{Playing: after.last().Provisional, Points: pointsChanges(before.last(), after.last())}
	for i, now := range after.rankings {
		if i >= len(before.rankings) {
			break
		}
		if moves := movesBetween(before.rankings[i], now); len(moves) > 0 {
			c.Rankings = append(c.Rankings, RankingChange{After: now.AfterRound, Playing: now.Provisional, Moves: moves})
		}
	}
	c.Prizes = prizeChanges(before.last(), after.last())
	return c
}

func byEntry(lines []StandingLine) map[tournament.EntryID]StandingLine {
	list := make(map[tournament.EntryID]StandingLine, len(lines))
	for _, l := range lines {
		list[l.Entry] = l
	}
	return list
}

func pointsChanges(before, after Standings) []PointsChange {
	was := byEntry(before.Lines)
	var list []PointsChange
	for _, l := range after.Lines {
		old := was[l.Entry]
		change := PointsChange{Entry: l.Entry, StartNo: l.StartNo, Name: l.Name, Total: [2]int{old.Total, l.Total}}
		found := false
		for i := range max(len(l.Rounds), len(old.Rounds)) {
			change.Round, change.Before, change.After = i+1, at(old.Rounds, i), at(l.Rounds, i)
			if !reflect.DeepEqual(change.Before, change.After) {
				list, found = append(list, change), true
			}
		}
		if !found && old.Total != l.Total {
			change.Round, change.Before, change.After = 0, nil, nil
			list = append(list, change)
		}
	}
	slices.SortFunc(list, func(a, b PointsChange) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.StartNo, b.StartNo))
	})
	return list
}

func at(list []*int, i int) *int {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// movesBetween are the lines that stand differently, in the new order.
func movesBetween(before, after Standings) []Move {
	was := byEntry(before.Lines)
	var list []Move
	for _, l := range after.Lines {
		old := was[l.Entry]
		move := Move{
			Entry: l.Entry, StartNo: l.StartNo, Name: l.Name, Before: placeOf(old), After: placeOf(l),
			Concerned: old.Total != l.Total || !reflect.DeepEqual(old.Rounds, l.Rounds),
		}
		if move.Before != move.After || move.Concerned {
			list = append(list, move)
		}
	}
	return list
}

func placeOf(l StandingLine) Place { return Place{l.Rank, l.Shared, l.Total, l.DecidedBy} }

// Awards are the prizes of the lines, in order; nil where the tournament has none or nothing is played.
func (s Standings) Awards() []standings.Award {
	prizes := prizesOf(s.Tournament)
	if len(prizes) == 0 || s.AfterRound == 0 {
		return nil
	}
	ranks := make([]int, len(s.Lines))
	for i, l := range s.Lines {
		ranks[i] = l.Rank
	}
	return standings.Awards(ranks, prizes)
}

func prizesOf(t tournament.Tournament) []standings.Prize {
	list := make([]standings.Prize, len(t.Prizes))
	for i, p := range t.Prizes {
		list[i] = standings.Prize{Place: p.Place, Cents: int(p.Cents), Text: p.Text}
	}
	return list
}

func prizeChanges(before, after Standings) []PrizeChange {
	was := map[tournament.EntryID]standings.Award{}
	for i, a := range before.Awards() {
		was[before.Lines[i].Entry] = a
	}
	var list []PrizeChange
	for i, a := range after.Awards() {
		l := after.Lines[i]
		if !a.Same(was[l.Entry]) {
			list = append(list, PrizeChange{Entry: l.Entry, Name: l.Name, Before: was[l.Entry], After: a})
		}
	}
	return list
}
