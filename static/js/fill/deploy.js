// The package dialog: loaded when it opens, dropped when it closes. Without this script its buttons lead to the
// download and to a separate page.
import { targetOf } from "../site/dom.js";

export function deploy() {
  const layer = document.getElementById("package-layer");
  if (!layer) return;
  const before = [...layer.children];

  layer.addEventListener("toggle", (event) => {
    if (targetOf(event) !== layer) return;
    if (event.newState === "open") window.htmx.trigger(layer, "open-package");
    else layer.replaceChildren(...before);
  });

  // The fields belong to the form behind the dialog, which Enter must not submit.
  layer.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && targetOf(event).matches("input")) event.preventDefault();
  });

  layer.addEventListener("click", (event) => {
    /** @type {HTMLAnchorElement} */
    const link = targetOf(event).closest("[data-closes-package]");
    if (!link) return;
    event.preventDefault();
    layer.hidePopover();
    document.querySelector(link.hash)?.focus();
  });
}
