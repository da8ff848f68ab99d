// The list keeper's page: the form of a hand. The page works without this file.
"use strict";

(() => {
  const doko = (window.doko ??= {});

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
  });

  // --- Entering ---------------------------------------------------------------------------------------------------------------
  const labelOf = (e) => e.labels?.[0]?.querySelector("span")?.firstChild?.textContent.trim() ?? "";

  // A hand in the words of its keys, for the list of hands that wait.
  function describe(form) {
    const checked = (name) => [...form.querySelectorAll(`input[name=${name}]:checked`)].filter((e) => e.value !== "");
    if (form.elements.way.value === "winners") return `${checked("winners").map(labelOf).join(", ")}: ${form.elements.value.value}`;
    const side = (party) => labelOf(form.querySelector(`input[name=call_${party}][value=${party}]`));
    const words = [...checked("contract"), ...(checked("contract")[0]?.value === "solo" ? checked("solo") : [])].map(labelOf);
    words.push(`${side("re")}: ${checked("re").map(labelOf).join(", ")}`);
    words.push(form.elements.augen.value || checked("range").map((e) => e.labels[0].textContent.trim().replace(/\s+/g, " ")).join());
    for (const party of ["re", "kontra"]) {
      for (const call of checked(`call_${party}`)) words.push(call.value === party ? side(party) : `${side(party)} ${labelOf(call)}`);
    }
    for (const e of form.querySelectorAll(".step input")) if (Number(e.value) > 0) words.push(`${e.ariaLabel} ${e.value}`);
    for (const e of form.querySelectorAll(".specials [type=radio]:checked")) {
      if (e.value) words.push(`${e.closest(".taps").previousElementSibling.textContent} ${labelOf(e)}`);
    }
    return words.filter(Boolean).join(" · ");
  }

  function pointsOf(form) {
    return [...document.querySelectorAll("#preview .points li")].map((li) => li.textContent.trim().replace(/\s+/g, " ")).join(", ");
  }

  // Fills the form with what was typed once, or empties it.
  function fill(form, fields) {
    for (const e of form.querySelectorAll("input:not([type=hidden])")) {
      const values = fields.filter(([name]) => name === e.name).map(([, value]) => value);
      if (e.type === "checkbox") e.checked = values.includes(e.value);
      else if (e.type === "radio") e.checked = values.length > 0 ? values.includes(e.value) : e.value === "" || (e.name === "contract" && e.value === "normal");
      else e.value = values[0] ?? (e.closest(".step") ? "0" : "");
    }
    delete form.dataset.sent;
    delete form.dataset.touched;
    delete form.dataset.refused;
    document.querySelector(".faults")?.remove();
    document.querySelector(".flash")?.remove();
    for (const fault of form.querySelectorAll(".fault")) fault.remove();
  }

  // The last hand that waits comes back into the form.
  doko.takeBack = (hand) => {
    const form = document.getElementById("hand-form");
    if (!form || hand.fields.find(([name]) => name === "way")[1] !== form.elements.way.value) return;
    fill(form, hand.fields);
    form.dataset.touched = "1";
    doko.drop(hand.op);
    doko.project(true);
    doko.preview(form);
    form.scrollIntoView();
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!("hand" in form.dataset) || form.elements.base.value > 0 || event.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    if (form.dataset.sent) return;
    form.dataset.sent = "1";
    form.elements.op.value = doko.key();
    const hand = {
      op: form.elements.op.value, action: form.getAttribute("action"), number: Number(form.elements.number.value),
      fields: [...new FormData(form)], text: describe(form), points: pointsOf(form),
    };
    const outcome = await doko.put(hand, form.dataset.refused);
    if (outcome === "refused") return; // its page is on the way
    fill(form, []);
    doko.project(true);
    doko.preview(form);
    if (outcome === "stored") doko.refresh();
  });

  // What was entered is said where the value stood, so that the keys of the next hand stay where they are.
  function keysStay(main) {
    const said = main.querySelector(".flash");
    const place = main.querySelector("#preview");
    if (said && place) place.replaceChildren(said);
  }

  // The page as it is now, without leaving it: where the network goes away in between, this one goes on.
  doko.refresh = async () => {
    const place = document.querySelector("[data-hands]")?.dataset.hands;
    const way = document.getElementById("hand-form")?.elements.way.value === "winners" ? "?way=winners" : "";
    try {
      const answer = await fetch(place + way, { headers: { "Doko-Page": "1" }, signal: AbortSignal.timeout(8000) });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
      if (!answer.ok || !fresh?.querySelector("[data-hands]")) return;
      if (document.querySelector("[data-touched]")) return; // the next hand is being entered: its taps stay
      document.querySelector("main").replaceWith(fresh);
      document.documentElement.removeAttribute("data-stale");
      keysStay(fresh);
      history.replaceState(null, "", place + way);
      htmx.process(fresh);
      window.scrollTo(0, 0);
      doko.fresh();
      document.dispatchEvent(new Event("doko:page"));
    } catch {
      // no network: this page goes on
    }
  };

  // --- The screen stays on ----------------------------------------------------------------------------------------------------
  // Only a secure page may ask for it; on others one line says how to do it by hand, until it has been read.
  let awake = null;
  async function stayAwake() {
    if (document.hidden || awake || !document.getElementById("hand-form")) return;
    try {
      awake = await navigator.wakeLock.request("screen");
      awake.addEventListener("release", () => (awake = null));
    } catch {
      // an empty battery, or the browser does not want to
    }
  }

  function tellAboutScreen() {
    const hint = document.getElementById("screen-hint");
    if (!hint || !matchMedia("(pointer: coarse)").matches) return;
    try {
      hint.hidden = localStorage.getItem("doko.screen") === "read";
    } catch {
      // it would come again and again
    }
  }

  document.addEventListener("click", (event) => {
    const hint = event.target.closest("#screen-hint button")?.parentElement;
    if (!hint) return;
    hint.hidden = true;
    localStorage.setItem("doko.screen", "read");
  });

  const show = () => (window.isSecureContext && "wakeLock" in navigator ? stayAwake() : tellAboutScreen());
  document.addEventListener("visibilitychange", show);
  document.addEventListener("doko:page", show);
  show();

  // --- The page without a network ---------------------------------------------------------------------------------------------
  // Over TLS a worker keeps the table's page, so that it also opens without a network.
  const worker = document.querySelector("[data-worker]")?.dataset.worker;
  if (worker && "serviceWorker" in navigator) {
    // What was loaded before the worker was there goes through it once more.
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      const place = document.querySelector("[data-hands]")?.dataset.hands;
      const values = document.querySelector("[data-values]")?.dataset.values;
      if (place) fetch(place, { headers: { "Doko-Page": "1" } }).catch(() => {});
      if (values) fetch(values).catch(() => {});
    });
    navigator.serviceWorker.register(worker, { scope: "/tables/" });
  }
})();
