// The dialog in which a package is put together: asked for when it opens, forgotten when it closes.
// Without this file its buttons lead to the download, and to a page of its own.
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

  // The fields belong to the form behind the dialog, which Enter is not to send.
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
