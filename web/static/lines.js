// Typing a paper sheet line by line: Enter sends a line and the next one can be typed at once; Esc takes back. The page works without
// this file, with a full page for every line.
"use strict";

(() => {
  const form = document.querySelector("form[data-lines]");
  if (!form) return;
  const field = form.elements.lines;
  const sign = document.getElementById("line-waiting");
  const part = (name) => document.getElementById(`line-${name}`);

  let waiting = []; // lines that are on their way
  let busy = false;
  let mending = false; // the line in the field was refused and goes before those that wait
  let draft = ""; // what was being typed when a line came back
  let dropped = ""; // what Esc has cleared, for the arrow up
  let refusal = ""; // what the server said that took nothing

  function set(text) {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true })); // what stands below follows
  }

  const number = () => Number(part("state").dataset.number);

  // The next line tells this hand.
  function aim(at) {
    form.elements.number.value = at;
    form.elements.bock.value = part("state").dataset.bock;
  }

  // The number of the hand is that of the page as it was when the line was begun: a hand that somebody else enters meanwhile is a
  // conflict, not a hand more.
  function follow() {
    if (field.value === "" && waiting.length === 0) aim(number());
    const full = number() === 0;
    const lost = full && document.activeElement === document.body; // what had the focus was replaced: the list heard of the last line first
    if (form.hidden === full && !lost) return;
    form.hidden = full;
    part("now").hidden = full;
    (full ? document.querySelector("[data-next]") || part("state").querySelector("a.button") : field)?.focus();
  }

  function say(away) {
    const texts = waiting.map((line) => line.lines).join("  ·  ");
    sign.textContent = texts && (away ? sign.dataset.away : sign.dataset.waiting).replace("%", texts) + (away ? ` ${refusal}` : "");
  }

  // The parts of the answer take the place of those on the page; the field is never touched.
  function take(page) {
    for (const name of ["state", "written", "wrong"]) {
      const fresh = page.getElementById(`line-${name}`);
      if (!fresh) continue;
      const mine = document.importNode(fresh, true);
      part(name).replaceWith(mine);
      htmx.process(mine);
    }
    const said = page.querySelector(".flash");
    const shown = document.querySelector(".flash");
    if (said && shown) shown.replaceWith(document.importNode(said, true));
    else if (said) part("wrong").before(document.importNode(said, true));
    else shown?.remove();
  }

  // Sent in the order of typing, each with its key, so that it counts once however often it is sent.
  async function post(action, fields) {
    refusal = "";
    const answer = await fetch(action, { method: "POST", body: new URLSearchParams(fields), signal: AbortSignal.timeout(15000) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.querySelector("#line-state, #correction")) { // signed out, or the server is not well: nothing is thrown away
      refusal = page.querySelector("main p")?.textContent ?? "";
      throw new Error(`status ${answer.status}`);
    }
    return { stored: answer.ok, page };
  }

  // The round is closed: the page that shows what this changes is a page of its own, for all lines that wait.
  function showFirst() {
    const many = document.getElementById("many-form");
    for (const name of ["number", "bock"]) many.elements[name].value = waiting[0][name];
    many.elements.lines.value = waiting.map((line) => line.lines).join("\n");
    waiting = [];
    many.submit();
  }

  async function send() {
    if (busy) return;
    busy = true;
    try {
      while (waiting.length > 0 && !mending) {
        const line = waiting[0];
        line.number ??= form.elements.number.value;
        line.bock ??= form.elements.bock.value;
        const fields = new FormData(form);
        for (const name of ["op", "number", "bock", "lines"]) fields.set(name, line[name]);
        say();
        const { stored, page } = await post(form.action, fields);
        if (page.getElementById("correction")) return showFirst();
        waiting.shift();
        take(page);
        if (!stored) mend(line.lines);
        else aim(Math.min(number(), Number(line.number) + 1)); // what is typed meanwhile is the hand after this one
      }
      say();
    } catch {
      say(true);
      window.setTimeout(send, 3000);
    } finally {
      busy = false;
    }
    follow();
  }

  // A line that was refused comes back into the field; what was typed meanwhile waits behind it.
  function mend(text) {
    mending = true;
    draft = field.value;
    field.value = text; // without a word to the preview: what is wrong is said above
    part("now").replaceChildren();
    aim(number());
    field.focus();
  }

  function mended() {
    mending = false;
    set(draft);
    draft = "";
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === "") return;
    const line = { lines: text, op: window.doko.key() };
    if (mending) {
      waiting.unshift(line);
      mended();
    } else {
      waiting.push(line);
      set("");
    }
    send();
  });

  async function takeBack() {
    const back = part("back");
    if (!back || busy) return;
    busy = true;
    try {
      const { stored, page } = await post(back.action, new FormData(back));
      if (page.getElementById("correction")) return back.submit();
      take(page);
      follow();
      if (stored) set(page.getElementById("f-lines")?.value ?? "");
      aim(number());
      field.focus();
    } catch {
      back.requestSubmit(); // without a network the browser says so
    } finally {
      busy = false;
    }
  }

  document.addEventListener("keydown", (event) => {
    if (event.target.form && event.target.form !== form) return; // the field of many lines is an ordinary one
    if (event.key === "ArrowUp" && field.value === "" && dropped !== "") {
      set(dropped);
    } else if (event.key === "Escape" && field.value !== "" && !form.hidden) {
      dropped = field.value;
      if (mending) {
        mended();
        send();
      } else set("");
      part("wrong").replaceChildren();
      follow();
    } else if (event.key === "Escape" && waiting.length === 0) {
      takeBack();
    } else return;
    event.preventDefault();
  });

  document.addEventListener("submit", (event) => {
    if (event.target.id !== "line-back" || busy) return;
    event.preventDefault();
    takeBack();
  });

  field.addEventListener("input", () => part("wrong").replaceChildren()); // from here on the preview says it
  document.addEventListener("htmx:after:swap", follow);
  window.addEventListener("beforeunload", (event) => {
    if (waiting.length > 0) event.preventDefault();
  });
})();
