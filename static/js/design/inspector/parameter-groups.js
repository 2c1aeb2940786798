// The parameters view: the parameter groups, and a preview of their form in which values can be tried.

import { pressed } from "../../fill/buttons.js";
import { focused, targetOf } from "../../site/dom.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function parameterGroups(studio) {
  const { words, $, $$ } = studio;
  const area = $("[data-asked]");

  // -- the form preview: its controls belong to a separate form, so that they are never sent with the text
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
    drawn = null,
    line = Promise.resolve();
  // keys that arrive faster than answers are queued: each sees the result of the one before
  const inTurn = (does) => {
    line = line
      .then(does)
      .then(() => drawn)
      .catch(() => {});
  };
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
    mark();
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

  // -- the list
  const mark = () => {
    for (const item of $$("[data-asked-list] .item", area))
      if (item.dataset.name === studio.chosen.name && studio.chosen.kind === "parameters")
        item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
  };
  const items = () => $$("[data-asked-list] .item", area);
  const groupOf = (element) => {
    const index = element.closest("[data-group-index]").dataset.groupIndex;
    return index === "" ? null : Number(index);
  };
  const place = (name, group, index) =>
    studio.gesture("place-parameter", index === null ? { name, group } : { name, group, index });
  const step = (name, by) =>
    inTurn(() => {
      const item = items().find((one) => one.dataset.name === name);
      if (!item) return null;
      const row = item.closest("li"),
        next = /** @type {HTMLElement} */ (by < 0 ? row.previousElementSibling : row.nextElementSibling);
      if (next) return place(name, groupOf(row), Number(next.dataset.index));
      const sections = $$("[data-group-index]", area),
        section = sections[sections.indexOf(row.closest("[data-group-index]")) + by];
      return section && place(name, groupOf(section), by < 0 ? null : 0);
    });
  const stepGroup = (index, by) =>
    inTurn(() => {
      const last = $$("[data-label]", area).length - 1;
      return index + by >= 0 && index + by <= last
        ? studio.gesture("move-group", { group: index, index: index + by })
        : null;
    });
  const chosen = () =>
    isShown() && studio.chosen.kind === "parameters"
      ? items().find((one) => one.dataset.name === studio.chosen.name)
      : null;

  const groupFields = (label, description) => {
    const about = studio.input("description", description);
    about.required = false;
    return [studio.field(words.label, studio.input("label", label)), studio.field(words.description, about)];
  };
  const newGroup = () =>
    studio.ask(
      words.newGroup,
      (form) => studio.gesture("add-group", { label: form.get("label"), description: form.get("description") }),
      { fields: groupFields("", ""), yes: words.add },
    );
  const editGroup = (section) =>
    studio.ask(
      `${words.rename} ${section.dataset.label}`,
      (form) => {
        const index = groupOf(section),
          /** @type {[string, object][]} */ steps = ["label", "description"]
            .filter((field) => form.get(field) !== section.dataset[field])
            .map((field) => ["describe-group", { index, field, text: form.get(field) }]);
        return steps.length ? studio.gestures(steps, "") : null;
      },
      { fields: groupFields(section.dataset.label, section.dataset.description), yes: words.ok },
    );

  area.addEventListener("click", (event) => {
    const button = targetOf(event).closest("[data-asked-list] button");
    if (!button || dragged) return;
    const section = button.closest("[data-group-index]"),
      row = button.closest("li");
    if (button.matches(".item")) {
      if (!("missing" in button.dataset)) studio.select(button.dataset.name, "parameters");
    } else if ("up" in button.dataset || "down" in button.dataset)
      step(row.querySelector(".item").dataset.name, "up" in button.dataset ? -1 : 1);
    else if ("groupUp" in button.dataset || "groupDown" in button.dataset)
      stepGroup(groupOf(section), "groupUp" in button.dataset ? -1 : 1);
    else if ("groupEdit" in button.dataset) editGroup(section);
    else if ("groupRemove" in button.dataset)
      studio.once(section, () => studio.gesture("remove-group", { index: groupOf(section) }));
    else if ("newGroup" in button.dataset) newGroup();
    else if ("newParameter" in button.dataset) studio.run("add-parameters");
  });
  area.addEventListener("keydown", (event) => {
    const item = targetOf(event).closest("[data-asked-list] .item");
    if (!item || event.ctrlKey || event.metaKey) return;
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key],
      name = item.dataset.name;
    if (by && event.altKey) step(name, by);
    else if (by) items()[items().indexOf(item) + by]?.focus();
    else if (event.key === "Delete") studio.removePart("parameters", name);
    else if (event.key === "F2") studio.rename("parameters", name);
    else return;
    event.preventDefault();
  });
  studio.on("select", ({ name, kind }) => {
    mark();
    const field =
      isShown() &&
      kind === "parameters" &&
      $$("[data-asked-form] .field", area).find((one) => one.dataset.name === name);
    if (field)
      $("[data-asked-form]", area).scrollTop +=
        field.getBoundingClientRect().top -
        $("[data-asked-form] .form", area).parentElement.getBoundingClientRect().top -
        56;
  });

  // -- dragging: a parameter to a position in any group, a group among the groups
  let dragged = false;
  const aim = (at, isGroup) => {
    const under = document.elementFromPoint(at.clientX, at.clientY),
      section = under?.closest("[data-asked] [data-group-index]");
    const row = isGroup ? section : under?.closest("[data-asked-list] li");
    if (row) {
      const box = row.getBoundingClientRect();
      return { row, section, after: at.clientY > box.top + box.height / 2 };
    }
    return section ? { row: null, section, after: true } : null;
  };
  const drop = (item, { row, section, after }) => {
    const group = groupOf(section),
      own = item.closest("li"),
      old = Number(own.dataset.index);
    let index = row ? Number(row.dataset.index) + (after ? 1 : 0) : null;
    if (row === own) return null;
    if (index !== null && groupOf(own) === group && old < index) index -= 1;
    return place(item.dataset.name, group, index);
  };
  const dropGroup = (section, target) => {
    const from = groupOf(section);
    let to = groupOf(target.section);
    if (to === null) to = $$("[data-label]", area).length - 1;
    else if (target.after && to < from) to += 1;
    else if (!target.after && to > from) to -= 1;
    return to === from ? null : studio.gesture("move-group", { group: from, index: to });
  };
  area.addEventListener("pointerdown", (event) => {
    const item = targetOf(event).closest("[data-asked-list] .item"),
      header = targetOf(event).closest("[data-drag-group]");
    dragged = false;
    if (
      event.button ||
      event.pointerType === "touch" ||
      !studio.mayEdit ||
      (!item && (!header || targetOf(event).closest("button")))
    )
      return;
    const start = [event.clientX, event.clientY];
    let ghost = null,
      target = null;
    const move = (at) => {
      if (!ghost && Math.hypot(at.clientX - start[0], at.clientY - start[1]) > 6) {
        ghost = Object.assign(document.createElement("div"), {
          className: "ghost mono",
          textContent: item ? item.dataset.name : header.textContent.trim(),
        });
        studio.root.append(ghost);
        dragged = true;
      }
      if (!ghost) return;
      ghost.style.transform = `translate(${at.clientX}px, ${at.clientY}px)`;
      for (const marked of $$(".drop-before, .drop-after", area)) marked.classList.remove("drop-before", "drop-after");
      target = aim(at, !item);
      if (target) (target.row || target.section).classList.add(target.after ? "drop-after" : "drop-before");
    };
    const end = (at) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("keydown", cancel, true);
      for (const marked of $$(".drop-before, .drop-after", area)) marked.classList.remove("drop-before", "drop-after");
      ghost?.remove();
      if (ghost && at && target) item ? drop(item, target) : dropGroup(header.closest("[data-group-index]"), target);
    };
    const cancel = (at) => {
      if (at.key === "Escape" && ghost) {
        at.preventDefault();
        end(null);
      }
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("keydown", cancel, true);
  });

  studio.command({
    id: "view-parameters",
    text: () => words.showParameters,
    does: () => {
      studio.show("parameters");
      $("[data-asked-list] .item", area)?.focus();
    },
  });
  studio.command({ id: "add-group", text: () => words.newGroup, when: () => studio.mayEdit, does: newGroup });
  studio.command({
    id: "parameter-up",
    text: () => words.parameterUp,
    keys: ["Alt-ArrowUp"],
    when: () => studio.mayEdit && Boolean(chosen()),
    does: () => step(studio.chosen.name, -1),
  });
  studio.command({
    id: "parameter-down",
    text: () => words.parameterDown,
    keys: ["Alt-ArrowDown"],
    when: () => studio.mayEdit && Boolean(chosen()),
    does: () => step(studio.chosen.name, 1),
  });
}
