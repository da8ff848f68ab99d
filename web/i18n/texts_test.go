package i18n

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "sort the message files")

// raw reads a message file as it lies on disk: key → plural form → text.
func raw(t *testing.T, lang Lang) map[string]map[string]string {
	t.Helper()
	data, err := os.ReadFile(string(lang) + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var values map[string]any
	if err := json.Unmarshal(data, &values); err != nil {
		t.Fatalf("%s.json: %v", lang, err)
	}
	out := make(map[string]map[string]string)
	for key, v := range values {
		out[key] = map[string]string{}
		switch v := v.(type) {
		case string:
			out[key]["other"] = v
		case map[string]any:
			for form, s := range v {
				out[key][form], _ = s.(string)
			}
		default:
			t.Errorf("%s.json: %s is neither a text nor plural forms", lang, key)
		}
	}
	return out
}

var placeholder = regexp.MustCompile(`\{\{[^}]*\}\}`)

// placeholders are the names a message uses in any of its forms.
func placeholders(forms map[string]string) []string {
	found := map[string]bool{}
	for _, s := range forms {
		for _, p := range placeholder.FindAllString(s, -1) {
			found[p] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func TestLanguagesAgree(t *testing.T) {
	de := raw(t, German)
	form := regexp.MustCompile(`^\{\{\.[A-Z][A-Za-z]*\}\}$`)
	for _, lang := range Langs()[1:] {
		other := raw(t, lang)
		for key := range other {
			if _, ok := de[key]; !ok {
				t.Errorf("%s.json has %s, de.json has not", lang, key)
			}
		}
		for key, forms := range de {
			there, ok := other[key]
			if !ok {
				t.Errorf("%s.json lacks %s", lang, key)
				continue
			}
			a, b := placeholders(forms), placeholders(there)
			if !slices.Equal(a, b) {
				t.Errorf("%s: placeholders de %v, %s %v", key, a, lang, b)
			}
			for _, p := range a {
				if !form.MatchString(p) {
					t.Errorf("%s: placeholder %s is not like {{.Name}}", key, p)
				}
			}
			if (forms["one"] == "") != (there["one"] == "") {
				t.Errorf("%s: plural forms in one language only", key)
			}
			if forms["one"] != "" && !slices.Contains(a, "{{.Count}}") {
				t.Errorf("%s has plural forms but no {{.Count}}", key)
			}
		}
	}
}

func TestTextsAreWellFormed(t *testing.T) {
	key := regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$`)
	for _, lang := range Langs() {
		for k, forms := range raw(t, lang) {
			if !key.MatchString(k) {
				t.Errorf("%s.json: key %q is not like page.what_it_is", lang, k)
			}
			for form, s := range forms {
				if strings.TrimSpace(s) != s || s == "" {
					t.Errorf("%s.json: %s (%s) is empty or has blanks at its ends", lang, k, form)
				}
				if strings.Contains(s, "<") && !strings.Contains(s, "< ") {
					t.Errorf("%s.json: %s contains markup; texts are plain", lang, k)
				}
			}
			if forms["other"] == "" {
				t.Errorf("%s.json: %s lacks the form other", lang, k)
			}
		}
	}
}

// Sorted files keep two people who add texts from writing at the same place. -update sorts them.
func TestFilesAreSorted(t *testing.T) {
	for _, lang := range Langs() {
		name := string(lang) + ".json"
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var values map[string]any
		if err := json.Unmarshal(got, &values); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var want bytes.Buffer
		enc := json.NewEncoder(&want) // writes the keys of a map sorted
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(values); err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(got, want.Bytes()) {
			continue
		}
		if *update {
			if err := os.WriteFile(name, want.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		t.Errorf("%s is not sorted: run go test ./web/i18n -update", name)
	}
}

func TestNoKeyTwice(t *testing.T) {
	line := regexp.MustCompile(`(?m)^  "([^"]+)":`)
	for _, lang := range Langs() {
		data, err := os.ReadFile(string(lang) + ".json")
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, m := range line.FindAllStringSubmatch(string(data), -1) {
			if seen[m[1]] {
				t.Errorf("%s.json has %s twice", lang, m[1])
			}
			seen[m[1]] = true
		}
		if len(seen) != len(raw(t, lang)) {
			t.Errorf("%s.json: %d lines with a key, %d keys", lang, len(seen), len(raw(t, lang)))
		}
	}
}

// Every text asked for exists, and so does a text for every problem the program can report.
func TestNoMissingKey(t *testing.T) {
	p, src := load(t).Printer(German), scan(t)
	for key, where := range src.asked {
		if !p.Has(key) {
			t.Errorf("%s asks for %q, which has no text", where, key)
		}
	}
	for code, where := range src.codes {
		if !p.Has("problem." + code) {
			t.Errorf("%s reports %q, but problem.%s has no text", where, code, code)
		}
	}
}

// Every plural message can be written for every count in every language.
func TestEveryTextCanBeWritten(t *testing.T) {
	texts := load(t)
	for _, lang := range Langs() {
		p := texts.Printer(lang)
		for key, forms := range raw(t, lang) {
			data := map[string]any{}
			for _, ph := range placeholders(forms) {
				data[strings.Trim(ph, "{.}")] = "x"
			}
			for _, n := range []int{0, 1, 2, 21} {
				data["Count"] = n
				got := p.T(key, data)
				if strings.ContainsAny(got, "⟦{") || strings.Contains(got, "<no value>") {
					t.Errorf("%s: %s with Count %d gives %q", lang, key, n, got)
				}
			}
		}
	}
}
