// Which part of a run is shown: the map beside the list, or the list alone; in a narrow window one part at a time. And
// which of its events.
import { targetOf } from "../site/dom.js";

const NARROW = "(max-width: 767.98px)";

/** @returns {HTMLElement} */
const page = () => document.querySelector(".run.page");

export const isNarrow = () => matchMedia(NARROW).matches;
export const view = () => page()?.dataset.view || (isNarrow() ? "list" : "map");

/* Shows what is pressed, again when the list was replaced. */
export const press = () => {
  const kind = page()?.dataset.kind ?? "";
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-events]")))
    button.setAttribute("aria-pressed", String(button.dataset.events === kind));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-shows]")))
    button.setAttribute("aria-pressed", String(button.dataset.shows === view()));
};

/* Shows a part. */
export function show(part) {
  if (!document.querySelector(`[data-shows="${part}"]`)) return;
  page().dataset.view = part;
  press();
}

document.addEventListener("click", (event) => {
  const button = targetOf(event).closest("[data-shows]");
  if (button) show(button.dataset.shows);
  const events = targetOf(event).closest("[data-events]");
  if (!events) return;
  page().dataset.kind = events.dataset.events;
  press();
});
matchMedia(NARROW).addEventListener("change", press);
if (page()) press();
