// The comparison of two value sets in place of the preview: buttons open it, changes update it, Esc returns to the
// preview. Without this script the buttons lead to a separate page.
import { targetOf } from "../site/dom.js";

/** @param {HTMLFormElement} form */
export function compare(form) {
  const pane = document.getElementById("compare-pane");
  if (!pane) return;
  const part = document.getElementById("compare");
  const status = document.getElementById("compare-status");
  const lost = document.getElementById("compare-lost");
  const narrow = window.matchMedia("(max-width: 61.99em)"); // the preview is a sheet there, and so is the comparison
  const isOpen = () => form.classList.contains("compares");
  let opener = null;

  // -- requests ----------------------------------------------------------------------

  const sides = () => [...part.querySelectorAll("select")];
  const chosen = () => Object.fromEntries(sides().map((select) => [select.name, select.value]));
  const ask = (values) => {
    const asked = { source: part, target: part, swap: "innerHTML", values };
    window.htmx.ajax("POST", pane.dataset.address, asked).catch(() => {}); // the events below say what went wrong
  };
  const isOurs = (event) => event.detail.elt === part;
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (isOurs(event) && !isOpen()) event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (isOurs(event)) status.textContent = part.querySelector("[data-said]")?.dataset.said ?? "";
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (isOurs(event)) lost.hidden = event.detail.successful || event.detail.xhr.status === 0;
  });
  document.addEventListener("htmx:sendError", (event) => {
    if (isOurs(event)) lost.hidden = false;
  });

  // -- opening and closing -------------------------------------------------------------

  const open = (button) => {
    opener = button;
    for (const layer of document.querySelectorAll("[popover]:popover-open")) if (layer !== pane) layer.hidePopover();
    form.classList.add("compares");
    if (narrow.matches && !pane.matches(":popover-open")) pane.showPopover();
    pane.focus({ preventScroll: true });
    ask(button.name === "from" ? { from: button.value, to: "page" } : chosen());
  };
  const close = () => {
    if (!isOpen()) return;
    form.classList.remove("compares");
    if (pane.matches(":popover-open")) pane.hidePopover();
    part.replaceChildren();
    status.textContent = "";
    lost.hidden = true;
    const back = opener?.checkVisibility() ? opener : form.querySelector(".values-button");
    back.focus({ preventScroll: true });
  };
  document.addEventListener("click", (event) => {
    const button = targetOf(event).closest("button[data-compares]");
    if (!button) return;
    event.preventDefault();
    open(button);
  });
  pane.addEventListener("click", (event) => {
    if (targetOf(event).closest("[data-closes-comparison]")) close();
    if (targetOf(event).closest("button[name=swap]")) {
      event.preventDefault();
      ask({ ...chosen(), swap: "1" });
    }
  });
  pane.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !narrow.matches) close();
  });
  pane.addEventListener("toggle", (event) => {
    if (event.newState === "closed") close();
  });
  narrow.addEventListener("change", close);

  // -- selections here are no values of the form; changes of the form update the comparison --------

  for (const kind of ["input", "change"]) {
    pane.addEventListener(kind, (event) => {
      event.stopPropagation();
      if (kind === "change") ask(chosen());
    });
  }
  document.addEventListener("fill:settled", () => {
    if (isOpen() && Object.values(chosen()).includes("page")) ask(chosen());
  });
}
