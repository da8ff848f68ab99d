// Which device writes at a table. The page works without this file.
"use strict";

(() => {
  let said = ""; // why the pen could not be taken over
  const part = () => document.getElementById("table-pen");
  const refresh = () => part() && htmx.trigger(part(), "refresh");

  // Another device has the pen: what was typed here stays, but cannot be sent before the pen is taken over.
  // The keyboard must not reach the links of the rows either: the style sheet keeps only fingers away.
  function lock() {
    if (!part()) return;
    const locked = part().dataset.locked === "true";
    const fields = document.getElementById("table-writes");
    if (fields) fields.disabled = locked;
    const form = part().querySelector("form[data-take-pen]");
    if (form && said) show(form); // the part was renewed meanwhile
    else said = "";
    for (const link of document.querySelectorAll("#table-sheet th a")) link.inert = locked;
  }
  document.addEventListener("htmx:after:swap", lock);
  lock();

  // That a device came or left raises no counter: the hint alone says it. What was missed before the page was connected is asked for then.
  document.addEventListener("hint", (event) => {
    const hint = JSON.parse(event.detail.data);
    if (["tournament", part()?.dataset.devices].includes(hint.topic)) window.setTimeout(refresh, Math.random() * hint.spread);
  });

  // A phone that asks is there; one whose battery is empty is gone after a minute and a half.
  window.setInterval(refresh, 30000);

  // Why the pen stays where it is, in the words of the answer's own page; what was typed stays as well. Of a page that is not ours, such as
  // a network's sign-in, only that it did not work.
  function say(form, page) {
    const reasons = [...new DOMParser().parseFromString(page, "text/html").querySelectorAll("main .faults p")].map((p) => p.textContent.trim());
    said = "✗ " + (reasons.join(" ") || form.dataset.takePen);
    show(form);
  }

  function show(form) {
    let p = form.parentElement.querySelector(".fault");
    if (!p) {
      p = document.createElement("p");
      p.className = "fault";
      p.role = "alert";
      form.before(p);
    }
    if (p.textContent !== said) p.textContent = said;
  }

  // Taken over without leaving the page, so that nothing that was typed is lost.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!("takePen" in form.dataset)) return;
    event.preventDefault();
    if (form.dataset.sent) return;
    form.dataset.sent = "1";
    try {
      const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" });
      if (answer.type === "opaqueredirect") refresh();
      else say(form, await answer.text());
    } catch {
      // no network: the page says so, and the key is still there
    } finally {
      delete form.dataset.sent;
    }
  });
})();
