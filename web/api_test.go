package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"doko/tournament"
	"doko/tournament/desk"
)

// script calls the API of an evening with a token and holds each answer against the description.
type script struct {
	t    testing.TB
	b    *browser
	desc *description
}

func (e *evening) script(token string, desc *description) *script {
	e.t.Helper()
	b := newBrowser(e.t, e.ts)
	if token != "" {
		b.header.Set("Authorization", "Bearer "+token)
	}
	return &script{e.t, b, desc}
}

// token is a bearer token of the director.
func (e *evening) token() string {
	e.t.Helper()
	token, err := e.d.NewToken(e.ctx(), e.by, "anna")
	e.must(err)
	return token
}

// call sends a body, "" for none, and wants the status.
func (s *script) call(method, path, body string, status int) answer {
	s.t.Helper()
	a := s.b.send(method, "/api/v1"+path, strings.NewReader(body), "application/json")
	if a.status != status {
		s.t.Fatalf("%s %s: status %d, want %d\n%s", method, path, a.status, status, a.body)
	}
	s.desc.answered(method, path, a.status, a.header.Get("Content-Type"), a.body)
	return a
}

// is fails unless the body is exactly so.
func (a answer) is(want string) {
	a.t.Helper()
	if got := strings.TrimSpace(a.body); got != want {
		a.t.Errorf("%s answered\n%s\nwant\n%s", a.url, got, want)
	}
}

// field reads one value of a JSON answer.
func (a answer) field(name string) any {
	a.t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(a.body), &v); err != nil {
		a.t.Fatal(err)
	}
	return v[name]
}

const firstHand = `{"op":"op-of-hand-1","number":1,"base":0,"hand":{"contract":"normal","re":[1,3],"re_augen_between":[151,180]}}`

const firstStored = `"winner":"re","value":2,"points":[2,-2,2,-2],"items":[{"party":"re","kind":"won","points":1},{"party":"re","kind":"under_90","points":1}],` +
	`"hand":{"contract":"normal","solo_kind":null,"re":[1,3],"sitting_out":null,"clarified_in":null,"re_augen_between":[151,180],"no_trick":null,` +
	`"calls":{"re":[],"kontra":[]},"specials":[],"bock":0}}`

