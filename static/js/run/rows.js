// The rows of a plan, a run or a stack: one is chosen, by arrows or the pointer, and the map follows; and back.
import { focused, targetOf } from "../site/dom.js";
import { point } from "./map.js";
import { openDecision } from "./sheet.js";
import { show, view } from "./views.js";

let chosen = "";

/** @returns {HTMLElement[]} */
const rows = () => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".run li[data-name]"))];
const shown = () => rows().filter((row) => row.checkVisibility());
const rowOf = (name) => rows().find((row) => row.dataset.name === name);
const isLetter = (event) =>
  !event.ctrlKey && !event.metaKey && !event.altKey && localStorage.getItem("single-letters") !== "off";
const isTyping = (target) => target.closest("input, select, textarea, dialog, [popover]");

/* Marks the chosen row, which is also where Tab enters the list. */
export function markRows() {
  const all = rows();
  const stop = rowOf(chosen) || all[0];
  for (const row of all) {
    row.tabIndex = row === stop ? 0 : -1;
    if (row.dataset.name === chosen) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
}

function choose(row, { focuses = true, follows = true } = {}) {
  if (!row) return;
  chosen = row.dataset.name;
  markRows();
  // what is in a nested stack is in the resource of that stack
  point(chosen.split(" / ")[0], { follows });
  if (focuses) row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

/* What had the focus, and gets it again when the list was replaced. */
export const heldRow = () => focused().closest?.(".run li[data-name]")?.dataset.name;
export const focusRow = (name) => name && rowOf(name)?.focus({ preventScroll: true });

const step = (by) => {
  const all = shown();
  const from = heldRow() ?? chosen;
  const at = all.findIndex((row) => row.dataset.name === from);
  choose(all[at < 0 ? 0 : Math.max(0, Math.min(all.length - 1, at + by))]);
};
const nextFailure = (by) => {
  const failed = shown().filter((row) => row.matches(".failed"));
  const at = failed.findIndex((row) => row.dataset.name === chosen);
  choose(failed.at(at < 0 && by < 0 ? -1 : (at + by) % failed.length));
};
const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };

/* The button that begins, asks for the name first where it has to be typed: the server says so. */
const begin = () => {
  /** @type {HTMLButtonElement} */
  const go = document.querySelector("[data-go]");
  if (!go || go.disabled) return false;
  if (!openDecision()) go.click(); // nothing begins that is not to be seen
  return true;
};

/** @type {(event: KeyboardEvent) => boolean} */
function act(event) {
  const target = targetOf(event);
  const row = target.closest("li[data-name]");
  if (event.key === "F8") {
    if (!document.querySelector(".run li.failed")) return false;
    nextFailure(event.shiftKey ? -1 : 1);
    return true;
  }
  if (document.querySelector("dialog[open]")) return false; // what lies behind it is not to be seen
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
    return !target.closest("[popover]:not(.decision)") && begin();
  if (isTyping(target)) return false;
  if (
    event.key in STEPS &&
    (row === target || target.closest(".map, .list")) &&
    !target.closest("summary, a, button")
  ) {
    step(STEPS[event.key]);
    return true;
  }
  if (!isLetter(event)) return false;
  if (event.key === "l") {
    show(view() === "list" ? "map" : "list");
    return true;
  }
  const { design } = rowOf(chosen)?.dataset ?? {};
  if (event.key !== "e" || !design) return false;
  location.assign(design);
  return true;
}

document.addEventListener(
  "keydown",
  (event) => {
    if (!event.defaultPrevented && !event.isComposing && act(event)) {
      event.preventDefault();
      event.stopImmediatePropagation(); // G, then a letter, goes to a page: not after one that did something
    }
  },
  true,
);
document.addEventListener("click", (event) => {
  const target = targetOf(event);
  const row = target.closest(".run li[data-name]");
  if (row && !target.closest("a, button, summary")) choose(row, { focuses: row === focused() });
  const group = /** @type {SVGElement} */ (target.closest("#run-map [data-name]"));
  if (!group) return;
  const found = rowOf(group.dataset.name);
  found?.closest("details")?.setAttribute("open", "");
  if (found) choose(found, { follows: false });
});
