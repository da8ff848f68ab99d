package desk

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"time"

	"doko/tournament"
	"doko/tournament/draw"
	"doko/tournament/store"
)

// OldPaper is a paper that is out of date after a correction.
type OldPaper struct {
	Kind      string // as the papers are named: standings, seating, sheets, table-cards
	Published bool   // put up as a published copy, else printed only
	Round     int
	Table     int // number, 0 = all
	Revision  int // of a published copy, else 0
	At        time.Time
	Who       string // sign-in name, "" = the command line or a table
	WhoTable  int    // number of the table whose key printed it, else 0
	Stale     bool   // it was out of date before
}

// oldPapers are the newest published copy and the newest print of each paper that shows what the command changes.
func oldPapers(tx *store.Tx, t tournament.Tournament, before, after picture, out outcome) ([]OldPaper, error) {
	changed := map[int]bool{}
	for i, now := range after.rankings {
		if i < len(before.rankings) && !reflect.DeepEqual(before.rankings[i].Lines, now.Lines) {
			changed[now.AfterRound] = true
		}
	}
	copies, err := newestCopies(tx, t.ID)
	if err != nil {
		return nil, err
	}
	who := joiner{tx: tx, tournament: t, tables: map[int64]int{}, accounts: map[int64]string{}}
	var list []OldPaper
	for _, p := range copies {
		if !changed[p.AfterRound] {
			continue
		}
		paper := OldPaper{Kind: kindStandings, Published: true, Round: p.AfterRound, Revision: p.Revision, At: p.At}
		if paper.Stale, err = differs(p, before); err != nil {
			return nil, err
		}
		if err := who.signed(&paper, p.By); err != nil {
			return nil, err
		}
		list = append(list, paper)
	}
	return who.printed(list, before, changed, out)
}

// newestCopies are the newest published rankings, one for each round, oldest round first.
func newestCopies(tx *store.Tx, id tournament.TournamentID) ([]tournament.Published, error) {
	all, err := tx.PublishedAll(id)
	if err != nil {
		return nil, err
	}
	newest := map[int]tournament.Published{}
	for _, p := range all { // oldest first
		if p.Kind == kindStandings {
			newest[p.AfterRound] = p
		}
	}
	list := make([]tournament.Published, 0, len(newest))
	for _, p := range newest {
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b tournament.Published) int { return a.AfterRound - b.AfterRound })
	return list, nil
}

// differs reports whether a published ranking says something else than the picture.
func differs(p tournament.Published, now picture) (bool, error) {
	was, err := reprint(now.tournament, p, nil)
	if err != nil {
		return false, err
	}
	for _, s := range now.rankings {
		if s.AfterRound != p.AfterRound {
			continue
		}
		return !slices.EqualFunc(was.Lines, s.Lines, func(a, b StandingLine) bool {
			return a.StartNo == b.StartNo && a.Rank == b.Rank && a.Shared == b.Shared && a.Total == b.Total && reflect.DeepEqual(a.Rounds, b.Rounds)
		}), nil
	}
	return true, nil
}

// signed names who made a paper.
func (j joiner) signed(p *OldPaper, by tournament.ActorRef) error {
	kind, id := split(by)
	var err error
	switch kind {
	case "account":
		p.Who, err = j.account(id)
	case "table":
		p.WhoTable, err = j.table(id)
	}
	return err
}

// rankedDraw is a draw that went by a ranking, and that ranking as it would be.
type rankedDraw struct {
	kept  tournament.Draw
	round int
	lines []StandingLine
}

// rankedDraws are the draws by rank whose ranking changes.
func rankedDraws(tx *store.Tx, t tournament.Tournament, before, after picture) ([]rankedDraw, error) {
	if !ranked(t) {
		return nil, nil
	}
	var list []rankedDraw
	for i := 1; i < len(after.rounds) && i < len(before.rankings); i++ {
		r := after.rounds[i]
		if r.Draw == 0 || len(movesBetween(before.rankings[i-1], after.rankings[i-1])) == 0 {
			continue
		}
		kept, err := tx.DrawByID(r.Draw)
		if err != nil {
			return nil, err
		}
		list = append(list, rankedDraw{kept, r.Number, after.rankings[i-1].Lines})
	}
	return list, nil
}

// reseated draws the rounds seated by rank once more with the ranks as they would be, and names the tables that come out differently.
func (r *rehearsal) reseated() ([]SeatsChange, error) {
	var list []SeatsChange
	for _, d := range r.draws {
		tables, err := d.again()
		if err != nil {
			return nil, err
		}
		if len(tables) > 0 {
			list = append(list, SeatsChange{Round: d.round, Tables: tables})
		}
	}
	return list, nil
}

func (d rankedDraw) again() ([]int, error) {
	var q draw.Request
	var was draw.Answer
	if err := json.Unmarshal(d.kept.Input, &q); err != nil {
		return nil, fmt.Errorf("read the input of draw %d: %w", d.kept.ID, err)
	}
	if err := json.Unmarshal(d.kept.Plan, &was); err != nil {
		return nil, fmt.Errorf("read draw %d: %w", d.kept.ID, err)
	}
	if q.Mode != draw.ModeByRank && q.Mode != draw.ModeMovement || len(was.Rounds) == 0 {
		return nil, nil
	}
	ranks := ranksFor(d.lines, q.Mode, d.round)
	same := true
	for i, p := range q.Players {
		same = same && p.Rank == ranks[p.ID]
		q.Players[i].Rank = ranks[p.ID]
	}
	if same {
		return nil, nil
	}
	q.Seed = d.kept.Seed
	_, now, err := q.Draw()
	if err != nil {
		return nil, fmt.Errorf("draw round %d again: %w", d.round, err)
	}
	return changedTables(together(was.Rounds[0]), together(now.Rounds[0])), nil
}

// together is who sits at which table, in whatever seats.
func together(r draw.Round) draw.Round {
	sorted := draw.Round{Number: r.Number}
	for _, t := range r.Tables {
		sorted.Tables = append(sorted.Tables, draw.Table{Number: t.Number, Seats: slices.Sorted(slices.Values(t.Seats))})
	}
	return sorted
}
