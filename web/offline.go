package web

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"doko/scoring"
	"doko/scoring/doppelkopf"
	"doko/scoring/doppelkopf/values"
	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/sheet"
)

// offlineData is what a page needs to show values and whose turn it is without a network: answers of the engine, no rules.
type offlineData struct {
	Values values.Table      `json:"values"`
	Keys   map[string][2]int `json:"keys"`   // keys of the form's ranges: their first and last place
	Shares [4]share          `json:"shares"` // of the short way, by the number of winners
	Turns  *values.Turns     `json:"turns"`  // null where the round does not go by the state alone
	Broken map[string]string `json:"broken"` // what goes against the order of the session
}

// share is how often the value of the short way counts for each winner, each loser and as the value of Re, and which side has won, as
// the letter of a values.Row, "" where that is not known.
type share struct {
	Won   int    `json:"won"`
	Lost  int    `json:"lost"`
	Value int    `json:"value"`
	Side  string `json:"side"`
}

// offlineKey is what the data depends on.
type offlineKey struct {
	rules   doppelkopf.Rules
	session doppelkopf.SessionRules
}

// offlineFile is the data ready to be sent. Its name has a hash of its content, so browsers keep it for good.
type offlineFile struct {
	name           string
	plain, gzipped []byte
}

// offlineFiles are made once for each set of rules.
type offlineFiles struct {
	mu     sync.Mutex
	files  map[offlineKey]offlineFile
	tables map[doppelkopf.Rules]values.Table
}

// offlineKept is how many sets of rules are kept; a club plays by one or two.
const offlineKept = 64

// of is the file for a table; false for games and rules that cannot be tabulated: their pages ask the server for each value.
func (o *offlineFiles) of(view desk.TableView) (offlineFile, bool) {
	if view.Tournament.Rules.Doppelkopf == nil {
		return offlineFile{}, false
	}
	key := offlineKey{*view.Tournament.Rules.Doppelkopf, view.Session}
	o.mu.Lock()
	defer o.mu.Unlock()
	if file, ok := o.files[key]; ok {
		return file, true
	}
	if o.files == nil || len(o.files) >= offlineKept {
		o.files, o.tables = map[offlineKey]offlineFile{}, map[doppelkopf.Rules]values.Table{}
	}
	table, ok := o.tables[key.rules]
	if !ok {
		var err error
		if table, err = values.Of(key.rules); err != nil {
			return offlineFile{}, false
		}
		o.tables[key.rules] = table
	}
	file, err := newOfflineFile(key, table)
	if err != nil {
		return offlineFile{}, false
	}
	o.files[key] = file
	return file, true
}

func newOfflineFile(key offlineKey, table values.Table) (offlineFile, error) {
	data := offlineData{Values: table, Keys: map[string][2]int{}, Broken: brokenBy(key.session)}
	for _, r := range augenRanges() {
		switch r.noTrick {
		case "re":
			data.Keys[r.Key] = [2]int{values.ReWithout, values.ReWithout}
		case "kontra":
			data.Keys[r.Key] = [2]int{values.KontraWithout, values.KontraWithout}
		default:
			data.Keys[r.Key] = [2]int{values.Place(r.from), values.Place(r.to)}
		}
	}
	var err error
	if data.Shares, err = shares(key.rules); err != nil {
		return offlineFile{}, err
	}
	if turns, err := values.TurnsOf(key.session); err == nil {
		data.Turns = &turns
	}
	file := offlineFile{}
	if file.plain, err = json.Marshal(data); err != nil {
		return offlineFile{}, fmt.Errorf("offline data: %w", err)
	}
	sum := sha256.Sum256(file.plain)
	file.name = hex.EncodeToString(sum[:6]) + ".json"
	file.gzipped, err = squeeze(file.plain)
	return file, err
}

// shares asks what winner and loser get of a value of 1, before signs are left out.
func shares(rules doppelkopf.Rules) ([4]share, error) {
	var list [4]share
	rules.Counting = doppelkopf.PlusMinus
	of := scoring.Rules{Game: scoring.Doppelkopf, Doppelkopf: &rules}
	for n := 1; n <= 3; n++ {
		winners := []string{"1", "2", "3"}[:n]
		row, err := tournament.ParseRow(of, 4, []byte(`{"winners":[`+strings.Join(winners, ",")+`],"value":1}`))
		if err != nil {
			return list, fmt.Errorf("offline data: %w", err)
		}
		res, err := sheet.Score(of, 4, 0, row)
		if err != nil {
			return list, fmt.Errorf("offline data: %w", err)
		}
		list[n] = share{Won: res.Points[0], Lost: res.Points[3], Value: res.Value}
		if res.Winner != "" {
			list[n].Side = res.Winner[:1]
		}
	}
	return list, nil
}

// valuesAddress is where a table's page finds its data, "" = nowhere.
func (s *Server) valuesAddress(view desk.TableView) string {
	file, ok := s.offline.of(view)
	if !ok {
		return ""
	}
	return tableAddress(view.Table.ID) + "/values/" + file.name
}

