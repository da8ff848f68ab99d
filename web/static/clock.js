// The clock of a round, counted down. Every page works without this file: the minutes stand there as the server wrote them.
"use strict";

(() => {
  // The phone's own clock may be wrong by a day. The page counts from the server's time with a stopwatch that nobody can set. What the
  // server said is never later than its time now, so the largest of what it said is the nearest; a reply that was slow, or a page from
  // the browser's memory, does not set the clock back.
  let ahead = -Infinity;
  const heard = (ms) => {
    if (ms > 0) ahead = Math.max(ahead, ms - performance.now());
  };
  const now = () => performance.now() + ahead;

  const write = (element, text) => {
    if (element && element.textContent !== text) element.textContent = text;
  };

  const ended = new Set(); // what has been fetched anew because its time was up

  function show(sign) {
    const left = Number(sign.dataset.ends) - now();
    const gone = Math.floor(-left / 60000);
    const texts = sign.dataset;
    const text = left > 0 ? texts.left.replace("%", Math.ceil(left / 60000)) : gone > 0 ? texts.gone.replace("%", gone) : texts.up;
    write(sign.querySelector("[data-words]"), text);
    write(sign.querySelector("[data-mark]"), left > 0 ? "◷" : "!");
    sign.classList.toggle("warn", left > 0 && left <= 600000);
    sign.classList.toggle("bad", left <= 0);
    if (left > 0 || Number(sign.dataset.now) >= Number(sign.dataset.ends)) return;
    const part = sign.closest("[data-live][id]");
    const key = part?.id + sign.dataset.ends;
    if (!part || ended.has(key)) return;
    ended.add(key); // what time up means for the table stands in the server's page
    window.setTimeout(() => refresh(part.id), 500 + Math.random() * 2000);
  }

  function refresh(id) {
    const part = document.getElementById(id);
    if (!part || part.querySelector("[data-touched], details[open]:not([data-calm])")) return;
    htmx.trigger(part, "refresh");
  }

  function tick() {
    for (const sign of document.querySelectorAll("[data-now]")) heard(Number(sign.dataset.now));
    if (ahead === -Infinity) return;
    document.querySelectorAll("[data-ends]").forEach(show);
    for (const sign of document.querySelectorAll("[data-day]")) {
      write(sign, new Date(now()).toLocaleTimeString("de", { hour: "2-digit", minute: "2-digit", timeZone: sign.dataset.day || undefined }));
    }
  }

  // A phone that slept may have stopped the stopwatch too, and a page from the browser's memory is as old as it is.
  async function ask() {
    if (document.hidden || !document.querySelector("[data-now]")) return;
    try {
      const answer = await fetch("/now", { cache: "no-store" });
      if (answer.ok) heard(Number(await answer.text()));
    } catch {
      // no network: the page goes on counting
    }
    tick();
  }

  // Where nothing is entered nothing is told either: what says how long ago something was asks again by itself.
  let waited = 0;
  window.setInterval(() => {
    tick();
    waited++;
    if (waited % 300 === 0) ask();
    if (document.hidden) return;
    for (const part of document.querySelectorAll("[data-every][id]")) {
      if (waited % Number(part.dataset.every) === 0) refresh(part.id);
    }
  }, 1000);

  document.addEventListener("htmx:after:swap", tick);
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("pageshow", ask);
  tick();
})();