// The answers of CONTRACTS 7 to hands: 201 with STORED, 200 for a repeat, 409 with what is stored, 422 with codes and fields.
func TestHandsOfAPI(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	s := e.script(e.key(table), readDescription(t))
	path := fmt.Sprintf("/tables/%d/hands", table.Table.ID)
	want := `{"number":1,"revision":1,` + firstStored
	s.call("POST", path, firstHand, 201).is(want)
	s.call("POST", path, firstHand, 200).is(want)

	other := s.call("POST", path, strings.Replace(firstHand, "op-of-hand-1", "op-of-another", 1), 409)
	if other.field("code") != "conflict" || !strings.Contains(other.body, `"stored":`+want) {
		t.Errorf("conflict: %s", other.body)
	}
	reused := s.call("POST", path, strings.Replace(firstHand, "[151,180]", "[121,150]", 1), 409)
	if reused.field("code") != "op_reused" || reused.field("stored") != nil {
		t.Errorf("op_reused: %s", reused.body)
	}
	wrong := []struct{ name, body, code, field string }{
		{"Augen", `{"op":"w1","hand":{"contract":"normal","re":[1,2],"re_augen":241}}`, "augen_range", "hand.re_augen"},
		{"not a number", `{"op":"w2","hand":{"contract":"normal","re":[1,2],"re_augen":"120"}}`, "augen_range", "hand.re_augen"},
		{"no Augen", `{"op":"w3","hand":{"contract":"normal","re":[1,2]}}`, "missing_field", "hand.re_augen"},
		{"a fox too many", `{"op":"w4","hand":{"contract":"normal","re":[1,2],"re_augen":130,"specials":[{"kind":"fuchs","party":"re","count":3}]}}`, "too_many_foxes", "hand.specials"},
		{"unknown field of the hand", `{"op":"w5","hand":{"contract":"normal","re":[1,2],"re_augen":130,"x":1}}`, "unknown_field", "hand.x"},
		{"unknown field", `{"op":"w6","numbr":1}`, "field_unknown", "numbr"},
		{"no row", `{"op":"w7","number":2}`, "missing_field", "hand"},
		{"number", `{"op":"w8","number":25,"hand":{"contract":"normal","re":[1,2],"re_augen":130}}`, "number_range", "number"},
		{"a hand left out", `{"op":"w9","number":4,"hand":{"contract":"normal","re":[1,2],"re_augen":130}}`, "number_gap", "number"},
		{"no reason", `{"op":"w10","number":1,"base":1,"hand":{"contract":"normal","re":[1,2],"re_augen":130}}`, "reason_missing", "reason"},
		{"no op", `{"hand":{"contract":"normal","re":[1,2],"re_augen":130}}`, "op_needed", "op"},
		{"points do not fit the table", `{"op":"w11","points":[1,1,-2]}`, "points_count", "points"},
		{"a wrong type", `{"op":"w12","number":"2"}`, "field_type", "number"},
		{"number 0", `{"op":"w15","number":0,"hand":{"contract":"normal","re":[1,2],"re_augen":130}}`, "number_range", "number"},
		{"a zero byte in the op", `{"op":"w16\u0000","number":1,"hand":{"contract":"normal","re":[1,2],"re_augen":130}}`, "op_needed", "op"},
	}
	for _, tt := range wrong {
		a := s.call("POST", path, tt.body, 422)
		if a.field("code") != tt.code || a.field("field") != tt.field || a.field("message") == "" {
			t.Errorf("%s: %s, want %s at %s", tt.name, a.body, tt.code, tt.field)
		}
	}
	several := s.call("POST", path, `{"op":"w13","hand":{"contract":"normal","re":[1],"re_augen":241}}`, 422)
	if several.field("code") != "problems" || !strings.Contains(several.body, `"pointer":"hand.re"`) {
		t.Errorf("two problems: %s", several.body)
	}
	s.call("POST", path, `{"op":"w14"`, 422)

	s.call("POST", path, `{"op":"c1","number":1,"base":1,"reason":"vertippt","hand":{"contract":"normal","re":[1,3],"re_augen":121}}`, 201)
	void := s.call("POST", path, `{"op":"c2","number":1,"base":2,"void":true,"reason":"falsches Spiel"}`, 201)
	if void.field("revision") != 3.0 {
		t.Errorf("void: %s", void.body)
	}
	s.call("POST", path, `{"op":"p1","points":[3,3,-3,-3]}`, 201).
		is(`{"number":1,"revision":4,"winner":null,"value":null,"points":[3,3,-3,-3],"items":[],"hand":null}`)
	s.call("POST", path, `{"op":"p2","winners":[1,3],"value":3}`, 201).
		is(`{"number":2,"revision":1,"winner":null,"value":null,"points":[3,-3,3,-3],"items":[],"hand":null}`)
}

// KNOWN_PAINS 36: the reply is lost and the hand is sent again, five times at once.
func TestLostReply(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	key, path := e.key(table), fmt.Sprintf("/api/v1/tables/%d/hands", table.Table.ID)
	first := e.script(key, readDescription(t)).call("POST", fmt.Sprintf("/tables/%d/hands", table.Table.ID), firstHand, 201)
	var wg sync.WaitGroup
	answers := make([]answer, 5)
	for i := range answers {
		b := newBrowser(t, e.ts)
		b.header.Set("Authorization", "Bearer "+key)
		wg.Go(func() { answers[i] = b.send("POST", path, strings.NewReader(firstHand), "application/json") })
	}
	wg.Wait()
	for _, a := range answers {
		if a.status != 200 || a.body != first.body {
			t.Errorf("status %d: %s", a.status, a.body)
		}
	}
	if n := len(e.view(table).Rows); n != 1 {
		t.Errorf("%d rows", n)
	}
}

