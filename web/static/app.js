// What htmx does not do. Every page works without this file.
"use strict";

(() => {
  const later = (ms, f) => window.setTimeout(f, ms);

  // --- Live hints -------------------------------------------------------------------------------------------------------------
  // A part of a page that lives carries data-live="topic topic" and data-changes="41", the counter it was made from, and fetches
  // itself on the event "refresh". A hint says that a topic has a newer counter; the part asks within the time the server names, so
  // that a full hall does not ask at one instant, and asks again if the network swallowed the answer.
  const wanted = new Map(); // id of a part → counter it should reach

  const behind = (part) => Number(part.dataset.changes || 0) < (wanted.get(part.id) || 0);

  // The part is looked up by its id each time: a swap may have replaced the element.
  function fetchPart(id, wait, tries) {
    later(wait, () => {
      const part = document.getElementById(id);
      if (!part || !behind(part) || tries === 0) {
        wanted.delete(id);
        return;
      }
      htmx.trigger(part, "refresh");
      fetchPart(id, 3000, tries - 1);
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
        fetchPart(part.id, Math.random() * hint.spread, 5);
      }
    }
  });

  // A part that was swapped while newer hints came in asks again at once.
  document.addEventListener("htmx:after:swap", (event) => {
    const part = document.getElementById(event.target.id);
    if (part && wanted.has(part.id) && behind(part)) htmx.trigger(part, "refresh");
  });

  // --- Connected or not -------------------------------------------------------------------------------------------------------
  const clock = () => new Date().toTimeString().slice(0, 5);

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

  // --- Keys of forms ----------------------------------------------------------------------------------------------------------
  // A form counts once, by its key. A page that comes back from the browser's memory gets new keys: what is sent now is meant anew.
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    for (const field of document.querySelectorAll("input[name=op]")) field.value = newKey();
  });

  // crypto.randomUUID is missing on plain http in a club's network.
  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  }
})();
