package web

import (
	"slices"
	"strings"

	"doko/tournament"
	"doko/tournament/desk"
)

// mostMissing is how many tables the sentence names before it only counts.
const mostMissing = 6

// Headline is the one sentence: what is next.
func (p overviewPage) Headline() string {
	r, found := p.current()
	split := p.O.Entries.Split(p.O.Round)
	args := []any{"Round", p.O.Round, "Count", split.Players, "Tables", p.tables(split)}
	switch p.O.Next {
	case "check_in":
		if p.O.Entries.Missing == 0 || p.O.Entries.Present == 0 {
			return p.T("next.check_in_start", "Count", p.O.Entries.Missing)
		}
		return p.T("next.check_in", "Present", p.O.Entries.Present, "Count", p.O.Entries.Missing)
	case "play", "close":
		args = []any{"Round", p.O.Round, "Done", 0, "Count", 0}
		if found {
			args = []any{"Round", p.O.Round, "Done", r.Confirmed, "Count", len(r.Tables)}
		}
	case "release", "start":
		args = []any{"Round", p.O.Round, "Count", seated(r)}
	}
	return p.T("next."+p.O.Next, args...)
}

// current is the round the next step is about.
func (p overviewPage) current() (desk.RoundState, bool) {
	for _, r := range p.O.Rounds {
		if r.Round.Number == p.O.Round {
			return r, true
		}
	}
	return desk.RoundState{}, false
}

func seated(r desk.RoundState) int {
	n := 0
	for _, t := range r.Tables {
		n += t.Table.Size
	}
	return n
}

// tables says how many tables of four and five the players fill.
func (b Base) tables(s desk.Split) string {
	var parts []string
	if s.Fours > 0 {
		parts = append(parts, b.T("tables.fours", "Count", s.Fours))
	}
	if s.Fives > 0 {
		parts = append(parts, b.T("tables.fives", "Count", s.Fives))
	}
	return strings.Join(parts, " + ")
}

// InTheWay says what has to happen before the next step, one sentence each, with the page where it can be done.
func (p overviewPage) InTheWay() []NavItem {
	switch p.O.Next {
	case "check_in", "draw", "draw_next":
		if hint := p.splitHint(p.O.Entries.Split(max(p.O.Round, 1))); hint != "" {
			return []NavItem{{Text: hint}}
		}
	case "release", "start":
		return p.unseated()
	case "play":
		r, _ := p.current()
		return append(p.unseated(), p.missing(r)...)
	}
	return nil
}

// unseated says that not as many sit as are there to play, nil when they do.
func (p overviewPage) unseated() []NavItem {
	r, found := p.current()
	players, seats := p.O.Entries.Split(p.O.Round).Players, seated(r)
	switch {
	case !found || players == seats || !p.Directs():
		return nil
	case players > seats:
		return []NavItem{{Text: p.T("next.no_seat", "Count", players-seats)}}
	}
	return []NavItem{{Text: p.T("next.gap", "Count", seats-players)}}
}

// splitHint says what can be done when the players cannot be split into tables, "" when they can.
func (b Base) splitHint(s desk.Split) string {
	switch {
	case s.OK || s.Players == 0:
		return ""
	case s.Fewer == 0:
		return b.T("split.few", "Count", s.Players, "More", s.More, "Add", s.More-s.Players)
	}
	return b.T("split.none", "Count", s.Players, "More", s.More, "Add", s.More-s.Players, "Fewer", s.Fewer, "Out", s.Players-s.Fewer)
}

// missing names the tables whose sheets are not confirmed.
func (p overviewPage) missing(r desk.RoundState) []NavItem {
	var lines []NavItem
	tables := slices.Clone(r.Tables)
	slices.SortStableFunc(tables, func(a, b desk.TableTile) int { return pressing(a) - pressing(b) })
	for _, t := range tables {
		if t.Table.Phase == tournament.TableConfirmed {
			continue
		}
		if len(lines) == mostMissing {
			return append(lines, NavItem{Text: p.T("next.and_more", "Count", len(r.Tables)-r.Confirmed-mostMissing)})
		}
		lines = append(lines, NavItem{Text: p.missingTable(t), Address: tableAddress(t.Table.ID)})
	}
	return lines
}

// pressing is 0 for a table that somebody should look after now, 1 for all others.
func pressing(t desk.TableTile) int {
	if t.Forecast.State.Pressing() {
		return 0
	}
	return 1
}