func TestRightsOfAPI(t *testing.T) {
	e := newEvening(t, nil)
	desc := readDescription(t)
	four, five := e.table(4), e.table(5)
	key := e.key(four)
	nobody, unknown, keeper := e.script("", desc), e.script("wrong", desc), e.script(key, desc)
	own, other := fmt.Sprintf("/tables/%d", four.Table.ID), fmt.Sprintf("/tables/%d", five.Table.ID)
	for _, who := range []*script{nobody, unknown} {
		a := who.call("GET", own, "", 401)
		if a.header.Get("WWW-Authenticate") == "" {
			t.Error("401 without a challenge")
		}
		who.call("POST", own+"/hands", firstHand, 401)
		who.call("GET", fmt.Sprintf("/tournaments/%d/standings", e.cup.ID), "", 401)
	}
	keeper.call("GET", own, "", 200)
	keeper.call("GET", other, "", 403)
	keeper.call("POST", other+"/hands", firstHand, 403)
	keeper.call("POST", other+"/submit", `{"op":"x1","version":1}`, 403)
	keeper.call("GET", own+"/key", "", 403)
	keeper.call("POST", own+"/unlock", `{"op":"x2","version":1,"reason":"x"}`, 403)
	keeper.call("POST", fmt.Sprintf("/tournaments/%d/entries", e.cup.ID), `{"op":"x3","name":"A"}`, 403)
	keeper.call("POST", fmt.Sprintf("/tournaments/%d/rounds/1/draw", e.cup.ID), `{"op":"x4"}`, 403)
	e.script(e.token(), desc).call("GET", "/tables/99999", "", 404)
	e.must(e.d.RevokeKey(e.ctx(), e.by, four.Table.ID))
	keeper.call("POST", own+"/hands", firstHand, 401)
	if n := len(e.view(four).Rows) + len(e.view(five).Rows); n != 0 {
		t.Errorf("%d rows stored", n)
	}
}

