package reports

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func sample(tb testing.TB) *document {
	tb.Helper()
	d := open(func(key string, _ ...any) string { return key }, Head{}, "")
	d.add()
	return d
}

func TestComposed(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"decomposed umlaut", "Jo\u0308rg", "Jörg"},
		{"family with joiners", "👩\u200d👧", "👩👧"},
		{"selector", "♥\uFE0F", "♥"},
		{"direction override", "abc\u202edef", "abcdef"},
		{"lines and tabs", " a\n\tb ", "a  b"},
		{"not UTF-8", "a\xffb", "a b"},
		{"NUL", "a\x00b", "a b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := composed(tt.in); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestVisual(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"left to right", "Anna (2)", "Anna (2)"},
		{"Hebrew", "אבג", "גבא"},
		{"Hebrew in German", "Anna אבג Berger", "Anna גבא Berger"},
		{"German in Hebrew", "אבג Anna דה", "הד Anna גבא"},
		{"number in Hebrew", "אבג 12", "12 גבא"},
		{"brackets are mirrored", "אב (ג)", "(ג) בא"},
		{"number behind a name set apart", "Anna – \u2068אבג\u2069 (2×)", "Anna – \u2068גבא\u2069 (2×)"},
		{"name set apart behind a number", "4 \u2068אבג\u2069", "4 \u2068גבא\u2069"},
		{"mark stays behind its letter", "בָּא", "אבָּ"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := visual(composed(tt.in)); got != composed(tt.want) {
				t.Errorf("got %+q, want %+q", got, tt.want)
			}
		})
	}
}

func TestShaped(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"no Arabic", "Anna", "Anna"},
		{"all four forms", "محمد", "\uFEE3\uFEA4\uFEE4\uFEAA"},
		{"alone", "ب", "\uFE8F"},
		{"alef joins to the right only", "باب", "\uFE91\uFE8E\uFE8F"},
		{"lam with alef", "لا", "\uFEFB"},
		{"joined lam with alef", "سلام", "\uFEB3\uFEFC\uFEE1"},
		{"lam with hamza below", "لإ", "\uFEF9"},
		{"mark between", "بَب", "\uFE91\u064E\uFE90"},
		{"word break", "ب ب", "\uFE8F \uFE8F"},
		{"Persian", "گل", "\uFB94\uFEDE"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := shaped(tt.in); got != tt.want {
				t.Errorf("got %+q, want %+q", got, tt.want)
			}
		})
	}
}

func TestFit(t *testing.T) {
	d := sample(t)
	long := "Dr. Dr. h. c. Maria-Theresia Freifrau von und zu Hohenlohe-Waldenburg-Schillingsfürst"
	for _, s := range []string{long, strings.Repeat("王", 60), strings.Repeat("W", 60), strings.Repeat("i", 60), strings.Repeat("x\u0301", 60)} {
		for _, room := range []float64{8, 20, 40, 60} {
			got := d.fit(s, plain(11), room)
			if w := d.width(got, plain(11)); w > room {
				t.Errorf("%q is %.1f mm wide, not %.0f", got, w, room)
			}
			letters := []rune(composed(s))
			n := utf8.RuneCountInString(got)
			for strings.ContainsRune(" ,.-–", letters[n-1]) { // not left before an ellipsis
				n++
			}
			if !strings.HasSuffix(got, ellipsis) || d.width(string(letters[:n])+ellipsis, plain(11)) <= room {
				t.Errorf("%q is shorter than %.0f mm allow", got, room)
			}
		}
	}
	if got := d.fit("Änne", plain(11), 40); got != "Änne" {
		t.Errorf("a short name became %q", got)
	}
	if got := d.fit("xx\u0301y", plain(11), d.width("x"+ellipsis, plain(11))+0.1); got != "x"+ellipsis {
		t.Errorf("cut between letter and mark: %+q", got)
	}
}

func TestFontsCoverWhatIsPrinted(t *testing.T) {
	tests := []struct{ name, font, text string }{
		{"regular", regularFont, "AZaz09äöüÄÖÜßẞ−+±Σ–…„“‚‘’·♣♠♥♦✎⚠ąćęłńóśźżđŠčİışğθΠЖяếאבגﻣﺤﻤﺪ\uFFFD"},
		{"bold", boldFont, "AZaz09äöüÄÖÜßẞ−+±Σ–…„“‚‘’·♣♠♥♦ąćęłńóśźżđŠčİışğθΠЖяế\uFFFD"},
		{"han", hanFont, "王小明さくらアイ김민준东京"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := covered(tt.font)
			for _, r := range tt.text {
				if !c.has(r) {
					t.Errorf("no glyph for %c %U", r, r)
				}
			}
			if c.has(0xE000) || c.has(' '-1) {
				t.Error("covers what no font covers")
			}
		})
	}
	if covered("") != nil || covered("no font at all") != nil {
		t.Error("no font covers something")
	}
}

