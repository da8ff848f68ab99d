package web

import (
	"strconv"
	"strings"

	"doko/tournament"
)

// Drawn are the entries drawn to the positions of the table, in their order, as the form shows them: a hand that is sent later, out of the
// storage of a phone, says with them whose it is.
func (h handView) Drawn() string {
	at := make([]string, h.Table.Size)
	for _, s := range h.Seats {
		if s.FromHand <= 1 && s.Position <= len(at) {
			at[s.Position-1] = strconv.FormatInt(int64(s.Entry), 10)
		}
	}
	return strings.Join(at, " ")
}

// drawnIn reads them back; nil where the form does not have them or something else stands there.
func drawnIn(form *Form) []tournament.EntryID {
	var list []tournament.EntryID
	for _, field := range strings.Fields(form.Value("seats")) {
		id, err := strconv.ParseInt(field, 10, 64)
		if err != nil || len(list) == 5 {
			return nil
		}
		list = append(list, tournament.EntryID(id))
	}
	return list
}
