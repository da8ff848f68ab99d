package words

import (
	"strconv"

	"doko/scoring/doppelkopf"
)

// RuleSheet is a rule set in words, short enough for one page.
type RuleSheet struct {
	Values   Table // what a hand is worth without any call, by the winner's Augen
	Calls    Table // until when each call may be said
	Sections []Section
}

// Table is a head and its rows.
type Table struct {
	Head []Phrase
	Rows [][]Phrase
}

// Section is what belongs together under a title.
type Section struct {
	Title Phrase
	Lines []Phrase // sentences
}

// Frame is what a rule sheet says beside the rule set.
type Frame struct {
	Pack        Pack
	Hands       int // of a round at a table of four
	HandsAtFive int
	Solos       int // compulsory solos of each player in each round: 0 or 1
}

// SheetOf puts a rule set into words.
func SheetOf(r doppelkopf.Rules, f Frame) RuleSheet {
	s := sheet{r, f}
	out := RuleSheet{Values: s.values(), Calls: s.callLimits()}
	for _, section := range []struct {
		title string
		lines []Phrase
	}{
		{"base", s.base()}, {"calls", append(s.announcing(), s.denying()...)}, {"specials", s.specials()}, {"solos", s.solos()},
		{"reservations", s.reservations()}, {"cards", s.cards()}, {"bock", s.bock()}, {"penalties", s.penalties()},
	} {
		if len(section.lines) > 0 {
			out.Sections = append(out.Sections, Section{Title: say("rulesheet." + section.title), Lines: section.lines})
		}
	}
	return out
}

type sheet struct {
	r doppelkopf.Rules
	f Frame
}

// line is one sentence of the rule sheet.
func line(key string, args ...any) Phrase { return say("rulesheet."+key, args...) }

// when is a list of one sentence or of none.
func when(on bool, p Phrase) []Phrase {
	if !on {
		return nil
	}
	return []Phrase{p}
}

// pick chooses one of two keys.
func pick(on bool, yes, no string) string {
	if on {
		return yes
	}
	return no
}

// values is worked out by Score itself, so that the table cannot say anything else than the program.
func (s sheet) values() Table {
	t := Table{Head: []Phrase{line("winner_has"), line("re_wins"), line("kontra_wins"), line("solo_won"), line("solo_lost")}}
	for _, from := range []int{121, 151, 181, 211, 240} {
		label := line("augen", "From", from, "To", from+29)
		if from == 240 {
			label = line("all_tricks")
		} else if from == 211 {
			label = line("augen", "From", from, "To", s.most())
		}
		t.Rows = append(t.Rows, []Phrase{
			label, s.worth(from, doppelkopf.Normal, doppelkopf.Re), s.worth(from, doppelkopf.Normal, doppelkopf.Kontra),
			s.worth(from, doppelkopf.SoloDamen, doppelkopf.Re), s.worth(from, doppelkopf.SoloDamen, doppelkopf.Kontra),
		})
	}
	return t
}

// most are the most Augen of a winner who has left a trick: without nines the poorest trick is four jacks.
func (s sheet) most() int {
	if s.r.Deck == 40 {
		return 232
	}
	return 240
}

// worth is what one winner of a normal hand gets, and what the soloist gets or pays.
func (s sheet) worth(augen int, c doppelkopf.Contract, winner doppelkopf.Party) Phrase {
	h := doppelkopf.Hand{Contract: c, Re: []int{1, 2}, ReAugen: doppelkopf.Exactly(augen)}
	if c != doppelkopf.Normal {
		h.Re = []int{1}
	}
	if winner == doppelkopf.Kontra {
		h.ReAugen = doppelkopf.Exactly(240 - augen)
	}
	if augen == 240 {
		h.NoTrick = winner.Other()
	}
	written := s.r
	written.Counting = doppelkopf.PlusMinus // the value, however it is written on the list
	res, err := doppelkopf.Score(written, 4, h)
	if err != nil { // cannot happen: such a hand has nothing that any rules refuse
		return as("–")
	}
	at := 0
	if winner == doppelkopf.Kontra && c == doppelkopf.Normal {
		at = 2
	}
	return as(Points(res.Points[at]).String())
}

