package desk

import (
	"context"
	"slices"

	"doko/tournament"
	"doko/tournament/store"
)

// Register adds a player to a tournament. Player 0 makes a new person in the address book from Name, Club, MemberNo.
type Register struct {
	Op         string
	Tournament tournament.TournamentID
	Player     tournament.PlayerID
	Name       string // 1 to tournament.MaxName characters
	Club       string
	MemberNo   string
	Team       string
	FixedTable int
	Apart      []int // start numbers
	SameName   bool  // a second person of the same name is meant
	Present    bool  // check in at once
	Paid       bool  // the fee was paid in full
}

// EntryEdit changes an entry and its person. Version is the entry's as seen.
type EntryEdit struct {
	Op         string
	Entry      tournament.EntryID
	Version    int
	Name       string
	Club       string
	MemberNo   string
	Team       string
	StartNo    int
	FixedTable int
	Apart      []int
	FromRound  int
	ToRound    int
	SameName   bool // another person of the same name is meant
}

// EntryStatus sets an entry's status: present (check in), registered (taken back), withdrawn (from the next round on).
type EntryStatus struct {
	Op      string
	Entry   tournament.EntryID
	Version int
	Status  tournament.Status
	Reason  string
}

// FeePayment sets what an entry has paid in all, in cents.
type FeePayment struct {
	Op      string
	Entry   tournament.EntryID
	Version int
	Paid    tournament.Cents
}

// Register adds an entry. Problems: those of Entry.Check, duplicate_name (ErrDuplicate, unless SameName), duplicate_entry,
// unknown ids, ErrPhase when finished. Who comes when rounds are under way plays from the next one on.
func (d *Desk) Register(ctx context.Context, by tournament.Actor, in Register) (tournament.Entry, error) {
	uid, personal := d.uid(), d.uid()
	done, err := d.run(ctx, command{by: by, op: in.Op, action: "entry.register", input: in}, func(tx *store.Tx) (outcome, error) {
		t, err := changeable(tx, by, in.Tournament, tournament.Helper)
		if err != nil {
			return outcome{}, err
		}
		e := tournament.Entry{
			UID: uid, Tournament: t.ID, Player: in.Player, Status: tournament.Registered, FromRound: 1,
			Team: tournament.CleanName(in.Team), FixedTable: in.FixedTable, Apart: in.Apart,
			Name: tournament.CleanName(in.Name), Club: tournament.CleanName(in.Club), MemberNo: tournament.CleanName(in.MemberNo),
		}
		if in.Present {
			e.Status = tournament.Present
		}
		if in.Paid {
			e.Paid, e.PaidAt = t.Fee, tx.Now
		}
		if err := enrol(tx, t, &e, in.SameName, personal); err != nil {
			return outcome{}, err
		}
		return outcome{
			tournament: t.ID, subject: "entry", id: int64(e.ID), after: entryFields(e), topics: []string{"entries"},
		}, nil
	})
	if err != nil {
		return tournament.Entry{}, err
	}
	return d.entryAs(ctx, by, tournament.EntryID(done.Subject))
}

// enrol completes a new entry with its person, start number and first round, and stores it.
func enrol(tx *store.Tx, t tournament.Tournament, e *tournament.Entry, sameName bool, uid string) error {
	p, err := person(tx, t, e)
	if err != nil {
		return err
	}
	if err := e.Check().OrNil(); err != nil {
		return err
	}
	others, err := tx.Entries(t.ID)
	if err != nil {
		return err
	}
	e.Folded = tournament.Fold(e.Name)
	if err := distinct(others, *e, sameName); err != nil {
		return err
	}
	if e.StartNo, err = tx.NextStartNo(t.ID); err != nil {
		return err
	}
	if e.FromRound, err = nextRound(tx, t.ID); err != nil {
		return err
	}
	if p.ID == 0 {
		p.UID, p.Folded = uid, e.Folded
		if err := tx.CreatePlayer(&p); err != nil {
			return err
		}
	}
	e.Player = p.ID
	return tx.CreateEntry(e)
}

// person is the address book's record of an entry: the one chosen, whose name the entry takes, or a new one not yet stored.
func person(tx *store.Tx, t tournament.Tournament, e *tournament.Entry) (tournament.Player, error) {
	if e.Player == 0 {
		return tournament.Player{Organisation: t.Organisation, Name: e.Name, Club: e.Club, MemberNo: e.MemberNo}, nil
	}
	p, err := tx.Player(e.Player)
	if err != nil {
		return p, err
	}
	if p.Organisation != t.Organisation || !p.ErasedAt.IsZero() {
		return p, tournament.Wrong(tournament.ErrNotFound, "unknown_person", nil)
	}
	e.Name, e.Club, e.MemberNo = p.Name, p.Club, p.MemberNo
	return p, nil
}