// A whole tournament by scripts. At its end every route has answered and every field that is described was there.
func TestWholeAPI(t *testing.T) {
	e := newEvening(t, nil)
	desc := readDescription(t)
	s := e.script(e.token(), desc)
	s.call("GET", "/openapi.json", "", 200)
	cup := s.call("POST", "/tournaments", `{"op":"t1","name":"Cup","starts_at":"2026-11-29T19:00:00+01:00","rules":{"preset":"ddv"},"rounds_planned":1,"hands_per_round":4,"compulsory_solos":0,"public":true,"standings":"live"}`, 201)
	id := fmt.Sprintf("/tournaments/%v", cup.field("id"))
	if cup.field("starts_at") != "2026-11-29T19:00:00+01:00" || cup.field("hands_at_five") != 5.0 || cup.field("time_zone") != "Europe/Berlin" {
		t.Errorf("the tournament: %s", cup.body)
	}
	s.call("POST", "/tournaments", `{"op":"t2","name":"","starts_at":"morgen"}`, 422)
	s.call("GET", "/tournaments", "", 200)
	s.call("GET", id, "", 200)
	var entries []answer
	for i, name := range eveningNames[:5] {
		entries = append(entries, s.call("POST", id+"/entries", fmt.Sprintf(`{"op":"e%d","name":%q,"club":"Club","present":true}`, i, name), 201))
	}
	s.call("POST", id+"/entries", fmt.Sprintf(`{"op":"e9","name":%q}`, eveningNames[0]), 409)
	first := fmt.Sprintf("/entries/%v", entries[0].field("id"))
	s.call("POST", first+"/status", `{"op":"s1","version":99,"status":"registered"}`, 409)
	back := s.call("POST", first+"/status", fmt.Sprintf(`{"op":"s2","version":%v,"status":"registered"}`, entries[0].field("version")), 200)
	here := s.call("POST", first+"/status", fmt.Sprintf(`{"op":"s3","version":%v,"status":"present"}`, back.field("version")), 200)
	s.call("POST", first+"/fee", fmt.Sprintf(`{"op":"f1","version":%v,"paid_cents":0}`, here.field("version")), 200)
	s.call("GET", id+"/entries", "", 200)

	seating := s.call("POST", id+"/rounds/1/draw", `{"op":"d1","seed":"x"}`, 201)
	s.call("POST", id+"/rounds/1/reset", fmt.Sprintf(`{"op":"d2","version":%v,"reason":"neu"}`, roundVersion(s, id)), 204)
	seating = s.call("POST", id+"/rounds/1/draw", `{"op":"d3","seed":"y"}`, 201)
	s.call("POST", id+"/rounds/1/release", fmt.Sprintf(`{"op":"r1","version":%v}`, roundVersion(s, id)), 200)
	s.call("POST", id+"/rounds/1/start", fmt.Sprintf(`{"op":"r2","version":%v}`, roundVersion(s, id)), 200)
	if again := s.call("GET", id+"/rounds/1/seating", "", 200); again.body != seating.body {
		t.Errorf("seating\n%s\n%s", seating.body, again.body)
	}
	table := fmt.Sprintf("/tables/%v", seating.field("tables").([]any)[0].(map[string]any)["id"])
	s.call("GET", table+"/key", "", 200)
	s.call("POST", table+"/key/revoke", "", 204)
	s.playTable(table)
	s.call("POST", id+"/rounds/1/close", fmt.Sprintf(`{"op":"r3","version":%v}`, roundVersion(s, id)), 200)
	s.call("POST", table+"/totals", `{"op":"late","totals":[0,0,0,0,0]}`, 409)
	s.call("POST", id+"/rounds/1/reopen", fmt.Sprintf(`{"op":"r4","version":%v,"reason":"Nachtrag"}`, roundVersion(s, id)), 200)
	penalty := s.call("POST", first+"/penalties", `{"op":"y1","round":1,"points":-3,"reason":"zu spät"}`, 201)
	s.call("GET", id+"/penalties", "", 200)
	s.call("POST", fmt.Sprintf("/penalties/%v/cancel", penalty.field("id")), `{"op":"y2","reason":"doch nicht"}`, 204)
	s.call("POST", id+"/rounds/1/close", fmt.Sprintf(`{"op":"r5","version":%v}`, roundVersion(s, id)), 200)

	standings := s.call("GET", id+"/standings", "", 200)
	s.b.header.Set("If-None-Match", standings.header.Get("ETag"))
	s.call("GET", id+"/standings", "", 304)
	s.b.header.Del("If-None-Match")
	s.call("GET", id+"/standings?after_round=1", "", 200)
	s.call("POST", id+"/publish", `{"op":"z1","after_round":1}`, 201)
	now := s.call("GET", id, "", 200)
	s.call("POST", id+"/phase", fmt.Sprintf(`{"op":"z2","version":%v,"to":"finished"}`, now.field("version")), 200)
	s.hint(id)
	s.warned(e)
	s.secondKey(e)
	s.substitute(e)
	s.people(e)
	desc.complete()
}

// roundVersion is the version of the first round.
func roundVersion(s *script, tournamentPath string) any {
	s.t.Helper()
	rounds := s.call("GET", tournamentPath+"/rounds", "", 200).field("rounds").([]any)
	return rounds[0].(map[string]any)["version"]
}

