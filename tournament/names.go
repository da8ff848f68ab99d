package tournament

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

var foldings = strings.NewReplacer(
	"ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "æ", "ae", "ø", "oe", "œ", "oe", "å", "aa", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "ı", "i",
)

// Fold is the search key of a name: lower case, umlauts as ae oe ue, ß as ss, other accents dropped, spaces single.
// "Müller" and "Mueller" have the same key (lower() in SQLite leaves Ä alone).
func Fold(name string) string {
	s := foldings.Replace(norm.NFC.String(strings.ToLower(name)))
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// FoldLoose is Fold with ae, oe, ue, aa reduced to the bare vowel, so that "Muller", "Müller" and "Mueller" find each other.
func FoldLoose(name string) string {
	return strings.NewReplacer("ae", "a", "oe", "o", "ue", "u", "aa", "a").Replace(Fold(name))
}

// Isolated keeps a name that is written from right to left from turning the figures around it: it comes with the marks of Unicode
// that set it apart (U+2068, U+2069), other names as they are.
func Isolated(name string) string {
	if slices.ContainsFunc([]rune(name), rightToLeft) {
		return "\u2068" + name + "\u2069"
	}
	return name
}

// rightToLeft reports whether a letter belongs to a script written that way: Hebrew to Arabic Extended, and their presentation forms.
func rightToLeft(r rune) bool {
	return r >= 0x0590 && r <= 0x08ff || r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfeff
}
