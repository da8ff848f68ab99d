// The list keeper's page: the form of a hand, and the hands that wait for the network. The page works without this file.
"use strict";

(() => {
  // --- The form of a hand -----------------------------------------------------------------------------------------------------
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

  // crypto.randomUUID is missing on plain http in a club's network.
  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  }
})();
