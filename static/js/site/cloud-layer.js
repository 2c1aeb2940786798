// The layer that connects a cloud: it opens under its button, and gets its content from the page of the same address.
import { targetOf } from "./dom.js";

const layer = document.getElementById("cloud-layer");
const chip = () => document.getElementById("cloud-connect");
const SLOW = 400; // ms after which the layer says that it waits
let waits = 0;
let /** @type {HTMLElement} */ opener = null; // what was pressed to open it
let isOpening = false; // its content is on the way

/* As its types do not know the option yet. */
const show = /** @type {(options: { source: HTMLElement }) => void} */ (layer?.showPopover.bind(layer));
const say = (words) => {
  const line = Object.assign(document.createElement("p"), { className: "hint waiting", textContent: words });
  line.setAttribute("role", "status");
  layer.querySelector(".waiting")?.remove();
  layer.append(line);
};

const firstEmpty = () => {
  const chosen = layer.querySelector("input[name=way]:checked")?.closest(".way");
  const fields = /** @type {HTMLInputElement[]} */ ([
    ...(chosen ?? layer).querySelectorAll(".form-control, .form-select"),
  ]);
  return fields.find((field) => !field.value) ?? fields[0] ?? layer.querySelector("form .btn");
};

// the chip, and what leads to a sign-in elsewhere on the page
document.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement} */
  const link = targetOf(event).closest("#cloud-connect, [data-connects]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const isOpen = layer.matches(":popover-open");
  if (isOpen && link.id) return layer.hidePopover();
  opener = link;
  if (!isOpen) show({ source: link }); // a sheet that the link is in stays open
  isOpening = true;
  window.htmx.ajax("get", link.href, { target: layer, source: layer }).catch(() => {}); // the events say it
});
layer.addEventListener("toggle", (event) => {
  const isOpen = event.newState === "open";
  chip().setAttribute("aria-expanded", String(isOpen));
  if (isOpen || !(layer.contains(document.activeElement) || document.activeElement === document.body)) return;
  const [back] = [opener, opener?.closest("[data-region]"), chip()].filter((each) => each?.checkVisibility());
  /** @type {HTMLElement} */ (back)?.focus();
});
layer.addEventListener("input", () => {
  if (isOpening) window.htmx.trigger(layer, "htmx:abort"); // what is typed already is not replaced
});
layer.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.ctrlKey) return;
  event.stopPropagation(); // on the page it may begin a run
  layer.querySelector("form")?.requestSubmit();
});
layer.addEventListener("change", (event) => {
  if (targetOf(event).getAttribute("name") === "way") firstEmpty().focus();
});
layer.addEventListener("htmx:beforeRequest", () => {
  waits = window.setTimeout(() => say(layer.dataset.waiting), SLOW);
});
layer.addEventListener("htmx:afterRequest", () => {
  window.clearTimeout(waits);
  layer.querySelector(".waiting")?.remove();
  isOpening = false;
});
for (const failure of ["htmx:sendError", "htmx:responseError"])
  layer.addEventListener(failure, () => say(layer.dataset.failed));
layer.addEventListener("htmx:afterSwap", () => (layer.querySelector("[aria-invalid]") ?? firstEmpty())?.focus());
// whether the cloud answers may have changed: the button is asked for again, and says so
let state = chip()?.dataset.state;
document.body.addEventListener("cloud-told", () => {
  window.htmx.ajax("get", chip().dataset.renders, { target: chip(), swap: "outerHTML" }).catch(() => {});
});
document.body.addEventListener("htmx:afterSettle", () => {
  const before = state;
  if (!chip()) return;
  chip().setAttribute("aria-expanded", String(layer.matches(":popover-open")));
  state = chip().dataset.state;
  if (state === before || ![state, before].includes("away") || ![state, before].includes("connected")) return;
  document.getElementById("announce").textContent = chip().dataset.says;
});
document.body.addEventListener("cloud-changed", (event) => {
  layer.hidePopover();
  // what it shows is of another project; an answer to a form is not asked for by that form again
  if (document.querySelector("[data-reloads]")) return location.replace(location.pathname + location.search);
  for (const told of document.querySelectorAll("[data-about=cloud]")) told.remove();
  /** @type {HTMLElement} */
  const page = document.querySelector("[data-scope]"); // a plan or a run is of one project
  if (!page) return undefined;
  const isThere = page.dataset.scope === /** @type {CustomEvent} */ (event).detail.scope;
  for (const told of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-unconnected]")))
    told.hidden = isThere;
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (page.querySelectorAll("[data-go]")))
    button.disabled = !isThere;
  return undefined;
});
