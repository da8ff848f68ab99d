package doppelkopf

import (
	"strconv"

	"doko/scoring/fields"
	"doko/scoring/tally"
)

// denialWord is the step as written in a hand.
func denialWord(d Denial) string {
	return [...]string{"", "k90", "k60", "k30", "schwarz"}[d]
}

func callWords(p Party) string {
	return joinWords([]string{string(p), "k90", "k60", "k30", "schwarz"})
}

func (d *decoder) calls() {
	n, _ := d.node.Get("calls")
	switch n.Kind {
	case fields.Null:
	case fields.Object:
		d.problems = append(d.problems, n.Unknown("hand.calls", []string{"re", "kontra"})...)
		re, _ := n.Get("re")
		d.out.ReCall = d.call(Re, fReCall, re)
		kontra, _ := n.Get("kontra")
		d.out.KontraCall = d.call(Kontra, fKontraCall, kontra)
	default:
		d.fault("unknown_call", fReCall|fKontraCall, "calls", n, `{"re": […], "kontra": […]}`)
	}
}

func (d *decoder) call(p Party, f field, n fields.Node) Call {
	var c Call
	at := "calls." + string(p)
	if n.Kind == fields.Null {
		return c
	}
	if n.Kind != fields.Array {
		d.fault("unknown_call", f, at, n, "["+callWords(p)+"]")
		return c
	}
	for i, item := range n.Items {
		word, _ := item.Word()
		said := c.slot(p, word)
		switch {
		case said == nil && word == string(p.Other()):
			d.callFault("wrong_call", f, fields.At(at, i), word, p)
		case said == nil:
			d.fault("unknown_call", f, fields.At(at, i), item, callWords(p))
		case *said:
			d.callFault("duplicate_call", f, fields.At(at, i), word, p)
		default:
			*said = true
		}
	}
	return c
}

// slot is where a call word of that side is kept, nil for another word.
func (c *Call) slot(p Party, word string) *bool {
	if word == string(p) {
		return &c.Announced
	}
	for step := K90; step <= Schwarz; step++ {
		if word == denialWord(step) {
			return &c.Denials[step]
		}
	}
	return nil
}

func (d *decoder) callFault(code string, f field, at, word string, p Party) {
	d.unread |= f
	d.problems = append(d.problems, tally.Problem{
		Code: code, Field: "hand." + at,
		Args: map[string]any{"Call": word, "Party": p.Name(), "Allowed": callWords(p)},
	})
}

func (d *decoder) specials() {
	n, _ := d.node.Get("specials")
	if n.Kind == fields.Null {
		return
	}
	if n.Kind != fields.Array {
		d.fault("bad_special", fSpecials, "specials", n, `[{"kind", "party", "count"}]`)
		return
	}
	for i, item := range n.Items {
		d.special(fields.At("specials", i), item)
	}
}

func (d *decoder) special(at string, n fields.Node) {
	if n.Kind != fields.Object {
		d.fault("bad_special", fSpecials, at, n, `{"kind", "party", "count"}`)
		return
	}
	d.problems = append(d.problems, n.Unknown("hand."+at, []string{"kind", "party", "count"})...)
	before := len(d.problems)
	var sp Special
	if kind, ok := d.member(at, n, "kind"); ok {
		if sp.Kind, ok = kind.Word(); !ok {
			d.fault("unknown_special", fSpecials, at+".kind", kind, joinWords(SpecialKinds()))
		}
	}
	if party, ok := d.member(at, n, "party"); ok {
		word, isWord := party.Word()
		if sp.Party = Party(word); !isWord {
			d.fault("bad_special", fSpecials, at+".party", party, "re, kontra")
		}
	}
	if count, ok := d.member(at, n, "count"); ok {
		if sp.Count, ok = count.Int(); !ok {
			d.fault("bad_special", fSpecials, at+".count", count, "1, 2, …")
		}
	}
	if len(d.problems) == before {
		d.out.Specials = append(d.out.Specials, sp)
	}
}

// member is one of the three parts of a special; without it the special is a bad one.
func (d *decoder) member(at string, n fields.Node, key string) (fields.Node, bool) {
	m, ok := n.Get(key)
	if !ok {
		d.fault("bad_special", fSpecials, at+"."+key, fields.Node{Text: "–"}, "kind, party, count")
	}
	return m, ok
}

// ParsePlayers reads a list of least to most different names. The problems are player_count, unknown_player and
// duplicate_player; path is the field of the list.
func ParsePlayers(n fields.Node, path string, least, most int) ([]string, tally.Problems) {
	count := tally.Problem{Code: "player_count", Field: path, Args: map[string]any{"Count": len(n.Items), "Allowed": strconv.Itoa(least)}}
	if most > least {
		count.Args["Allowed"] = strconv.Itoa(least) + ", " + strconv.Itoa(most)
	}
	if n.Kind != fields.Array {
		count.Args["Count"] = 0
		return nil, tally.Problems{count}
	}
	var names []string
	var ps tally.Problems
	for i, item := range n.Items {
		name, ok := item.Word()
		if !ok || name == "" {
			ps = append(ps, tally.Problem{Code: "unknown_player", Field: fields.At(path, i), Args: map[string]any{"Value": item.Shown()}})
		} else if hasWord(names, name) {
			ps = append(ps, tally.Problem{Code: "duplicate_player", Field: fields.At(path, i), Args: map[string]any{"Value": item.Shown()}})
		}
		names = append(names, name)
	}
	if len(names) < least || len(names) > most {
		ps = append(ps, count)
	}
	return names, ps
}
