package web

import (
	"crypto/rand"
	"slices"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
)

// rename gives somebody another name.
func (e *evening) rename(id tournament.EntryID, name string) {
	e.t.Helper()
	entry, _, err := e.d.Entry(e.ctx(), e.by, id)
	e.must(err)
	_, err = e.d.EditEntry(e.ctx(), e.by, desk.EntryEdit{
		Op: rand.Text(), Entry: entry.ID, Version: entry.Version, Name: name, StartNo: entry.StartNo, FromRound: entry.FromRound, ToRound: entry.ToRound,
	})
	e.must(err)
}

// On the paper of a table of five a long name is short over its column, never one that could be somebody else's, and stands in full below.
// The list is kept by somebody who is still there.
func TestSheetOfFiveOnPaper(t *testing.T) {
	for lang, texts := range map[string]struct{ names, left string }{
		"de": {"Namen: ", "ist vor Spiel 1 gegangen"}, "en": {"Names: ", "left before hand 1"},
	} {
		t.Run(lang, func(t *testing.T) {
			e := newEvening(t, shortRounds)
			table := e.table(5)
			named := []string{
				"Dr. Dr. h. c. Maria-Theresia Freifrau von und zu Hohenlohe-Waldenburg-Schillingsfürst", "Żaneta Łukaszewicz-Ćwiklińska",
				"Maria-Theresia Hohenfels von der Großen Heide", "Ilkay Yıldırım Şahin", "Siân Nguyễn Thị Ánh",
			}
			for i, name := range named {
				e.rename(table.Seats[i].Entry, name)
			}
			v := e.view(table)
			_, err := e.d.LeaveTable(e.ctx(), e.by, desk.Departure{Op: rand.Text(), Table: table.Table.ID, Version: v.Table.Version, Position: 5, FromHand: 1, Reason: "der letzte Bus"})
			e.must(err)
			lines := paperLines(t, e.deskBrowser().get(e.home()+"/papers/sheets.pdf?round=1&table=2&lang="+lang).follow().ok(200).body)
			text := strings.Join(lines, "\n")
			at := slices.IndexFunc(lines, func(line string) bool {
				return strings.Contains(line, "✎") && strings.Contains(line, "Nr.") || strings.Contains(line, "✎ No.")
			})
			if at < 0 || !strings.Contains(lines[at], "4 ✎") || strings.Contains(lines[at], "5 ✎") {
				t.Errorf("the list is kept by: %q", lines[max(at, 0)])
			}
			flat := strings.Join(strings.Fields(text), " ")
			for _, want := range []string{texts.names + "1 " + named[0], "3 " + named[2], texts.left} {
				if !strings.Contains(flat, want) {
					t.Errorf("%q is missing", want)
				}
			}
			heads := strings.Fields(strings.Join(lines[at+1:at+4], " "))
			slices.Sort(heads) // three lines over five columns
			if got, want := strings.Join(heads, " "), strings.Join(headWords(), " "); got != want {
				t.Errorf("over the columns stands %q, want %q", got, want)
			}
		})
	}
}

// headWords are the names as they are short: both that begin with Maria-Theresia have as much of the last word as tells them apart.
func headWords() []string {
	words := strings.Fields("Maria- Theresia Ho. Żaneta Maria- Theresia He. Ilkay Yıldırım Şahin Siân Nguyễn Thị Ánh")
	slices.Sort(words)
	return words
}
