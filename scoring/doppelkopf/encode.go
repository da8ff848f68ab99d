package doppelkopf

import (
	"strconv"

	"doko/scoring/fields"
)

// MarshalJSON writes a stored hand (CONTRACTS 5): every field, in fixed order, so that whatever was given comes back.
func (h Hand) MarshalJSON() ([]byte, error) {
	return h.append(make([]byte, 0, 256), appendNumber), nil
}

// AppendNamed writes a hand with game and players, by name, as ParseNamed reads it (VECTORS).
func (h Hand) AppendNamed(b []byte, names []string) []byte {
	player := func(b []byte, pos int) []byte {
		if pos == 0 {
			return append(b, "null"...)
		}
		return fields.AppendString(b, names[pos-1])
	}
	list := []byte(`{"game":"doppelkopf","players":[`)
	for pos := range names {
		if pos > 0 {
			list = append(list, ',')
		}
		list = player(list, pos+1)
	}
	rest := h.append(nil, player)
	return append(append(append(b, list...), "],"...), rest[1:]...)
}

// append writes all fields; player writes who sits at a position.
func (h Hand) append(b []byte, player func([]byte, int) []byte) []byte {
	b = append(b, `{"contract":`...)
	b = fields.AppendString(b, string(h.Contract))
	b = append(b, `,"solo_kind":`...)
	b = fields.AppendWord(b, string(h.SoloKind))
	b = append(b, `,"re":[`...)
	for i, pos := range h.Re {
		if i > 0 {
			b = append(b, ',')
		}
		b = player(b, pos)
	}
	b = append(b, `],"sitting_out":`...)
	b = player(b, h.SittingOut)
	b = append(b, `,"clarified_in":`...)
	b = appendNumber(b, h.ClarifiedIn)
	if h.ReAugen.Between || !h.ReAugen.Exact() {
		b = append(b, `,"re_augen_between":[`...)
		b = strconv.AppendInt(b, int64(h.ReAugen.From), 10)
		b = strconv.AppendInt(append(b, ','), int64(h.ReAugen.To), 10)
		b = append(b, ']')
	} else {
		b = append(b, `,"re_augen":`...)
		b = strconv.AppendInt(b, int64(h.ReAugen.From), 10)
	}
	b = append(b, `,"no_trick":`...)
	b = fields.AppendWord(b, string(h.NoTrick))
	b = append(b, `,"calls":{"re":`...)
	b = h.ReCall.append(b, Re)
	b = append(b, `,"kontra":`...)
	b = h.KontraCall.append(b, Kontra)
	b = append(b, `},"specials":`...)
	b = appendSpecials(b, h.Specials)
	b = append(b, `,"bock":`...)
	b = strconv.AppendInt(b, int64(h.Bock), 10)
	return append(b, '}')
}

func appendSpecials(b []byte, list []Special) []byte {
	b = append(b, '[')
	for i, sp := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"kind":`...)
		b = fields.AppendString(b, sp.Kind)
		b = append(b, `,"party":`...)
		b = fields.AppendString(b, string(sp.Party))
		b = append(b, `,"count":`...)
		b = strconv.AppendInt(b, int64(sp.Count), 10)
		b = append(b, '}')
	}
	return append(b, ']')
}

// Words lists what the side has said, as written in a hand.
func (c Call) Words(p Party) []string {
	words := []string{}
	if c.Announced {
		words = append(words, string(p))
	}
	for d := K90; d <= Schwarz; d++ {
		if c.Denials[d] {
			words = append(words, denialWord(d))
		}
	}
	return words
}

func (c Call) append(b []byte, p Party) []byte {
	b = append(b, '[')
	for i, word := range c.Words(p) {
		if i > 0 {
			b = append(b, ',')
		}
		b = fields.AppendString(b, word)
	}
	return append(b, ']')
}

// appendNumber writes null for nobody and never.
func appendNumber(b []byte, n int) []byte {
	if n == 0 {
		return append(b, "null"...)
	}
	return strconv.AppendInt(b, int64(n), 10)
}