// What no font has is left out and never leaves a box or an empty name; what has another dress is undressed; every other script stays.
func TestDrawable(t *testing.T) {
	d := sample(t)
	for in, want := range map[string]string{
		"": "", "Änne 🦊 Müller": "Änne Müller", "Änne Müller 🦊": "Änne Müller", "🦊 Änne": "Änne", "🦊": "?", "👩\u200d👩\u200d👧 🂡": "?", "\u2068🦊\u2069": "?",
		"Łukasz": "Łukasz", "Юрий": "Юрий", "李": "李", "김민준": "김민준", "Γιώργος": "Γιώργος", "שלום כהן": "שלום כהן", "محمد علي": "محمد علي",
		"𝔸nna": "Anna", "Ａnna": "Ａnna", "a\uFFFDb": "ab", "ꦲ Siti": "Siti", "Anna (🦊)": "Anna ()",
	} {
		if got := d.drawable(composed(in)); got != want {
			t.Errorf("%q is drawn as %q, want %q", in, got, want)
		}
		for _, r := range d.runs(visual(d.printable(in)), heavy(11)) {
			if strings.ContainsFunc(r.text, func(c rune) bool { return c == '\uFFFD' || !d.cover[r.family].has(c) && c != ' ' }) {
				t.Errorf("%q has a box in it: %q", in, r.text)
			}
		}
	}
}

// The big font is loaded for those papers only that need it.
func TestFontByRune(t *testing.T) {
	d := sample(t)
	d.put(10, 10, "Żaneta ♥ אב", plain(11), left)
	if d.hasHan {
		t.Error("the Han font was loaded for a text without Han")
	}
	got := d.runs("Anna 王明 ♥\u0E01", heavy(11))
	want := []run{{bold, "Anna "}, {han, "王明"}, {bold, " ♥"}}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A broken or wrong font must be an error, never a panic; gofpdf reports it late or not at all.
func TestBrokenFont(t *testing.T) {
	for _, font := range []string{"", "x", regularFont[:1000]} {
		err := guard(func() error {
			d := sample(t)
			d.pdf.AddUTF8FontFromBytes("broken", "", []byte(font))
			d.pdf.SetFont("broken", "", 11)
			d.pdf.Text(10, 10, "Anna")
			if err := d.pdf.Error(); err != nil {
				return err
			}
			return d.pdf.Output(&bytes.Buffer{})
		})
		if err == nil {
			t.Errorf("a font of %d bytes made a document", len(font))
		}
	}
}

func TestSigned(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "+7", -3: "−3", 1234: "+1234", -1 << 63: "−9223372036854775808"} {
		if got := signed(n); got != want {
			t.Errorf("signed(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestHarmless(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "Anna": "Anna", "-3": "-3", "+12": "+12", "0": "0",
		"=SUMME(A1)": "'=SUMME(A1)", "@Verein": "'@Verein", "-3+2": "'-3+2", "+49 170": "'+49 170", "-": "'-", "\t=1": "'\t=1",
		"3-2": "3-2",
	} {
		if got := harmless(in); got != want {
			t.Errorf("harmless(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestSheetName(t *testing.T) {
	for in, want := range map[string]string{
		"Rangliste": "Rangliste", "a/b:c": "a-b-c", "": "1", strings.Repeat("ä", 40): strings.Repeat("ä", 31),
	} {
		if got := sheetName(in); got != want {
			t.Errorf("sheetName(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"Jo\u0308rg", "😀", "אב (ג) 12 Anna", "محمد علي", "王小明", "\x00\xff\\()", "x\u0301\u0302"} {
		f.Add(s)
	}
	d := sample(f)
	f.Fuzz(func(t *testing.T, s string) {
		const room = 30
		got := d.fit(s, plain(11), room)
		if w := d.width(got, plain(11)); w > room+0.001 {
			t.Errorf("%q is %.2f mm wide", got, w)
		}
		if n, m := utf8.RuneCountInString(visual(d.printable(s))), utf8.RuneCountInString(d.printable(s)); n != m {
			t.Errorf("%q has %d letters in visual order, not %d", s, n, m)
		}
		d.put(10, 10, s, heavy(11), right)
		if err := d.pdf.Error(); err != nil {
			t.Fatal(err)
		}
	})
}
