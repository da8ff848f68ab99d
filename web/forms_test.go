package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"doko/tournament"
)

// codes are the problem codes of a form, with their fields.
func codes(f *Form) string {
	var list []string
	for _, p := range f.problems {
		list = append(list, p.Field+" "+p.Code)
	}
	return strings.Join(list, ", ")
}

func TestFormReaders(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, typed string
		read        func(f *Form) any
		want        any
		problems    string
	}{
		{"text", "  Zoë Öztürk ", func(f *Form) any { return f.text("x", 80) }, "Zoë Öztürk", ""},
		{"text at the limit", strings.Repeat("ß", 80), func(f *Form) any { return f.text("x", 80) }, strings.Repeat("ß", 80), ""},
		{"text too long", strings.Repeat("ß", 81), func(f *Form) any { return f.text("x", 80) }, "", "x field_long"},
		{"two lines", "Zoë\nÄnne", func(f *Form) any { return f.text("x", 80) }, "", "x field_text"},
		{"broken bytes", "Zo\xeb", func(f *Form) any { return f.text("x", 80) }, "", "x field_text"},
		{"right to left and emoji", "שלום 🃏", func(f *Form) any { return f.text("x", 80) }, "שלום 🃏", ""},
		{"missing", "   ", func(f *Form) any { return f.required("x", 80) }, "", "x field_missing"},
		{"number", " 240 ", func(f *Form) any { return f.number("x", 0, 240) }, 240, ""},
		{"negative", "-3", func(f *Form) any { return f.number("x", -9, 0) }, -3, ""},
		{"negative as shown", "−3", func(f *Form) any { return f.number("x", -9, 0) }, -3, ""},
		{"with plus", "+12", func(f *Form) any { return f.number("x", -99, 99) }, 12, ""},
		{"empty is zero", "", func(f *Form) any { return f.number("x", 0, 5) }, 0, ""},
		{"too much", "241", func(f *Form) any { return f.number("x", 0, 240) }, 0, "x field_range"},
		{"far too much", "99999999999999999999", func(f *Form) any { return f.number("x", 0, 240) }, 0, "x field_range"},
		{"no number", "zwölf", func(f *Form) any { return f.number("x", 0, 240) }, 0, "x field_number"},
		{"half", "1,5", func(f *Form) any { return f.number("x", 0, 240) }, 0, "x field_number"},
		{"ten euro", "10", func(f *Form) any { return f.cents("x") }, tournament.Cents(1000), ""},
		{"comma", "10,50", func(f *Form) any { return f.cents("x") }, tournament.Cents(1050), ""},
		{"one digit", "10,5 €", func(f *Form) any { return f.cents("x") }, tournament.Cents(1050), ""},
		{"point", "0.05", func(f *Form) any { return f.cents("x") }, tournament.Cents(5), ""},
		{"no fee", "", func(f *Form) any { return f.cents("x") }, tournament.Cents(0), ""},
		{"zehn", "zehn", func(f *Form) any { return f.cents("x") }, tournament.Cents(0), "x field_money"},
		{"owed", "-5", func(f *Form) any { return f.cents("x") }, tournament.Cents(0), "x field_money"},
		{"time of a browser", "2026-06-06T19:00", func(f *Form) any { return f.moment("x", berlin).Format(time.RFC3339) }, "2026-06-06T17:00:00Z", ""},
		{"time as typed", "6.6.2026 19:00", func(f *Form) any { return f.moment("x", berlin).Format(time.RFC3339) }, "2026-06-06T17:00:00Z", ""},
		{"no time", "", func(f *Form) any { return f.moment("x", berlin).IsZero() }, true, ""},
		{"morgen", "morgen", func(f *Form) any { return f.moment("x", berlin).IsZero() }, true, "x field_time"},
		{"choice", "one", func(f *Form) any { return f.choice("x", "one", "two") }, "one", ""},
		{"no choice", "three", func(f *Form) any { return f.choice("x", "one", "two") }, "", "x field_choice"},
		{"id", "7", func(f *Form) any { return f.id("x") }, int64(7), ""},
		{"id zero", "0", func(f *Form) any { return f.id("x") }, int64(0), " form_broken"},
		{"ticked", "1", func(f *Form) any { return f.on("x") }, true, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newForm()
			f.Set("x", tt.typed)
			if got := tt.read(f); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
			if got := codes(f); got != tt.problems {
				t.Errorf("problems %q, want %q", got, tt.problems)
			}
			if f.Value("x") != tt.typed {
				t.Error("what was typed is lost")
			}
		})
	}
}

func TestFormMoment(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	f := newForm()
	f.setMoment("x", time.Date(2026, 6, 6, 17, 0, 0, 0, time.UTC), berlin)
	if got := f.Value("x"); got != "2026-06-06T19:00" {
		t.Errorf("shown as %s", got)
	}
	if got := f.moment("x", berlin); got.Hour() != 17 {
		t.Errorf("read back as %v", got)
	}
}