// offence punishes who revoked in the last hand at a table of five, which is dealt again; taken back, nothing of it is left.
func (s *script) offence(table string) {
	s.t.Helper()
	s.call("POST", table+"/offences", `{"op":"o1","hand":5,"offender":5,"offence":"major","reason":"Karte gezeigt"}`, 422)
	given := s.call("POST", table+"/offences", `{"op":"o2","hand":5,"offender":2,"offence":"major","soloist":null,"denials":1,"reason":"Karte gezeigt"}`, 201)
	if given.field("points") != -15.0 || given.field("offence") != "major:1" || given.field("redealt") != true || len(given.field("credits").([]any)) != 3 {
		s.t.Errorf("given %s", given.body)
	}
	penalty := fmt.Sprintf("/penalties/%v", given.field("id"))
	s.call("POST", penalty+"/restore", `{"op":"o3","reason":"doch nicht"}`, 409)
	s.call("POST", penalty+"/cancel", `{"op":"o4","reason":"doch nicht"}`, 204)
	s.call("POST", penalty+"/restore", `{"op":"o5","reason":"doch nicht"}`, 204)
}

// playTable keeps the list of a table of five with five hands, once as totals, once hand by hand.
func (s *script) playTable(table string) {
	s.t.Helper()
	s.call("POST", table+"/preview", `{"hand":{"contract":"solo_damen","re":[2],"re_augen":130,"specials":[{"kind":"fuchs","party":"re","count":1}]}}`, 200)
	s.call("POST", table+"/preview", `{"number":1,"hand":{"contract":"normal","re":[1,2],"re_augen":241}}`, 422)
	s.call("POST", table+"/totals", `{"op":"a1","totals":[4,-1,-1,-1,-1],"solos":[0,0,0,0,0]}`, 200)
	s.call("GET", table, "", 200)
	s.call("POST", table+"/totals", `{"op":"a2","base":1,"totals":[4,-1],"reason":"x"}`, 422)
	s.call("POST", table+"/totals", `{"op":"a3","totals":[1,-1,0,0,0]}`, 409)
	s.call("POST", table+"/totals", `{"op":"a4","base":1,"void":true,"reason":"einzeln"}`, 200)
	for hand, re := range [][2]int{{2, 3}, {1, 3}, {1, 2}, {1, 2}, {1, 2}} {
		body := fmt.Sprintf(`{"op":"h%d","number":%d,"hand":{"contract":"normal","re":[%d,%d],"re_augen_between":[121,150]}}`, hand, hand+1, re[0], re[1])
		s.call("POST", table+"/hands", body, 201)
	}
	s.offence(table)
	full := s.call("GET", table, "", 200)
	if full.field("next") != nil || full.field("state") != "open" {
		s.t.Errorf("a full table: %s", full.body)
	}
	s.call("POST", table+"/submit", `{"op":"b1","version":0}`, 409)
	sent := s.call("POST", table+"/submit", fmt.Sprintf(`{"op":"b2","version":%v}`, full.field("version")), 200)
	done := s.call("POST", table+"/confirm", fmt.Sprintf(`{"op":"b3","version":%v}`, sent.field("version")), 200)
	locked := s.call("POST", table+"/hands", `{"op":"h9","number":1,"base":1,"reason":"x","hand":{"contract":"normal","re":[2,3],"re_augen":121}}`, 409)
	if locked.field("code") != "sheet_confirmed" {
		s.t.Errorf("locked: %s", locked.body)
	}
	open := s.call("POST", table+"/unlock", fmt.Sprintf(`{"op":"b4","version":%v,"reason":"prüfen"}`, done.field("version")), 200)
	s.call("POST", table+"/confirm", fmt.Sprintf(`{"op":"b5","version":%v}`, open.field("version")), 200)
}

// hint reads the first event of a tournament.
func (s *script) hint(path string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), 10*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.b.origin+"/api/v1"+path+"/events", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header = s.b.header.Clone()
	res, err := s.b.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	line, err := bufio.NewReader(res.Body).ReadString('\n')
	if err != nil {
		s.t.Fatal(err)
	}
	s.desc.answered("GET", path+"/events", res.StatusCode, res.Header.Get("Content-Type"), line)
}

