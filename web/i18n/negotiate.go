package i18n

import (
	"slices"

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
