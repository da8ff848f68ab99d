// What htmx does not do. Every page works without this file.
"use strict";

(() => {
  const doko = (window.doko ??= {}); // what the scripts of single pages use of this one and of each other
  const later = (ms, f) => window.setTimeout(f, ms);
  const clock = () => new Date().toLocaleTimeString("de", {hour: "2-digit", minute: "2-digit"});

  doko.clock = clock;

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

  // Somebody may have begun to type while the answer was on its way: the part waits then too, and asks again later.
  document.addEventListener("htmx:before:swap", (event) => {
    if (event.target.dataset?.live !== undefined && inUse(event.target)) event.preventDefault();
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
  }
  document.addEventListener("htmx:after:swap", () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    turn();
  });
  if (document.querySelector("[data-page], .hall")) {
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

  // An open stream may be dead without knowing it: what the browser says and what other requests meet counts as well.
  doko.connected = connected;
  window.addEventListener("offline", () => connected(false));
  window.addEventListener("online", () => fetch("/version").then(({ ok }) => ok && connected(true), () => {}));

  document.addEventListener("htmx:sse:after:connection", (event) => connected(event.detail.connection.status === 200));
  document.addEventListener("htmx:sse:error", () => connected(false));
  document.addEventListener("htmx:sse:close", () => connected(false));
  document.addEventListener("htmx:error", (event) => {
    if (event.target.id === "live") connected(false);
  });

  // A page that is left lets go of its stream at once: kept in the browser's memory it would count as still looking on. It connects anew
  // when it comes back.
  let stream = null;
  document.addEventListener("htmx:sse:before:connection", (event) => (stream = event.detail.connection));
  window.addEventListener("pagehide", () => {
    const live = document.getElementById("live");
    if (live) htmx.trigger(live, "htmx:abort"); // while no answer has come yet
    stream?.abortController.abort();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    const live = document.getElementById("live");
    if (!persisted || !live) return;
    const fresh = live.cloneNode(true);
    live.replaceWith(fresh);
    htmx.process(fresh);
  });

  // --- Forms -------------------------------------------------------------------------------------------------------------------
  document.documentElement.classList.add("js");

  for (const type of ["input", "change"]) {
    document.addEventListener(type, (event) => {
      if (event.target.form) event.target.form.dataset.touched = "1";
    });
  }

  document.addEventListener("input", (event) => {
    const form = event.target.form;
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

  // --- Keys of forms ----------------------------------------------------------------------------------------------------------
  // A form counts once, by its key. A page that comes back from the browser's memory gets new keys: what is sent now is meant anew.
  // So does one that the worker has kept.
  window.addEventListener("pageshow", (event) => {
    const kept = document.documentElement.hasAttribute("data-stale");
    if (!event.persisted && !kept) return;
    if (kept) connected(false);
    for (const form of document.forms) delete form.dataset.sent;
    for (const field of document.querySelectorAll("input[name=op]")) field.value = newKey();
  });

  // crypto.randomUUID is missing on plain http in a club's network.
  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  }
  doko.key = newKey;
})();
