// The effect of the last changed value: compares the rows of the preview before and after it. For a hidden value, only
// its label is shown, and no previous values.
import { targetOf } from "../site/dom.js";

/** @param {HTMLFormElement} form */
export function changes(form) {
  const line = document.getElementById("last-change");
  if (!line) return;
  const words = line.dataset;
  const preview = () => document.getElementById("preview");
  const LONGEST = 40; // characters of a value inside a sentence
  const fill = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (_, key) => values[key]);

  // -- reading the page ------------------------------------------------------

  const stateOf = (row) => {
    const holder = row.matches("[data-now]") ? row : row.querySelector("[data-now]");
    const isUnknown = holder?.matches("pre.unknown");
    const now = isUnknown ? words.unknown : holder?.dataset.now || holder?.textContent || "";
    const inner = row.querySelector(":scope > div > [data-holds]")?.dataset.holds;
    const holds = isUnknown ? holder.textContent : row.dataset.holds || inner || "";
    return { now, holds, isValue: row.matches(".out") };
  };
  // A row is read once: if its contents change, it is a new element or has a new part.
  const read = new WeakMap();
  const knownStateOf = (row) => {
    if (!read.has(row)) read.set(row, stateOf(row));
    return read.get(row);
  };
  const rowsNow = () => new Map([...preview().querySelectorAll(".row-of")].map((row) => [row.id, knownStateOf(row)]));
  document.addEventListener("fill:part", (event) => {
    const rowAround = (element) => element?.closest(".row-of");
    for (let row = rowAround(event.detail.place); row; row = rowAround(row.parentElement)) read.delete(row);
  });

  const shownValue = (wrap) => {
    const controls = [...wrap.querySelectorAll("[name^='param-']")];
    const [first] = controls;
    if (first?.matches("[role=switch]")) return first.checked ? words.yes : words.no;
    const chosen = controls.filter((control) => !control.matches("[type=radio], [type=checkbox]") || control.checked);
    return chosen.map((control) => control.value).join(", ");
  };
  const wraps = () => [...form.querySelectorAll("[data-name]")];
  const allValues = () => new Map(wraps().map((wrap) => [wrap.dataset.name, shownValue(wrap)]));

  // Only used fields are read again, or all of them after fields were replaced.
  const typedIn = new Set();
  let isRedrawn = false;
  const valuesNow = () => {
    const values = isRedrawn ? allValues() : new Map(settled.values);
    if (!isRedrawn) for (const wrap of typedIn) values.set(wrap.dataset.name, shownValue(wrap));
    typedIn.clear();
    isRedrawn = false;
    return values;
  };
  for (const kind of ["input", "change"]) {
    form.addEventListener(kind, (event) => {
      const wrap = targetOf(event).closest("[data-name]");
      if (wrap) typedIn.add(wrap);
    });
  }
  document.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail.target.matches("#fields, [data-name]")) isRedrawn = true;
  });

  // -- before and after: continuous typing in one field is one change ------------------

  let settled = { rows: rowsNow(), values: allValues() };
  let before = settled;
  let field = null; // the text field being typed in, until another value changes

  form.addEventListener("input", (event) => {
    const wrap = targetOf(event).closest("[data-name]");
    const isText = targetOf(event).matches("input:not([type=radio], [type=checkbox]), textarea");
    if (isText && wrap && wrap === field) return;
    field = isText ? wrap : null;
    before = settled;
  });
  form.addEventListener("focusout", (event) => {
    if (field && !field.contains(event.relatedTarget)) field = null;
  });
  form.addEventListener("click", (event) => {
    if (targetOf(event).closest("button[name]")) before = settled;
  });

  // -- reporting the change ------------------------------------------------------------

  const short = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text) || words.empty;
  const differs = (old, now) => old.now !== now.now || old.holds !== now.holds;
  const wordsFor = (old, now, isSecret) => {
    if (!old) return words.new;
    const isSaid = old.now && old.now !== now.now && old.now.length <= LONGEST && !(isSecret && now.isValue);
    return isSaid ? fill(now.isValue ? words.wasSentence : words.was, { value: old.now }) : words.changed;
  };

  const mark = (row, text) => {
    row.classList.add("lit");
    const place = row.querySelector(":scope .why, :scope > div");
    const was = document.createElement("span");
    was.className = "was";
    was.textContent = text;
    if (row.matches(".out")) return place.append(was);
    if (place.textContent.trim()) was.append(", ");
    return place.prepend(was);
  };
  const unmark = () => {
    for (const was of preview().querySelectorAll(".was")) was.remove();
    for (const row of preview().querySelectorAll(".lit")) row.classList.remove("lit");
  };

  const nameOf = (changed) => {
    if (changed.length !== 1) return fill(words.several, { number: changed.length });
    return document.getElementById(`label-${changed[0].id.slice("field-".length)}`)?.textContent.trim() || "";
  };
  const say = (changed, values, count) => {
    const isNamed = changed.length === 1 && !("hidden" in changed[0].dataset);
    const name = isNamed ? changed[0].dataset.name : "";
    const pattern = words[isNamed ? (count === 1 ? "one" : "many") : count === 1 ? "unnamedOne" : "unnamedMany"];
    const [ahead, rest] = pattern.split("{name}");
    const placeholders = { count, from: short(before.values.get(name) ?? ""), to: short(values.get(name) ?? "") };
    const strong = document.createElement("strong");
    strong.textContent = nameOf(changed);
    line.querySelector("[data-words]").replaceChildren(fill(ahead, placeholders), strong, fill(rest, placeholders));
  };

  const only = line.querySelector("[data-only]");
  /** @returns {NodeListOf<HTMLDetailsElement>} */
  const folds = () => preview().querySelectorAll("details.rest:has(.lit)");
  const showOnly = (isOn) => {
    only.setAttribute("aria-pressed", String(isOn));
    preview().classList.toggle("only-lit", isOn);
    if (isOn) for (const fold of folds()) fold.open = true;
  };
  only.addEventListener("click", () => showOnly(only.getAttribute("aria-pressed") !== "true"));

  const report = () => {
    const [rows, values] = [rowsNow(), valuesNow()];
    const names = [...values.keys()].filter((name) => values.get(name) !== (before.values.get(name) ?? ""));
    const changed = names.map((name) => form.querySelector(`[data-name="${CSS.escape(name)}"]`));
    const isSecret = changed.some((wrap) => "hidden" in wrap.dataset);
    unmark();
    let count = 0;
    for (const [id, now] of names.length ? rows : []) {
      const old = before.rows.get(id);
      if (old && !differs(old, now)) continue;
      const row = document.getElementById(id);
      const isInner = row.parentElement.closest(".resource") !== null;
      if (!old && (isInner || row.closest("[data-one-of-many]"))) continue;
      mark(row, wordsFor(old, now, isSecret));
      if (!isInner) count += 1;
    }
    line.hidden = count === 0;
    if (count) say(changed, values, count);
    showOnly(count > 0 && only.getAttribute("aria-pressed") === "true");
    settled = { rows, values };
  };
  document.addEventListener("fill:settled", report);

  // -- a half-typed value is not reported yet ----------------------------------------

  const breaches = () => document.querySelectorAll("#broken [data-about]");
  document.addEventListener("fill:settled", (event) => {
    for (const item of breaches()) item.hidden = event.detail.held.includes(item.dataset.about);
  });
  document.addEventListener("fill:rests", (event) => {
    for (const item of breaches()) if (item.dataset.about === event.detail) item.hidden = false;
  });
}
