package web

import "testing"

// The head may have heard of a hand before the phone that entered it, and the network may be gone right after the answer: the form goes
// on with the next hand all the same.
func TestNextHandAfterALostPage(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table := e.table(4)
		phone := chromium(t, e.ts.URL)
		phone.visit("/k/" + e.key(table))
		phone.until(`window.doko.data() !== null && document.querySelector("#live:not(.off)")?.textContent !== ""`)
		eval[bool](phone, `(() => {
			const wire = window.fetch, later = (f) => setTimeout(f, 20);
			window.fetch = async (to, how) => {
				if (window.dead && how?.method !== "POST") throw new TypeError("no network");
				const answer = await wire(to, how);
				if (!String(to).endsWith("/hands")) return answer;
				await new Promise((done) => (function look() { document.querySelector("#table-head").innerText.includes("Spiel 2/24") ? done() : later(look) })());
				window.dead = true;
				return answer;
			};
			return true;
		})()`)
		phone.tapped("re=1", "re=2", "range=121-150")
		phone.says(".stick button.main", "Spiel 2 eintragen")
		phone.tapped("re=1", "re=3", "range=121-150")
		phone.says(".stick button.main", "Spiel 3 eintragen")
		e.stores(phone, table, 2)
	})
}