// warned makes the table of four of an evening say what fields only some answers have: a hint with a problem, a warning with all its
// fields, a substitute.
func (s *script) warned(e *evening) {
	s.t.Helper()
	table := e.table(4)
	path := fmt.Sprintf("/tables/%d", table.Table.ID)
	s.call("POST", path+"/totals", `{"op":"v1","totals":[3,0,0,0],"solos":[1,1,1,0]}`, 200)
	faulty := s.call("GET", path, "", 200)
	s.call("POST", path+"/confirm", fmt.Sprintf(`{"op":"v2","version":%v}`, faulty.field("version")), 422)
	s.call("POST", path+"/confirm", fmt.Sprintf(`{"op":"v3","version":%v,"reason":"Zettel weg"}`, faulty.field("version")), 200)
	s.call("GET", fmt.Sprintf("/tournaments/%d/standings", e.cup.ID), "", 200)
}

// secondKey asks for the key that confirms, of a tournament where two confirm.
func (s *script) secondKey(e *evening) {
	s.t.Helper()
	s.call("GET", fmt.Sprintf("/tables/%d/second-key", e.table(4).Table.ID), "", 404)
	two := newEvening(s.t, func(in *desk.Settings) { in.Format.Confirm = tournament.ConfirmTwo })
	other := two.script(two.token(), s.desc)
	other.call("GET", fmt.Sprintf("/tables/%d/second-key", two.table(4).Table.ID), "", 200)
}

// substitute lets a tenth player take over a seat of the table of five, and gives it back.
func (s *script) substitute(e *evening) {
	s.t.Helper()
	tenth := s.call("POST", fmt.Sprintf("/tournaments/%d/entries", e.cup.ID), `{"op":"q1","name":"Ersatz Mann","present":true}`, 201)
	table := e.table(5)
	path := fmt.Sprintf("/tables/%d", table.Table.ID)
	body := `{"op":"q%d","version":%v,"position":2,"entry":%v,"from_hand":3,"reason":"krank"}`
	s.call("POST", path+"/substitutes", fmt.Sprintf(body, 2, 1<<20, tenth.field("id")), 409)
	s.call("POST", path+"/substitutes", fmt.Sprintf(strings.Replace(body, "krank", "", 1), 3, e.view(table).Table.Version, tenth.field("id")), 422)
	s.call("POST", path+"/substitutes", fmt.Sprintf(body, 4, e.view(table).Table.Version, tenth.field("id")), 200)
	s.call("GET", path, "", 200)
	s.call("POST", path+"/substitutes", fmt.Sprintf(`{"op":"q5","version":%v,"position":2,"reason":"wieder da"}`, e.view(table).Table.Version), 200)
}

// complete fails for every route that was not seen to answer, and every field of an answer that no answer had.
func (d *description) complete() {
	d.t.Helper()
	for path, ops := range d.paths {
		for method := range ops {
			if !d.seen[strings.ToUpper(method)+" "+path] {
				d.t.Errorf("%s %s was not called", method, path)
			}
		}
	}
	rare := map[string]bool{"Problem.stored": true} // see TestHandsOfAPI
	asked := map[string]bool{}
	for _, ops := range d.paths {
		for _, op := range ops {
			if op.RequestBody != nil {
				d.refs(op.RequestBody.Content["application/json"].Schema, asked)
			}
		}
	}
	for name, s := range d.named {
		for property := range s.Properties {
			if key := name + "." + property; !d.seen[key] && !asked[name] && !rare[key] {
				d.t.Errorf("no answer had %s", key)
			}
		}
	}
}

// refs collects the schemas that requests use.
func (d *description) refs(s schema, into map[string]bool) {
	if name := strings.TrimPrefix(s.Ref, "#/components/schemas/"); name != "" && !into[name] {
		into[name] = true
		d.refs(*d.named[name], into)
	}
	for _, p := range s.Properties {
		d.refs(*p, into)
	}
}
