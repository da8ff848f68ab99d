package webtest

import (
	"slices"
	"strconv"
	"strings"
)

// Keep checks these rules on every page the tab visits from now on.
func (tb *Tab) Keep(rules ...func(*Tab)) { tb.rules = append(tb.rules, rules...) }

// EveryPage is what every page of the program keeps: a language, a title, one main heading, no missing texts, labels, no sideways
// scrolling, keys that a thumb can hit, and a sensible first stop for the keyboard.
func EveryPage(tb *Tab) {
	tb.t.Helper()
	for _, fault := range Eval[[]string](tb, everyPage) {
		tb.t.Errorf("%s: %s", tb.Address(), fault)
	}
	tb.Fits()
	tb.starts()
}

// everyPage lists what is wrong with the page's elements.
const everyPage = `(() => {
	const faults = [];
	const lang = document.documentElement.lang;
	if (lang !== "de" && lang !== "en") faults.push("lang is " + lang);
	if (!document.title || document.querySelectorAll("h1").length !== 1) faults.push("title " + document.title + ", headings " + document.querySelectorAll("h1").length);
	if (/⟦|<no value>|%!/.test(document.body.innerText)) faults.push("a text is missing: " + document.body.innerText);
	const seen = new Set();
	for (const e of document.querySelectorAll("[id]")) {
		if (seen.has(e.id)) faults.push("two elements have the id " + e.id);
		seen.add(e.id);
	}
	for (const e of document.querySelectorAll("input:not([type=hidden]), select, textarea")) {
		if (!e.labels?.length && !e.ariaLabel && !e.getAttribute("aria-labelledby")) faults.push("no label: " + e.outerHTML);
	}
	for (const e of document.querySelectorAll("button, a, summary, [role=button]")) {
		if (!(e.innerText.trim() || e.ariaLabel || e.textContent.trim())) faults.push("no words: " + e.outerHTML);
	}
	for (const e of document.querySelectorAll("[tabindex]")) {
		if (e.tabIndex > 0) faults.push("jumps the queue of the Tab key: " + e.outerHTML);
	}
	for (const e of document.querySelectorAll("button, .button, select, input:not([type=hidden], [type=checkbox], [type=radio])")) {
		const r = e.getBoundingClientRect();
		if (e.checkVisibility({visibilityProperty: true}) && r.height > 0 && (r.height < 36 || r.width < 24)) faults.push("too small for a thumb: " + Math.round(r.width) + "×" + Math.round(r.height) + " " + e.outerHTML.slice(0, 200));
	}
	for (const e of document.querySelectorAll("img")) {
		if (!e.complete || e.naturalWidth === 0) faults.push("no picture: " + e.src);
	}
	return faults;
})()`

// Fits fails when the page is wider than the screen.
func (tb *Tab) Fits() {
	tb.t.Helper()
	wide := Eval[[]string](tb, `document.documentElement.scrollWidth <= innerWidth && innerWidth <= `+tb.width()+` ? [] :
		[document.documentElement.scrollWidth + " wide", ...[...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > `+tb.width()+` + 1 && !e.closest(".wide, .menu, .ways, .skip")).slice(0, 3).map(e => e.outerHTML.slice(0, 150))]`)
	if len(wide) > 0 {
		tb.t.Errorf("%s does not fit a screen of %s: %s", tb.Address(), tb.width(), strings.Join(wide, " "))
	}
}

// starts fails unless the keyboard begins at the skip link, or in a field of the page's main part that was made ready for typing.
func (tb *Tab) starts() {
	tb.t.Helper()
	const main = `document.activeElement.closest("main") !== null`
	if Eval[bool](tb, main) || Eval[bool](tb, `document.querySelector("main [autofocus]") !== null`) {
		return
	}
	tb.Press("Tab")
	if !Eval[bool](tb, `document.activeElement.matches(".skip")`) {
		tb.t.Errorf("%s: the Tab key goes first to %s", tb.Address(), Eval[string](tb, "document.activeElement.outerHTML"))
	}
	Eval[bool](tb, `(document.activeElement.blur(), true)`)
}

func (tb *Tab) width() string { return strconv.FormatInt(tb.device.Width, 10) }

// NamesStay is a rule: a browser's translator leaves these names alone.
func NamesStay(names ...string) func(*Tab) {
	return func(tb *Tab) {
		tb.t.Helper()
		texts := Eval[[]string](tb, `(() => {
			const list = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
			for (let n = walk.nextNode(); n; n = walk.nextNode()) if (n.parentElement.translate) list.push(n.data);
			return list;
		})()`)
		for _, name := range names {
			if i := slices.IndexFunc(texts, func(s string) bool { return strings.Contains(s, name) }); i >= 0 {
				tb.t.Errorf("%s: a translator would change %s in %q", tb.Address(), name, strings.TrimSpace(texts[i]))
			}
		}
	}
}
