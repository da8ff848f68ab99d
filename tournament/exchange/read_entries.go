package exchange

import (
	"doko/scoring/fields"
	"doko/tournament"
)

func (r *reader) readEntries(o object) {
	if n, ok := o.node.Get("entries"); !ok || n.Kind == fields.Null {
		r.fault("missing_field", "/entries", map[string]any{"Field": "entries"})
		return
	}
	items := o.list("entries")
	if len(items) > MaxEntries {
		r.fault("too_many_entries", "/entries", map[string]any{"Max": MaxEntries})
		return
	}
	uids := map[string]bool{}
	for i, n := range items {
		pointer := at("/entries", i)
		e, ok := r.entry(n, pointer)
		if !ok {
			continue
		}
		if e.UID != "" && uids[e.UID] {
			r.fault("duplicate_uid", pointer+"/uid", nil)
		}
		uids[e.UID] = true
		if e.StartNo != 0 && r.entries[e.StartNo] {
			r.fault("duplicate_start_no", pointer+"/start_no", map[string]any{"Number": e.StartNo})
		}
		r.entries[e.StartNo] = true
		r.file.Entries = append(r.file.Entries, e)
	}
	r.numberEntries()
	r.checkApart()
}

func (r *reader) entry(n fields.Node, pointer string) (tournament.Entry, bool) {
	o, ok := r.object(n, pointer, "start_no", "uid", "name", "member_no", "apart", "table", "club", "team", "status",
		"paid_cents", "from_round", "to_round")
	if !ok {
		return tournament.Entry{}, false
	}
	e := tournament.Entry{
		StartNo: o.number("start_no", 0), UID: o.text("uid", ""),
		Name: tournament.CleanName(o.text("name", "")), MemberNo: tournament.CleanName(o.text("member_no", "")),
		Club: tournament.CleanName(o.text("club", "")), Team: tournament.CleanName(o.text("team", "")),
		FixedTable: o.number("table", 0), Status: tournament.Status(o.text("status", string(tournament.Registered))),
		Paid: tournament.Cents(o.number("paid_cents", 0)), FromRound: o.number("from_round", 1), ToRound: o.number("to_round", 0),
	}
	if !validUID(e.UID) {
		r.fault("bad_uid", pointer+"/uid", nil)
	}
	if _, given := o.get("start_no"); given && e.StartNo == 0 {
		r.fault("start_no_range", pointer+"/start_no", map[string]any{"Min": 1, "Max": tournament.MaxStartNo})
	}
	switch e.Status {
	case tournament.Registered, tournament.Present, tournament.Withdrawn:
	default:
		r.fault("choice_unknown", pointer+"/status",
			map[string]any{"Value": string(e.Status), "Allowed": "registered, present, withdrawn"})
	}
	e.Apart, _ = o.numbers("apart")
	e.Folded = tournament.Fold(e.Name)
	r.checked(e.Check(), pointer, map[string]string{"paid": "paid_cents"})
	return e, true
}

// numberEntries gives the lowest free start numbers to those who have none, in the order of the file.
func (r *reader) numberEntries() {
	delete(r.entries, 0)
	next := 1
	for i := range r.file.Entries {
		e := &r.file.Entries[i]
		if e.StartNo != 0 {
			continue
		}
		for r.entries[next] {
			next++
		}
		e.StartNo = next
		r.entries[next] = true
	}
}

func (r *reader) checkApart() {
	for i, e := range r.file.Entries {
		for j, no := range e.Apart {
			r.known(no, at(at("/entries", i)+"/apart", j))
		}
	}
}

// known reports a start number nobody has.
func (r *reader) known(no int, pointer string) bool {
	if r.entries[no] {
		return true
	}
	r.fault("unknown_start_no", pointer, map[string]any{"StartNo": no})
	return false
}

func (r *reader) readPenalties(o object) {
	for i, n := range o.list("penalties") {
		if p, ok := r.penalty(n, at("/penalties", i)); ok {
			r.file.Penalties = append(r.file.Penalties, p)
		}
	}
}

func (r *reader) penalty(n fields.Node, pointer string) (Penalty, bool) {
	o, ok := r.object(n, pointer, "start_no", "round", "hand", "points", "others", "credits", "reason")
	if !ok {
		return Penalty{}, false
	}
	const most = tournament.MaxRowPoints
	p := Penalty{
		StartNo: o.number("start_no", 0), Round: o.ranged("round", 0, 1, tournament.MaxRounds),
		Hand: o.ranged("hand", 0, 1, tournament.MaxHands+tournament.MaxHands/4), Points: o.ranged("points", 0, -most, 0),
		Others: o.ranged("others", 0, -most, most), Reason: o.text("reason", ""),
	}
	r.known(p.StartNo, pointer+"/start_no")
	if p.Reason != "" {
		r.checked(tournament.CheckReason("reason", p.Reason), pointer, nil)
	}
	for j, n := range o.list("credits") {
		c, ok := r.object(n, at(pointer+"/credits", j), "start_no", "points")
		if !ok {
			continue
		}
		credit := Credit{StartNo: c.number("start_no", 0), Points: c.ranged("points", 0, -most, most)}
		r.known(credit.StartNo, c.path("start_no"))
		p.Credits = append(p.Credits, credit)
	}
	if p.Others != 0 && p.Credits != nil {
		r.fault("others_and_credits", pointer+"/credits", nil)
	}
	r.place(p, pointer)
	return p, true
}

// place checks that a penalty belongs to a table, as far as it says so: credits for the others need one.
func (r *reader) place(p Penalty, pointer string) {
	if p.Round == 0 {
		if p.Others != 0 || p.Hand != 0 {
			r.fault("missing_field", pointer+"/round", map[string]any{"Field": "round"})
		}
		return
	}
	round, ok := r.rounds[p.Round]
	if !ok {
		r.fault("unknown_round", pointer+"/round", map[string]any{"Round": p.Round})
		return
	}
	if !r.entries[p.StartNo] || p.Others == 0 {
		return
	}
	t := round.tableOf(p.StartNo)
	switch {
	case t == nil:
		r.fault("not_seated", pointer+"/start_no", map[string]any{"StartNo": p.StartNo, "Round": p.Round})
	case len(t.Seats) == 5 && p.Hand == 0:
		r.fault("missing_field", pointer+"/hand", map[string]any{"Field": "hand"})
	}
}

// tableOf finds where a player sat, be it as a substitute.
func (round *Round) tableOf(startNo int) *Table {
	for i := range round.Tables {
		t := &round.Tables[i]
		for _, no := range t.Seats {
			if no == startNo {
				return t
			}
		}
		for _, s := range t.Substitutes {
			if s.StartNo == startNo {
				return t
			}
		}
	}
	return nil
}
