package reports_test

import (
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"doko/reports"
	"doko/scoring/doppelkopf"
	"doko/scoring/doppelkopf/words"
	"doko/tournament"
)

// hard are names that broke other programs' papers, beside those of the list.
var hard = [][2]string{
	{"Jürgen Groß-Öztürk", "SC Süd"}, {"Ødegård", ""}, {"Łukasz Żak", "Poznań"}, {"Günther – 2. Herz 10 ♥", "Doppelköpfe ♣♠♥♦"},
	{"Oster", ""}, {"Özdemir", ""}, {"Öztürk", ""}, {"Zander", ""}, {"שלום כהן", "תל אביב"}, {"محمد علي", "القاهرة"},
	{"😀 Emoji 👩‍👩‍👧", "🂡"}, {"김민준", "서울"}, {"たなか さくら", "東京"},
	{"Jo\u0308rg mit Zerlegung", ""}, {"=SUMME(A1)", "@Verein"},
}

// names are n names and clubs: the list of long and many-script names, the hard ones, then ordinary ones.
func names(tb testing.TB, n int) [][2]string {
	tb.Helper()
	f, err := os.Open("testdata/12_namen_fuer_pdf.csv")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.FieldsPerRecord = ';', -1
	rows, err := r.ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	var out [][2]string
	for _, row := range rows[1:] {
		out = append(out, [2]string{row[0], row[1]})
	}
	out = append(out, hard...)
	first := strings.Fields("Anna Bernd Christa Dieter Elke Frank Gisela Heinz Inge Jörg")
	last := strings.Fields("Adler Berger Claßen Dörr Ebert Fuchs Gärtner Herz Imhof Jäger")
	for i := 0; len(out) < n; i++ {
		out = append(out, [2]string{first[i%10] + " " + last[i/10%10] + strings.Repeat(" II", i/100), "Doko-Club " + last[(i*7)%10]})
	}
	return out[:n]
}

func head() reports.Head {
	return reports.Head{
		Tournament: "12. Offenes Doppelkopf-Turnier Schlieben", Venue: "Gasthaus „Zur Post“", Date: "6. Juni 2026",
		Provisional: true, Revision: 2, Printed: "06.06.2026, 22:45 Uhr", At: time.Date(2026, 6, 6, 20, 45, 0, 0, time.UTC),
		Link: "http://192.168.1.5:8080/t/k3x9/standings",
	}
}

func pointer(n int) *int { return &n }

// standings has rounds of points that add up to zero, one player who missed a round and one penalty.
func standings(tb testing.TB, n, rounds int) reports.Standings {
	s := reports.Standings{Head: head(), AfterRound: rounds, Sum: &reports.SumCheck{Penalties: -6},
		Warnings: []string{"Runde 2, Tisch 7: die Liste ist noch nicht bestätigt."}}
	for i, name := range names(tb, n) {
		l := reports.StandingsLine{Rank: i + 1, StartNo: (i*37)%n + 1, Name: name[0], Club: name[1]}
		for r := range rounds {
			p := (n-2*i)*3/(r+2) + r
			l.Rounds = append(l.Rounds, &p)
			l.Total += p
		}
		if i == 2 && rounds > 1 {
			l.Total -= *l.Rounds[1]
			l.Rounds[1] = nil
		}
		if i == 4 {
			l.Rank, l.Shared = 4, true
		}
		if i == 3 {
			l.Shared, l.DecidedBy = true, "beste Runde"
		}
		if i == 5 {
			l.Penalty = -6
		}
		s.Lines = append(s.Lines, l)
	}
	return s
}

