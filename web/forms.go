package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/web/i18n"
)

// Form is what a browser sent, or what a page fills in before. The readers check the shape of a field (its meaning is for the desk)
// and collect every problem, so that the form comes back once with all of them and with everything that was typed.
type Form struct {
	values   url.Values
	problems tournament.Problems
}

// newForm is an empty form for a page to fill.
func newForm() *Form { return &Form{values: url.Values{}} }

// readForm reads the fields of a POST: the body only, never the address.
func readForm(c echo.Context) (*Form, error) {
	r := c.Request()
	err := r.ParseForm() // first: ParseMultipartForm alone would hide its error
	if err == nil && strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		err = r.ParseMultipartForm(bodyLimit)
	}
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		return nil, err
	}
	if err != nil {
		p := tournament.Invalid("form_broken", "", nil)
		p.Err = err
		return nil, p
	}
	f := &Form{values: r.PostForm}
	visitOf(c).op = f.Value("op")
	return f, nil
}

// Set fills a field.
func (f *Form) Set(name, value string) { f.values.Set(name, value) }

// Value is what was typed, unchanged.
func (f *Form) Value(name string) string { return f.values.Get(name) }

// All are the values of a field that may come several times.
func (f *Form) All(name string) []string { return f.values[name] }

// fault notes a problem of a field.
func (f *Form) fault(code, field string, args map[string]any) {
	f.problems = append(f.problems, tournament.Invalid(code, field, args))
}

// refuse notes the problems of an error at their fields. It returns the error itself when the form cannot be mended: our fault, no
// right, or nothing there.
func (f *Form) refuse(err error) error {
	problems := problemsIn(err)
	if len(problems) == 0 || errors.Is(err, tournament.ErrNotFound) || errors.Is(err, tournament.ErrForbidden) {
		return err
	}
	f.problems = append(f.problems, problems...)
	return nil
}

// also notes problems of fields that have none yet.
func (f *Form) also(problems tournament.Problems) {
	wrong := map[string]bool{}
	for _, p := range f.problems {
		wrong[p.Field] = true
	}
	for _, p := range problems {
		if !wrong[p.Field] {
			f.problems = append(f.problems, p)
		}
	}
}

// has reports whether one of the form's problems has the code.
func (f *Form) has(code string) bool {
	return slices.ContainsFunc(f.problems, func(p *tournament.Problem) bool { return p.Code == code })
}

// err is nil when no reader found a problem.
func (f *Form) err() error { return f.problems.OrNil() }

// status is the status of the form's page: 200, or that of its first problem.
func (f *Form) status() int {
	if len(f.problems) == 0 {
		return http.StatusOK
	}
	status, _ := statusOf(f.problems[0])
	return status
}

// text reads a line without blanks at its ends and without control characters; most counts characters. Empty is allowed.
func (f *Form) text(name string, most int) string {
	v := strings.TrimSpace(f.Value(name))
	if utf8.RuneCountInString(v) > most {
		f.fault("field_long", name, map[string]any{"Max": most})
		return ""
	}
	if !utf8.ValidString(v) || strings.ContainsFunc(v, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		f.fault("field_text", name, nil)
		return ""
	}
	return v
}

// required is text that may not be empty.
func (f *Form) required(name string, most int) string {
	v := f.text(name, most)
	if strings.TrimSpace(f.Value(name)) == "" {
		f.fault("field_missing", name, nil)
	}
	return v
}

// number reads a whole number; the minus may be a hyphen, a dash or the real sign. Empty is 0, which must then be within the range.
func (f *Form) number(name string, least, most int) int {
	v := strings.TrimSpace(f.Value(name))
	if v == "" {
		v = "0"
	}
	v = strings.NewReplacer("−", "-", "–", "-").Replace(v)
	n, err := strconv.Atoi(strings.TrimPrefix(v, "+"))
	switch {
	case errors.Is(err, strconv.ErrRange), err == nil && (n < least || n > most):
		f.fault("field_range", name, map[string]any{"Min": least, "Max": most})
		return 0
	case err != nil:
		f.fault("field_number", name, nil)
		return 0
	}
	return n
}

// id reads the id of a hidden field; 0 is never one.
func (f *Form) id(name string) int64 {
	n, err := strconv.ParseInt(f.Value(name), 10, 64)
	if err != nil || n <= 0 {
		f.fault("form_broken", "", nil)
		return 0
	}
	return n
}

// op reads the random key of the form; without it a form sent twice would count twice.
func (f *Form) op() string {
	op := f.Value("op")
	if len(op) < 16 || len(op) > 64 {
		f.fault("op_missing", "", nil)
	}
	return op
}

var amount = regexp.MustCompile(`^(\d{1,7})(?:[.,](\d{1,2}))?$`)

// cents reads an amount of money: "10", "10,5", "10.50 €". Empty is 0.
func (f *Form) cents(name string) tournament.Cents {
	v := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(f.Value(name)), "€"))
	if v == "" {
		return 0
	}
	m := amount.FindStringSubmatch(v)
	if m == nil {
		f.fault("field_money", name, nil)
		return 0
	}
	whole, _ := strconv.Atoi(m[1])
	part, _ := strconv.Atoi((m[2] + "00")[:2])
	return tournament.Cents(whole*100 + part)
}

// setCents fills a field that cents reads: "10", "10,50".
func (f *Form) setCents(name string, c tournament.Cents) {
	v := strconv.Itoa(int(c / 100))
	if c%100 != 0 {
		v += fmt.Sprintf(",%02d", c%100)
	}
	f.Set(name, v)
}

