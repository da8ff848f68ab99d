package i18n

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

const (
	minus     = "\u2212" // as wide as a plus, unlike the hyphen
	noBreak   = "\u00a0"
	groupFrom = 10_000 // "1234" stays, "12.345" is grouped
)

// whole gives the value of any integer, also of a named integer type.
func whole(v any) (int64, bool) {
	rv := reflect.ValueOf(v)
	switch {
	case !rv.IsValid():
		return 0, false
	case rv.CanInt():
		if _, ok := v.(fmt.Stringer); ok {
			return 0, false // it knows itself how it is written
		}
		return rv.Int(), true
	case rv.CanUint():
		return int64(rv.Uint()), true
	}
	return 0, false
}

// Int writes a whole number: "1234", "12.345", "−3".
func (p *Printer) Int(n int64) string {
	if n < 0 {
		return minus + p.digits(uint64(-(n+1))+1)
	}
	return p.digits(uint64(n))
}

// Points writes list points with their sign: "+12", "−3", "0".
func (p *Printer) Points(n int) string {
	if n > 0 {
		return "+" + p.Int(int64(n))
	}
	return p.Int(int64(n))
}

func (p *Printer) digits(n uint64) string {
	s := strconv.FormatUint(n, 10)
	if n < groupFrom {
		return s
	}
	sep := "."
	if p.lang == English {
		sep = ","
	}
	var b strings.Builder
	for i, c := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteString(sep)
		}
		b.WriteRune(c)
	}
	return b.String()
}

// Money writes an amount in cents with its ISO 4217 currency: "10,00 €", "€10.00". Unknown currencies keep their code.
func (p *Printer) Money(cents int64, currency string) string {
	sign, abs := "", uint64(cents)
	if cents < 0 {
		sign, abs = minus, uint64(-(cents+1))+1
	}
	symbol := map[string]string{"EUR": "€", "GBP": "£", "USD": "$", "PLN": "zł"}[currency]
	if p.lang == English {
		if symbol == "" || symbol == "zł" {
			symbol = currency + noBreak
		}
		return fmt.Sprintf("%s%s%s.%02d", sign, symbol, p.digits(abs/100), abs%100)
	}
	if symbol == "" {
		symbol = currency
	}
	return fmt.Sprintf("%s%s,%02d%s%s", sign, p.digits(abs/100), abs%100, noBreak, symbol)
}

var (
	months = map[Lang][]string{
		German: {"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"},
		English: {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
			"December"},
	}
	days = map[Lang][]string{
		German:  {"Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"},
		English: {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
	}
)

// Date writes the day: "13.03.2026", "13 Mar 2026". The zero time is "–".
func (p *Printer) Date(t time.Time) string {
	if t.IsZero() {
		return "–"
	}
	t = t.In(p.zone)
	if p.lang == English {
		return t.Format("2 Jan 2006")
	}
	return t.Format("02.01.2006")
}

// LongDate writes the day with its name: "Freitag, 13. März 2026", "Friday, 13 March 2026". The zero time is "–".
func (p *Printer) LongDate(t time.Time) string {
	if t.IsZero() {
		return "–"
	}
	t = t.In(p.zone)
	day, month := days[p.lang][t.Weekday()], months[p.lang][t.Month()-1]
	dot := "."
	if p.lang == English {
		dot = ""
	}
	return fmt.Sprintf("%s, %d%s %s %d", day, t.Day(), dot, month, t.Year())
}

// Time writes the time of day: "19:05". The zero time is "–".
func (p *Printer) Time(t time.Time) string {
	if t.IsZero() {
		return "–"
	}
	return t.In(p.zone).Format("15:04")
}

// DateTime writes day and time: "13.03.2026, 19:05", "13 Mar 2026, 19:05". The zero time is "–".
func (p *Printer) DateTime(t time.Time) string {
	if t.IsZero() {
		return "–"
	}
	return p.Date(t) + ", " + p.Time(t)
}
