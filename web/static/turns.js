// How the next hand begins while others wait for the network: looked up in what the engine says about this round, no rule stands here.
"use strict";

(() => {
  const doko = (window.doko ??= {});

  function step(turns, s) {
    const must = s.over || s.hands - s.number + 1 <= turns.forced[s.owing];
    return (must ? turns.must : turns.free)[s.owing * turns.seats + s.dealer - 1];
  }

  // Who plays a hand as a solo that can be a compulsory one, 0 for nobody.
  function soloist(turns, fields, out) {
    if (fields.get("way") !== "winners") {
      return fields.get("contract") === "solo" && turns.solos.includes(fields.get("solo")) ? Number(fields.get("re")) : 0;
    }
    const won = fields.getAll("winners").map(Number);
    if (won.length === 2 || fields.get("no_solo")) return 0;
    if (won.length === 1) return won[0];
    for (let pos = 1; pos <= turns.seats; pos++) if (pos !== out && !won.includes(pos)) return pos;
    return 0;
  }

  function play(turns, s, fields) {
    const [, out, , , next, afterSolo, afterChosen] = step(turns, s);
    const pos = soloist(turns, fields, out);
    const bit = pos > 0 ? 1 << (pos - 1) : 0;
    const kind = fields.get("way") === "winners" ? "" : fields.get("solo_kind") ?? "";
    const owed = (s.owing & bit) !== 0 && kind !== "lust";
    return { ...s, number: s.number + 1, dealer: !owed ? next : kind === "pflicht" ? afterChosen : afterSolo, owing: owed ? s.owing & ~bit : s.owing };
  }

  // The next hand after those that wait: {number, hands} and, where it is known, {dealer, out, lead, forced, owing}.
  function ahead(base, waiting) {
    const turns = doko.data()?.turns;
    let s = { ...base };
    let known = Boolean(turns);
    for (const hand of waiting) {
      if (hand.number < s.number) continue;
      known &&= hand.number === s.number;
      s = known ? play(turns, s, new URLSearchParams(hand.fields)) : { ...s, number: hand.number + 1 };
    }
    const end = s.number > s.hands || (s.over && s.owing === 0);
    if (!known || end) return { number: s.number, hands: s.hands, end };
    const [dealer, out, lead, forced] = step(turns, s);
    return { ...s, dealer, out, lead, forced };
  }

  const ordered = (base) => [...doko.acked(), ...doko.waiting()].filter((hand) => hand.number >= base.number).sort((a, b) => a.number - b.number);

  // What the hand in the form breaks of the order for solos: {code, pos} with who has to play one, or who plays one too many; null if
  // nothing, or if it is not known here.
  doko.broken = (form, fields) => {
    const start = document.querySelector("#table-head[data-next]")?.dataset.next;
    const data = doko.data();
    if (!start || !data?.turns || !data.broken || Number(fields.get("base")) > 0) return null;
    const next = ahead(JSON.parse(start), ordered(JSON.parse(start)));
    if (!next.dealer || next.number !== Number(fields.get("number"))) return null;
    const pos = soloist(data.turns, fields, next.out);
    const way = !next.forced ? "free" : pos === next.forced ? "due" : pos ? "other" : "none";
    const kind = fields.get("way") === "winners" || !pos ? "" : fields.get("solo_kind") ?? "";
    const owes = pos > 0 && next.owing & (1 << (pos - 1)) ? "owes" : "quit";
    const code = pos || next.forced ? data.broken[`${way} ${owes} ${kind}`] : "";
    return code ? { code, pos: code === "solo_forced" ? next.forced : pos } : null;
  };

  // Shows the hand that follows those that wait. Where none does, what the server has shown stays, unless this form has just entered a hand
  // or taken one back (own): a form in which somebody types must not change its number because another phone, or another tab of this one,
  // was faster. Its own hand may stand in the head already, before the answer has come.
  doko.project = (own) => {
    const head = document.querySelector("#table-head[data-next]");
    const form = document.getElementById("hand-form");
    if (!head?.dataset.next || !form || Number(form.elements.base.value) > 0 || form.dataset.refused) return;
    const base = JSON.parse(head.dataset.next);
    const waiting = ordered(base);
    if (waiting.length === 0 && !own) return;
    const next = ahead(base, waiting);
    showHead(head, form, next);
    if (own || !form.dataset.touched) showForm(form, next);
  };

  function paragraph(head, name, text, after) {
    let p = head.querySelector("." + name);
    if (!text) return p?.remove();
    if (!p) {
      p = document.createElement("p");
      p.className = name;
      p.translate = false;
      after.after(p);
    }
    p.textContent = text;
  }

  function showHead(head, form, next) {
    const texts = JSON.parse(head.dataset.texts);
    const name = (pos, kind = "name") => doko.seat(form, pos, next.number)[kind];
    const big = head.querySelector(".big");
    big.textContent = next.end ? texts.all : texts.hand.replace("%1", next.number).replace("%2", next.hands);
    if (next.dealer) {
      const small = document.createElement("small");
      small.translate = false;
      const deals = next.out === next.dealer ? texts.deals_out : texts.deals;
      small.textContent = " " + deals.replace("%", () => name(next.dealer, "short"));
      big.append(small);
    }
    const left = next.hands - next.number + 1;
    const open = [...JSON.parse(form.dataset.names).keys()].filter((i) => (next.owing ?? 0) & (1 << i)).map((i) => doko.seat(form, i + 1, next.hands).short);
    const many = (left === 1 ? texts.open_one : texts.open_other.replace("2", left)).replace("%", () => open.join(", "));
    paragraph(head, "owed", open.length > 0 ? many : "", big);
    paragraph(head, "forced", next.forced ? "! " + texts.forced.replace("%", () => name(next.forced)) : "", big);
    head.querySelector(".forced")?.classList.add("state", "bad");
  }

  function showForm(form, next) {
    const texts = JSON.parse(form.dataset.texts);
    form.elements.number.value = next.number;
    const button = form.querySelector("[data-label]");
    button.disabled = Boolean(next.end);
    button.textContent = button.disabled ? JSON.parse(document.getElementById("table-head").dataset.texts).all : button.dataset.label.replace("%", next.number);
    for (const box of form.querySelectorAll("input[name=re], input[name=winners]")) {
      const pos = Number(box.value);
      box.disabled = pos === next.out;
      if (box.disabled) box.checked = false;
      const span = box.labels[0].querySelector("span");
      const what = pos === next.out ? texts.out : pos === next.dealer ? texts.deals : pos === next.lead ? texts.leads : "";
      span.textContent = doko.seat(form, pos, next.number).name + " ";
      if (what) {
        const small = document.createElement("small");
        small.translate = true;
        small.textContent = what;
        span.append(small);
      }
    }
    if (next.forced && !form.dataset.touched) preset(form, next.forced);
  }

  // A forced solo: only its kind is still open.
  function preset(form, pos) {
    const keys = form.querySelectorAll(`input[name=contract][value=solo], input[name=re][value="${pos}"]`);
    for (const key of keys) key.checked = true;
  }

  document.addEventListener("doko:data", () => doko.project());
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.target.id === "table-head") doko.fresh();
    else if (event.target.id === "table-hand") doko.project();
  });
  doko.project();
})();
