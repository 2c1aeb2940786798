// A run, and a stack: its list and its map are one choice, and what is watched keeps the place that is read.

import { follow, mark } from "../run/map.js";
import { tell } from "../run/news.js";
import { focusRow, heldRow, markRows } from "../run/rows.js";
import { mapView } from "../run/view.js";
import { press } from "../run/views.js";
import { targetOf } from "../site/dom.js";

const list = () => document.getElementById("run-events");
/** @returns {HTMLElement[]} */
const rows = () => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#run-events > [data-name]"))];
const topOf = (element) => element.getBoundingClientRect().top;
/* The first row that is read in a list that is scrolled, with its place in the window; one at work will move itself. */
const readRow = () => {
  if (!list()?.scrollTop) return null;
  const row = rows().find((each) => topOf(each) >= topOf(list()) && !each.matches(".work"));
  return row ? { name: row.dataset.name, top: topOf(row) } : null;
};

let before = { read: readRow(), rows: rows().length, held: "" };
let unread = 0;

const showUnread = () => {
  /** @type {HTMLElement} */
  const button = document.querySelector("[data-unread]");
  if (!button) return;
  button.hidden = !unread;
  button.textContent = button.dataset.unread.replace("%s", String(unread));
};

document.addEventListener("htmx:beforeSwap", () => {
  before = { read: readRow(), rows: rows().length, held: heldRow() };
});
document.addEventListener("htmx:afterSettle", () => {
  mark();
  mapView();
  follow();
  markRows();
  press();
  tell();
  focusRow(before.held);
  if (!list()) return;
  unread = before.read ? unread + Math.max(0, rows().length - before.rows) : 0;
  // What is read stays where it is when lines come in above it.
  const row = before.read && rows().find((each) => each.dataset.name === before.read.name);
  if (row) list().scrollTop += topOf(row) - before.read.top;
  before = { ...before, read: readRow(), rows: rows().length };
  showUnread();
});
document.addEventListener("click", (event) => {
  if (targetOf(event).closest("[data-unread]")) list().scrollTop = 0;
});
document.addEventListener(
  "scroll",
  (event) => {
    if (targetOf(event) !== list() || list().scrollTop > 0) return;
    unread = 0;
    showUnread();
  },
  true,
);

// The button that begins is off, but answers, until the stack's name is typed.
const hold = () => {
  /** @type {HTMLInputElement} */
  const name = document.querySelector("[data-confirms]");
  if (name)
    document.querySelector("[data-go]").setAttribute("aria-disabled", String(name.value !== name.dataset.confirms));
};
document.addEventListener("input", hold);
hold();
mapView();
mark();
markRows();
