package web

import (
	"slices"
	"strconv"
	"strings"

	"doko/scoring/doppelkopf"
	"doko/scoring/doppelkopf/play"
	"doko/scoring/doppelkopf/words"
	"doko/scoring/tally"
)

// explained is a result of four seats without names.
func (b Base) explained(h doppelkopf.Hand, r tally.Result) *previewView {
	factor := 1
	if h.Solo() {
		factor = r.Factor
	}
	v := &previewView{Headline: headline(b, r.Winner, r.Value, factor), Items: itemTexts(b, r.Lines, r.Winner)}
	for i, points := range r.Points {
		v.Points = append(v.Points, namePoints{b.Seat(i + 1), b.Points(points), points > 0})
	}
	return v
}

// tellOf adds the sentences of a hand's result.
func (v *previewView) tellOf(b Base, rules doppelkopf.Rules, h doppelkopf.Hand, r tally.Result) *previewView {
	v.tell(b, words.Explain(rules, h, r))
	return v
}

// trickViews are tricks with the cards in the reader's letters.
func (p refereePage) trickViews(tricks []play.Trick) []trickView {
	var list []trickView
	for n, t := range tricks {
		v := trickView{Number: n + 1, Augen: t.Augen}
		for i, c := range t.Cards {
			v.Cards[i] = p.cardView(c.String())
			v.Cards[i].Leads, v.Cards[i].Wins = i+1 == t.Leader, i+1 == t.Winner
		}
		list = append(list, v)
	}
	return list
}

func (b Base) cardView(word string) cardView {
	return cardView{Text: b.cardText(word), Red: word[0] == 'H' || word[0] == 'D'}
}

// cardText is a card as people read it: "♥10", "♣D".
func (b Base) cardText(word string) string {
	if _, ok := play.ParseCard(word); !ok {
		return word
	}
	suit := map[byte]string{'C': "♣", 'S': "♠", 'H': "♥", 'D': "♦"}[word[0]]
	return suit + b.T("rank."+strings.ToLower(word[1:]))
}

// Running is the trick that lies on the table.
func (p refereePage) Running() *trickView {
	n := len(p.Tricks)
	if p.Turn == 0 {
		return nil
	}
	v := &trickView{Number: n + 1}
	for i, cards := range p.Deal.Cards {
		if len(cards) > n {
			v.Cards[i] = p.cardView(cards[n].String())
		}
		v.Cards[i].Seat, v.Cards[i].Turn = p.Seat(i+1), i+1 == p.Turn
	}
	return v
}

// Pad are all cards to tap, a row a suit.
func (p refereePage) Pad() [][]padKey {
	var rows [][]padKey
	ranks := "ATKQJ9"
	if p.Rules.Deck == 40 {
		ranks = "ATKQJ"
	}
	for _, suit := range "CSHD" {
		var row []padKey
		for _, rank := range ranks {
			word := string(suit) + string(rank)
			view := p.cardView(word)
			key := padKey{Value: word, Text: view.Text, Red: view.Red, Left: 2}
			for _, cards := range p.Deal.Cards {
				for _, c := range cards {
					if c.String() == word {
						key.Left--
					}
				}
			}
			row = append(row, key)
		}
		rows = append(rows, row)
	}
	return rows
}

// Says are the keys of a call now.
func (p refereePage) Says() []Option {
	var list []Option
	for _, call := range []string{"re", "kontra", "k90", "k60", "k30", "schwarz"} {
		list = append(list, Option{Value: call, Text: p.T("call." + call)})
	}
	return list
}

// Seats are the seats as choices, the one on turn chosen.
func (p refereePage) Seats() []Option {
	var list []Option
	for seat := 1; seat <= 4; seat++ {
		list = append(list, Option{Value: strconv.Itoa(seat), Text: p.Seat(seat), Chosen: seat == p.Turn})
	}
	return list
}

// Setting are the fields about the deal before its first card.
func (p refereePage) Setting() []Input {
	var contracts []Option
	for _, c := range doppelkopf.AllContracts() {
		if p.Rules.Allows(c) {
			contracts = append(contracts, Option{Value: string(c), Text: p.Say(words.French.Contract(c))})
		}
	}
	seats := p.Seats()
	list := []Input{
		p.Input("contract", "hand.contract").From(contracts),
		p.Input("leader", "referee.leader").From(seats),
		p.Input("declarer", "referee.declarer").From(append([]Option{{Text: p.T("referee.nobody")}}, seats...)),
	}
	if p.Of.ID == 0 {
		list = append(list, p.Input("rules", "tournament.rules").From(options(p.Printer, "rules.preset_", doppelkopf.PresetNames()...)))
	}
	return list
}

// Lines are the cards of each seat and what was said, as text.
func (p refereePage) Lines() []Input {
	var list []Input
	for seat := 1; seat <= 4; seat++ {
		in := p.Input(cardField(seat), "referee.title")
		in.Label = p.T("referee.cards_of", "Seat", seat)
		list = append(list, in.Fill("off").Upto(200))
	}
	list = append(list, p.Input("calls", "referee.calls").Explain(p.T("referee.calls_help")).Fill("off").Upto(400))
	if p.Rules.Play.Schweinchen != "off" || p.Rules.Play.RedealFive != "off" {
		list = append(list, p.Input("declared", "referee.declared").Explain(p.T("referee.declared_help")).Fill("off").Upto(200))
	}
	if p.Rules.Armut {
		list = append(list, p.Input("taker", "referee.taker").From(append([]Option{{Text: p.T("referee.nobody")}}, p.Seats()...)),
			p.Input("given", "referee.given").Fill("off").Upto(40), p.Input("returned", "referee.returned").Fill("off").Upto(40))
	}
	return list
}

// Clear is the address of an empty table under the same rules.
func (p refereePage) Clear() string {
	if p.Of.ID != 0 {
		return "/referee?t=" + p.Of.PublicID
	}
	return "/referee?rules=" + p.Rules.Preset
}

// Empty reports whether no card is noted yet.
func (p refereePage) Empty() bool {
	return !slices.ContainsFunc(p.Deal.Cards[:], func(cards []play.Card) bool { return len(cards) > 0 })
}
