package i18n

import (
	"cmp"
	"slices"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// Parse is the language named s, if the program speaks it.
func Parse(s string) (Lang, bool) {
	if slices.Contains(Langs(), Lang(s)) {
		return Lang(s), true
	}
	return German, false
}

// Negotiate chooses the language of an answer: what was asked for in the address, else what was chosen before (cookie), else
// what the browser prefers (Accept-Language), else German.
func Negotiate(asked, chosen, accept string) Lang {
	for _, s := range []string{asked, chosen} {
		if lang, ok := Parse(s); ok {
			return lang
		}
	}
	wanted, _, err := language.ParseAcceptLanguage(accept)
	if err != nil {
		return German
	}
	matcher := language.NewMatcher([]language.Tag{language.German, language.English})
	_, i, confidence := matcher.Match(wanted...)
	if confidence == language.No {
		return German
	}
	return Langs()[i]
}

// SortNames sorts list by name as a German phone book reader expects: Oster, Özdemir, Öztürk, Zander, in every language of the page.
// Equal names keep their order.
func SortNames[E any](list []E, name func(E) string) {
	// A Collator is not safe for use by several goroutines, so each call makes its own.
	order := collate.New(language.German)
	slices.SortStableFunc(list, func(a, b E) int {
		x, y := name(a), name(b)
		return cmp.Or(order.CompareString(x, y), cmp.Compare(x, y))
	})
}
