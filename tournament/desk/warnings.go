package desk

import (
	"fmt"

	"doko/tournament"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// warn looks for what makes the ranking provisional, and for what is odd about confirmed sheets.
func (r *results) warn() error {
	numbers := map[tournament.EntryID]int{}
	for _, e := range r.entries {
		numbers[e.ID] = e.StartNo
	}
	for _, round := range r.rounds {
		if round.Phase != tournament.RoundClosed {
			r.provisional = true
		}
		faults, err := r.faults(round)
		if err != nil {
			return err
		}
		for _, table := range r.tables[round.ID] {
			if table.Phase != tournament.TableConfirmed {
				r.provisional = true
				code := "sheet_unconfirmed"
				if table.LastHandAt.IsZero() {
					code = "sheet_missing"
				}
				r.warnings = append(r.warnings, Warning{Code: code, Round: round.Number, Table: table.Number})
				continue
			}
			for _, f := range faults[table.ID].faults {
				r.warnings = append(r.warnings, warning(f, round.Number, table.Number, numbers[f.Who(r.seats[table.ID])]))
			}
		}
	}
	return nil
}

func warning(f sheet.Fault, round, table, startNo int) Warning {
	w := Warning{Code: f.Code, Round: round, Table: table, Hand: f.Hand, StartNo: startNo}
	if f.Code == sheet.SumNotZero || f.Code == sheet.UnusualTotal {
		sum := f.Sum
		w.Sum = &sum
	}
	return w
}

// faults are in the summaries of a round's confirmed sheets.
func (r *results) faults(round tournament.Round) (map[tournament.TableID]sheetSummary, error) {
	var confirmed []tournament.Table
	for _, table := range r.tables[round.ID] {
		if table.Phase == tournament.TableConfirmed {
			confirmed = append(confirmed, table)
		}
	}
	return r.memory.summaries(confirmed, func(tables []tournament.Table) (map[tournament.TableID]sheet.Sheet, error) {
		return r.sheets(round, tables)
	})
}

// workOut works some sheets of one round out: one by one if they are few, else with one look at all hands of the round.
func workOut(tx *store.Tx, t tournament.Tournament, tables []tournament.Table, seats map[tournament.TableID][]tournament.Seat,
) (map[tournament.TableID]sheet.Sheet, error) {
	const few = 2
	vacant, err := tx.Vacancies(tables[0].Round)
	if err != nil {
		return nil, err
	}
	var hands map[tournament.TableID][]tournament.HandRevision
	var totals map[tournament.TableID][]tournament.TotalsRevision
	if len(tables) > few {
		if hands, err = tx.HandsOfRound(tables[0].Round); err != nil {
			return nil, err
		}
		if totals, err = tx.TotalsOfRound(tables[0].Round); err != nil {
			return nil, err
		}
	}
	sheets := map[tournament.TableID]sheet.Sheet{}
	for _, table := range tables {
		h, sums := hands[table.ID], totals[table.ID]
		if len(tables) <= few {
			if h, err = tx.Hands(table.ID); err != nil {
				return nil, err
			}
			if sums, err = tx.Totals(table.ID); err != nil {
				return nil, err
			}
		}
		sheets[table.ID] = sheet.Fold(input(t, table, seats[table.ID], vacant[table.ID], h, sums))
	}
	return sheets, nil
}

// input is a sheet as it is to be worked out.
func input(t tournament.Tournament, table tournament.Table, seats []tournament.Seat, vacant []tournament.Vacancy,
	hands []tournament.HandRevision, totals []tournament.TotalsRevision,
) sheet.Input {
	in := sheet.Input{
		Rules: t.Rules, Format: t.Format, Size: table.Size, Seats: seats, Rows: sheet.Current(hands), Totals: newest(totals),
	}
	in.GoneFrom = goneFrom(vacant)
	return in
}

// goneFrom are the first hands without those who left, by position.
func goneFrom(vacant []tournament.Vacancy) [6]int {
	var from [6]int
	for _, v := range vacant {
		from[v.Position] = v.FromHand
	}
	return from
}

// newest is the revision of totals that counts, nil if there is none or it was taken back.
func newest(totals []tournament.TotalsRevision) *tournament.TotalsRevision {
	if len(totals) == 0 || totals[len(totals)-1].Void {
		return nil
	}
	return &totals[len(totals)-1]
}

// message is a warning in English, for scripts.
func (w Warning) message() string {
	at := fmt.Sprintf("round %d, table %d", w.Round, w.Table)
	sum := 0
	if w.Sum != nil {
		sum = *w.Sum
	}
	switch w.Code {
	case sheet.SumNotZero:
		return fmt.Sprintf("%s: the points add up to %d instead of 0", at, sum)
	case "sheet_missing":
		return at + ": nothing has been entered yet"
	case "sheet_unconfirmed":
		return at + ": the sheet is not confirmed yet"
	case sheet.HandsMissing:
		return at + ": hands are missing on the sheet"
	case sheet.SoloMissing:
		return fmt.Sprintf("%s: player %d has not played the compulsory solo", at, w.StartNo)
	case sheet.SoloOrder:
		return fmt.Sprintf("%s: player %d played a voluntary solo before the compulsory one", at, w.StartNo)
	case sheet.UnusualTotal:
		return fmt.Sprintf("%s: player %d has an unusual total of %d points", at, w.StartNo, sum)
	case "criterion_unknown":
		return fmt.Sprintf("the criterion %s is not known for all who are level, so it was left out there", w.Criterion)
	}
	return w.Code
}