func seating(tb testing.TB, n int) reports.SeatingList {
	s := reports.SeatingList{Head: head(), Round: 2, Seed: "schlieben-2026-06-06/2",
		Notes: []string{"Besser geht es nicht: Es ist bewiesen, dass keine Sitzordnung weniger Wiederholungen hat (0)."}}
	for i, name := range names(tb, n) {
		if i%4 == 0 && n-i >= 4 {
			s.Tables = append(s.Tables, reports.SeatingTable{Number: len(s.Tables) + 1})
		}
		last := &s.Tables[len(s.Tables)-1]
		last.Seats = append(last.Seats, reports.SeatingSeat{Position: len(last.Seats) + 1, StartNo: i + 1, Name: name[0], Club: name[1], Keeper: len(last.Seats) == 3})
	}
	return s
}

func blankSheets(seats, hands int) reports.Sheets {
	s := reports.Sheets{Head: head()}
	sheet := reports.Sheet{Round: 2, Table: 7, Rules: "DDV-Turnierregeln, 1 Pflichtsolo", Rows: reports.BlankRows(seats, hands)}
	names := []string{"Jörg Zander", "Änne Maria-Theresia Freifrau von Hohenlohe", "Søren Ødegård", "王小明", "Zoë"}[:seats]
	for i, name := range names {
		sheet.Players = append(sheet.Players, reports.SheetPlayer{Name: name, Short: tournament.Short(name, names), StartNo: 10 + i, Keeper: i == seats-1})
	}
	s.Sheets = []reports.Sheet{sheet}
	return s
}

// filledSheets has solos, a correction, a hand dealt again and sums of zero.
func filledSheets(seats, hands int) reports.Sheets {
	s := blankSheets(seats, hands)
	sheet := &s.Sheets[0]
	sheet.Filled = true
	sheet.Notes = []string{"Spiel 7 berichtigt: Vorzeichen vertauscht (Turnierleitung, 21:40)."}
	var rows []reports.SheetRow
	for i, row := range sheet.Rows {
		points := make([]int, seats)
		var in []int // positions that play, from 0
		for j := range seats {
			if j+1 != row.SitsOut {
				in = append(in, j)
			}
		}
		a, b := in[i%4], in[(i+1+i%3)%4]
		value := 1 + i%7
		for _, j := range in {
			points[j] = -value
		}
		if i%6 == 5 {
			solo := in[i/6%4]
			row.Soloist, row.Mark, row.Winners = solo+1, "Damensolo", []int{solo + 1}
			points[solo] = 3 * value
			sheet.Players[solo].Solo = i + 1
		} else {
			points[a], points[b] = value, value
			row.Winners = []int{a + 1, b + 1}
		}
		row.Points, row.Value = points, pointer(value)
		for j, p := range points {
			sheet.Players[j].Total += p
		}
		if i == 6 {
			wrong := row
			wrong.Struck, wrong.Points = true, make([]int, seats)
			for j, p := range points {
				wrong.Points[j] = -p
			}
			rows = append(rows, wrong)
		}
		if i == 9 {
			rows = append(rows, reports.SheetRow{Dealer: row.Dealer, Text: "neu gegeben: 11 Karten"})
		}
		rows = append(rows, row)
	}
	sheet.Rows = rows
	sheet.Players[1].Penalty = -3
	return s
}

func cards(n int) reports.TableCards {
	c := reports.TableCards{Head: head()}
	for i := range n {
		c.Cards = append(c.Cards, reports.TableCard{Round: 2, Number: i*9 + 1, Names: []string{"Jörg Zander", "Änne Maria-Theresia Freifrau von Hohenlohe-Waldenburg", "Søren Ødegård", "王小明", "Zoë"},
			Link: fmt.Sprintf("http://192.168.1.5:8080/k/Zk3xQ9wL2mN8pR5t%d", i)})
	}
	return c
}

type writer func(w io.Writer, t func(string, ...any) string) error

