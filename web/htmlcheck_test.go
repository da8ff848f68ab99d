package web

import (
	"strings"
	"testing"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
)

// doc is a parsed answer, asked by CSS selectors. Each question fails the test when the selector finds nothing.
type doc struct {
	t    testing.TB
	root *html.Node
}

// parseDoc reads a page or a part of one.
func parseDoc(t testing.TB, body string) doc {
	t.Helper()
	root, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatalf("the answer is not HTML: %v", err)
	}
	return doc{t, root}
}

// all are the elements that match.
func (d doc) all(selector string) []*html.Node {
	d.t.Helper()
	sel, err := cascadia.ParseGroup(selector)
	if err != nil {
		d.t.Fatalf("selector %q: %v", selector, err)
	}
	return cascadia.QueryAll(d.root, sel)
}

// in is the first element that matches.
func (d doc) in(selector string) doc {
	d.t.Helper()
	found := d.all(selector)
	if len(found) == 0 {
		d.t.Fatalf("no %s in\n%s", selector, text(d.root))
	}
	return doc{d.t, found[0]}
}

// text is what a reader sees of the first match, with single blanks.
func (d doc) text(selector string) string {
	d.t.Helper()
	return text(d.in(selector).root)
}

// texts is text for every match.
func (d doc) texts(selector string) []string {
	d.t.Helper()
	var list []string
	for _, n := range d.all(selector) {
		list = append(list, text(n))
	}
	return list
}

// attr is an attribute of the first match, "" when it is missing.
func (d doc) attr(selector, name string) string {
	d.t.Helper()
	v, _ := attr(d.in(selector).root, name)
	return v
}

// want fails unless the text of the first match contains part.
func (d doc) want(selector, part string) {
	d.t.Helper()
	if got := d.text(selector); !strings.Contains(got, part) {
		d.t.Errorf("%s is %q, want it to contain %q", selector, got, part)
	}
}

// none fails when the selector matches.
func (d doc) none(selector string) {
	d.t.Helper()
	for _, n := range d.all(selector) {
		d.t.Errorf("there is a %s: %q", selector, text(n))
	}
}

func attr(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

func text(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode && c.Parent.Data != "script" && c.Parent.Data != "style" {
			b.WriteString(c.Data + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func TestDoc(t *testing.T) {
	d := parseDoc(t, `<main><p class=a>One  <b>two</b></p><p class=b data-x="7">three</p></main>`)
	if got := d.text("p.a"); got != "One two" {
		t.Errorf("text %q", got)
	}
	if got := d.attr("p.b", "data-x"); got != "7" {
		t.Errorf("attribute %q", got)
	}
	if got := len(d.texts("p")); got != 2 {
		t.Errorf("%d paragraphs", got)
	}
	d.none("p.c")
	d.want("main", "two three")
}

// checkPage fails when a page breaks the rules every page keeps: a language, a title, one main heading, nothing inline that the content
// security policy forbids, labels for fields, a key in each form that changes something, no missing text.
func checkPage(t testing.TB, d doc) {
	t.Helper()
	if lang := d.attr("html", "lang"); lang != "de" && lang != "en" {
		t.Errorf("lang %q", lang)
	}
	if d.text("title") == "" || len(d.all("h1")) != 1 {
		t.Errorf("title %q, %d headings", d.text("title"), len(d.all("h1")))
	}
	checkParts(t, d)
}

// checkParts is checkPage for a part of a page.
func checkParts(t testing.TB, d doc) {
	t.Helper()
	ids := map[string]bool{}
	for n := range d.root.Descendants() {
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "data-on") {
				t.Errorf("html/template takes %s for an event handler and quotes its value", a.Key)
			}
			if a.Key == "style" || strings.HasPrefix(a.Key, "on") || strings.HasPrefix(a.Key, "hx-on") || strings.Contains(a.Val, "js:") {
				t.Errorf("<%s %s=%q> is forbidden by the policy", n.Data, a.Key, a.Val)
			}
			if a.Key == "id" && ids[a.Val] {
				t.Errorf("two elements have the id %q", a.Val)
			}
			if a.Key == "id" {
				ids[a.Val] = true
			}
			if strings.Contains(a.Val, "⟦") || strings.Contains(a.Val, "<no value>") || strings.Contains(a.Val, "ZgotmplZ") {
				t.Errorf("<%s %s=%q>", n.Data, a.Key, a.Val)
			}
		}
		if src, _ := attr(n, "src"); n.Data == "script" && n.Type == html.ElementNode && src == "" {
			t.Error("there is an inline script")
		}
		if n.Type == html.ElementNode && n.Data == "style" {
			t.Error("there is an inline style")
		}
	}
	if all := text(d.root); strings.Contains(all, "⟦") || strings.Contains(all, "<no value>") {
		t.Errorf("a text is missing: %s", all)
	}
	for _, field := range d.all("input:not([type=hidden]), select, textarea") {
		id, _ := attr(field, "id")
		_, named := attr(field, "aria-label")
		inLabel := false
		for p := field.Parent; p != nil; p = p.Parent {
			inLabel = inLabel || p.Data == "label"
		}
		if !named && !inLabel && (id == "" || len(d.all(`label[for="`+id+`"]`)) == 0) {
			name, _ := attr(field, "name")
			t.Errorf("the field %q has no label", name)
		}
	}
	for _, n := range d.all("[aria-describedby]") {
		described, _ := attr(n, "aria-describedby")
		for id := range strings.FieldsSeq(described) {
			if !ids[id] {
				t.Errorf("aria-describedby names %q, which is not there", id)
			}
		}
	}
	for _, a := range d.all(`a[href^="#"]`) {
		if target, _ := attr(a, "href"); len(target) > 1 && !ids[target[1:]] {
			t.Errorf("a link leads to %s, which is not there", target)
		}
	}
	for _, form := range d.all(`form[method=post]`) {
		action, _ := attr(form, "action")
		if len(cascadia.QueryAll(form, cascadia.MustCompile(`input[name=op]`))) == 0 && !withoutKey[action] {
			t.Errorf("the form for %q has no key", action)
		}
	}
}

// withoutKey are the forms that may be sent twice without harm.
var withoutKey = map[string]bool{"/sign-in": true, "/sign-out": true}
