package scoring

import (
	"strconv"

	"doko/scoring/doppelkopf"
	"doko/scoring/fields"
	"doko/scoring/schnapsen"
	"doko/scoring/tally"
)

// twoPlayers reads the two names of a Schnapsen hand.
func twoPlayers(hand fields.Node) ([]string, tally.Problems) {
	n, ok := hand.Get("players")
	if !ok {
		return nil, tally.Problems{fields.Missing("hand", "players")}
	}
	return doppelkopf.ParsePlayers(n, "hand.players", 2, 2)
}

func (a *Answer) schnapsen(r schnapsen.Rules, hand fields.Node) error {
	names, ps := twoPlayers(hand)
	if len(ps) > 0 {
		return ps
	}
	var res tally.Result
	d, err := schnapsen.ParseNamed(r, hand, "hand", names, []string{"game", "players"})
	if err == nil {
		res, err = schnapsen.Score(r, d)
	}
	if err != nil {
		return err
	}
	a.Players, a.Value, a.Points, a.Lines = names, res.Value, res.Points, byName(names, res.Lines)
	a.Winner = a.Lines[0].Party
	return nil
}

// byName puts names where Schnapsen lines have positions.
func byName(names []string, lines []tally.Line) []tally.Line {
	for i := range lines {
		if lines[i].Party == "1" {
			lines[i].Party = names[0]
		} else {
			lines[i].Party = names[1]
		}
	}
	return lines
}

func (a *Answer) bummerl(r schnapsen.Rules, hand fields.Node) error {
	ps := hand.Unknown("hand", []string{"game", "players", "deals"})
	names, bad := twoPlayers(hand)
	ps = append(ps, bad...)
	deals, ok := hand.Get("deals")
	switch {
	case !ok:
		ps = append(ps, fields.Missing("hand", "deals"))
	case deals.Kind != fields.Array:
		ps = append(ps, tally.Problem{Code: "wrong_type", Field: "hand.deals", Args: map[string]any{"Value": deals.Shown(), "Allowed": "[…]"}})
	}
	if len(bad) > 0 {
		return ps
	}
	b := schnapsen.Start(r)
	for i, n := range deals.Items {
		path := fields.At("hand.deals", i)
		res, err := deal(r, n, path, names)
		if err != nil {
			ps = append(ps, err.(tally.Problems)...)
			continue
		}
		open := false
		if b, open = b.Add(r, res); !open {
			ps = append(ps, tally.Problem{Code: "bummerl_over", Field: path})
		}
		a.Lines = append(a.Lines, byName(names, res.Lines)...)
	}
	a.Players, a.Points, a.Value, a.NoValue = names, b.ToGo[:], b.Value, b.Winner == 0
	if b.Winner > 0 {
		a.Winner = names[b.Winner-1]
	}
	return ps.OrNil()
}

// deal scores one deal of a Bummerl. Its game and players may be left out, but must not be others.
func deal(r schnapsen.Rules, n fields.Node, path string, names []string) (tally.Result, error) {
	var ps tally.Problems
	if game, ok := n.Get("game"); ok && (game.Kind != fields.String || game.Text != "schnapsen") {
		ps = append(ps, tally.Problem{
			Code: "unknown_game", Field: path + ".game",
			Args: map[string]any{"Value": game.Shown(), "Allowed": "schnapsen"},
		})
	}
	if players, ok := n.Get("players"); ok {
		own, bad := doppelkopf.ParsePlayers(players, path+".players", 2, 2)
		ps = append(ps, bad...)
		for i, name := range own {
			if len(bad) == 0 && name != names[0] && name != names[1] {
				ps = append(ps, tally.Problem{
					Code: "unknown_player", Field: fields.At(path+".players", i),
					Args: map[string]any{"Value": fields.Quote(name)},
				})
			}
		}
	}
	d, err := schnapsen.ParseNamed(r, n, path, names, []string{"game", "players"})
	if err != nil {
		return tally.Result{}, append(ps, err.(tally.Problems)...)
	}
	if len(ps) > 0 {
		return tally.Result{}, ps
	}
	return schnapsen.Score(r, d)
}

// SessionRow is one hand of a session, with the players by name; "" = nobody.
type SessionRow struct {
	Hand    int
	Dealer  string
	SitsOut string
	Lead    string
	Forced  bool
	Solo    string
}

func (a Answer) appendRows(b []byte) []byte {
	b = append(b, `"rows":[`...)
	for i, r := range a.Rows {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"hand":`...)
		b = strconv.AppendInt(b, int64(r.Hand), 10)
		b = append(b, `,"dealer":`...)
		b = fields.AppendWord(b, r.Dealer)
		b = append(b, `,"sits_out":`...)
		b = fields.AppendWord(b, r.SitsOut)
		b = append(b, `,"lead":`...)
		b = fields.AppendWord(b, r.Lead)
		b = append(b, `,"forced":`...)
		b = strconv.AppendBool(b, r.Forced)
		b = append(b, `,"solo":`...)
		b = fields.AppendWord(b, r.Solo)
		b = append(b, '}')
	}
	return append(b, ']')
}
