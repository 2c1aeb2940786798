// The layer that connects a cloud: it opens under its button, and gets its content from the page of the same address.
import { targetOf } from "./dom.js";

const layer = document.getElementById("cloud-layer");
const chip = () => document.getElementById("cloud-connect");
const SLOW = 400; // ms after which the layer says that it waits
let waits = 0;

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

document.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement} */
  const link = targetOf(event).closest("#cloud-connect");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (layer.matches(":popover-open")) return layer.hidePopover();
  layer.showPopover();
  window.htmx.ajax("get", link.href, { target: layer, source: layer }).catch(() => {}); // the events say it
});
layer.addEventListener("toggle", (event) => {
  const isOpen = event.newState === "open";
  chip().setAttribute("aria-expanded", String(isOpen));
  if (!isOpen && (layer.contains(document.activeElement) || document.activeElement === document.body)) chip().focus();
});
layer.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.ctrlKey) layer.querySelector("form")?.requestSubmit();
});
layer.addEventListener("change", (event) => {
  if (targetOf(event).getAttribute("name") === "way") firstEmpty().focus();
});
layer.addEventListener("htmx:beforeRequest", () => {
  waits = window.setTimeout(() => say(layer.dataset.waiting), SLOW);
});
layer.addEventListener("htmx:afterRequest", () => window.clearTimeout(waits));
for (const failure of ["htmx:sendError", "htmx:responseError"])
  layer.addEventListener(failure, () => say(layer.dataset.failed));
layer.addEventListener("htmx:afterSwap", () => (layer.querySelector("[aria-invalid]") ?? firstEmpty())?.focus());
document.body.addEventListener("cloud-changed", () => layer.hidePopover());