// distinct refuses a person who is entered already, and a second one of the same name unless that is meant.
func distinct(others []tournament.Entry, e tournament.Entry, sameName bool) error {
	for _, o := range others {
		if o.ID == e.ID {
			continue
		}
		args := map[string]any{"Name": o.Name, "StartNo": o.StartNo}
		if e.Player != 0 && o.Player == e.Player {
			return &tournament.Problem{Kind: tournament.ErrDuplicate, Code: "duplicate_entry", Field: "name", Args: args}
		}
		if o.Folded == e.Folded && !sameName {
			return &tournament.Problem{Kind: tournament.ErrDuplicate, Code: "duplicate_name", Field: "name", Args: args, Hint: "duplicate_name"}
		}
	}
	return nil
}

// nextRound is the first round that has not begun: the one a newcomer can play from.
func nextRound(tx *store.Tx, id tournament.TournamentID) (int, error) {
	rounds, err := tx.Rounds(id)
	if err != nil {
		return 0, err
	}
	next := 1
	for _, r := range rounds {
		if r.Phase == tournament.RoundPlaying || r.Phase == tournament.RoundClosed {
			next = max(next, r.Number+1)
		}
	}
	return next, nil
}

// entryFields are an entry's values for the journal. Name, club and number of the person stay out of it.
func entryFields(e tournament.Entry) fields {
	return fields{
		"player": e.Player, "start_no": e.StartNo, "status": e.Status, "paid": e.Paid, "from_round": e.FromRound,
		"to_round": e.ToRound, "team": e.Team, "table": e.FixedTable, "apart": slices.Clip(append([]int{}, e.Apart...)),
	}
}

// entryCommand changes one entry: it locks, checks the right, the phase and the version, lets change work and writes.
func (d *Desk) entryCommand(ctx context.Context, c command, id tournament.EntryID, version int, reason string,
	change func(*store.Tx, tournament.Tournament, *tournament.Entry) error,
) (tournament.Entry, error) {
	_, err := d.run(ctx, c, func(tx *store.Tx) (outcome, error) {
		found, err := tx.Entry(id)
		if err != nil {
			return outcome{}, err
		}
		t, err := changeable(tx, c.by, found.Tournament, tournament.Helper)
		if err != nil {
			return outcome{}, err
		}
		old, err := tx.LockEntry(id)
		if err != nil {
			return outcome{}, err
		}
		e := old
		if err := change(tx, t, &e); err != nil {
			return outcome{}, err
		}
		if err := current(version, old.Version); err != nil {
			return outcome{}, err
		}
		if err := tx.UpdateEntry(&e); err != nil {
			return outcome{}, err
		}
		after := entryFields(e)
		if old.Name != e.Name || old.Club != e.Club || old.MemberNo != e.MemberNo {
			after["person"] = "changed" // not how: the journal outlives an erasure
		}
		return outcome{
			tournament: t.ID, subject: "entry", id: int64(e.ID), before: entryFields(old), after: after, reason: reason,
			topics: []string{"entries", "standings"},
		}, nil
	})
	if err != nil {
		return tournament.Entry{}, err
	}
	return d.entryAs(ctx, c.by, id)
}

// EditEntry changes an entry. Problems as Register and duplicate_start_no; ErrConflict when the version is old.
func (d *Desk) EditEntry(ctx context.Context, by tournament.Actor, in EntryEdit) (tournament.Entry, error) {
	c := command{by: by, op: in.Op, action: "entry.edit", input: in}
	return d.entryCommand(ctx, c, in.Entry, in.Version, "", func(tx *store.Tx, t tournament.Tournament, e *tournament.Entry) error {
		old := *e
		e.Name, e.Club = tournament.CleanName(in.Name), tournament.CleanName(in.Club)
		e.MemberNo, e.Team = tournament.CleanName(in.MemberNo), tournament.CleanName(in.Team)
		e.StartNo, e.FixedTable, e.Apart = in.StartNo, in.FixedTable, in.Apart
		e.FromRound, e.ToRound = in.FromRound, in.ToRound
		e.Folded = tournament.Fold(e.Name)
		ps := e.Check()
		if e.StartNo == 0 { // only a new entry may leave it out
			ps = append(ps, tournament.Invalid("start_no_missing", "start_no", nil))
		}
		if err := ps.OrNil(); err != nil {
			return err
		}
		if err := current(in.Version, old.Version); err != nil { // before the person is touched
			return err
		}
		others, err := tx.Entries(t.ID)
		if err != nil {
			return err
		}
		if err := distinct(others, *e, in.SameName || e.Folded == old.Folded); err != nil {
			return err
		}
		if err := renumber(tx, others, old, *e); err != nil {
			return err
		}
		return editPerson(tx, old, *e)
	})
}