// tableValues answers GET /tables/:id/values/:name. Under an old name there is nothing: the rules have changed.
func (s *Server) tableValues(c echo.Context) error {
	view, err := s.tableView(c)
	if err != nil {
		return err
	}
	file, ok := s.offline.of(view)
	if !ok || file.name != c.Param("name") {
		return tournament.Wrong(tournament.ErrNotFound, "not_found", nil)
	}
	h := c.Response().Header()
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	body := file.plain
	if strings.Contains(c.Request().Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = file.gzipped
	}
	return c.Blob(http.StatusOK, "application/json", body)
}

// seatName is who sits at a position from a hand on.
type seatName struct {
	From  int    `json:"from"`
	Name  string `json:"name"`
	Short string `json:"short"`
}

// Names are the players by position as JSON, for hands that the script goes on to by itself.
func (h handView) Names() (string, error) {
	list := make([][]seatName, h.Table.Size)
	for i := range list {
		for _, seat := range h.Seats {
			if seat.Position == i+1 {
				list[i] = append(list[i], seatName{seat.FromHand, nameAt(h.Seats, i+1, seat.FromHand), shortAt(h.Seats, i+1, seat.FromHand)})
			}
		}
	}
	raw, err := json.Marshal(list)
	return string(raw), err
}

// Texts are what the script says by itself, as JSON; % stands for what it fills in.
func (h handView) Texts() (string, error) {
	ask := "hand.hint"
	if h.Short() {
		ask = "hand.hint_short"
	}
	texts := map[string]string{
		"re": h.T("hand.re_wins", "Value", "%"), "kontra": h.T("hand.kontra_wins", "Value", "%"), "nobody": h.T("hand.nobody_wins", "Value", "%"),
		"factor": h.T("hand.factor", "Factor", "%"), "many": h.Points(10000), "ask": h.T(ask), "wrong": h.T("offline.wrong"), "unclear": h.T("offline.unclear"),
		"deals": h.T("hand.deals"), "leads": h.T("hand.leads"), "out": h.T("hand.sits_out"), "later": h.T("offline.later"),
	}
	for _, code := range soloBreaks() {
		texts[code] = h.T("problem."+code, "Must", "%", "Name", "%")
	}
	raw, err := json.Marshal(texts)
	return string(raw), err
}

// nextHand is how the next hand begins, as the script reads it.
type nextHand struct {
	Number int  `json:"number"`
	Dealer int  `json:"dealer"`
	Owing  int  `json:"owing"` // bit pos−1 of who still owes a compulsory solo
	Hands  int  `json:"hands"`
	Over   bool `json:"over"` // time is up: only solos that are owed are played
}

// State is the next hand as JSON, "" when there is none.
func (p tablePage) State() (string, error) {
	if p.V.Next == nil {
		return "", nil
	}
	n := nextHand{Number: p.V.Next.Number, Dealer: p.V.Next.Dealer, Hands: p.V.Hands, Over: p.V.Time.Over}
	for _, pos := range p.V.SolosOpen {
		n.Owing |= 1 << (pos - 1)
	}
	raw, err := json.Marshal(n)
	return string(raw), err
}

// HeadTexts are the sentences above the form as JSON; %1, %2 and % stand for what the script fills in.
func (p tablePage) HeadTexts() (string, error) {
	raw, err := json.Marshal(map[string]string{
		"hand": p.T("table.hand_of", "Hand", "%1", "Hands", "%2"), "all": p.T("table.all_hands", "Count", p.V.Hands),
		"deals": p.T("table.deals", "Name", "%"), "deals_out": p.T("table.deals_out", "Name", "%"), "forced": p.T("table.forced", "Name", "%"),
		"open_one": p.T("table.solos_open", "Names", "%", "Count", 1), "open_other": p.T("table.solos_open", "Names", "%", "Count", 2),
	})
	return string(raw), err
}

// queueHeader marks a hand sent by the script from its queue, opHeader the answer to it: a network's own sign-in page, which answers
// everything with a redirect, has no op, so nothing is thrown away for it.
const (
	queueHeader = "Doko-Queue"
	opHeader    = "Doko-Op"
)

var plainOp = regexp.MustCompile(`^[0-9A-Za-z-]{16,64}$`)

// receipt says in the answer which hand was read.
func (f *Form) receipt(c echo.Context) {
	if op := f.Value("op"); plainOp.MatchString(op) {
		c.Response().Header().Set(opHeader, op)
	}
}

// acknowledge answers the queue that a hand is stored; the sentence comes with the next page.
func (s *Server) acknowledge(c echo.Context, key string, args ...any) error {
	if err := s.leaveFlash(c, key, args...); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// WaitingTexts are what the script says about hands that wait, as JSON; % stands for a number.
func (b Base) WaitingTexts() (string, error) {
	raw, err := json.Marshal(map[string]string{
		"title": b.T("waiting.title"), "since": b.T("live.offline", "Time", "%"), "hand": b.T("waiting.hand", "Number", "%"), "back": b.T("waiting.back", "Number", "%"), "again": b.T("waiting.again"),
		"discard": b.T("waiting.discard"), "sure": b.T("waiting.sure"), "refused": b.T("waiting.refused"), "blocked": b.T("waiting.blocked"),
		"others": b.T("waiting.others"), "text": b.T("waiting.text"), "copy": b.T("waiting.copy"), "print": b.T("waiting.print"),
	})
	return string(raw), err
}