// longYear finds a year of five digits and more, which a browser's field takes without a word.
var longYear = regexp.MustCompile(`^\d{5,}-|\.\d{5,}\b`)

// moment reads day and time of day in a zone, as a browser's field or as typed in Germany. Empty is the zero time.
func (f *Form) moment(name string, zone *time.Location) time.Time {
	v := strings.TrimSpace(f.Value(name))
	if v == "" {
		return time.Time{}
	}
	for _, layout := range []string{"2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02 15:04", "02.01.2006 15:04", "2.1.2006 15:04", "02.01.2006, 15:04"} {
		if t, err := time.ParseInLocation(layout, v, zone); err == nil {
			return t.UTC()
		}
	}
	if longYear.MatchString(v) {
		f.fault("date_range", name, map[string]any{"Min": tournament.MinYear, "Max": tournament.MaxYear})
		return time.Time{}
	}
	f.fault("field_time", name, nil)
	return time.Time{}
}

// setMoment fills a field that moment reads.
func (f *Form) setMoment(name string, t time.Time, zone *time.Location) {
	if !t.IsZero() {
		f.Set(name, t.In(zone).Format("2006-01-02T15:04"))
	}
}

// choice reads one of the allowed values.
func (f *Form) choice(name string, allowed ...string) string {
	v := f.Value(name)
	if !slices.Contains(allowed, v) {
		f.fault("field_choice", name, nil)
		return ""
	}
	return v
}

// on reads a box that may be ticked.
func (f *Form) on(name string) bool { return f.Value(name) != "" }

// fieldProblem is a problem as a form shows it: in the list at the top, linked to its field, and beside the field.
type fieldProblem struct {
	Field, Text, Hint string
	Named             bool // the text has a name in it, which a translator leaves alone
	Conflict          bool // somebody was faster: nothing typed here is wrong
}

// Faults are the form's problems in the reader's language.
func (b Base) Faults() []fieldProblem {
	if b.Form == nil {
		return nil
	}
	var list []fieldProblem
	for _, p := range b.Form.problems {
		text, hint := pageText(b.Printer, p)
		list = append(list, fieldProblem{Field: p.Field, Text: text, Hint: hint, Named: named(p), Conflict: errors.Is(p, tournament.ErrConflict)})
	}
	return list
}

// named reports whether the sentence of a problem has somebody's name in it.
func named(p *tournament.Problem) bool {
	return slices.ContainsFunc([]string{"Name", "Names", "Out", "By"}, func(key string) bool { return p.Args[key] != nil })
}

// Input is one field of a form with its label, value and problem, for the partial "field".
type Input struct {
	Name, Label, Value, Fault, Help       string
	Type, InputMode, Autocomplete, Accept string
	Max                                   int // characters; 0 = no limit
	Required, Autofocus                   bool
	Names                                 bool     // the choices are names, which a translator leaves alone
	Options                               []Option // with them the field is a choice
}

// Option is one value of a choice.
type Option struct {
	Value, Text string
	Chosen      bool
}

// Input makes the field of the page's form; label is a key. In templates: {{template "field" ((.Input "name" "entry.name").Need)}}.
func (b Base) Input(name, label string) Input {
	in := Input{Name: name, Label: b.T(label), Type: "text"}
	if b.Form == nil {
		return in
	}
	in.Value = b.Form.Value(name)
	for _, p := range b.Form.problems {
		if p.Field == name {
			in.Fault, _ = pageText(b.Printer, p)
			break
		}
	}
	return in
}

// Described are the ids of what explains the field to a screen reader.
func (in Input) Described() string {
	var ids []string
	if in.Help != "" {
		ids = append(ids, "h-"+in.Name)
	}
	if in.Fault != "" {
		ids = append(ids, "p-"+in.Name)
	}
	return strings.Join(ids, " ")
}

// shown is the value as a reader sees it: of a choice its text.
func (in Input) shown() string {
	for _, o := range in.Options {
		if o.Chosen {
			return o.Text
		}
	}
	return in.Value
}

// As sets the input's type: password, datetime-local, file, hidden.
func (in Input) As(kind string) Input { in.Type = kind; return in }

// Mode sets the keyboard of phones: numeric, decimal.
func (in Input) Mode(mode string) Input { in.InputMode = mode; return in }

// Fill sets what the browser may fill in: off, username, current-password, new-password.
func (in Input) Fill(with string) Input { in.Autocomplete = with; return in }

// Upto limits the characters.
func (in Input) Upto(most int) Input { in.Max = most; return in }

// Need marks a field that may not be empty.
func (in Input) Need() Input { in.Required = true; return in }

// Focus puts the cursor there.
func (in Input) Focus() Input { in.Autofocus = true; return in }

// Explain adds a sentence below the label.
func (in Input) Explain(text string) Input { in.Help = text; return in }

// Named is From for a choice among names, which a translator leaves alone.
func (in Input) Named(options []Option) Input {
	in.Names = true
	return in.From(options)
}

// From offers the options; the one with the field's value is chosen.
func (in Input) From(options []Option) Input {
	in.Options = slices.Clone(options)
	for i := range in.Options {
		in.Options[i].Chosen = in.Options[i].Value == in.Value
	}
	return in
}

// options makes the choices of a field from texts "<prefix><value>".
func options(p *i18n.Printer, prefix string, values ...string) []Option {
	list := make([]Option, len(values))
	for i, v := range values {
		list[i] = Option{Value: v, Text: p.T(prefix + v)}
	}
	return list
}