// renumber refuses a start number that is taken and follows a changed one in the wishes of the others.
func renumber(tx *store.Tx, others []tournament.Entry, old, e tournament.Entry) error {
	if old.StartNo == e.StartNo {
		return nil
	}
	for _, o := range others {
		if o.ID != e.ID && o.StartNo == e.StartNo {
			return &tournament.Problem{
				Kind: tournament.ErrDuplicate, Code: "duplicate_start_no", Field: "start_no",
				Args: map[string]any{"Number": o.StartNo, "Name": o.Name},
			}
		}
	}
	for _, o := range others {
		i := slices.Index(o.Apart, old.StartNo)
		if o.ID == e.ID || i < 0 {
			continue
		}
		o.Apart = slices.Clone(o.Apart)
		o.Apart[i] = e.StartNo
		if err := tx.UpdateEntry(&o); err != nil {
			return err
		}
	}
	return nil
}

func editPerson(tx *store.Tx, old, e tournament.Entry) error {
	if old.Name == e.Name && old.Club == e.Club && old.MemberNo == e.MemberNo {
		return nil
	}
	p, err := tx.Player(e.Player)
	if err != nil {
		return err
	}
	p.Name, p.Club, p.MemberNo, p.Folded = e.Name, e.Club, e.MemberNo, e.Folded
	return tx.UpdatePlayer(&p)
}

// SetStatus checks in, takes back or withdraws. ErrConflict when the version is old. Who has a seat can't be taken back, only
// withdrawn: the rounds played stay.
func (d *Desk) SetStatus(ctx context.Context, by tournament.Actor, in EntryStatus) (tournament.Entry, error) {
	in.Reason = tournament.CleanName(in.Reason)
	c := command{by: by, op: in.Op, action: "entry." + string(in.Status), input: in}
	return d.entryCommand(ctx, c, in.Entry, in.Version, in.Reason, func(tx *store.Tx, t tournament.Tournament, e *tournament.Entry) error {
		if in.Status != tournament.Registered && in.Status != tournament.Present && in.Status != tournament.Withdrawn {
			return tournament.Invalid("status_unknown", "status", nil)
		}
		last, err := lastSeated(tx, *e)
		if err != nil {
			return err
		}
		if in.Status == tournament.Registered && last > 0 {
			return tournament.Wrong(tournament.ErrPhase, "entry_seated", map[string]any{"Name": e.Name, "Round": last})
		}
		e.Status, e.ToRound = in.Status, 0
		if in.Status == tournament.Withdrawn {
			e.ToRound = last
		}
		return nil
	})
}

// lastSeated is the last round drawn in which the entry has a seat, 0 = none.
func lastSeated(tx *store.Tx, e tournament.Entry) (int, error) {
	rounds, err := tx.Rounds(e.Tournament)
	if err != nil {
		return 0, err
	}
	for i := len(rounds) - 1; i >= 0; i-- {
		if rounds[i].Phase == tournament.RoundPlanned {
			continue
		}
		seats, err := tx.Seats(rounds[i].ID)
		if err != nil {
			return 0, err
		}
		for _, at := range seats {
			if slices.ContainsFunc(at, func(s tournament.Seat) bool { return s.Entry == e.ID }) {
				return rounds[i].Number, nil
			}
		}
	}
	return 0, nil
}

// TakeFee records what an entry has paid. Problem fee_range. ErrConflict when the version is old.
func (d *Desk) TakeFee(ctx context.Context, by tournament.Actor, in FeePayment) (tournament.Entry, error) {
	c := command{by: by, op: in.Op, action: "entry.fee", input: in}
	return d.entryCommand(ctx, c, in.Entry, in.Version, "", func(tx *store.Tx, _ tournament.Tournament, e *tournament.Entry) error {
		e.Paid, e.PaidAt = in.Paid, tx.Now
		if in.Paid == 0 {
			e.PaidAt = tournament.Entry{}.PaidAt
		}
		return e.Check().OrNil()
	})
}
