// The fields of the inspector: each edits only its own part of the text. The left cell of a value selects its
// expression; items and keys are added, moved and removed; everything works by keyboard.
import { targetOf } from "../../site/dom.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function values(studio) {
  const { words, $, $$ } = studio;
  const { panel, inTurn } = studio.inspector,
    look = () => studio.inspector.look;
  const WRITTEN = ["", "list", "map"],
    SIZED = ["integer", "number", "boolean", "condition"];
  const partOf = (element) => element.closest("[data-part]");
  const read = (part, key = "part") => JSON.parse(part.dataset[key]);
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const find = (path) => $$("[data-part]", panel).find((part) => same(read(part), path));
  const isCall = (part) => part && !WRITTEN.includes(part.dataset.expression) && part.dataset.expression !== "yaml";
  /* The path of a part's children: inside the function's name if it is a call. */
  const inside = (part) => (isCall(part) ? [...read(part), part.dataset.expression] : read(part));
  const children = (part) =>
    $$(":scope > .parts > [data-part]", part).filter((one) => !one.matches("[data-unset-yet]"));

  studio.values = {
    /* Focuses the part at a path, or its replacement. Returns whether there is one. */
    focus({ path, into = "value" }) {
      const part =
        find(path) ||
        find([...path.slice(0, -1), Number(path.at(-1)) - 1]) ||
        find(path.slice(0, -1)) ||
        find(path.slice(0, -2));
      const own =
        part &&
        ($(`:scope > .pair [data-${into}]`, part) ||
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

  // -- a value is typed or chosen
  const typeOf = (part, control) => {
    const { kind, was } = part.dataset;
    if (kind !== "any") return kind;
    return was === "string" && control.defaultValue ? "string" : "auto";
  };
  /** @returns {Parameters<Studio["gesture"]> | null} */
  const steps = (part, control) => {
    const { expression } = part.dataset,
      path = read(part),
      into = read(part, "into"),
      value = control.value;
    if (part.matches("[data-pending]")) return value ? ["set", { path, value: { [expression]: value } }] : null;
    if (expression === "yaml")
      return value.trim() ? ["set", { path, yaml: value }] : path.length > 2 ? ["unset", { path }] : null;
    const gone = expression === "" && !value && (path.length === 3 || SIZED.includes(part.dataset.kind));
    if (gone || (!value && part.matches("[data-unset-yet]")))
      return part.matches("[data-unset-yet]") || path.length < 3 ? null : ["unset", { path }];
    return ["set", { path: into, typed: value, type: expression === "" ? typeOf(part, control) : "string" }];
  };
  const commit = async (control) => {
    const part = partOf(control);
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
    if (!answer && studio.isLost) studio.unsent.mark(control);
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

  // -- adding and removing parts
  const grow = async (control) => {
    const part = partOf(control),
      kind = control.dataset.grow,
      own = inside(part);
    if (kind === "path") return growPath(part, own);
    const key = kind === "item" ? children(part).length : control.value.trim();
    if (key === "") return undefined;
    unfold(part);
    control.value = "";
    look().complete.push([...own, key]); // a new map shows all its keys, and goes on showing them while it is filled in
    return begin([...own, key]);
  };
  /* Shows all keys of a map, or all properties, with the focus in the first that comes. */
  const complete = (path) => {
    const known = new Set($$("[data-part]", panel).map((part) => part.dataset.part));
    look().complete.push(path);
    const stays = studio.watchFocus();
    return Promise.resolve(studio.inspector.redraw()).then(() => {
      const first = $$("[data-part]", panel).find((part) => !known.has(part.dataset.part));
      if (first && stays()) studio.values.focus({ path: read(first) });
    });
  };
  const duplicateItem = (part) => {
    const path = read(part);
    after([...path.slice(0, -1), path.at(-1) + 1]);
    return gesture("duplicate-item", { path });
  };
  /* Shows a field for a new value; the text changes once it has one. */
  const begin = (path) => {
    const { begun } = look();
    if (!begun.some((one) => same(one, path))) begun.push(path);
    after(path);
    return studio.inspector.redraw();
  };
  const growPath = (part, own) => {
    const at = children(part).length;
    after([...own, at || 1]);
    return at
      ? gesture("set", { path: [...own, at], value: "" })
      : gesture("wrap", { path: own, around: [{ $: "value" }, ""] });
  };
  const remove = (part) => {
    const path = read(part),
      inCall = $$("[data-part]", panel).some((one) => isCall(one) && one !== part && one.contains(part));
    after(path);
    look().begun = look().begun.filter((one) => !same(one.slice(0, path.length), path));
    if (part.matches("[data-unset-yet]")) return studio.inspector.redraw();
    return gesture("unset", { path, alone: inCall }); // a call needs its arguments, even empty ones
  };
  const move = (part, by) => {
    const path = read(part),
      within = part.parentElement.closest("[data-part], [role=tabpanel]"),
      siblings = $$("[data-part]:not([data-unset-yet])", within)
        .filter(
          (one) =>
            one.parentElement.closest("[data-part], [role=tabpanel]") === within &&
            same(read(one).slice(0, -1), path.slice(0, -1)),
        )
        .sort((one, other) => Number(one.dataset.start) - Number(other.dataset.start)); // as they stand in the text
    const to = siblings.indexOf(part) + by,
      other = siblings[to];
    if (!other?.matches("[data-moves]")) return undefined;
    const listed = typeof path.at(-1) === "number";
    after(listed ? read(other) : path);
    return gesture("move", { path, index: listed ? read(other).at(-1) : to });
  };
  const renameKey = (part) => {
    const path = read(part);
    return studio.ask(
      `${words.rename} ${path.at(-1)}`,
      (form) => {
        after([...path.slice(0, -1), form.get("new")]);
        return gesture("rename-key", { path, new: form.get("new") });
      },
      { fields: [studio.field(words.name, studio.input("new", path.at(-1)))], yes: words.rename },
    );
  };
  const nameFor = (path) =>
    path
      .filter((key) => typeof key === "string" && !["resources", "properties"].includes(key))
      .join("_")
      .replace(/\W+/g, "_");
  const makeParameter = (part) => {
    const path = read(part);
    return studio.ask(
      `${words.makeParameter}: ${path.at(-1)}`,
      (form) => gesture("make-parameter", { path, name: form.get("name").trim() }),
      { fields: [studio.field(words.name, studio.input("name", nameFor(path)))], yes: words.makeParameter },
    );
  };
  /* Names a thing in a field: what exists, a new resource, or a new parameter. */
  const answer = (part, control, { value, type, attribute }) => {
    const path = read(part);
    control.dataset.sent = control.value; // what was typed to find it
    if (!value && !type) return part.matches("[data-unset-yet]") ? newParameter(part) : makeParameter(part);
    after(path);
    if (value) return gesture("set", { path, value });
    const name = studio.freeName(type),
      named = attribute ? { get_attr: [name, attribute] } : { get_resource: name };
    return studio.gestures(
      [
        ["add", { section: "resources", name, body: { type } }],
        ["set", { path, value: named }],
      ],
      `${words.add} ${name}`,
    );
  };
  const newParameter = async (part) => {
    const path = read(part),
      made = await studio.declare("parameters", nameFor(path), { at: path });
    if (!made) return undefined;
    after(path);
    return gesture("set", { path, value: { get_param: made.name } });
  };
  panel.addEventListener("answer", (event) => {
    /** @type {HTMLInputElement} */
    const control = targetOf(event);
    inTurn(() => answer(partOf(control), control, /** @type {CustomEvent} */ (event).detail));
  });
  const makeOutput = (name, does) =>
    studio.ask(
      words.makeOutput,
      async (form) => {
        const made = form.get("name").trim();
        if (await does(made)) studio.announce(made);
      },
      { fields: [studio.field(words.name, studio.input("name", name))], yes: words.add },
    );

  // -- events
  panel.addEventListener("change", (event) => {
    /** @type {HTMLInputElement} */
    const target = targetOf(event);
    if (studio.inspector.busy) return undefined;
    if (target instanceof HTMLSelectElement && target.matches("[data-function]"))
      return say(partOf(target), target.selectedOptions[0]);
    if (target.matches("[data-add-property]")) return addProperty(target);
    if (target.matches("[data-depends]") && target.value) {
      target.dataset.sent = target.value;
      return gesture("connect", { source: panel.dataset.name, target: target.value, path: null }).then((answer) => {
        if (answer) target.value = "";
        else delete target.dataset.sent;
      });
    }
    if (target.matches("[data-grow]")) return grow(target);
    if (target.matches("[data-value], [data-attribute]") && partOf(target)) return commit(target);
    return undefined;
  });
  // a control that was redrawn while the user typed does not fire change by itself
  panel.addEventListener(
    "change",
    (event) => {
      /** @type {HTMLInputElement} */
      const target = targetOf(event);
      if (!target.matches("[data-value], [data-attribute]")) target.dataset.sent = target.value;
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
  const addProperty = (control) => {
    const key = control.value.trim();
    control.value = "";
    return key ? begin([...JSON.parse(control.dataset.within), key]) : undefined;
  };
  panel.addEventListener("click", (event) => {
    const button = targetOf(event).closest("button"),
      part = button && partOf(button);
    if (!button) return;
    if (button.matches("[data-grow]")) grow(button);
    if (button.matches("[data-unset]")) studio.once(part, () => remove(part));
    if (button.matches("[data-move]")) studio.once(part, () => move(part, Number(button.dataset.move)));
    if (button.matches("[data-duplicate-item]")) studio.once(part, () => duplicateItem(part));
    if (button.matches("[data-complete]")) complete(JSON.parse(button.dataset.complete));
    if (button.matches("[data-rename-key]")) renameKey(part);
    if (button.matches("[data-parameter]")) makeParameter(part);
    if (button.matches("[data-make-output]")) {
      const path = read(part);
      makeOutput(nameFor(path), (name) => gesture("make-output", { path, name }));
    }
    if (button.matches("[data-output]")) {
      const { name } = panel.dataset,
        key = button.dataset.output;
      makeOutput(`${name}_${key}`, (made) =>
        gesture("add", { section: "outputs", name: made, body: { value: { get_attr: [name, key] } } }),
      );
    }
    if (button.matches("[data-cut]"))
      studio.once(button, () => gesture("unset", { path: JSON.parse(button.dataset.cut) }));
  });
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
    } else if (event.altKey && event.shiftKey && key === "ArrowDown") {
      if (!target.closest("[data-item]")) return;
      event.preventDefault();
      inTurn(() => {
        const item = document.activeElement.closest("[data-item]");
        return item && panel.contains(item) ? duplicateItem(item) : undefined;
      });
    } else if (event.altKey && !event.shiftKey && ["ArrowUp", "ArrowDown"].includes(key)) {
      if (!target.closest("[data-moves]")) return;
      event.preventDefault();
      inTurn(() => {
        const moves = document.activeElement.closest("[data-moves]");
        return moves && panel.contains(moves) ? move(moves, key === "ArrowUp" ? -1 : 1) : undefined;
      });
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
