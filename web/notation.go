package web

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/scoring/doppelkopf"
	"doko/scoring/doppelkopf/notation"
	"doko/scoring/doppelkopf/words"
)

// notationPage is the grammar of the lines on one card. Its keys are those the lines themselves are completed with, and what its
// examples are worth is worked out.
type notationPage struct {
	Base
	Groups   []keyGroup
	Examples []lineExample
}

type keyGroup struct {
	Title string
	Keys  []keyView
}

// lineExample is a line with what it is worth under the DDV's rules, positions by their number.
type lineExample struct {
	Line, Said string
	Result     *previewView
}

// notation answers GET /notation.
func (s *Server) notation(c echo.Context) error {
	p := visitOf(c).printer
	page := notationPage{Base: s.base(c, p.T("notation.title"))}
	page.Groups, page.Examples = notationKeys(page.Base), notationExamples(page.Base)
	return s.render(c, http.StatusOK, "notation/page", page)
}

// notationKeys are the keys in the order in which a line is typed: whatever may follow each beginning under rules that have everything.
func notationKeys(b Base) []keyGroup {
	rules := doppelkopf.DDV()
	rules.Armut, rules.Bock, rules.KarlchenCaught, rules.DulleCaughtPoints, rules.FuchsLastTrickPoints = true, true, doppelkopf.CaughtByAny, 1, 2
	var groups []keyGroup
	told := map[string]bool{"enter": true, "seat": true, "digit": true}
	for _, g := range []struct{ title, begun string }{
		{"result", "13"}, {"alone", "1"}, {"trick", "13hz"}, {"calls", "13 "}, {"denials", "13+9r"}, {"side", "13+f"}, {"kind", "1d+"}, {"other", ""},
		{"reason", "n"}, {"value", "w13"}, {"number", "p"}, {"soloist", "w1 3"},
	} {
		group := keyGroup{Title: b.T("notation.group_" + g.title)}
		for _, k := range notation.Next(rules, 4, g.begun) {
			if !told[k.Means] {
				told[k.Means] = true
				group.Keys = append(group.Keys, keyView{k.Keys, b.T("notation." + k.Means)})
			}
		}
		groups = append(groups, group)
	}
	return groups
}

// notationExamples are lines as they are typed most, and the rare ones.
func notationExamples(b Base) []lineExample {
	rules := doppelkopf.DDV()
	var list []lineExample
	for _, text := range []string{
		"13+", "13+9", "24-", "13 165", "13120", "13+9 r fr", "24-6 k9 fk dk", "13hz2+", "2dp+", "3bl-9 k", "1s+", "1hz-", "13+0", "13 240t", "13 121..150",
	} {
		line, err := notation.Parse(rules, 4, text)
		if err != nil {
			continue // a test looks at every example
		}
		res, err := doppelkopf.Score(rules, 4, line.Hand)
		if err != nil {
			continue
		}
		v := &previewView{Headline: headline(b, res.Winner, res.Value, res.Factor), Items: itemTexts(b, res.Lines, res.Winner)}
		v.tell(b, words.Explain(rules, line.Hand, res))
		var points []string
		for _, n := range res.Points {
			points = append(points, b.Points(n))
		}
		list = append(list, lineExample{text, strings.Join(points, " · "), v})
	}
	return list
}
