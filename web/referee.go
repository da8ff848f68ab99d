package web

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/reports/papers"
	"doko/scoring/doppelkopf"
	"doko/scoring/doppelkopf/play"
	"doko/tournament"
)

// refereePage replays a hand card by card. All of it is in the address: a hand can be passed on as a link, and every card is a plain
// form sent.
type refereePage struct {
	Base
	Rules   doppelkopf.Rules
	Of      tournament.Tournament // whose rules; zero = the chosen preset's
	Deal    play.Deal
	Tricks  []trickView
	Turn    int  // the seat whose card is next, 0 = none
	Judged  bool // the hand is replayed: what was against the rules stands in Against
	Re      string
	Against []string
	Result  *previewView
	Bock    []string // what begins Bock hands
	Asked   reservations
	WhatIf  string // address of the same hand with other calls
}

// trickView is one trick as the table shows it.
type trickView struct {
	Number, Augen int
	Cards         [4]cardView
}

// cardView is a card on the table.
type cardView struct {
	Seat, Text  string // Seat: of the running trick
	Red, Turn   bool   // Turn: its card is next
	Leads, Wins bool
	Wrong       bool // breaks suit
}

// padKey is one card to tap.
type padKey struct {
	Value, Text string
	Red, Turn   bool // Turn: its card is next
	Left        int  // how many are not played yet
}

// referee answers GET /referee.
func (s *Server) referee(c echo.Context) error {
	rules, of, err := s.rulesAsked(c)
	if err != nil {
		return err
	}
	form := &Form{values: url.Values{}}
	for name, list := range c.QueryParams() {
		form.values[name] = slices.Clone(list)
	}
	form.fillDefault("leader", "1")
	form.fillDefault("contract", string(doppelkopf.Normal))
	form.fillDefault("rules", rules.Preset)
	page := refereePage{Base: s.base(c, visitOf(c).printer.T("referee.title")), Rules: rules, Of: of}
	page.Form = form
	if err := page.replay(); err != nil {
		return err
	}
	page.Asked = page.asked()
	return s.render(c, max(form.status(), page.Asked.Form.status()), "referee/page", page)
}

// rulesAsked are the rules of the address: of a tournament (?t=), or a preset (?rules=).
func (s *Server) rulesAsked(c echo.Context) (doppelkopf.Rules, tournament.Tournament, error) {
	if id := c.QueryParam("t"); id != "" {
		t, err := s.desk.TournamentByPublicID(c.Request().Context(), actor(c), id)
		if err != nil {
			return doppelkopf.Rules{}, t, err
		}
		rules, _ := papers.RulesOf(t, "")
		return rules, t, nil
	}
	name := c.QueryParam("rules")
	if name == "" {
		name = "ddv"
	}
	rules, known := doppelkopf.Preset(name)
	if !known {
		return rules, tournament.Tournament{}, tournament.Wrong(tournament.ErrNotFound, "not_found", nil)
	}
	return rules, tournament.Tournament{}, nil
}

// replay takes in what was tapped and shows the hand as far as it goes; all cards there, or asked for, it is judged.
func (p *refereePage) replay() error {
	deal, ok := readDeal(p.Form, p.Rules)
	if !ok {
		return nil
	}
	tricks, turn := play.Progress(p.Rules, deal)
	if p.take(tricks, turn) {
		if deal, ok = readDeal(p.Form, p.Rules); !ok {
			return nil
		}
		tricks, turn = play.Progress(p.Rules, deal)
	}
	p.Deal, p.Turn = deal, turn
	p.Tricks = p.trickViews(tricks)
	if turn != 0 && !p.Form.on("check") {
		return nil
	}
	return p.judge()
}

