package desk

import (
	"context"
	"io"
	"slices"
	"unicode/utf8"

	"doko/tournament"
	"doko/tournament/exchange"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// ImportFile reads a tournament file (CONTRACTS 5) into the database, whole or not at all.
type ImportFile struct {
	Op           string
	Organisation tournament.OrganisationID // 0 = the only one
	Content      []byte
	Copy         bool // store under a new uid when the uid is there already
}

// Import stores a tournament file. Problems carry JSON pointers as Field; a stored uid is ErrConflict (uid_stored). Directors.
func (d *Desk) Import(ctx context.Context, by tournament.Actor, in ImportFile) (tournament.Tournament, error) {
	if !by.System && len(by.Memberships) == 0 {
		return tournament.Tournament{}, forbidden(tournament.Director)
	}
	f, err := exchange.Read(in.Content)
	if err != nil {
		return tournament.Tournament{}, err
	}
	done, err := d.run(ctx, command{by: by, op: in.Op, action: "tournament.import", input: in}, func(tx *store.Tx) (outcome, error) {
		org, err := d.organisation(tx, by, in.Organisation)
		if err != nil {
			return outcome{}, err
		}
		if err := directs(by, org, 0); err != nil {
			return outcome{}, err
		}
		t, err := d.importInto(tx, by, org, f, in.Copy)
		if err != nil {
			return outcome{}, err
		}
		return outcome{
			tournament: t.ID, subject: "tournament", id: int64(t.ID), after: tournamentFields(t), topics: []string{"tournaments"},
		}, nil
	})
	if err != nil {
		return tournament.Tournament{}, err
	}
	return d.Tournament(ctx, by, tournament.TournamentID(done.Subject))
}

func (d *Desk) importInto(tx *store.Tx, by tournament.Actor, org tournament.OrganisationID, f exchange.File, asCopy bool,
) (tournament.Tournament, error) {
	t := f.Tournament
	fresh := t.UID == ""
	if !fresh {
		_, err := tx.TournamentByUID(t.UID)
		if err == nil && !asCopy {
			return t, tournament.Wrong(tournament.ErrConflict, "uid_stored", map[string]any{"UID": t.UID})
		}
		if err != nil && !notFound(err) {
			return t, err
		}
		fresh = err == nil
	}
	if fresh {
		t.UID = d.uid()
	}
	t.PublicID, t.Organisation, t.CreatedAt = d.word(), org, tx.Now
	t.Standings = or(t.Standings, tournament.ReleaseLive)
	if err := tx.CreateTournament(&t); err != nil {
		return t, err
	}
	entries, err := d.importEntries(tx, t, f.Entries, fresh)
	if err != nil {
		return t, err
	}
	f.Tournament = t
	for _, r := range unfold(f, entries) {
		if err := d.importRound(tx, by, t, r); err != nil {
			return t, err
		}
	}
	for _, p := range unfoldPenalties(f, entries) {
		p.Tournament, p.By, p.At = t.ID, by.Ref(), tx.Now
		if err := tx.AppendPenalty(&p); err != nil {
			return t, err
		}
	}
	return t, nil
}

// importEntries stores the entries with their persons: those of the address book who are the same in every letter, or new
// ones. The entries of a copy get uids of their own.
func (d *Desk) importEntries(tx *store.Tx, t tournament.Tournament, list []tournament.Entry, fresh bool,
) (map[int]tournament.EntryID, error) {
	ids := make(map[int]tournament.EntryID, len(list))
	used := map[tournament.PlayerID]bool{}
	for _, e := range list {
		e.ID, e.Tournament, e.Folded = 0, t.ID, tournament.Fold(e.Name)
		if fresh || e.UID == "" {
			e.UID = d.uid()
		}
		known, err := tx.PlayersByFolded(t.Organisation, e.Folded)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(known, func(p tournament.Player) bool {
			return !used[p.ID] && p.Name == e.Name && p.Club == e.Club && p.MemberNo == e.MemberNo && p.ErasedAt.IsZero()
		})
		if i >= 0 {
			e.Player = known[i].ID
		} else {
			p := tournament.Player{
				UID: d.uid(), Organisation: t.Organisation, Name: e.Name, Club: e.Club, MemberNo: e.MemberNo, Folded: e.Folded,
			}
			if err := tx.CreatePlayer(&p); err != nil {
				return nil, err
			}
			e.Player = p.ID
		}
		used[e.Player] = true
		if e.Paid > 0 && e.PaidAt.IsZero() {
			e.PaidAt = tx.Now
		}
		if err := tx.CreateEntry(&e); err != nil {
			return nil, err
		}
		ids[e.StartNo] = e.ID
	}
	return ids, nil
}

func (d *Desk) importRound(tx *store.Tx, by tournament.Actor, t tournament.Tournament, from filedRound) error {
	r := from.round
	r.Tournament = t.ID
	if r.Phase == tournament.RoundClosed {
		r.ClosedAt = tx.Now
	}
	if r.Phase != tournament.RoundDrawn {
		r.StartsAt = tx.Now
	}
	if err := tx.CreateRound(&r); err != nil {
		return err
	}
	for _, p := range from.papers {
		p.round, p.tournament, p.table.Round = r, t, r.ID
		if err := importTable(tx, by, p); err != nil {
			return err
		}
	}
	if t.Phase == tournament.Finished || r.Phase == tournament.RoundClosed {
		return nil
	}
	return d.cut(tx, t, r)
}

func importTable(tx *store.Tx, by tournament.Actor, p paper) error {
	if p.begun() {
		p.table.LastHandAt = tx.Now
	}
	if p.table.Phase == tournament.TableConfirmed {
		p.table.SubmittedBy, p.table.ConfirmedBy = by.Ref(), by.Ref()
	}
	if err := tx.CreateTable(&p.table); err != nil {
		return err
	}
	for i := range p.seats {
		p.seats[i].Table = p.table.ID
	}
	if err := tx.CreateSeats(p.seats); err != nil {
		return err
	}
	for i := range p.hands {
		p.hands[i].Table, p.hands[i].By, p.hands[i].At = p.table.ID, by.Ref(), tx.Now
		if err := tx.AppendHand(&p.hands[i]); err != nil {
			return err
		}
	}
	for i := range p.totals {
		p.totals[i].Table, p.totals[i].By, p.totals[i].At = p.table.ID, by.Ref(), tx.Now
		if err := tx.AppendTotals(&p.totals[i]); err != nil {
			return err
		}
	}
	if !p.begun() {
		return nil
	}
	return tx.PutSheetPoints(p.table.ID, sheet.Fold(p.input()).Points)
}

// Export writes a tournament file. Directors: it holds fees and member numbers.
func (d *Desk) Export(ctx context.Context, by tournament.Actor, id tournament.TournamentID, w io.Writer) error {
	var f exchange.File
	err := d.view(ctx, func(tx *store.Tx) error {
		t, err := loadFor(tx, by, id, tournament.Director)
		if err != nil {
			return err
		}
		f, err = fold(tx, t)
		return err
	})
	if err != nil {
		return err
	}
	content, err := exchange.Write(f)
	if err != nil {
		return err
	}
	_, err = w.Write(content)
	return err
}

// fold makes a file of a stored tournament. Rounds that are only planned stay out: nobody may know them.
func fold(tx *store.Tx, t tournament.Tournament) (exchange.File, error) {
	f := exchange.File{Tournament: t}
	var err error
	if f.Entries, err = tx.Entries(t.ID); err != nil {
		return f, err
	}
	numbers := map[tournament.EntryID]int{}
	for _, e := range f.Entries {
		numbers[e.ID] = e.StartNo
	}
	rounds, err := tx.Rounds(t.ID)
	if err != nil {
		return f, err
	}
	at := map[seatedIn]*paper{}
	for _, r := range rounds {
		if r.Phase == tournament.RoundPlanned {
			continue
		}
		list, _, err := papers(tx, t, r.Number)
		if err != nil {
			return f, err
		}
		to := exchange.Round{Number: r.Number, Seed: r.Seed, Closed: r.Phase == tournament.RoundClosed}
		for _, p := range list {
			to.Tables = append(to.Tables, foldTable(p, numbers))
			for _, seat := range p.seats {
				at[seatedIn{r.Number, seat.Entry}] = &p
			}
		}
		f.Rounds = append(f.Rounds, to)
	}
	f.Penalties, err = foldPenalties(tx, t, numbers, at)
	return f, err
}

func foldTable(p paper, numbers map[tournament.EntryID]int) exchange.Table {
	to := exchange.Table{
		Number: p.table.Number, Confirmed: p.table.Phase == tournament.TableConfirmed, Seats: make([]int, p.table.Size),
		Rows: sheet.Current(p.hands), Totals: newest(p.totals),
	}
	for _, s := range p.seats {
		if s.FromHand <= 1 {
			to.Seats[s.Position-1] = numbers[s.Entry]
			continue
		}
		to.Substitutes = append(to.Substitutes, exchange.Substitute{
			Position: s.Position, StartNo: numbers[s.Entry], FromHand: closedUp(gaps(p.hands), s.FromHand),
		})
	}
	to.Mode = mode(to)
	return to
}

// mode is how the sheet is kept, by what stands on it.
func mode(t exchange.Table) exchange.Mode {
	other := func(h tournament.HandRevision) bool { // winners are written as the points they got
		return h.Row.Kind != tournament.RowPoints && h.Row.Kind != tournament.RowWinners
	}
	switch {
	case t.Totals != nil:
		return exchange.Totals
	case len(t.Rows) == 0 && !t.Confirmed:
		return exchange.NoSheet
	case len(t.Rows) == 0 || slices.ContainsFunc(t.Rows, other):
		return exchange.Hands
	}
	return exchange.Points
}

func foldPenalties(tx *store.Tx, t tournament.Tournament, numbers map[tournament.EntryID]int, at map[seatedIn]*paper) ([]exchange.Penalty, error) {
	r, err := loadResults(tx, t, 0)
	if err != nil {
		return nil, err
	}
	var list []exchange.Penalty
	for _, p := range r.penalties {
		if p.Void {
			continue
		}
		credits, err := r.credits(p)
		if err != nil {
			return nil, err
		}
		p = filed(p, at[seatedIn{p.Round, p.Entry}], r.drawn(p.Round), credits)
		to := exchange.Penalty{
			StartNo: numbers[p.Entry], Round: p.Round, Hand: p.Hand, Points: p.Points, Others: p.Others, Reason: writtenReason(p),
		}
		for _, c := range p.Credits {
			to.Credits = append(to.Credits, exchange.Credit{StartNo: numbers[c.Entry], Points: c.Points})
		}
		list = append(list, to)
	}
	return list, nil
}

// writtenReason is the reason as a file keeps it: with the row of TSR 9 in front, which has no field of its own there.
func writtenReason(p tournament.Penalty) string {
	text := "TSR 9 " + p.Offence + ": " + p.Reason
	if p.Offence == "" || utf8.RuneCountInString(text) > tournament.MaxText {
		return p.Reason
	}
	return text
}
