// What htmx does not do. Every page works without this file.
"use strict";

(() => {
  const later = (ms, f) => window.setTimeout(f, ms);
  const clock = zone => new Date().toLocaleTimeString("de", {hour: "2-digit", minute: "2-digit", timeZone: zone || undefined});

  // --- Live hints -------------------------------------------------------------------------------------------------------------
  // A part of a page that lives carries data-live="topic topic" and data-changes="41", the counter it was made from, and fetches
  // itself on the event "refresh". A hint says that a topic has a newer counter; the part asks within the time the server names, so
  // that a full hall does not ask at one instant, and asks again if the network swallowed the answer.
  const wanted = new Map(); // id of a part → counter it should reach

  const behind = (part) => Number(part.dataset.changes || 0) < (wanted.get(part.id) || 0);

  // Nothing is taken out of a hand: a part in which somebody types or has opened something waits. What is only read (data-calm) does
  // not wait: it is open again after the swap.
  const inUse = (part) => part.querySelector("[data-touched], details[open]:not([data-calm]), .waiting:not(:empty)") !== null;

  // The part is looked up by its id each time: a swap may have replaced the element. Tries count only as long as no answer comes: in
  // a busy hall hints follow each other for minutes.
  function fetchPart(id, wait, tries, had) {
    later(wait, () => {
      const part = document.getElementById(id);
      const has = Number(part?.dataset.changes || 0);
      if (has > had) tries = 5;
      if (!part || !behind(part) || tries === 0) {
        wanted.delete(id);
        return;
      }
      if (inUse(part)) {
        fetchPart(id, 1000, tries, has);
        return;
      }
      htmx.trigger(part, "refresh");
      fetchPart(id, 3000, tries - 1, has);
    });
  }

  document.addEventListener("hint", (event) => {
    const hint = JSON.parse(event.detail.data);
    for (const part of document.querySelectorAll("[data-live][id]")) {
      if (hint.topic !== "tournament" && !part.dataset.live.split(" ").includes(hint.topic)) continue;
      const asking = wanted.has(part.id);
      wanted.set(part.id, Math.max(hint.changes, wanted.get(part.id) || 0));
      if (!behind(part)) {
        if (!asking) wanted.delete(part.id);
      } else if (!asking) {
        fetchPart(part.id, Math.random() * hint.spread, 5, 0);
      }
    }
  });

  // A part that was swapped while newer hints came in asks again at once.
  document.addEventListener("htmx:after:swap", (event) => {
    const part = document.getElementById(event.target.id);
    if (part && wanted.has(part.id) && behind(part) && !inUse(part)) htmx.trigger(part, "refresh");
  });

  const open = new Set(); // ids of what is open and only read
  document.addEventListener("toggle", ({ target }) => {
    if (target.id && "calm" in target.dataset) open[target.open ? "add" : "delete"](target.id);
  }, true);

  // --- The projector ----------------------------------------------------------------------------------------------------------
  // Pages turn by themselves; all are there for a reader without this file.
  let turned = 0;
  function turn() {
    const pages = [...document.querySelectorAll("[data-page]")];
    pages.forEach((page, i) => (page.hidden = i !== turned % pages.length));
    for (const sign of document.querySelectorAll("[data-clock]")) sign.textContent = clock(sign.dataset.clock);
  }
  document.addEventListener("htmx:after:swap", () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    turn();
  });
  if (document.querySelector("[data-page], [data-clock]")) {
    turn();
    window.setInterval(turn, 1000);
    window.setInterval(() => turned++, 10000);
  }

  // --- Connected or not -------------------------------------------------------------------------------------------------------
  function connected(yes) {
    const sign = document.getElementById("live");
    if (!sign || (!yes && sign.classList.contains("off"))) return;
    sign.classList.toggle("off", !yes);
    sign.textContent = yes ? sign.dataset.yes : sign.dataset.no.replace("%", clock());
  }

  document.addEventListener("htmx:sse:after:connection", (event) => connected(event.detail.connection.status === 200));
  document.addEventListener("htmx:sse:error", () => connected(false));
  document.addEventListener("htmx:sse:close", () => connected(false));
  document.addEventListener("htmx:error", (event) => {
    if (event.target.id === "live") connected(false);
  });

  // --- The form of a hand -----------------------------------------------------------------------------------------------------
  document.documentElement.classList.add("js");

  for (const type of ["input", "change"]) {
    document.addEventListener(type, (event) => {
      if (event.target.form) event.target.form.dataset.touched = "1";
    });
  }

  // Re are two, in a solo one: one tap too many gives the place of the tap before.
  let taps = 0;
  function keepSides(form, tapped) {
    const boxes = [...form.querySelectorAll("[data-re] input:checked")];
    if (tapped) tapped.dataset.tap = ++taps;
    const picked = (name) => form.querySelector(`input[name=${name}]:checked`)?.value;
    const alone = picked("contract") === "solo" || (picked("contract") === "hochzeit" && picked("clarified_in") === "none");
    boxes.sort((a, b) => Number(b.dataset.tap || 0) - Number(a.dataset.tap || 0));
    for (const box of boxes.slice(alone ? 1 : 2)) box.checked = false;
  }

  // A figure and the key of its range go together: each follows the other.
  function keepAugen(form, changed) {
    const field = form.elements.augen;
    const keys = [...form.querySelectorAll("input[name=range]")];
    const within = (key, augen) => {
      const [from, to] = key.value.split("-").map(Number);
      return augen >= from && augen <= (to ?? from);
    };
    if (changed !== field) {
      if (field.value !== "" && !within(changed, Number(field.value))) field.value = "";
    } else if (/^\d+$/.test(field.value)) {
      const augen = Number(field.value);
      const fits = keys.filter((key) => within(key, augen));
      if (!fits.some((key) => key.checked)) keys.forEach((key) => (key.checked = fits.length === 1 && key === fits[0]));
    }
  }

  document.addEventListener("change", (event) => {
    const field = event.target;
    const form = field.form;
    if (!form || !("hand" in form.dataset)) return;
    if (["re", "contract", "clarified_in"].includes(field.name)) keepSides(form, field.name === "re" ? field : null);
    if (field.name === "range") keepAugen(form, field);
  });

  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (event.target.name === "augen" && form && "hand" in form.dataset) keepAugen(form, event.target);
    if (form && "sums" in form.dataset) addUp(form);
  });

  // The totals from paper: their sum while they are typed, and a key for the minus that a phone's numbers lack.
  function addUp(form) {
    let sum = 0;
    for (const field of form.querySelectorAll("[data-sum]")) sum += Number(field.value.replace(/[−–]/, "-")) || 0;
    form.querySelector("[data-total]").textContent = sum > 0 ? `+${sum}` : String(sum).replace("-", "−");
  }

  for (const field of document.querySelectorAll("[data-sum]")) field.inputMode = "numeric";

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-step], [data-sign]");
    if (!key) return;
    const field = key.parentElement.querySelector("input");
    const number = Number(field.value.replace(/[−–]/, "-")) || 0;
    if ("sign" in key.dataset) field.value = number === 0 ? "-" : String(-number);
    else field.value = String(Math.max(0, number + Number(key.dataset.step)));
    if (field.value === "-") field.focus();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // --- Hands that wait for the network ----------------------------------------------------------------------------------------
  // A hand that could not be sent is kept in the browser and sent again, in order, with its key: it counts once. Meanwhile the next
  // hand can be entered. What the server refuses is shown by its own page.
  const kept = () => "doko.hands " + document.querySelector("[data-hands]")?.dataset.hands; // each table's by itself
  const queue = () => JSON.parse(localStorage.getItem(kept()) || "[]");
  let sending = false;

  function keep(hands) {
    localStorage.setItem(kept(), JSON.stringify(hands));
    const sign = document.querySelector("[data-waiting]");
    if (sign) sign.textContent = hands.length > 1 ? sign.dataset.several.replace("2", hands.length) : hands.length ? sign.dataset.single : "";
  }

  // The promise fails when the network does.
  async function post(hand) {
    const answer = await fetch(hand.action, {
      method: "POST", body: new URLSearchParams(hand.fields), redirect: "manual", signal: AbortSignal.timeout(15000),
    });
    return { stored: answer.type === "opaqueredirect", refused: answer.status === 409 || answer.status === 422 };
  }

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

  async function sendKept() {
    if (sending) return;
    sending = true;
    try {
      if (queue().length === 0) return;
      keep(queue());
      while (queue().length > 0) {
        const [hand, ...rest] = queue();
        const { stored, refused } = await post(hand);
        if (!stored && !refused) return; // the server is not well, or the key is no longer valid: nothing is thrown away
        keep(rest);
        if (refused) return show(hand);
      }
      if (!document.querySelector("[data-touched]")) location.reload();
    } catch {
      // still no network, or a browser that keeps nothing: the next try is in five seconds
    } finally {
      sending = false;
    }
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!("hand" in form.dataset) || form.elements.base.value > 0 || event.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    if (form.dataset.sent) return;
    form.dataset.sent = "1";
    const hand = { action: form.getAttribute("action"), fields: [...new FormData(form)] };
    try {
      if (queue().length > 0) throw new Error("others wait");
      if ((await post(hand)).stored) location.assign(form.dataset.hand);
      else show(hand);
    } catch {
      keep([...queue(), hand]);
      form.reset();
      delete form.dataset.sent;
      delete form.dataset.touched;
      form.elements.op.value = newKey();
      form.elements.number.value = Number(form.elements.number.value) + 1;
      const button = form.querySelector("[data-label]");
      button.textContent = button.dataset.label.replace("%", form.elements.number.value);
      document.getElementById("preview").textContent = "";
    }
  });

  window.addEventListener("online", sendKept);
  window.setInterval(sendKept, 5000);
  sendKept();

  // --- Keys of forms ----------------------------------------------------------------------------------------------------------
  // A form counts once, by its key. A page that comes back from the browser's memory gets new keys: what is sent now is meant anew.
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    for (const form of document.forms) delete form.dataset.sent;
    for (const field of document.querySelectorAll("input[name=op]")) field.value = newKey();
  });

  // crypto.randomUUID is missing on plain http in a club's network.
  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  }
})();