// callLimits are the cards one must still hold (RULES b).
func (s sheet) callLimits() Table {
	t := Table{Head: []Phrase{line("call"), line("cards_left"), line("clarified_2"), line("clarified_3")}}
	names := []Phrase{line("re_kontra"), say("denial.k90"), say("denial.k60"), say("denial.k30"), say("denial.schwarz")}
	for i, name := range names {
		left := s.r.Deck/4 - 1 - i
		t.Rows = append(t.Rows, []Phrase{name, as(strconv.Itoa(left)), as(strconv.Itoa(left - 1)), as(strconv.Itoa(left - 2))})
	}
	return t
}

func (s sheet) base() []Phrase {
	lines := []Phrase{line(pick(s.r.BasePointWhenAnnounced, "won", "won_unannounced"), "Points", Points(s.r.WonPoints))}
	lines = append(lines, line(pick(s.r.StagePoints, "stages", "no_stages")))
	lines = append(lines, when(s.r.AgainstOldPoints > 0, line("against_old", "Old", s.f.Pack.card("olds"), "Points", Points(s.r.AgainstOldPoints)))...)
	switch {
	case s.r.Tie120 == doppelkopf.TieDraw:
		lines = append(lines, line("tie_draw"))
	case s.r.KontraOnlyNeeds121:
		lines = append(lines, line("tie_ddv"))
	default:
		lines = append(lines, line("tie_kontra"))
	}
	return append(lines, when(s.r.Counting != doppelkopf.PlusMinus, line("counting_"+string(s.r.Counting)))...)
}

func (s sheet) announcing() []Phrase {
	first := line("announced", "Points", Points(s.r.AnsagePoints))
	if s.r.AnsageMode == doppelkopf.Double {
		first = line("announced_double")
	}
	lines := []Phrase{first, line("denied", "Points", Points(s.r.AbsagePoints))}
	switch {
	case !s.r.BeatPoints:
		lines = append(lines, line("no_beat"))
	case s.r.SchwarzBeatenBy == doppelkopf.LimitTrick:
		lines = append(lines, line("beat_trick"))
	default:
		lines = append(lines, line("beat"))
	}
	return lines
}

func (s sheet) denying() []Phrase {
	lines := []Phrase{line("targets"), line("both_failed")}
	if s.r.StagePoints {
		lines = append(lines, line(pick(s.r.NoWinnerStages, "both_failed_stages", "both_failed_no_stages")))
	}
	lines = append(lines, line(pick(s.r.ImpliedCalls, "skipping", "no_skipping")), line("reply"))
	return append(lines, when(s.r.Play.Pflichtansage != "off", line("pflichtansage_"+s.r.Play.Pflichtansage))...)
}

func (s sheet) specials() []Phrase {
	var lines []Phrase
	add := func(points int, key string, args ...any) {
		if points > 0 {
			lines = append(lines, line(key, append(args, "Points", Points(points))...))
		}
	}
	add(s.r.DoppelkopfPoints, "doppelkopf")
	add(s.r.FuchsPoints, "fuchs", "Fox", s.f.Pack.card("fox"))
	if s.r.FuchsLastTrickPoints != s.r.FuchsPoints {
		lines = append(lines, line("fuchs_last", "Points", Points(s.r.FuchsLastTrickPoints)))
	}
	add(s.r.KarlchenPoints, "karlchen", "Karlchen", s.f.Pack.card("karlchen"))
	switch s.r.KarlchenCaught {
	case doppelkopf.CaughtByAny:
		add(s.r.KarlchenCaughtPoints, "karlchen_caught")
	case doppelkopf.CaughtByDQueen:
		add(s.r.KarlchenCaughtPoints, "karlchen_caught_by", "Queen", s.f.Pack.card("diamond_queen"))
	}
	add(s.r.DulleCaughtPoints, "dulle_caught", "Dulle", s.f.Pack.card("dulle"))
	return append(lines, line("specials_"+string(s.r.SpecialsInSolo)))
}