// A form with mistakes comes back once, with all of them at their fields and with everything that was typed.
func TestFormComesBack(t *testing.T) {
	s, _ := bareServer(t)
	s.page(public, http.MethodPost, "/sign-in", s.signInPost)
	s.page(public, http.MethodGet, "/sign-in", s.signInForm)
	b := newBrowser(t, startServer(t, s))
	long := strings.Repeat("Ä", 300)
	d := b.get("/sign-in?next=/t/x").ok(200).submit("form.narrow", map[string]string{"name": long, "password": ""}).ok(422).doc()
	if got := d.attr("#f-name", "value"); got != long {
		t.Errorf("the name is %q now", got)
	}
	if d.attr("#f-name", "aria-invalid") != "true" || d.attr("#f-name", "aria-describedby") != "p-name" {
		t.Error("the field is not marked")
	}
	d.want("#p-name", "Höchstens 120 Zeichen")
	d.want("#p-password", "Bitte ausfüllen")
	d.want(".faults p", "Bitte 2 Angaben ändern")
	if links := len(d.all(`.faults a[href="#f-name"], .faults a[href="#f-password"]`)); links != 2 {
		t.Errorf("%d links to fields", links)
	}
	if got := d.attr("input[name=next]", "value"); got != "/t/x" {
		t.Errorf("next is %q now", got)
	}
}

func TestFormReadsTheBodyOnly(t *testing.T) {
	s, _ := bareServer(t)
	var got []string
	s.page(public, http.MethodPost, "/x/:name", func(c echo.Context) error {
		f, err := readForm(c)
		if err != nil {
			return err
		}
		got = []string{f.Value("name"), f.op(), codes(f)}
		return c.NoContent(http.StatusNoContent)
	})
	b := newBrowser(t, startServer(t, s))
	b.post("/x/path?name=query&op=0123456789abcdef", url.Values{"other": {"1"}}).ok(204)
	if want := []string{"", "", " op_missing"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	b.post("/x/path?name=query", url.Values{"name": {"body"}, "op": {"0123456789abcdef"}}).ok(204)
	if want := []string{"body", "0123456789abcdef", ""}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDecodeJSON(t *testing.T) {
	s, _ := bareServer(t)
	s.api(public, http.MethodPost, "/x", func(c echo.Context) error {
		var in struct {
			Op     string `json:"op"`
			Number int    `json:"number"`
		}
		if err := decodeJSON(c, &in); err != nil {
			return err
		}
		return answerJSON(c, http.StatusCreated, in)
	})
	b := newBrowser(t, startServer(t, s))
	b.header.Set("Authorization", "Bearer seven")
	tests := []struct {
		name, body string
		status     int
		part       string
	}{
		{"right", `{"op":"a<b","number":7}`, 201, `{"op":"a<b","number":7}`},
		{"unknown field", `{"op":"a","points":7}`, 422, `"code":"field_unknown","field":"points"`},
		{"wrong kind", `{"number":"7"}`, 422, `"code":"field_type","field":"number"`},
		{"broken", `{"number":`, 422, `"code":"json_broken"`},
		{"empty", ``, 422, `"code":"json_broken"`},
		{"two values", `{} {}`, 422, `"code":"json_broken"`},
		{"too large", `{"op":"` + strings.Repeat("a", bodyLimit) + `"}`, 413, `"code":"too_large"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := b.send(http.MethodPost, "/api/v1/x", strings.NewReader(tt.body), "application/json").ok(tt.status)
			if !strings.Contains(a.body, tt.part) {
				t.Errorf("got %s, want %s", a.body, tt.part)
			}
		})
	}
}

func TestLocalAddress(t *testing.T) {
	for typed, want := range map[string]string{
		"/t/x?round=2": "/t/x?round=2", "": "/", "//evil.example": "/", `/\evil.example`: "/", "https://evil.example": "/", "/a\r\nX: y": "/",
	} {
		if got := localAddress(typed); got != want {
			t.Errorf("%q leads to %q, want %q", typed, got, want)
		}
	}
}

func TestSignInLimiter(t *testing.T) {
	l, now := newSignInLimiter(), time.Unix(1000, 0)
	tries := func(n int, name, address string) int {
		allowed := 0
		for range n {
			if l.allow(now, name, address) {
				allowed++
			}
		}
		return allowed
	}
	if got := tries(20, "Jörg", "10.0.0.1"); got != attemptsByName {
		t.Errorf("%d attempts for one name, want %d", got, attemptsByName)
	}
	if got := tries(1, "JOERG", "10.0.0.2"); got != 0 {
		t.Error("another spelling and another address got an attempt")
	}
	now = now.Add(attemptEvery)
	if got := tries(5, "Jörg", "10.0.0.3"); got != 1 {
		t.Errorf("%d attempts after the wait, want 1", got)
	}
	allowed := 0
	for i := range 100 {
		allowed += tries(1, strings.Repeat("x", i+1), "10.0.0.9")
	}
	if allowed != attemptsByAddress {
		t.Errorf("%d attempts from one address, want %d", allowed, attemptsByAddress)
	}
	for i := range 2 * bucketsKept {
		now = now.Add(time.Second)
		l.allow(now, strings.Repeat("y", i%500), time.Duration(i).String())
	}
	if len(l.buckets) > bucketsKept {
		t.Errorf("%d buckets are kept", len(l.buckets))
	}
}
