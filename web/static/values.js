// What a hand is worth, at once and without a network, looked up in a table that the engine made: no rule of the game stands here.
"use strict";

(() => {
  const doko = (window.doko ??= {});
  let from = ""; // address of the data
  let data = null;

  // The data of the page's form; null as long as it is not there.
  doko.data = () => data;

  async function load() {
    const address = document.querySelector("[data-values]")?.dataset.values || "";
    if (address === from) return;
    from = address;
    data = null;
    if (!address) return;
    try {
      const answer = await fetch(address);
      if (!answer.ok || address !== from) return;
      data = unpack(await answer.json());
      document.dispatchEvent(new Event("doko:data"));
    } catch {
      from = ""; // asked again with the next part of the page
    }
  }

  function unpack(d) {
    d.row = d.values.places.flatMap(([row, n]) => Array(n).fill(row));
    for (const group of d.values.groups) group.spans = Uint8Array.from(atob(group.spans), (c) => c.charCodeAt(0));
    return d;
  }

  const whole = (text) => {
    const s = String(text ?? "").trim().replace(/[−–]/, "-");
    return s === "" ? 0 : /^[+-]?\d+$/.test(s) ? Number(s) : NaN;
  };

  // How often each special point was noted; null where the table has no such number.
  function counted(fields) {
    const counts = data.values.specials.map((s) =>
      fields.get(s.kind) === s.party ? 1 : whole(fields.get(`${s.kind}_${s.party}`)));
    return counts.every((n, i) => n >= 0 && n <= data.values.specials[i].most) ? counts : null;
  }

  // The places of the result: [first, last], "ask" where nothing was tapped, "wrong" or "unclear".
  function placesOf(fields) {
    const key = data.keys[fields.get("range")];
    const typed = (fields.get("augen") ?? "").trim();
    if (typed === "") return key ?? "ask";
    const augen = whole(typed);
    if (!(augen >= 0 && augen <= 240)) return "wrong";
    if (!key) return augen === 0 || augen === 240 ? "unclear" : [augen + 1, augen + 1];
    if (key[0] === key[1] && (key[0] === 0 || key[0] === 242)) return augen === (key[0] === 0 ? 0 : 240) ? key : "wrong";
    return augen + 1 >= key[0] && augen + 1 <= key[1] ? [augen + 1, augen + 1] : "wrong";
  }

  // Where the special points are possible, within the places of the result.
  function within([first, last], counts) {
    for (const group of data.values.groups) {
      let at = 0, step = 1;
      for (const i of group.of) {
        at += counts[i] * step;
        step *= data.values.specials[i].most + 1;
      }
      first = Math.max(first, group.spans[2 * at]);
      last = Math.min(last, group.spans[2 * at + 1]);
    }
    return new Set(data.row.slice(first, Math.max(last + 1, first)).filter((row) => row >= 0));
  }

  const said = (fields, party) => ["", party, "k90", "k60", "k30", "schwarz"].indexOf(fields.get(`call_${party}`) ?? "");

  function contractOf(fields) {
    const contract = fields.get("contract") === "solo" ? fields.get("solo") : fields.get("contract");
    return contract === "hochzeit" && fields.get("clarified_in") === "none" ? "hochzeit/none" : contract;
  }

  // What a hand is worth: {winner, value, alone, points(pos)}, or {say} with the key of a text.
  function lookFull(fields) {
    const v = data.values;
    const contract = contractOf(fields);
    if (!contract || (contract === "hochzeit" && !fields.get("clarified_in"))) return { say: "ask" };
    const re = fields.getAll("re").map(Number);
    if (!v.contracts[contract]) return { say: "wrong" };
    if (re.length !== v.contracts[contract]) return { say: "ask" };
    const places = placesOf(fields);
    if (typeof places === "string") return { say: places };
    const counts = counted(fields);
    if (!counts) return { say: "wrong" };
    const rows = within(places, counts);
    if (rows.size !== 1) return { say: rows.size === 0 ? "wrong" : "unclear" };
    const [row] = [...rows].map((i) => v.rows[i]);
    const alone = re.length === 1 ? 1 : 0;
    const calls = [said(fields, "re"), said(fields, "kontra")];
    const bock = v.bock[v.bock.length > 1 ? whole(fields.get("bock")) : 0];
    if (bock === undefined || calls.includes(-1)) return { say: "wrong" };
    const cell = alone * 36 + calls[0] * 6 + calls[1];
    const more = counts.reduce((sum, n, i) => sum + n * v.specials[i].points[alone], 0);
    const value = (row.worth[cell] + row.unit[cell] * more) * bock;
    const points = (pos) => written(re.includes(pos) ? value * (alone ? v.solo : 1) : -value);
    return { winner: row.won[cell], value, alone, points };
  }

  const written = (n) => (n > 0 ? n * data.values.plus : n * data.values.minus) || 0;

  // The short way: who won and the value.
  function lookShort(fields) {
    const winners = fields.getAll("winners").map(Number);
    const value = whole(fields.get("value"));
    if (winners.length === 0 || (fields.get("value") ?? "").trim() === "") return { say: "ask" };
    if (winners.length > 3 || !(Math.abs(value) <= 9999)) return { say: "wrong" };
    const share = data.shares[winners.length];
    const points = (pos) => written(value * (winners.includes(pos) ? share.won : share.lost));
    return { winner: share.side, value: value * share.value, alone: share.side ? 1 : 0, points };
  }

  doko.look = (fields) => (fields.get("way") === "winners" ? lookShort(fields) : lookFull(fields));

  // --- On the page ------------------------------------------------------------------------------------------------------------
  const grouped = (n, many) => (n < 10000 ? String(n) : String(n).replace(/\B(?=(\d{3})+$)/g, many.replace(/[+\d]/g, "")));
  const points = (n, texts) => (n > 0 ? "+" : n < 0 ? "−" : "") + grouped(Math.abs(n), texts.many);

  // Who sits at a position in a hand: a substitute from his first hand on.
  doko.seat = (form, pos, number) => {
    const seats = JSON.parse(form.dataset.names)[pos - 1] ?? [];
    return seats.filter((s) => s.from <= number).pop() ?? seats[0] ?? { name: "", short: "" };
  };

  function headline(result, texts) {
    const text = { r: texts.re, k: texts.kontra, "-": texts.nobody }[result.winner];
    if (!text) return "";
    const value = points(result.winner === "k" ? -result.value : result.value, texts);
    const solo = result.alone && data.values.solo > 1 ? " · " + texts.factor.replace("%", data.values.solo) : "";
    return text.replace("%", value) + solo;
  }

  const element = (tag, text, name) => {
    const e = document.createElement(tag);
    e.textContent = text;
    if (name) e.className = name;
    return e;
  };

  // The points of each player as a list; out is who sits out.
  function listed(form, result, out, texts) {
    const list = element("ul", "", "points");
    const seats = JSON.parse(form.dataset.names).length;
    for (let pos = 1; pos <= seats; pos++) {
      const n = pos === out ? 0 : result.points(pos);
      const item = element("li", "", n > 0 ? "won" : "");
      const name = element("span", doko.seat(form, pos, Number(form.elements.number.value)).short + " ");
      name.translate = false;
      item.append(name, element("b", points(n, texts), "nowrap"));
      list.append(item);
    }
    return list;
  }

  // A solo that is due and not played, or one that may not be: said before the hand is sent.
  function warned(form, fields, texts) {
    const broken = doko.broken?.(form, fields);
    if (!broken) return [];
    const name = doko.seat(form, broken.pos, Number(fields.get("number"))).short;
    const p = element("p", " " + texts[broken.code].replace("%", () => name), "state bad broken");
    const sign = element("span", "!");
    sign.ariaHidden = "true";
    p.translate = false;
    p.prepend(sign);
    return [p];
  }

  // Shows what the table says. With a network the server's answer, which explains the points, follows and takes its place.
  doko.preview = (form) => {
    const place = document.getElementById("preview");
    if (!data || !place) return;
    const texts = JSON.parse(form.dataset.texts);
    const fields = new FormData(form);
    const result = doko.look(fields);
    if (result.say) {
      place.replaceChildren(element("p", texts[result.say], result.say === "ask" ? "todo ask" : "todo"));
      return;
    }
    const out = Number(form.querySelector("input[type=checkbox][disabled]")?.value ?? 0);
    const head = headline(result, texts);
    place.replaceChildren(...warned(form, fields, texts), ...(head ? [element("p", head, "headline")] : []), listed(form, result, out, texts), element("p", texts.later, "why later"));
  };

  for (const type of ["input", "change"]) {
    document.addEventListener(type, ({ target }) => {
      if (target.form && "hand" in target.form.dataset) doko.preview(target.form);
    });
  }
  document.addEventListener("htmx:after:swap", load);
  window.addEventListener("online", load);
  load();
})();
