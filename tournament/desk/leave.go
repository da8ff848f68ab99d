package desk

import (
	"context"
	"slices"

	"doko/tournament"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// Departure says that a player leaves a table in mid-round without a substitute. At five the others go on as four: the deal passes over
// him, he sits out for good, his open compulsory solo lapses. At four the table stops. What he has played stays his (OPEN 9).
type Departure struct {
	Op       string
	Table    tournament.TableID
	Version  int
	Position int
	FromHand int // the first hand he misses; 0 takes the departure back, as long as nothing is played since
	Reason   string
}

// LeftSeat is a position whose player has left without a substitute.
type LeftSeat struct {
	Position int
	Entry    tournament.EntryID
	Name     string
	FromHand int
	Reason   string
	Solo     bool // the compulsory solo he still owed has lapsed
}

// Left lists who has left the table without a substitute, by position.
func (v TableView) Left() []LeftSeat {
	var list []LeftSeat
	for _, vacancy := range v.Vacant {
		left := LeftSeat{
			Position: vacancy.Position, FromHand: vacancy.FromHand, Reason: vacancy.Reason,
			Solo: v.Tournament.Format.CompulsorySolos > 0 && slices.Contains(v.Lapsed, vacancy.Position),
		}
		for _, s := range v.Seats { // by first hand: the last one sits there
			if s.Position == vacancy.Position {
				left.Entry, left.Name = s.Entry, s.Name
			}
		}
		list = append(list, left)
	}
	return list
}

// PointsOf is what somebody has from the sheet's hands: those that were played while he sat there.
func (v TableView) PointsOf(seat SeatView) int {
	sum := 0
	for _, row := range v.Rows {
		if row.Current.ID == 0 || len(row.Current.Points) < seat.Position || row.Number < seat.FromHand {
			continue
		}
		replaced := slices.ContainsFunc(v.Seats, func(s SeatView) bool {
			return s.Position == seat.Position && s.FromHand > seat.FromHand && s.FromHand <= row.Number
		})
		if !replaced {
			sum += row.Current.Points[seat.Position-1]
		}
	}
	return sum
}

// LengthWithout is how many hands the table plays in all if one more leaves before the next hand; Next must not be nil.
func (v TableView) LengthWithout() int {
	rules := v.Session
	for pos := 1; pos <= v.Table.Size; pos++ {
		if rules.GoneFrom[pos] == 0 {
			rules.GoneFrom[pos] = v.Next.Number
			break
		}
	}
	return rules.Length()
}

// LeaveTable lets a player leave, or takes it back. Directors. Problems: number_range, reason_missing, duplicate_vacancy, sheet_complete,
// unknown_vacancy, left_played_on, sheet_has_totals, sheet_confirmed.
func (d *Desk) LeaveTable(ctx context.Context, by tournament.Actor, in Departure) (TableView, error) {
	c := command{by: by, op: in.Op, action: "seat.leave", input: in}
	if in.FromHand == 0 {
		c.action = "seat.return"
	}
	return d.tableCommand(ctx, c, TableStep{Op: in.Op, Table: in.Table, Version: in.Version, Reason: in.Reason},
		func(tx *store.Tx, sh *paper) error {
			if err := need(by, sh.tournament, tournament.Director); err != nil {
				return err
			}
			if err := takesRows(by, *sh); err != nil {
				return err
			}
			if err := checkDeparture(*sh, in); err != nil {
				return err
			}
			var err error
			if in.FromHand == 0 {
				err = back(tx, sh, in.Position)
			} else {
				err = leave(tx, sh, in)
			}
			if err != nil || !sh.begun() {
				return err
			}
			return tx.PutSheetPoints(sh.table.ID, sheet.Fold(sh.input()).Points)
		})
}

func checkDeparture(sh paper, in Departure) error {
	var ps tournament.Problems
	if in.Position < 1 || in.Position > sh.table.Size {
		ps = append(ps, tournament.Invalid("number_range", "position", map[string]any{"Min": 1, "Max": sh.table.Size}))
	}
	if tournament.CleanName(in.Reason) == "" {
		ps = append(ps, tournament.Invalid("reason_missing", "reason", nil))
	}
	least, most := following(sh.hands), sheet.Fold(sh.input()).Session.Length()
	if in.FromHand != 0 && least > most {
		return append(ps, tournament.Wrong(tournament.ErrPhase, "sheet_complete", map[string]any{"Table": sh.table.Number}))
	}
	if in.FromHand != 0 && (in.FromHand < least || in.FromHand > most) {
		ps = append(ps, tournament.Invalid("number_range", "from_hand", map[string]any{"Min": least, "Max": most}))
	}
	return ps.OrNil()
}

func leave(tx *store.Tx, sh *paper, in Departure) error {
	v := tournament.Vacancy{Table: sh.table.ID, Position: in.Position, FromHand: in.FromHand, Reason: tournament.CleanName(in.Reason)}
	if err := tx.CreateVacancy(&v); err != nil {
		return err
	}
	sh.vacant = append(sh.vacant, v)
	sh.moved = fields{"position": in.Position, "entry": sheet.Fault{Position: in.Position, Hand: in.FromHand}.Who(sh.seats), "from_hand": in.FromHand}
	return nil
}

// back fills a vacant position again, as if nobody had left it: nothing may be played since.
func back(tx *store.Tx, sh *paper, position int) error {
	i := slices.IndexFunc(sh.vacant, func(v tournament.Vacancy) bool { return v.Position == position })
	if i < 0 {
		return tx.DeleteVacancy(sh.table.ID, position) // says that there is none
	}
	from := sh.vacant[i].FromHand
	if following(sh.hands) > from {
		return tournament.Wrong(tournament.ErrPhase, "left_played_on", map[string]any{"Hand": from})
	}
	if err := tx.DeleteVacancy(sh.table.ID, position); err != nil {
		return err
	}
	sh.vacant = slices.Delete(slices.Clone(sh.vacant), i, i+1)
	sh.moved = fields{"position": position, "entry": sheet.Fault{Position: position, Hand: from}.Who(sh.seats), "from_hand": from}
	return nil
}
