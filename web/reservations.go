package web

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"doko/scoring/doppelkopf"
	"doko/scoring/doppelkopf/play"
	"doko/scoring/doppelkopf/words"
	"doko/scoring/tally"
)

// reservations is the part of the referee's page that says whose reservation is played.
type reservations struct {
	Base
	Rules  doppelkopf.Rules
	Orders []string // to choose from; none where a tournament's own rules say it
	Keep   []hidden // the hand of the page above
	Answer string   // "" = nothing asked yet
	Why    []string
}

// hidden is a field that a form carries along.
type hidden struct{ Name, Value string }

func reservationField(seat int) string { return "v" + strconv.Itoa(seat) }

// asked is the question about reservations in the page's address, with its answer.
func (p refereePage) asked() reservations {
	q := reservations{Base: p.Base, Rules: p.Rules}
	if p.Of.ID != 0 {
		q.Keep = append(q.Keep, hidden{"t", p.Of.PublicID})
	} else {
		q.Keep = append(q.Keep, hidden{"rules", p.Rules.Preset})
		q.Orders = reservationOrders()
	}
	for _, name := range []string{"contract", "leader", "declarer", "c1", "c2", "c3", "c4", "calls", "declared", "taker", "given", "returned"} {
		if value := p.Form.Value(name); value != "" && !p.Empty() {
			q.Keep = append(q.Keep, hidden{name, value})
		}
	}
	q.Form = &Form{values: url.Values{}}
	for _, name := range []string{"dealer", "order", "v1", "v2", "v3", "v4"} {
		q.Form.Set(name, p.Form.Value(name))
	}
	q.Form.fillDefault("order", p.Rules.Play.ReservationOrder)
	if p.Form.Value("dealer") != "" {
		q.settle()
	}
	q.Form.fillDefault("dealer", "1")
	return q
}

// settle reads the reservations and answers which one is played.
func (q *reservations) settle() {
	dealer, _ := strconv.Atoi(q.Form.choice("dealer", "1", "2", "3", "4"))
	if len(q.Orders) > 0 {
		q.Rules.Play.ReservationOrder = q.Form.choice("order", q.Orders...)
	}
	var all []play.Reservation
	olds := 0 // seats that say they hold both club queens
	for seat := 1; seat <= 4; seat++ {
		field := reservationField(seat)
		value := q.Form.choice(field, q.choices()...)
		if value == "" {
			continue
		}
		contract, kind, _ := strings.Cut(value, ".")
		all = append(all, play.Reservation{Seat: seat, Contract: doppelkopf.Contract(contract), Kind: doppelkopf.SoloKind(kind)})
		if contract == string(doppelkopf.Hochzeit) {
			if olds++; olds > 1 {
				q.Form.fault("hochzeit_twice", field, nil)
			}
		}
	}
	if q.Form.err() != nil {
		return
	}
	verdict, found := play.Prevails(q.Rules, dealer, all)
	switch {
	case !found:
		q.Answer = q.T("reservation.none")
		return
	case verdict.Contract == play.Redeal:
		q.Answer = q.T("reservation.redealt", "Seat", verdict.Seat)
	default:
		q.Answer = q.T("reservation.played", "Seat", verdict.Seat, "What", q.text(verdict.Contract, verdict.Kind))
	}
	q.Why = []string{q.T("reservation.why_" + string(verdict.Why)), q.Say(words.ReservationOrder(q.Rules, words.French))}
	if slices.ContainsFunc(all, func(v play.Reservation) bool { return v.Contract == play.Redeal }) {
		q.Why = append(q.Why, q.T("reservation.redeal_last"))
	}
}

// reservationOrders are the orders that rule sets know.
func reservationOrders() []string {
	for _, sw := range doppelkopf.Switches() {
		if sw.Name == "reservation_order" {
			return sw.Choices
		}
	}
	return nil
}

// choices are the reservations that the rules know, as the values of the fields; "" is healthy.
func (q reservations) choices() []string {
	list := []string{""}
	for _, kind := range []doppelkopf.SoloKind{doppelkopf.Compulsory, doppelkopf.Voluntary} {
		for _, c := range doppelkopf.AllContracts() {
			if c.Chosen() && q.Rules.Allows(c) {
				list = append(list, string(c)+"."+string(kind))
			}
		}
	}
	for _, c := range []doppelkopf.Contract{doppelkopf.Hochzeit, doppelkopf.Armut} {
		if q.Rules.Allows(c) {
			list = append(list, string(c))
		}
	}
	if q.Rules.Play.RedealFive != "off" {
		list = append(list, string(play.Redeal))
	}
	return list
}

func (q reservations) text(c doppelkopf.Contract, kind doppelkopf.SoloKind) string {
	switch {
	case c == "":
		return q.T("reservation.healthy")
	case c == play.Redeal:
		return q.T("reservation.redeal")
	case kind != "":
		return q.T("reservation.solo_"+string(kind), "Solo", q.Say(words.French.Contract(c)))
	default:
		return q.Say(words.French.Contract(c))
	}
}

// Fields are the dealer and what each seat says.
func (q reservations) Fields() []Input {
	var seats, said []Option
	for seat := 1; seat <= 4; seat++ {
		seats = append(seats, Option{Value: strconv.Itoa(seat), Text: q.Seat(seat)})
	}
	for _, value := range q.choices() {
		contract, kind, _ := strings.Cut(value, ".")
		said = append(said, Option{Value: value, Text: q.text(doppelkopf.Contract(contract), doppelkopf.SoloKind(kind))})
	}
	list := []Input{q.Input("dealer", "reservation.dealer").From(seats)}
	for seat := 1; seat <= 4; seat++ {
		in := q.Input(reservationField(seat), "reservation.title").From(said)
		in.Label = q.Seat(seat)
		list = append(list, in)
	}
	if len(q.Orders) > 0 {
		list = append(list, q.Input("order", "rule.reservation_order").From(options(q.Printer, "rule.reservation_order.", q.Orders...)))
	}
	return list
}

// bockTexts say which events of a replayed hand begin Bock hands and what that means for the next hands.
func (b Base) bockTexts(rules doppelkopf.Rules, report play.Report, result tally.Result) []string {
	triggers := report.BockTriggers(rules, result)
	if len(triggers) == 0 {
		return nil
	}
	var list []string
	for _, t := range triggers {
		list = append(list, b.T("referee.bock_"+t.Event, "Trick", t.Trick))
	}
	const seats = 4
	marks := doppelkopf.BockMarks(rules, seats, append([]int{len(triggers)}, make([]int, seats*len(triggers))...))
	hands, factor := 0, 1
	for _, n := range marks {
		if n > 0 {
			hands++
		}
	}
	for range marks[1] {
		factor *= rules.BockMultiplier
	}
	return append(list, b.T("referee.bock_next", "Count", hands, "Factor", factor))
}
