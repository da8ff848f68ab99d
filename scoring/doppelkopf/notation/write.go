package notation

import (
	"strconv"
	"strings"

	"doko/scoring/doppelkopf"
)

// Write is the line that Parse reads back to the same. What no rules allow may be lost.
func Write(l Line) string {
	text := write(l)
	if l.Note != "" {
		text += " ! " + l.Note
	}
	return text
}

func write(l Line) string {
	var b strings.Builder
	switch l.Kind {
	case KindPoints:
		b.WriteByte('p')
		for _, n := range l.Points {
			b.WriteByte(' ')
			b.WriteString(strconv.Itoa(n))
		}
	case KindWinners:
		b.WriteByte('w')
		writeDigits(&b, l.Winners)
		b.WriteByte(' ')
		b.WriteString(strconv.Itoa(l.Value))
	case KindRedealt:
		return strings.TrimSpace("n " + l.Reason)
	default:
		return writeHand(l)
	}
	if l.Solo != 0 {
		b.WriteString(" s" + strconv.Itoa(max(l.Solo, 0)))
	}
	if kind := key(kindLetters(), string(l.SoloKind)); kind != "" {
		b.WriteString(" " + kind)
	}
	return b.String()
}

func writeDigits(b *strings.Builder, list []int) {
	for _, n := range list {
		b.WriteString(strconv.Itoa(n))
	}
}

func writeHand(l Line) string {
	h := l.Hand
	var b strings.Builder
	writeDigits(&b, h.Re)
	switch h.Contract {
	case doppelkopf.Armut:
		b.WriteByte('a')
	case doppelkopf.Hochzeit:
		b.WriteString("hz")
		if h.ClarifiedIn > 0 {
			b.WriteString(strconv.Itoa(h.ClarifiedIn))
		}
	}
	b.WriteString(key(contractLetters(), string(h.Contract)))
	b.WriteString(key(kindLetters(), string(h.SoloKind)))
	groups := []string{b.String(), writeResult(h), writeCall("r", h.ReCall), writeCall("k", h.KontraCall)}
	for _, sp := range h.Specials {
		groups = append(groups, writeSpecial(sp))
	}
	if l.Bock || h.Bock > 0 {
		groups = append(groups, "b"+strconv.Itoa(h.Bock))
	}
	if h.SittingOut > 0 {
		groups = append(groups, "x"+strconv.Itoa(h.SittingOut))
	}
	var said []string
	for _, g := range groups {
		if g != "" {
			said = append(said, g)
		}
	}
	return strings.Join(said, " ")
}

// writeResult is the key of the result, or the figure and whether there was a trick.
func writeResult(h doppelkopf.Hand) string {
	for _, r := range results() {
		if r.augen == h.ReAugen && r.noTrick == h.NoTrick {
			return r.keys
		}
	}
	a := h.ReAugen
	text := strconv.Itoa(a.From)
	if a.Between || !a.Exact() {
		text += ".." + strconv.Itoa(a.To)
	}
	switch {
	case h.NoTrick == doppelkopf.Re:
		return text + " -0"
	case h.NoTrick == doppelkopf.Kontra:
		return text + " +0"
	case text == "0" || text == "240":
		return text + "t"
	}
	return text
}

// writeCall is the letter with the highest step, or behind a point what was said where a step is missing.
func writeCall(letter string, c doppelkopf.Call) string {
	top := c.Highest()
	whole, exact := c.Announced, letter+"."
	if c.Announced {
		exact += letter
	}
	for d := doppelkopf.K90; d <= top; d++ {
		whole = whole && c.Denials[d]
		if c.Denials[d] {
			exact += denials[d-1 : d]
		}
	}
	switch {
	case !c.Said():
		return ""
	case !whole:
		return exact
	case top == doppelkopf.NoDenial:
		return letter
	}
	return letter + denials[top-1:top]
}

func writeSpecial(sp doppelkopf.Special) string {
	text := key(specialLetters(), sp.Kind)
	if sp.Count != 1 {
		text += strconv.Itoa(sp.Count)
	}
	if sp.Party == doppelkopf.Re {
		return text + "r"
	}
	return text + "k"
}