func (p overviewPage) missingTable(t desk.TableTile) string {
	parts := []string{p.T("table.number", "Number", t.Table.Number)}
	if t.Forecast.State.Pressing() {
		_, sign, word := p.stand(t)
		parts = append(parts, sign+" "+word+": "+p.when(t))
	}
	parts = append(parts, p.T("next.keeper", "Name", t.Keeper))
	switch {
	case t.Table.Phase == tournament.TableSubmitted:
		parts = append(parts, p.T("next.to_confirm"))
	case t.Done == 0 && !t.Totals:
		parts = append(parts, p.T("next.nothing_yet"))
	case t.Hands > t.Done && !t.Totals:
		parts = append(parts, p.T("next.hands_left", "Count", t.Hands-t.Done))
	default:
		parts = append(parts, p.T("next.to_hand_in"))
	}
	if len(t.SolosOpen) > 0 && t.Done > 0 && !t.Totals {
		parts = append(parts, p.T("next.solos_open", "Names", strings.Join(t.SolosOpen, ", ")))
	}
	if !t.Table.LastHandAt.IsZero() && t.Table.Phase == tournament.TableOpen {
		parts = append(parts, p.T("next.last_hand", "Time", p.Time(t.Table.LastHandAt)))
	}
	return strings.Join(parts, " · ")
}

// Steps are what a director can do now, the likeliest first. Helpers get links only.
func (p overviewPage) Steps() []step {
	home := p.Home()
	steps := p.mainSteps()
	if !p.Directs() {
		steps = nil
	}
	switch p.O.Next {
	case "check_in":
		steps = append(steps, step{Text: p.T("step.check_in"), Address: home + "/entries", Main: len(steps) == 0 || p.O.Entries.Missing > 0})
	case "finish", "done", "draw_next":
		steps = append(steps, step{Text: p.T("step.standings"), Address: home + "/standings", Main: len(steps) == 0})
	case "play", "close", "release", "start":
		if p.unseated() != nil {
			for i := range steps {
				steps[i].Main = false
			}
			steps = append([]step{{Text: p.T("fill.link"), Address: roundAddress(p.Tournament, p.O.Round) + "/fill", Main: true}}, steps...)
		}
		steps = append(steps, step{Text: p.T("step.seating"), Address: roundAddress(p.Tournament, p.O.Round)})
	}
	return steps
}

func (p overviewPage) mainSteps() []step {
	r, _ := p.current()
	at := roundAddress(p.Tournament, p.O.Round)
	do := func(name, text, explain string) []step {
		return []step{{Text: text, Explain: explain, Address: at + "/" + name, Post: true, Main: true, Version: r.Round.Version, Back: "overview"}}
	}
	switch p.O.Next {
	case "check_in", "draw", "draw_next":
		return p.drawSteps(p.O.Round)
	case "release":
		return do("release", p.T("step.release"), p.T("step.release_help", "Count", seated(r)))
	case "start":
		steps := append(p.clockSteps(r.Round, "overview"), do("start", p.T("step.start", "Round", p.O.Round), p.T("step.start_help"))...)
		steps[len(steps)-1].Main = len(steps) == 1
		return steps
	case "play":
		steps := p.clockSteps(r.Round, "overview")
		if next := p.O.Round + 1; next <= p.Tournament.Format.Rounds && !p.byRank() {
			steps = append(steps, step{Text: p.T("step.draw_early", "Round", next), Address: roundAddress(p.Tournament, next) + "/draw"})
		}
		return steps
	case "close":
		steps := do("close", p.T("step.close", "Round", p.O.Round), p.T("step.close_help", "Count", len(r.Tables)))
		steps[0].Main = r.Confirmed == len(r.Tables)
		return steps
	case "finish":
		return []step{{
			Text: p.T("step.finish"), Explain: p.T("step.finish_help"), Address: p.Home() + "/phase", Post: true,
			Version: p.Tournament.Version, To: string(tournament.Finished),
		}}
	}
	return nil
}

func (p overviewPage) drawSteps(round int) []step {
	split := p.O.Entries.Split(round)
	if !split.OK {
		return nil
	}
	return []step{{
		Text: p.T("step.draw", "Round", round), Explain: p.T("step.draw_help", "Count", split.Players, "Tables", p.tables(split)),
		Address: roundAddress(p.Tournament, round) + "/draw", Main: p.O.Next != "check_in",
	}}
}

// byRank reports whether a round can be drawn only after the one before is closed.
func (p eventPage) byRank() bool {
	return p.Tournament.Format.Seating == tournament.SeatingByRank || p.Tournament.Format.Seating == tournament.SeatingMovement
}
