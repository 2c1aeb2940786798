// The fields of the inspector: each edits only its own part of the text. The left cell of a value selects its
// expression; everything works by keyboard.
import { targetOf } from "../../site/dom.js";
import { stepsOfNumbers } from "../../site/numbers.js";
import { partOf, read, same } from "./value-paths.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function values(studio) {
  const { words, $, $$ } = studio;
  const { panel } = studio.inspector,
    look = () => studio.inspector.look;
  const SIZED = ["integer", "number", "boolean", "condition"];
  const find = (path) => $$("[data-part]", panel).find((part) => same(read(part), path));

  let tabbing = false;
  /* Focuses a path in the next form, unless the user moves the focus elsewhere before; Tab does not count. */
  const after = (path, into) => {
    const place = (look().focus = { path, into, stays: studio.watchFocus() });
    if (tabbing)
      setTimeout(() => {
        place.stays = studio.watchFocus();
      });
  };
  panel.addEventListener(
    "keydown",
    ({ key }) => {
      tabbing = key === "Tab";
      setTimeout(() => {
        tabbing = false;
      });
    },
    true,
  );
  const forget = () => Object.assign(look(), { pending: null, expression: "", name: "" });
  const gesture = async (name, args) => {
    const answer = await studio.gesture(name, args);
    if (!answer) look().focus = null;
    return answer;
  };

  const unfold = (part) => {
    look().opened.push(read(part));
    look().folds.delete(/** @type {HTMLButtonElement} */ ($(":scope > .pair [data-fold]", part))?.name);
  };

  const typeOf = (part, control) => {
    const { kind, was } = part.dataset;
    if (kind !== "any") return kind;
    return was === "string" && control.defaultValue ? "string" : "auto";
  };

  /* Sends what fields for something new say and empties them, so that the next can be typed meanwhile. What is refused
     comes back, unless it has been. */
  const sendAll = async (fields, send) => {
    const values = fields.map((field) => field.value),
      sent = send();
    for (const field of fields) {
      field.value = "";
      delete field.dataset.sent;
    }
    const answer = await sent;
    if (!answer && !fields.some((field) => field.value))
      for (const [at, field] of fields.entries()) field.value = values[at];
    return answer;
  };

  studio.values = {
    after,
    sendAll,
    /* Sends what a field says. */
    commit: (control) => commit(control),
    gesture,
    unfold,
    typeOf,
    /* Focuses the part at a path, or its replacement. Returns whether there is one. */
    focus({ path, into = "value" }) {
      const part =
        find(path) ||
        find([...path.slice(0, -1), Number(path.at(-1)) - 1]) ||
        find(path.slice(0, -1)) ||
        find(path.slice(0, -2));
      const own =
        part &&
        ((into === "value" && $(":scope > .pair [data-value]:checked", part)) ||
          $(`:scope > :is(.pair, .head) [data-${into}], :scope > [data-${into}]`, part) ||
          $(":scope > .parts > [data-part] [data-value]", part) ||
          $(":scope > .pair [data-value]", part) ||
          $(":scope > .parts > .grow", part) ||
          $(":scope > .pair button, :scope > .pair select", part));
      if (!own) return false;
      own.focus();
      if (part.matches("[data-pending]")) studio.offer($("[data-attribute]", part) || own);
      return true;
    },
  };

  // -- a value is typed or chosen
  /** @returns {Parameters<Studio["gesture"]> | null} */
  const steps = (part, control) => {
    const { expression } = part.dataset,
      path = read(part),
      into = read(part, "into"),
      value = control.type === "checkbox" ? String(control.checked) : control.value;
    if (part.matches("[data-pending]")) return value ? ["set", { path, value: { [expression]: value } }] : null;
    if (expression === "yaml")
      return value.trim() ? ["set", { path, yaml: value }] : path.length > 2 ? ["unset", { path }] : null;
    const gone = expression === "" && !value && (path.length === 3 || SIZED.includes(part.dataset.kind));
    if (gone || (!value && part.matches("[data-unset-yet]")))
      return part.matches("[data-unset-yet]") || path.length < 3 ? null : ["unset", { path }];
    return ["set", { path: into, typed: value, type: expression === "" ? typeOf(part, control) : "string" }];
  };
  const isToggle = (control) => control.matches("[type=checkbox], [type=radio]");
  /* Sets a value that a click chooses; if it is refused, the control shows what the text says. */
  const toggle = async (part, control) => {
    const answer = await studio.gesture(...steps(part, control));
    if (!answer && studio.isLost) studio.unsent.mark(control);
    else if (!answer) studio.inspector.redraw();
    return answer;
  };
  const commit = async (control) => {
    const part = partOf(control);
    if (isToggle(control)) return toggle(part, control);
    if (control.value === control.dataset.sent) return undefined;
    if (
      !control.matches("select") &&
      !part.matches("[data-pending]") &&
      control.value === control.defaultValue &&
      control.dataset.sent === undefined
    )
      return undefined;
    if (part.matches("[data-asks-attribute]")) return attribute(part, control);
    const step = steps(part, control);
    if (!step) return undefined;
    control.dataset.sent = control.value;
    if (part.matches("[data-pending]")) forget();
    const answer = await studio.gesture(...step);
    if (!answer) delete control.dataset.sent;
    if (!answer && (studio.isLost || studio.isUnparsed)) studio.unsent.mark(control);
    return answer;
  };
  // a resource first, then one of its attributes
  const attribute = (part, control) => {
    const path = read(part),
      { expression } = part.dataset,
      name = /** @type {HTMLInputElement} */ ($("[data-value]", part)).value;
    if (!name) return undefined;
    if (control.matches("[data-value]")) {
      look().name = name;
      control.dataset.sent = name;
      after(path, "attribute");
      return studio.inspector.redraw();
    }
    if (!control.value) return undefined;
    control.dataset.sent = control.value;
    forget();
    after([...path, expression, 1]);
    return gesture("set", { path, value: { [expression]: [name, control.value] } });
  };

  // -- another expression in its place
  const say = async (part, option) => {
    const path = read(part),
      expression = option.value,
      /** @type {HTMLInputElement[]} */ controls = $$("[data-value]", part);
    for (const control of controls) control.disabled = true; // until the requested form is loaded
    look().texts = look().texts.filter((one) => !same(one, path));
    forget();
    after(path);
    if (expression === "yaml") look().texts.push(path);
    else if (option.matches("[data-takes-names-only]")) Object.assign(look(), { pending: path, expression });
    else {
      unfold(part);
      await gesture("set-expression", { path, expression, begin: true });
    }
    if (await studio.inspector.redraw()) return;
    // it was not loaded: the old one can be used and requested again
    for (const control of controls) control.disabled = false;
    /** @type {HTMLSelectElement} */ ($(":scope > .pair > [data-function]", part)).selectedIndex = 0;
  };

  // -- events
  panel.addEventListener("change", (event) => {
    /** @type {HTMLInputElement} */
    const target = targetOf(event);
    if (studio.inspector.busy) return undefined;
    if (target instanceof HTMLSelectElement && target.matches("[data-function]"))
      return say(partOf(target), target.selectedOptions[0]);
    if (target.matches("[data-depends]") && target.value)
      return sendAll([target], () =>
        gesture("connect", { source: panel.dataset.name, target: target.value, path: null }),
      );
    if (target.matches("[data-value], [data-attribute]") && partOf(target)) return commit(target);
    return undefined;
  });
  // a control that was redrawn while the user typed does not fire change by itself
  panel.addEventListener(
    "change",
    (event) => {
      /** @type {HTMLInputElement} */
      const target = targetOf(event);
      if (!target.matches("[data-value], [data-attribute], [data-grow=entry], [data-new-value]"))
        target.dataset.sent = target.value;
    },
    true,
  );
  panel.addEventListener("focusout", (event) => {
    /** @type {HTMLInputElement} */
    const target = targetOf(event);
    if (studio.inspector.busy || !studio.inspector.isTyped(target)) return;
    setTimeout(() => {
      if (target.isConnected && studio.inspector.isTyped(target))
        target.dispatchEvent(new Event("change", { bubbles: true }));
    });
  });
  panel.addEventListener("click", (event) => {
    const button = targetOf(event).closest("button");
    if (button?.matches("[data-cut]"))
      studio.once(button, () => gesture("unset", { path: JSON.parse(button.dataset.cut) }));
  });
  stepsOfNumbers(panel);
  const field = (label) => () => {
    studio.inspector.tab(label === "add-dependency" ? "links" : "properties");
    const own = $(`[name="${label}"]`, panel);
    own?.focus();
    if (own) studio.offer(own);
  };
  const shown = () => studio.mayEdit && panel.dataset.kind === "resources" && Boolean($("[data-add-property]", panel));
  studio.command({
    id: "add-property",
    text: () => words.addProperty,
    keys: ["Shift-p"],
    when: shown,
    does: field("add-property"),
  });
  studio.command({ id: "add-dependency", text: () => words.addDependency, when: shown, does: field("add-dependency") });
  panel.addEventListener("keydown", (event) => {
    const /** @type {HTMLInputElement} */ target = targetOf(event),
      { key } = event,
      part = partOf(target);
    if (
      key === "Enter" &&
      (target.matches("input") || (target.matches("textarea[data-value]") && (event.ctrlKey || event.metaKey))) &&
      (part || target.matches("[data-add-property], [data-depends]"))
    ) {
      event.preventDefault();
      if (target.matches("[data-value], [data-attribute]")) commit(target);
      else target.dispatchEvent(new Event("change", { bubbles: true }));
    } else if (target.matches("[type=radio]") && /^Arrow/.test(key)) {
      event.preventDefault(); // each arrow would be an edit; it moves the focus, Space chooses
      const all = $$("[type=radio]", target.closest("[role=radiogroup]")),
        step = /Up|Left/.test(key) ? -1 : 1;
      all[(all.indexOf(target) + step + all.length) % all.length].focus();
    } else if (
      target.matches("select") &&
      !event.ctrlKey &&
      !event.metaKey &&
      (key.length === 1 || ["ArrowUp", "ArrowDown", "Home", "End"].includes(key))
    ) {
      event.preventDefault(); // each arrow would be an edit; in the open list only Enter is
      try {
        target.showPicker();
      } catch {
        /* it is already open */
      }
    } else if (key === "Escape" && part?.matches("[data-pending]")) {
      event.preventDefault();
      forget();
      after(read(part));
      studio.inspector.redraw();
    }
  });
}
