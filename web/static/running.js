// Running totals from paper: the sum of each row while it is typed, what the server says of the rows, a key for the minus.
"use strict";

(() => {
  const form = document.querySelector("form[data-running]");
  if (!form) return;
  const figures = [...form.querySelectorAll("[data-figure]")];
  const figure = (field) => Number(field.value.trim().replace(/[−–]/, "-"));
  const show = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));
  let last = figures[0];

  for (const field of figures) field.inputMode = "numeric"; // a phone's numbers lack the minus: there is a key for it

  function addUp(row) {
    const fields = [...row.querySelectorAll("[data-figure]")];
    const sum = fields.reduce((all, field) => all + (figure(field) || 0), 0);
    const full = fields.every((field) => field.value.trim() !== "" || field.hasAttribute("data-out"));
    const sign = row.querySelector("[data-row-sum]");
    sign.textContent = full ? `Σ ${show(sum)} ${sum === 0 ? "✓" : "✗"}` : "";
    sign.classList.toggle("off", sum !== 0);
  }

  // What was typed outlives a killed tab, for as long as the list is where it was.
  const kept = `doko.running ${form.getAttribute("action")} ${form.elements.start.value} ${form.elements.from.value}`;
  function keep() {
    try {
      const typed = [...new FormData(form)].filter(([name, value]) => /^(r\d|solo_)/.test(name) && value !== "");
      localStorage.setItem(kept, JSON.stringify(typed));
    } catch {
      // a browser that keeps nothing
    }
  }
  function comeBack() {
    try {
      const mine = `doko.running ${form.getAttribute("action")} `;
      for (const key of Object.keys(localStorage)) if (key.startsWith(mine) && key !== kept) localStorage.removeItem(key);
      if (figures.some((field) => field.value !== "")) return;
      const typed = JSON.parse(localStorage.getItem(kept) || "[]");
      for (const [name, value] of typed) if (form.elements[name]) form.elements[name].value = value;
      if (typed.length > 0) check();
    } catch {
      // nothing that can be read
    }
  }

  // A row that is being typed, with nothing after it, is not asked about before it is whole.
  function typedSoFar() {
    const body = new URLSearchParams(new FormData(form));
    const row = document.activeElement.closest(".run-row");
    if (!row || !("figure" in document.activeElement.dataset)) return body;
    const fields = [...row.querySelectorAll("[data-figure]")];
    const after = figures.slice(figures.indexOf(fields.at(-1)) + 1);
    const whole = fields.every((field) => field.value.trim() !== "" || field.hasAttribute("data-out"));
    if (!whole && after.every((field) => field.value === "")) for (const field of fields) body.delete(field.name);
    return body;
  }

  // Who sits out follows from the solos in the rows before.
  function sitOut(note) {
    for (const field of document.getElementById(note.id).closest(".run-row").querySelectorAll("[data-figure]")) {
      const out = field.name === note.dataset.sitsOut;
      field.toggleAttribute("data-out", out);
      field.placeholder = out ? "–" : "";
    }
  }

  // The rules live on the server: it reads the rows and says which figure is wrong. A newer question makes an older answer stale.
  let asked = 0;
  async function check() {
    const turn = ++asked;
    let text = "";
    try {
      const answer = await fetch(form.dataset.running, { method: "POST", body: typedSoFar(), signal: AbortSignal.timeout(15000) });
      if (!answer.ok) return;
      text = await answer.text();
    } catch {
      return; // no network: the sums of the rows are there, the rest comes when it is sent
    }
    if (turn !== asked) return;
    for (const part of new DOMParser().parseFromString(text, "text/html").querySelectorAll("[id]")) {
      const here = document.getElementById(part.id);
      if (here && "note" in part.dataset) sitOut(part);
      if (here && !here.contains(document.activeElement)) here.replaceChildren(...[...part.childNodes].map((node) => document.importNode(node, true)));
    }
  }

  form.addEventListener("focusout", (event) => {
    const row = event.target.closest(".run-row");
    if (row && event.relatedTarget && !row.contains(event.relatedTarget)) check();
  });

  let waiting = 0;
  form.addEventListener("input", (event) => {
    const row = event.target.closest(".run-row");
    if (row && "adds" in form.dataset) addUp(row);
    keep();
    window.clearTimeout(waiting);
    waiting = window.setTimeout(check, 350);
  });

  form.addEventListener("focusin", (event) => {
    if ("figure" in event.target.dataset) last = event.target;
  });

  // Enter goes on to the next figure, as in a table; the list is sent by its button.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !("figure" in event.target.dataset)) return;
    event.preventDefault();
    const next = figures[figures.indexOf(event.target) + 1];
    if (next) next.focus();
    else form.querySelector("button.main").focus();
  });

  const flip = form.querySelector("[data-flip]");
  flip.addEventListener("pointerdown", (event) => event.preventDefault()); // the figure keeps the focus
  flip.addEventListener("click", () => {
    const typed = last.value.trim();
    last.value = /^[-−–]/.test(typed) ? typed.slice(1) : `-${typed.replace(/^\+/, "")}`;
    last.focus();
    last.dispatchEvent(new Event("input", { bubbles: true }));
  });

  if ("adds" in form.dataset) for (const row of form.querySelectorAll(".run-row")) addUp(row);
  comeBack();
})();
