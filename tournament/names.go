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

// Short is the first word of a name after the titles, and where one of the other names has the same, as many letters of the last word as
// it takes to tell them apart. The name itself may be among the others.
func Short(name string, others []string) string {
	short := abbreviated(name, 0)
	for letters := 1; letters <= 8 && slices.ContainsFunc(others, func(other string) bool {
		return other != name && abbreviated(other, letters-1) == abbreviated(name, letters-1)
	}); letters++ {
		short = abbreviated(name, letters)
	}
	return short
}

// abbreviated is the first word of a name with so many letters of the last one.
func abbreviated(name string, letters int) string {
	words := strings.Fields(name)
	if len(words) == 0 {
		return name
	}
	for len(words) > 1 && strings.HasSuffix(words[0], ".") { // Dr. h. c.
		words = words[1:]
	}
	if letters == 0 || len(words) == 1 {
		return words[0]
	}
	last := []rune(words[len(words)-1])
	if letters >= len(last) {
		return words[0] + " " + string(last)
	}
	return words[0] + " " + string(last[:letters]) + "."
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
