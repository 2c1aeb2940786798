// The preview of the form of the parameters, in which values can be tried.

import { pressed } from "../../fill/buttons.js";
import { focused, targetOf } from "../../site/dom.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function parameterTrial(studio) {
  const { words, $, $$ } = studio;
  const area = $("[data-asked]");

  // the controls belong to a separate form, so that they are never sent with the text
  const trial = Object.assign(document.createElement("form"), { id: "trial", hidden: true });
  document.body.append(trial);
  const touched = new Set(),
    answered = new Set();
  // the names of controls used since the form was requested, which the answer cannot know
  const used = new Set();
  let forms = 0,
    checks = 0,
    stale = true,
    waiting,
    drawn = null;
  const isShown = () => studio.root.dataset.view === "parameters";

  /* The server's answer for the text and the tried values; null if it was superseded or failed. */
  const fetched = async (isWanted, extra = {}) => {
    const data = new URLSearchParams(/** @type {any} */ (new FormData(trial)));
    for (const [key, value] of Object.entries({
      text: studio.editor.text(),
      touched: JSON.stringify([...touched]),
      answered: JSON.stringify([...answered]),
      ...extra,
    }))
      data.set(key, value);
    let html;
    try {
      html = await (await studio.post(studio.address.parameters, data)).text();
    } catch {
      if (isWanted()) studio.refuse(words.lost);
      return null;
    }
    if (!isWanted()) return null;
    const fresh = new DOMParser().parseFromString(html, "text/html").body;
    for (const control of fresh.querySelectorAll("[data-asked-form] :is(input, select, textarea, button)"))
      control.setAttribute("form", trial.id);
    /** @type {NodeListOf<HTMLButtonElement>} */
    const buttons = fresh.querySelectorAll("[data-asked-form] button");
    for (const button of buttons) {
      button.type = "button";
      if ("shows" in button.dataset) {
        delete button.dataset.shows;
        button.dataset.reveals = "";
      }
    }
    return fresh;
  };

  // the server never returns hidden values; `but` is the name of the control that it was asked to fill
  const isKept = (control, but) =>
    used.has(control.name) || (control.name !== but && control.matches("[type=password], [data-revealed]"));
  const keep = (old) => {
    const isChoice = ["radio", "checkbox"].includes(old.type),
      same = isChoice ? `[value="${CSS.escape(old.value)}"]` : "";
    /** @type {HTMLInputElement & { options?: HTMLOptionsCollection }} */
    const now = area.querySelector(`[name="${CSS.escape(old.name)}"]${same}`);
    if (!now || (!used.has(old.name) && now.type !== "password")) return;
    if (isChoice) now.checked = old.checked;
    else if (!now.options || [...now.options].some((one) => one.value === old.value)) now.value = old.value;
  };

  const draw = (fresh, but) => {
    const back = focusBack(),
      kept = $$("[data-asked-form] :is(input, select, textarea)[name]", area).filter((control) => isKept(control, but));
    const scrolled = ["[data-asked-list]", "[data-asked-form]"].map((part) => $(part, area)?.scrollTop || 0);
    area.replaceChildren(...fresh.childNodes);
    kept.forEach(keep);
    ["[data-asked-list]", "[data-asked-form]"].forEach((part, index) => {
      const pane = $(part, area);
      if (pane) pane.scrollTop = scrolled[index];
    });
    studio.emit("trial");
    back();
  };
  // restores the focus: the same control, the same button of the same row
  const focusBack = () => {
    /** @type {HTMLInputElement} */
    const at = focused();
    if (!area.contains(at)) return () => {};
    const row = at.closest("li")?.querySelector("[data-name]")?.dataset.name,
      group = at.closest("[data-group-index]")?.dataset.groupIndex;
    const kind = Object.keys(at.dataset).find((key) =>
      ["up", "down", "groupUp", "groupDown", "groupEdit", "groupRemove"].includes(key),
    );
    const { name, value, type } = at,
      caret = /^(text|password)$/.test(type) || at.tagName === "TEXTAREA" ? [at.selectionStart, at.selectionEnd] : null;
    return () => {
      const button = kind && `[data-${kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}]`;
      const rows = row && $$("[data-name]", area).find((one) => one.matches("button") && one.dataset.name === row);
      let /** @type {any} */ to = rows && kind ? rows.closest("li").querySelector(button) : rows;
      if (!row && kind) to = area.querySelector(`[data-group-index="${CSS.escape(group)}"] ${button}`);
      if (!row && name)
        to = area.querySelector(
          `[name="${CSS.escape(name)}"]${type === "radio" ? `[value="${CSS.escape(value)}"]` : ""}`,
        );
      to = to && !to.disabled ? to : to?.closest("[data-group-index]")?.querySelector("button:not(:disabled)");
      (to || $("[data-asked-list]", area))?.focus({ preventScroll: true });
      if (to && caret && to.setSelectionRange) to.setSelectionRange(...caret);
    };
  };
  const asked = (extra) => {
    const number = ++forms;
    used.clear();
    return fetched(() => number === forms, extra);
  };
  const show = (fresh, but = "") => {
    stale = false;
    area.classList.remove("broken");
    area.inert = false;
    draw(fresh, but);
    if (used.size) soon(); // controls used meanwhile are not checked yet
  };
  const refresh = async () => {
    if (!isShown()) {
      stale = true;
      return;
    }
    const fresh = await asked();
    if (fresh) show(fresh);
  };
  // the button is removed, so its field gets the focus
  const press = async (button, field) => {
    const name = `param-${field}`,
      stays = studio.watchFocus(),
      fresh = await asked({ [button.name]: button.value }),
      isHere = stays();
    if (!fresh) return;
    show(fresh, name);
    if (isHere) area.querySelector(`[name="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });
  };
  // the typed value stays; only its messages change
  const checkFields = async () => {
    const number = ++checks,
      form = forms,
      fresh = await fetched(() => number === checks && form === forms, { slots: "1" });
    for (const said of fresh?.querySelectorAll(":is(.error, .under)[id]") || []) {
      for (const button of said.querySelectorAll("button")) button.type = "button";
      const old = document.getElementById(said.id);
      if (!old?.isEqualNode(said)) old?.replaceWith(said); // a focused button inside stays
    }
    for (const wrap of $$("[data-asked-form] .field", area)) {
      const wrong = Boolean(wrap.querySelector(".error").childElementCount);
      wrap.classList.toggle("bad", wrong);
      for (const control of wrap.querySelectorAll("input, select, textarea"))
        if (wrong) control.setAttribute("aria-invalid", "true");
        else control.removeAttribute("aria-invalid");
    }
  };
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(checkFields, 250);
  };
  area.addEventListener("input", (event) => {
    const wrap = targetOf(event).closest("[data-asked-form] .field");
    if (!wrap) return;
    event.stopPropagation();
    touched.add(wrap.dataset.name);
    /** @type {HTMLInputElement} */
    const control = targetOf(event);
    used.add(control.name);
    if (control.type === "checkbox") answered.add(wrap.dataset.name);
    else answered.delete(wrap.dataset.name);
    $("[data-undecided]", wrap)?.removeAttribute("data-undecided");
    soon();
  });
  area.addEventListener("change", (event) => event.stopPropagation());
  trial.addEventListener("submit", (event) => event.preventDefault());
  area.addEventListener("click", (event) => {
    const button = targetOf(event).closest("button");
    const field = button?.closest("[data-asked-form] .field") && pressed(button, touched, answered);
    if (field) press(button, field);
    if (button && "reveals" in button.dataset) {
      const /** @type {HTMLInputElement} */ control = button.parentElement.querySelector("[name]"),
        show = control.type === "password",
        word = button.querySelector("span");
      control.type = show ? "text" : "password";
      control.toggleAttribute("data-revealed", show);
      button.setAttribute("aria-pressed", String(show));
      [word.textContent, button.dataset.wordShown] = [button.dataset.wordShown, word.textContent];
    }
  });

  studio.parameterTrial = {
    isShown,
    /* The form of the current text. */
    get drawn() {
      return drawn;
    },
  };
  studio.on("diagram", () => {
    drawn = refresh();
  });
  studio.on("broken", () => {
    forms += 1;
    area.classList.add("broken");
    area.inert = true;
  });
  studio.on("view", (name) => {
    area.hidden = name !== "parameters";
    if (name === "parameters" && stale) refresh();
  });
}
