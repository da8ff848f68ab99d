package desk

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"doko/tournament"
	"doko/tournament/store"
)

// Arrive is what was typed into the one field of the check-in.
type Arrive struct {
	Op         string
	Tournament tournament.TournamentID
	Text       string // a name, a part of one, a start number
	Present    bool   // at the door; false = registered days before
	Paid       bool   // the fee was paid in full
}

// Arrive checks in the only one waited for whom the text means, or registers somebody new: the person of the address book of
// exactly this name, else a new one. It decides within its transaction, so that a form sent twice, or by two desks at once, is one
// person. What it can't decide is a problem of kind ErrDuplicate: already_present, already_registered, already_withdrawn (one fits),
// several_fit, in_address_book (nobody fits, but people of the address book do). A number nobody has is start_no_unknown.
func (d *Desk) Arrive(ctx context.Context, by tournament.Actor, in Arrive) (tournament.Entry, error) {
	in.Text = tournament.CleanName(in.Text)
	uid, personal := d.uid(), d.uid()
	done, err := d.run(ctx, command{by: by, op: in.Op, action: "entry.arrive", input: in}, func(tx *store.Tx) (outcome, error) {
		t, err := changeable(tx, by, in.Tournament, tournament.Helper)
		if err != nil {
			return outcome{}, err
		}
		entries, err := tx.Entries(t.ID)
		if err != nil {
			return outcome{}, err
		}
		fit, _ := Fitting(entries, in.Text)
		if len(fit) > 0 {
			return welcome(tx, t, fit, in)
		}
		if _, err := strconv.Atoi(in.Text); err == nil {
			return outcome{}, tournament.Invalid("start_no_unknown", "start_no", map[string]any{"Value": in.Text})
		}
		e := tournament.Entry{UID: uid, Tournament: t.ID, Status: tournament.Registered, FromRound: 1, Name: in.Text}
		if e.Player, err = acquaintance(tx, t, entries, in.Text); err != nil {
			return outcome{}, err
		}
		arrived(tx, t, &e, in)
		if err := enrol(tx, t, &e, false, personal); err != nil {
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

// arrived sets what the door says about an entry.
func arrived(tx *store.Tx, t tournament.Tournament, e *tournament.Entry, in Arrive) {
	if in.Present {
		e.Status, e.ToRound = tournament.Present, 0
	}
	if in.Paid {
		e.Paid, e.PaidAt = max(e.Paid, t.Fee), tx.Now
	}
}

// welcome decides whom of those who fit the door means, and checks in or takes the fee.
func welcome(tx *store.Tx, t tournament.Tournament, fit []tournament.Entry, in Arrive) (outcome, error) {
	waiting := slices.DeleteFunc(slices.Clone(fit), func(e tournament.Entry) bool { return e.Status != tournament.Registered })
	var meant tournament.Entry
	switch {
	case len(waiting) == 1 && in.Present:
		meant = waiting[0]
	case len(fit) == 1 && in.Paid && fit[0].Status != tournament.Withdrawn && fit[0].Paid < t.Fee:
		meant = fit[0]
	case len(fit) == 1:
		return outcome{}, already(fit[0])
	default:
		return outcome{}, tournament.Wrong(tournament.ErrDuplicate, "several_fit", map[string]any{"Count": len(fit)})
	}
	old, err := tx.LockEntry(meant.ID)
	if err != nil {
		return outcome{}, err
	}
	if old.Version != meant.Version {
		return outcome{}, tournament.Wrong(tournament.ErrConflict, "stale", nil)
	}
	e := old
	arrived(tx, t, &e, in)
	if err := tx.UpdateEntry(&e); err != nil {
		return outcome{}, err
	}
	return outcome{
		tournament: t.ID, subject: "entry", id: int64(e.ID), before: entryFields(old), after: entryFields(e),
		topics: []string{"entries", "standings"},
	}, nil
}

func already(e tournament.Entry) error {
	args := map[string]any{"Name": e.Name, "StartNo": e.StartNo}
	switch e.Status {
	case tournament.Present:
		return tournament.Wrong(tournament.ErrDuplicate, "already_present", args)
	case tournament.Withdrawn:
		return tournament.Wrong(tournament.ErrDuplicate, "already_withdrawn", args)
	default:
		return tournament.Wrong(tournament.ErrDuplicate, "already_registered", args)
	}
}

// acquaintance is the one person of the address book of exactly this name who is not entered; 0 = a new person. Others whom the
// name could mean are a problem: people type what is enough to find them.
func acquaintance(tx *store.Tx, t tournament.Tournament, entries []tournament.Entry, name string) (tournament.PlayerID, error) {
	all, err := tx.PlayersOf(t.Organisation)
	if err != nil {
		return 0, err
	}
	key, found, like := tournament.Fold(name), []tournament.PlayerID{}, 0
	for _, p := range all {
		in := slices.ContainsFunc(entries, func(e tournament.Entry) bool { return e.Player == p.ID })
		switch {
		case in || !p.ErasedAt.IsZero():
		case p.Folded == key:
			found = append(found, p.ID)
		case fits(p.Name, name):
			like++
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found)+like > 0:
		return 0, tournament.Wrong(tournament.ErrDuplicate, "in_address_book", map[string]any{"Name": name})
	}
	return 0, nil
}

// Fitting are the entries that a typed text can mean: each of its words is found in the name or begins a word of the club, umlauts in
// any spelling; a number is a start number or the club's number of a member. Entries of exactly this name or start number stand
// alone if there are any, and then it is true.
func Fitting(entries []tournament.Entry, text string) ([]tournament.Entry, bool) {
	text = tournament.CleanName(text)
	var fit, exact []tournament.Entry
	key := tournament.Fold(text)
	for _, e := range entries {
		if !Matches(e, text) {
			continue
		}
		fit = append(fit, e)
		if e.Folded == key || strconv.Itoa(e.StartNo) == text {
			exact = append(exact, e)
		}
	}
	if len(exact) > 0 {
		return exact, true
	}
	return fit, false
}

// Matches reports whether a typed text can mean the entry, see Fitting. An empty text means all.
func Matches(e tournament.Entry, text string) bool {
	text = tournament.CleanName(text)
	if no, err := strconv.Atoi(text); err == nil {
		return e.StartNo == no || e.MemberNo == text
	}
	words := strings.FieldsFunc(tournament.FoldLoose(e.Name+" "+e.Club), func(r rune) bool { return strings.ContainsRune(" -,.()", r) })
	for _, q := range strings.Fields(tournament.FoldLoose(text)) {
		begins := func(w string) bool { return strings.HasPrefix(w, q) }
		if !slices.ContainsFunc(words, begins) && !slices.ContainsFunc(strings.Fields(tournament.FoldLoose(e.Name)), begins) {
			return false
		}
	}
	return true
}