// listed are phrases in one line.
func listed(phrases []Phrase) Phrase {
	if len(phrases) == 0 {
		return as("–")
	}
	list := phrases[0]
	for _, p := range phrases[1:] {
		list = say("rulesheet.list", "First", list, "Next", p)
	}
	return list
}

func (s sheet) solos() []Phrase {
	var names []Phrase
	for _, c := range doppelkopf.AllContracts() {
		if c.Chosen() && s.r.Allows(c) {
			names = append(names, s.f.Pack.Contract(c))
		}
	}
	lines := []Phrase{line("solos_allowed", "Solos", listed(names)), line("solo_factor", "Factor", s.r.SoloMultiplier)}
	if s.f.Solos > 0 {
		return append(lines, line("compulsory"), line("forced"))
	}
	return append(lines, line("no_compulsory"))
}

func (s sheet) reservations() []Phrase {
	var lines []Phrase
	if s.r.Allows(doppelkopf.Hochzeit) {
		lines = append(lines, line("hochzeit_"+s.r.Play.HochzeitClarifiedBy, "Old", s.f.Pack.card("olds")))
	}
	lines = append(lines, line(pick(s.r.Allows(doppelkopf.StilleHochzeit), "stille", "no_stille"), "Old", s.f.Pack.card("olds")))
	if s.r.Armut {
		lines = append(lines, line("armut_"+s.r.Play.ArmutExchange, "Trumps", s.r.Play.ArmutTrumps))
	}
	return append(lines, ReservationOrder(s.r, s.f.Pack))
}

// ReservationOrder is the sentence that ranks the reservations (reservation_order).
func ReservationOrder(r doppelkopf.Rules, p Pack) Phrase {
	return line("order_"+r.Play.ReservationOrder, "Queens", p.card("queens"), "Jacks", p.card("jacks"))
}

func (s sheet) cards() []Phrase {
	lines := []Phrase{
		line("deck_"+strconv.Itoa(s.r.Deck), "Hands", s.f.Hands, "HandsAtFive", s.f.HandsAtFive),
		line("dulle_"+s.r.Play.SecondDulle, "Dulle", s.f.Pack.card("dulle")),
	}
	lines = append(lines, when(s.r.Play.Schweinchen != "off", line("schweinchen_"+s.r.Play.Schweinchen, "Foxes", s.f.Pack.card("foxes")))...)
	lines = append(lines, when(s.r.Play.Superschweinchen, line("superschweinchen", "Nines", s.f.Pack.card("diamond_nines")))...)
	return append(lines, when(s.r.Play.RedealFive != "off", line("redeal_"+s.r.Play.RedealFive))...)
}

func (s sheet) bock() []Phrase {
	if !s.r.Bock {
		return nil
	}
	var triggers []Phrase
	for _, sw := range doppelkopf.Switches() {
		if sw.Name != "bock_triggers" {
			continue
		}
		for _, word := range sw.Value(s.r) {
			triggers = append(triggers, Choice(sw, word))
		}
	}
	lines := []Phrase{line("bock_factor", "Factor", s.r.BockMultiplier)}
	if len(triggers) > 0 {
		lines = append(lines, line("bock_after", "Triggers", listed(triggers)))
	} else {
		lines = append(lines, line("bock_noted"))
	}
	return append(lines, line("bock_"+s.r.Play.BockStack))
}

func (s sheet) penalties() []Phrase {
	minor, major, each := s.r.PenaltyMinor, s.r.PenaltyMajor, s.r.PenaltyMajorPerAbsage
	return []Phrase{
		line("minor", "Points", Points(-minor), "Others", Points(minor/3), "Soloist", Points(minor)),
		line("major", "Points", Points(-major), "Others", Points(major/3), "Each", Points(-each), "Soloist", Points(major)),
	}
}
