// Hands that wait for the network. Each is kept in the browser from the moment it is entered until the server has said that it has it,
// under a key of its own, and sent in order with its op: it counts once. What the server does not take stays until somebody decides.
"use strict";

(() => {
  const doko = (window.doko ??= {});
  const memory = new Map(); // of a browser that stores nothing: at least as long as the page is open
  const outcomes = new Map(); // op → who waits to hear of it
  const acked = new Map(); // op → hand that the server has and this page does not show yet
  let sending = ""; // op
  let since = ""; // time of day at which sending first failed, for the reader only
  let blocked = 0; // status of an answer that says: not from this phone

  const here = () => document.querySelector("[data-hands]")?.dataset.hands ?? "";
  const keyOf = (hand) => `doko.hand ${hand.table} ${String(hand.number).padStart(3, "0")} ${hand.op}`;

  function stored() {
    const list = [...memory];
    for (let i = 0; i < localStorage.length; i++) {
      const key = localStorage.key(i);
      if (key.startsWith("doko.hand ")) list.push([key, JSON.parse(localStorage.getItem(key))]);
    }
    return list.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, hand]) => hand);
  }

  function hands() {
    try {
      return stored();
    } catch {
      return [...memory.values()];
    }
  }

  doko.queue = () => hands().filter((hand) => hand.table === here());
  doko.acked = () => [...acked.values()];

  function save(hand) {
    try {
      localStorage.setItem(keyOf(hand), JSON.stringify(hand));
    } catch {
      memory.set(keyOf(hand), hand);
    }
  }

  doko.drop = (op) => {
    for (const hand of hands().filter((h) => h.op === op)) {
      memory.delete(keyOf(hand));
      try {
        localStorage.removeItem(keyOf(hand));
      } catch {
        // it was in memory only
      }
    }
    changed();
  };

  // A hand just entered is not called waiting for the first seconds.
  doko.waiting = () => doko.queue().filter((hand) => !hand.refused && !outcomes.has(hand.op));

  // Keeps a hand and sends it as soon as it is its turn. The promise says "stored", "refused" or, after some seconds, "waits".
  // A refused hand gives way to the next try of the same hand: its page has shown it.
  doko.put = (hand, instead) => {
    const tries = doko.queue().filter((h) => h.op === instead || (h.refused && h.number === hand.number));
    const others = doko.queue().length > tries.length;
    const answer = new Promise((tell) => outcomes.set(hand.op, tell));
    save({ ...hand, table: here() });
    for (const h of tries) doko.drop(h.op);
    if (others || since) settle(hand.op, "waits");
    window.setTimeout(() => settle(hand.op, "waits") && changed(), 5000);
    blocked = 0;
    changed();
    send();
    return answer;
  };

  function settle(op, outcome) {
    const tell = outcomes.get(op);
    outcomes.delete(op);
    if (tell) tell(outcome);
    return Boolean(tell);
  }

  // A network's own sign-in page answers too: only an answer with the op comes from the server that has read the hand.
  async function post(hand) {
    const answer = await fetch(hand.action, {
      method: "POST", body: new URLSearchParams(hand.fields), redirect: "manual", headers: { "Doko-Queue": "1" }, signal: AbortSignal.timeout(15000),
    });
    const read = answer.headers.get("Doko-Op") === hand.op;
    if (read && answer.status === 204) return "stored";
    if (read && (answer.status === 409 || answer.status === 422)) return "refused";
    if (answer.headers.has("X-Request-Id") && [401, 403, 404, 410].includes(answer.status)) {
      blocked = answer.status;
      return "blocked";
    }
    return "later";
  }

  // The refusal's own page, with everything that was typed.
  function show(hand) {
    const form = document.createElement("form");
    form.method = "post";
    form.action = hand.action;
    for (const [name, value] of hand.fields) {
      const field = document.createElement("input");
      Object.assign(field, { type: "hidden", name, value });
      form.append(field);
    }
    document.body.append(form);
    form.submit();
  }

  const typing = () => document.querySelector("[data-touched]") !== null;

  async function send() {
    if (sending || blocked) return;
    let sent = 0, told = false;
    try {
      for (let next; (next = doko.queue()[0]) && !next.refused; ) {
        sending = next.op;
        const outcome = await post(next);
        sending = "";
        since = "";
        if (outcome !== "later") doko.connected(true);
        if (outcome === "stored") {
          acked.set(next.op, next);
          doko.drop(next.op);
          told = settle(next.op, "stored");
          sent++;
        } else if (outcome === "refused") {
          save({ ...next, refused: true });
          changed();
          if (settle(next.op, "refused") || !typing()) show(next);
          return;
        } else {
          if (outcome === "later") since ||= doko.clock();
          break;
        }
      }
    } catch {
      since ||= doko.clock();
      doko.connected(false);
    } finally {
      sending = "";
    }
    for (const hand of doko.queue()) settle(hand.op, "waits");
    changed();
    if (sent > 0 && !told && doko.queue().length === 0 && !typing()) doko.refresh();
  }

  // --- What is shown ----------------------------------------------------------------------------------------------------------
  const element = (tag, text, name) => {
    const e = document.createElement(tag);
    e.textContent = text;
    if (name) e.className = name;
    return e;
  };

  function button(text, act, name) {
    const b = element("button", text, name);
    b.type = "button";
    b.addEventListener("click", act);
    return b;
  }

  // What cannot be undone takes two taps.
  function discard(hand, texts) {
    const b = button(texts.discard, () => {
      if (b.dataset.sure) doko.drop(hand.op), send(); // what waited behind it is sent now
      b.dataset.sure = "1";
      b.textContent = texts.sure;
    }, "danger");
    return b;
  }

  const line = (hand, texts) => [texts.hand.replace("%", hand.number), hand.text, hand.points].filter(Boolean).join(" · ");

  function again(hand) {
    save({ ...hand, refused: false });
    retry();
    changed();
  }

  function item(hand, last, texts) {
    const li = element("li", line(hand, texts));
    li.translate = false;
    const keys = [];
    if (hand.refused) keys.push(button(texts.again, () => again(hand)));
    else if (last && hand.op !== sending && doko.takeBack) keys.push(button(texts.back.replace("%", hand.number), () => doko.takeBack(hand)));
    if (hand.refused || blocked) keys.push(discard(hand, texts)); // else the phone would name hands of a lost code at every table
    if (hand.refused) li.append(element("p", texts.refused, "fault"));
    if (keys.length > 0) {
      const row = element("div", "", "row");
      row.append(...keys);
      li.append(row);
    }
    return li;
  }

  // The lines to be copied or printed, for a desk that types them.
  function asText(list, texts) {
    const details = element("details", "");
    const area = element("textarea", list.map((hand) => line(hand, texts)).join("\n"));
    area.readOnly = true;
    area.translate = false;
    area.rows = Math.min(list.length + 1, 12);
    area.setAttribute("aria-label", texts.text);
    const copy = button(texts.copy, () => {
      area.select();
      document.execCommand("copy"); // the newer way is missing on plain http
    });
    const row = element("div", "", "row noprint");
    row.append(copy, button(texts.print, () => window.print()));
    details.append(element("summary", texts.text), area, row);
    details.dataset.calm = "";
    details.id = "waiting-text";
    return details;
  }

  function changed() {
    const list = doko.queue();
    const waiting = doko.waiting();
    const sign = document.querySelector("[data-waiting]");
    if (sign) {
      sign.textContent = waiting.length > 1 ? sign.dataset.several.replace("2", waiting.length) : waiting.length ? sign.dataset.single : "";
    }
    document.documentElement.toggleAttribute("data-waits", waiting.length > 0);
    showList(list, waiting);
    doko.project?.();
  }

  let shownAt = null, shownNow = "";

  // Made anew only where something has changed: a key that has the focus, or waits for its second tap, is not taken from under the finger.
  function showList(list, waiting) {
    const place = document.getElementById("table-waiting");
    if (!place) return;
    const texts = JSON.parse(place.dataset.texts);
    const others = [...new Set(hands().map((hand) => hand.table).filter((table) => table !== here()))];
    const inForm = document.getElementById("hand-form")?.dataset.refused;
    const shown = list.filter((hand) => hand.op !== inForm && !outcomes.has(hand.op));
    place.hidden = shown.length + others.length === 0;
    const now = JSON.stringify([shown, others, since, blocked, sending, waiting.at(-1)?.op, Boolean(doko.takeBack)]);
    if (place === shownAt && now === shownNow) return;
    [shownAt, shownNow] = [place, now];
    const open = document.getElementById("waiting-text")?.open;
    const parts = [];
    if (shown.length > 0) {
      const ul = element("ul", "", "plain-list");
      ul.append(...shown.map((hand) => item(hand, hand.op === waiting.at(-1)?.op, texts)));
      parts.push(element("h2", texts.title), ...(since ? [element("p", texts.since.replace("%", since))] : []), ...(blocked ? [element("p", texts.blocked, "fault"), button(texts.again, retry)] : []), ul, asText(shown, texts));
    }
    for (const table of others) {
      const p = element("p", texts.others + " ");
      const a = element("a", table);
      a.href = table;
      p.append(a);
      parts.push(p);
    }
    place.replaceChildren(...parts);
    if (open) document.getElementById("waiting-text")?.setAttribute("open", "");
  }

  function retry() {
    blocked = 0;
    send();
  }

  // What this page has learnt from the server counts from now on.
  doko.fresh = () => {
    acked.clear();
    changed();
  };

  // A choice on the page of a conflict settles the hand that was refused: a link at once, a form when the server has taken it.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-settles]");
    if (link) doko.drop(link.dataset.settles);
  });
  document.addEventListener("submit", ({ target }) => {
    if ("settles" in target.dataset) sessionStorage.setItem("doko.settles", target.dataset.settles);
  });
  doko.settled = () => {
    try {
      const op = sessionStorage.getItem("doko.settles");
      sessionStorage.removeItem("doko.settles");
      if (op && document.querySelector(".flash")) doko.drop(op);
    } catch {
      // nothing is stored, nothing to be settled
    }
  };

  window.addEventListener("online", retry);
  window.addEventListener("pageshow", retry);
  window.addEventListener("storage", changed);
  document.addEventListener("visibilitychange", () => document.hidden || send());
  window.setInterval(send, 5000);
  doko.settled();
  changed();
  send();
})();