// take carries out the one thing a key of the page asked for: a card, a card taken back, or a call. False if there was none.
func (p *refereePage) take(tricks []play.Trick, turn int) bool {
	f := p.Form
	switch {
	case f.Value("tap") != "" && turn != 0:
		p.put(turn, append(cardWords(f.Value(cardField(turn))), f.Value("tap")))
	case f.on("undo"):
		if last := lastPlayed(f, tricks); last != 0 {
			list := cardWords(f.Value(cardField(last)))
			p.put(last, list[:len(list)-1])
		}
	case f.Value("say") != "":
		if seat := f.shown("sayer"); seat >= 1 && seat <= 4 {
			line := strings.Join([]string{strconv.Itoa(seat), f.Value("say"), strconv.Itoa(len(cardWords(f.Value(cardField(seat)))) + 1)}, " ")
			f.Set("calls", strings.Trim(f.Value("calls")+", "+line, ", "))
		}
	default:
		return false
	}
	return true
}

func (p *refereePage) put(seat int, cards []string) {
	p.Form.Set(cardField(seat), strings.Join(cards, " "))
}

// lastPlayed is the seat whose card lies on top, 0 on an empty table.
func lastPlayed(f *Form, tricks []play.Trick) int {
	leader := f.shown("leader")
	if len(tricks) > 0 {
		leader = tricks[len(tricks)-1].Winner
	}
	last, seat := 0, leader
	for range 4 {
		if seat >= 1 && seat <= 4 && len(cardWords(f.Value(cardField(seat)))) > len(tricks) {
			last = seat
		}
		seat = seat%4 + 1
	}
	if last == 0 && len(tricks) > 0 {
		leader := tricks[len(tricks)-1].Leader
		return (leader+2)%4 + 1 // who played the last card of the last trick
	}
	return last
}

// mostFaults are listed one by one: of a hand with few cards noted nearly all others are missing.
const mostFaults = 12

// judge replays the whole hand: revokes, calls, parties, value.
func (p *refereePage) judge() error {
	p.Judged = true
	report := play.Replay(p.Rules, p.Deal)
	for i, f := range report.Faults {
		if i == mostFaults {
			p.Against = append(p.Against, p.T("referee.more", "Count", len(report.Faults)-i))
			break
		}
		p.Against = append(p.Against, p.faultText(f))
	}
	if report.Tricks == nil {
		return nil
	}
	p.Tricks = p.trickViews(report.Tricks)
	for _, f := range report.Faults {
		if f.Code == "revoke" {
			p.Tricks[f.Trick-1].Cards[f.Seat-1].Wrong = true
		}
	}
	var re []string
	for _, seat := range report.Re {
		re = append(re, p.Seat(seat))
	}
	p.Re = strings.Join(re, ", ")
	p.WhatIf = whatIfAddress(p.Form, p.Of, report.Hand)
	result, err := doppelkopf.Score(p.Rules, 4, report.Hand)
	if err != nil {
		return p.Form.refuse(err)
	}
	p.Result = p.explained(report.Hand, result).tellOf(p.Base, p.Rules, report.Hand, result)
	p.Bock = p.bockTexts(p.Rules, report, result)
	return nil
}

// faultText is what was against the rules, with trick and seat in front.
func (p refereePage) faultText(f play.Fault) string {
	args := map[string]any{}
	for name, value := range f.Args {
		args[name] = value
		if word, isWord := value.(string); isWord && (name == "Card" || name == "Led") {
			args[name] = p.cardText(word)
		}
	}
	text := p.T("problem."+f.Code, args)
	if f.Code == "deck" && f.Args["Card"] == "Σ" {
		text = p.T("referee.hand_size", args)
	}
	switch {
	case f.Trick > 0 && f.Seat > 0:
		return p.T("referee.at", "Trick", f.Trick, "Seat", f.Seat, "Text", text)
	case f.Seat > 0:
		return p.T("referee.at_seat", "Seat", f.Seat, "Text", text)
	}
	return text
}

// Seat is the name of a seat.
func (b Base) Seat(n int) string { return b.T("referee.seat", "Seat", n) }
