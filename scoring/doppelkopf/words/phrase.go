// Package words puts rules and results of Doppelkopf into words: keys of the texts and what goes into them.
package words

import "strconv"

// Text translates: a key of the language files and pairs of placeholder name and value.
type Text = func(key string, args ...any) string

// Phrase is a text not yet in any language: its key and pairs of placeholder name and value. Values may be phrases
// themselves, or Points. Without a key the phrase is its only argument, the same in every language.
type Phrase struct {
	Key  string
	Args []any
}

// Points are list points (Spielpunkte), written with their sign.
type Points int

// String is "+3", "−1" or "0".
func (p Points) String() string {
	switch {
	case p > 0:
		return "+" + strconv.Itoa(int(p))
	case p < 0:
		return "−" + strconv.Itoa(-int(p))
	default:
		return "0"
	}
}

func say(key string, args ...any) Phrase { return Phrase{Key: key, Args: args} }

// as is a figure or sign that no language changes.
func as(text string) Phrase { return Phrase{Args: []any{text}} }

// In is the phrase in the language of t.
func (p Phrase) In(t Text) string {
	args := make([]any, len(p.Args))
	for i, a := range p.Args {
		switch a := a.(type) {
		case Phrase:
			args[i] = a.In(t)
		case Points:
			args[i] = a.String()
		default:
			args[i] = a
		}
	}
	if p.Key != "" {
		return t(p.Key, args...)
	}
	if len(args) == 0 {
		return ""
	}
	return args[0].(string)
}

// All are phrases in the language of t.
func All(phrases []Phrase, t Text) []string {
	var texts []string
	for _, p := range phrases {
		texts = append(texts, p.In(t))
	}
	return texts
}
