// The decision: beside the map where there is room, else a sheet that the bar at the foot opens; in a narrow window a
// part of its own. Without a script the bar's link leads to it.
import { focused, targetOf } from "../site/dom.js";
import { isNarrow, show, view } from "./views.js";

const MIDDLE = matchMedia("(min-width: 768px) and (max-width: 1199.98px)");

/** @returns {HTMLElement} */
const decision = () => document.querySelector(".run.page:has(#run-foot) #run-decision");
/** @returns {HTMLAnchorElement} */
const opener = () => document.querySelector("#run-foot a");
/* Whether a narrow window shows it as a part of its own, as those of plans and runs do; else it is below the others. */
const isPart = () => Boolean(document.querySelector("[data-shows=decision]"));
const isOpen = () => Boolean(decision()?.matches(":popover-open"));

/* The field that has to be filled first: the one that a problem is about, else of what begins a run, else all of it. */
const first = () => {
  const fields = [...decision().querySelectorAll("input:not([type=hidden]), textarea, select")],
    begins = fields.filter((each) => each.closest("form:has([data-go])"));
  const wanted = [...fields.filter((each) => each.matches("[aria-invalid=true], [data-confirms]")), ...begins];
  return /** @type {HTMLElement} */ (wanted.find((each) => each.checkVisibility()) || decision());
};

/* Shows the decision, and puts the focus into it, to a field. Returns whether it was not to be seen before. */
export function openDecision(field = null) {
  if (!decision() || (isNarrow() ? !isPart() || view() === "decision" : decision().checkVisibility())) return false;
  if (isNarrow()) show("decision");
  else decision().showPopover();
  (field || first()).focus();
  return true;
}

/* The decision is a sheet, in the windows for which that is; again when it was replaced, open if it was. */
const set = (wasOpen = false) => {
  const part = decision();
  if (!part) return;
  part.popover = MIDDLE.matches ? "auto" : null;
  if (MIDDLE.matches) opener().setAttribute("aria-expanded", String(wasOpen));
  else opener().removeAttribute("aria-expanded");
  if (MIDDLE.matches && wasOpen && !isOpen()) {
    part.showPopover();
    if (!part.contains(focused())) part.focus();
  }
};
let wasOpen = false;
document.addEventListener("htmx:beforeSwap", () => {
  wasOpen = isOpen();
});
document.addEventListener("htmx:afterSettle", () => set(wasOpen));
MIDDLE.addEventListener("change", () => set());
document.addEventListener(
  "toggle",
  (event) => {
    if (event.target !== decision()) return;
    const { newState } = /** @type {ToggleEvent} */ (event);
    opener().setAttribute("aria-expanded", String(newState === "open"));
    if (newState === "closed" && (focused() === document.body || decision().contains(focused()))) opener().focus();
  },
  true,
);
document.addEventListener("click", (event) => {
  const target = targetOf(event);
  const link = /** @type {HTMLAnchorElement} */ (target.closest(".run a[href^='#']")),
    to = link && document.getElementById(link.hash.slice(1));
  if (to && decision()?.contains(to)) {
    to.closest("details")?.setAttribute("open", "");
    /** @type {HTMLElement} */ (link.closest("[popover]"))?.hidePopover();
    const field = to === decision() ? null : to.querySelector("[name=name]") || to;
    const isShown = openDecision(field);
    if (!isShown) field?.focus();
    if (isShown || field) event.preventDefault();
  }
  if (target.closest("[data-close-sheet]")) decision().hidePopover();
});
set();
// What the server says of a decision, or was asked for, is not behind a bar.
const told = "[data-answers], :has([role=alert], [aria-invalid=true])";
if (decision()?.matches(told)) {
  /** @type {HTMLElement} */
  const asked = decision().querySelector("[data-asked]");
  if (!openDecision(asked) && asked) asked.focus();
  else if (isNarrow() && !isPart()) decision().scrollIntoView();
}
