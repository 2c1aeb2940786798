// The items and keys of values in the inspector: they are added, moved, duplicated, renamed and removed.
import { listed } from "../../fill/lists.js";
import { focused, targetOf } from "../../site/dom.js";
import { drag, isBelow } from "../drag.js";
import { children, inside, isCall, partOf, read, same } from "./value-paths.js";

/** @import { Studio } from "../studio.js" */

const ENTRY = "[data-grow=entry], [data-new-value]";

/** @param {Studio} studio */
export function valueItems(studio) {
  const { words, $, $$ } = studio;
  const { after, gesture, sendAll, unfold } = studio.values;
  const { panel, inTurn } = studio.inspector,
    look = () => studio.inspector.look;

  const grow = async (control) => {
    const part = partOf(control),
      kind = control.dataset.grow,
      own = inside(part);
    if (kind === "path") return growPath(part, own);
    const key = kind === "item" ? children(part).length : control.value.trim();
    if (key === "") return undefined;
    unfold(part);
    control.value = "";
    // a new map shows all its keys, and goes on showing them while it is filled in; an item only its required ones
    if (kind !== "item" || "whole" in control.dataset) look().complete.push([...own, key]);
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
    const head = ["handle", "fold"].find((mark) => focused().matches(`[data-${mark}]`));
    after(listed ? read(other) : path, head);
    return gesture("move", { path, index: listed ? read(other).at(-1) : to });
  };
  panel.addEventListener("pointerdown", (event) => {
    const handle = targetOf(event).closest("[data-handle]"),
      own = handle && partOf(handle);
    if (!own || event.button) return;
    const items = children(own.parentElement.closest("[data-part]"));
    drag(event, {
      root: studio.root,
      label: $(".fold", own).textContent.trim(),
      aim(at) {
        const under = document.elementFromPoint(at.clientX, at.clientY),
          row = items.find((one) => one.contains(under));
        return row && row !== own ? { row, after: isBelow(row, at) } : null;
      },
      drop({ row, after: isAfter }) {
        const [from, to] = [items.indexOf(own), items.indexOf(row)],
          path = read(own),
          index = to + Number(isAfter) - Number(from < to);
        if (index === from) return undefined;
        return studio.once(own, () => {
          after([...path.slice(0, -1), index], "handle");
          return gesture("move", { path, index });
        });
      },
    });
  });
  const renameKey = async (control) => {
    const part = partOf(control),
      path = read(part),
      fresh = control.value.trim();
    if (!fresh || fresh === path.at(-1)) {
      control.value = control.defaultValue;
      return undefined;
    }
    control.dataset.sent = control.value;
    if (focused() === control) after([...path.slice(0, -1), fresh], "key");
    const answer = await gesture("rename-key", { path, new: fresh });
    if (!answer) delete control.dataset.sent;
    return answer;
  };
  /* The empty row at the end of a map: an entry is added once it has a key and a value, or Enter asks for its field. */
  const newEntry = async (control, isEntered) => {
    const part = partOf(control),
      /** @type {HTMLInputElement[]} */
      [key, value] = ["grow", "new-value"].map((mark) => $(`:scope > .parts > [data-${mark}]`, part)),
      path = [...inside(part), key.value.trim()];
    if (isEntered && control === key && !value.value) return grow(key);
    if (!key.value.trim() || !value.value) return undefined;
    const held = children(part).find((one) => same(read(one), path));
    if (held) return studio.values.focus({ path });
    const stays = focused() === value || focused() === key;
    const sent = sendAll([key, value], () => studio.gesture("set", { path, typed: value.value, type: "auto" }));
    if (stays) key.focus();
    return sent;
  };
  const addProperty = (control) => {
    const key = control.value.trim();
    control.value = "";
    return key ? begin([...JSON.parse(control.dataset.within), key]) : undefined;
  };

  /* Splits what is pasted into an item of a list into items: the first takes the place of an empty one. */
  const paste = (part, control, items) => {
    const path = read(part),
      list = path.slice(0, -1),
      from = path.at(-1),
      type = studio.values.typeOf(part, control),
      isEmpty = control.selectionEnd - control.selectionStart === control.value.length,
      first = isEmpty ? from : from + 1;
    /** @type {[string, object][]} */
    const steps = items.map((typed, at) =>
      isEmpty && !at ? ["set", { path, typed, type }] : ["insert", { path: list, typed, type, index: first + at }],
    );
    if (isEmpty) control.dataset.sent = control.value = items[0];
    look().begun = look().begun.filter((one) => !same(one, path));
    after([...list, first + items.length - 1]);
    return studio.gestures(steps, words.addItems.replace("%1", items.length).replace("%2", list.at(-1)));
  };
  panel.addEventListener("paste", (event) => {
    /** @type {HTMLInputElement} */
    const control = targetOf(event),
      part = control.matches("[data-value]") ? partOf(control) : null,
      within = part && partOf(part.parentElement);
    if (part?.dataset.expression !== "" || typeof read(part).at(-1) !== "number" || isCall(within)) return;
    const text = (event.clipboardData?.getData("text/plain") || "").replace(/\r\n?/g, "\n");
    const items =
      listed(text) ??
      text
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean);
    if (items.length < 2) return;
    event.preventDefault();
    paste(part, control, items);
  });

  panel.addEventListener("change", (event) => {
    /** @type {HTMLInputElement} */
    const target = targetOf(event);
    if (studio.inspector.busy) return undefined;
    if (target.matches("[data-add-property]")) return addProperty(target);
    if (target.matches("[data-key]")) return renameKey(target);
    if (target.matches(ENTRY)) return newEntry(target, !event.isTrusted && focused() === target);
    if (target.matches("[data-grow]")) return grow(target);
    return undefined;
  });
  panel.addEventListener("click", (event) => {
    const button = targetOf(event).closest("button"),
      part = button && partOf(button);
    if (!button) return;
    if (button.matches("[data-grow]")) grow(button);
    if (button.matches("[data-unset]")) studio.once(part, () => remove(part));
    if (button.matches("[data-move]")) studio.once(part, () => move(part, Number(button.dataset.move)));
    if (button.matches("[data-duplicate-item]")) studio.once(part, () => duplicateItem(part));
    if (button.matches("[data-complete]")) complete(JSON.parse(button.dataset.complete));
  });
  panel.addEventListener("keydown", (event) => {
    const target = targetOf(event),
      { key } = event;
    if (event.altKey && event.shiftKey && key === "ArrowDown") {
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
    }
  });
}