// papers are samples of every paper by name.
func papers(tb testing.TB) map[string]writer {
	return map[string]writer{
		"standings_22": standings(tb, 22, 3).WritePDF, "standings_45": standings(tb, 45, 3).WritePDF,
		"standings_8_rounds": standings(tb, 24, 8).WritePDF, "standings_20_rounds": standings(tb, 24, 20).WritePDF,
		"standings_empty": reports.Standings{Head: head()}.WritePDF,
		"meetings_45":     meetings(tb, 45, 4).WritePDF, "meetings_17": meetings(tb, 17, 6).WritePDF, "meetings_none": reports.Meetings{Head: head()}.WritePDF,
		"seating_45": seating(tb, 45).WritePDF, "seating_12": seating(tb, 12).WritePDF, "seating_200": seating(tb, 200).WritePDF,
		"sheet_blank_24": blankSheets(4, 24).WritePDF, "sheet_blank_30": blankSheets(5, 30).WritePDF, "sheet_blank_25": blankSheets(5, 25).WritePDF,
		"sheet_filled_24": filledSheets(4, 24).WritePDF, "sheet_filled_30": filledSheets(5, 30).WritePDF,
		"table_cards": cards(3).WritePDF,
		"rules_ddv":   ruleSheet(tb, "ddv", words.French), "rules_kneipe": ruleSheet(tb, "kneipe", words.German), "rules_full": ruleSheet(tb, "", words.French),
	}
}

// houseRules has every variant switched on.
func houseRules(tb testing.TB) doppelkopf.Rules {
	tb.Helper()
	var r doppelkopf.Rules
	err := r.UnmarshalJSON([]byte(`{"preset":"seed003","bock":true,"bock_triggers":["heart_round","tie_120","lost_solo","lost_call","schwarz","zero"],
		"schweinchen":"second","superschweinchen":true,"second_dulle":"not_last_trick","redeal_five":"nines_kings","pflichtansage":"step",
		"dulle_caught_points":1,"fuchs_last_trick_points":2,"karlchen_caught":"dia_queen","counting":"plus","hochzeit_clarified_by":"plain"}`))
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// ruleSheet is the rule sheet of a preset, or of house rules with everything; its texts are filled as the program does.
func ruleSheet(tb testing.TB, preset string, pack words.Pack) writer {
	tb.Helper()
	r, ok := doppelkopf.Preset(preset)
	if !ok {
		r = houseRules(tb)
	}
	s := words.SheetOf(r, words.Frame{Pack: pack, Hands: 24, HandsAtFive: 30, Solos: 1})
	return func(w io.Writer, t func(string, ...any) string) error {
		table := func(from words.Table, key string) reports.RuleTable {
			out := reports.RuleTable{Title: t(key + "_title"), Help: t(key + "_help"), Heads: words.All(from.Head, t)}
			for _, row := range from.Rows {
				out.Rows = append(out.Rows, words.All(row, t))
			}
			return out
		}
		top := head()
		top.Provisional, top.Revision, top.Printed = false, 0, ""
		sheet := reports.RuleSheet{
			Head: top, Preset: words.Preset(r).In(t), Values: table(s.Values, "rulesheet.values"), Calls: table(s.Calls, "rulesheet.limits"),
		}
		for _, section := range s.Sections {
			sheet.Sections = append(sheet.Sections, reports.RuleSection{Title: section.Title.In(t), Text: strings.Join(words.All(section.Lines, t), " ")})
		}
		return sheet.WritePDF(w, t)
	}
}

// meetings shifts the players from table to table, so that some meet again.
func meetings(tb testing.TB, n, rounds int) reports.Meetings {
	m := reports.Meetings{Head: head(), Rounds: rounds, Met: map[[2]int]int{}}
	for i, name := range names(tb, n) {
		m.Players = append(m.Players, reports.MeetingsPlayer{StartNo: i + 1, Name: name[0]})
	}
	for r := range rounds {
		for i := range n {
			m.Players[i].Seats[(i+r)%4]++
			for k := range i {
				if (i+r*(i%4))%(n/4) == (k+r*(k%4))%(n/4) {
					if m.Met[[2]int{k, i}]++; m.Met[[2]int{k, i}] > 1 {
						m.Players[i].Again++
						m.Players[k].Again++
						continue
					}
					m.Players[i].Others++
					m.Players[k].Others++
				}
			}
		}
	}
	return m
}
