// Package i18n has the texts in German and English, with plural forms, numbers, money and dates.
package i18n

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	goi18n "github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed de.json en.json
var files embed.FS

// Lang is a language the program speaks, as an HTML lang attribute ("de").
type Lang string

// The languages. German is the reference: what another language lacks appears in German.
const (
	German  Lang = "de"
	English Lang = "en"
)

// Langs are all languages, the reference first.
func Langs() []Lang { return []Lang{German, English} }

// Texts are all texts in all languages. They never change after Load and may be used from many goroutines.
type Texts struct {
	printers map[Lang]*Printer
}

// Load reads the embedded message files.
func Load() (*Texts, error) {
	bundle := goi18n.NewBundle(language.German)
	bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		zone = time.UTC
	}
	t := &Texts{printers: make(map[Lang]*Printer)}
	for _, lang := range Langs() {
		name := string(lang) + ".json"
		raw, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("i18n: %w", err)
		}
		parsed, err := bundle.ParseMessageFileBytes(raw, name)
		if err != nil {
			return nil, fmt.Errorf("i18n: %s: %w", name, err)
		}
		messages := make(map[string]message, len(parsed.Messages))
		for _, m := range parsed.Messages {
			messages[m.ID] = message{other: m.Other, plural: m.One != ""}
		}
		t.printers[lang] = &Printer{lang: lang, zone: zone, messages: messages}
	}
	for lang, p := range t.printers {
		p.localizer = goi18n.NewLocalizer(bundle, string(lang), string(German))
	}
	return t, nil
}

// Printer writes in the given language; an unknown one writes German.
func (t *Texts) Printer(lang Lang) *Printer {
	if p, ok := t.printers[lang]; ok {
		return p
	}
	return t.printers[German]
}

// message is what T must know before it asks go-i18n: most texts have neither placeholder nor plural and are returned as they are.
type message struct {
	other  string
	plural bool
}

// Printer writes texts, numbers, money and times in one language and one time zone. It never changes and may be shared.
type Printer struct {
	lang      Lang
	zone      *time.Location
	localizer *goi18n.Localizer
	messages  map[string]message
}

// Lang is the printer's language.
func (p *Printer) Lang() Lang { return p.lang }

// In is the same printer for another time zone: that of the tournament, never that of the server.
func (p *Printer) In(zone *time.Location) *Printer {
	q := *p
	q.zone = zone
	return &q
}

// Has says whether there is a text for key.
func (p *Printer) Has(key string) bool {
	_, ok := p.messages[key]
	return ok
}

// Keys are all keys, sorted.
func (p *Printer) Keys() []string { return slices.Sorted(maps.Keys(p.messages)) }

// T is the text for key. The arguments fill its {{.Name}} placeholders: pairs of name and value, or one map. Whole numbers are
// written in the style of the language; the argument "Count" chooses the plural form. A key without a text gives ⟦key⟧, which
// the tests look for.
func (p *Printer) T(key string, args ...any) string {
	m, ok := p.messages[key]
	if !ok {
		return "⟦" + key + "⟧"
	}
	if !m.plural && !strings.Contains(m.other, "{{") {
		return m.other
	}
	data, count := p.arguments(args)
	cfg := &goi18n.LocalizeConfig{MessageID: key, TemplateData: data}
	if m.plural {
		cfg.PluralCount = count
	}
	text, err := p.localizer.Localize(cfg)
	if err != nil {
		return "⟦" + key + "⟧"
	}
	return text
}

// arguments turns the arguments of T into placeholders and the count that chooses the plural form.
func (p *Printer) arguments(args []any) (map[string]any, int) {
	data := make(map[string]any, len(args)/2)
	count := 0
	put := func(name string, value any) {
		if n, ok := whole(value); ok {
			if name == "Count" {
				count = int(n)
			}
			value = p.Int(n)
		}
		data[name] = value
	}
	if len(args) == 1 {
		if m, ok := args[0].(map[string]any); ok {
			for name, value := range m {
				put(name, value)
			}
			return data, count
		}
	}
	for i := 0; i+1 < len(args); i += 2 {
		if name, ok := args[i].(string); ok {
			put(name, args[i+1])
		}
	}
	return data, count
}
