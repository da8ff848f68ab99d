package reports

import (
	"strings"
	"unicode"
)

// Unicode lists the written forms of the Arabic letters one after the other: isolated, final and, for letters that also join to
// the left, initial and medial. Here is their order, each letter with its number of forms.
const (
	arabicForms  = "ء1آ2أ2ؤ2إ2ئ4ا2ب4ة2ت4ث4ج4ح4خ4د2ذ2ر2ز2س4ش4ص4ض4ط4ظ4ع4غ4ف4ق4ك4ل4م4ن4ه4و2ى2ي4" // from U+FE80
	arabicFirst  = '\uFE80'
	lamAlefAlefs = "آأإا" // the second letters of the joint forms of lam with alef
	lamAlefFirst = '\uFEF5'
	lam          = 'ل'
	tatweel      = 'ـ'
)

// letterForms are the first form of a letter and their number. Persian letters lie elsewhere.
func letterForms(r rune) (rune, int) {
	switch r {
	case 'پ':
		return '\uFB56', 4
	case 'چ':
		return '\uFB7A', 4
	case 'ژ':
		return '\uFB8A', 2
	case 'ک':
		return '\uFB8E', 4
	case 'گ':
		return '\uFB92', 4
	case 'ی':
		return '\uFBFC', 4
	case tatweel:
		return tatweel, 4
	}
	first := arabicFirst
	letters := []rune(arabicForms)
	for i := 0; i < len(letters); i += 2 {
		n := int(letters[i+1] - '0')
		if letters[i] == r {
			return first, n
		}
		first += rune(n)
	}
	return r, 0
}

// shaped replaces Arabic letters by the forms they have beside their neighbours, since gofpdf does not join them. The order of
// the letters stays as it is read.
func shaped(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Arabic, r) }) {
		return s
	}
	in := []rune(s)
	out := make([]rune, 0, len(in))
	joined := false // the letter before joins to the left
	for i := 0; i < len(in); i++ {
		r := in[i]
		first, forms := letterForms(r)
		if unicode.Is(unicode.Mn, r) {
			out = append(out, r) // a mark does not stand between letters
			continue
		}
		if forms == 0 {
			out, joined = append(out, r), false
			continue
		}
		if r == lam && i+1 < len(in) && strings.ContainsRune(lamAlefAlefs, in[i+1]) {
			i++
			joint := lamAlefFirst + 2*rune(len([]rune(lamAlefAlefs[:strings.IndexRune(lamAlefAlefs, in[i])])))
			if joined {
				joint++
			}
			out, joined = append(out, joint), false
			continue
		}
		joins := forms == 4 && joinsRight(in[i+1:])
		form := rune(0)
		switch {
		case r == tatweel || forms == 1:
		case joined && joins:
			form = 3
		case joins:
			form = 2
		case joined:
			form = 1
		}
		out, joined = append(out, first+form), joins
	}
	return string(out)
}

// joinsRight reports whether the next letter can be joined to the one before it.
func joinsRight(rest []rune) bool {
	for _, r := range rest {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		_, forms := letterForms(r)
		return forms > 1
	}
	return false
}
