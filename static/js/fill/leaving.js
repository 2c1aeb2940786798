// Hidden values are kept only on the page: they survive every replacement, and leaving the page asks first.
import { targetOf } from "../site/dom.js";
import { hiddenControls, typedHidden } from "./hidden-values.js";

/** @import { Device } from "./device-copies.js" */

/**
 * @param {HTMLFormElement} form
 * @param {Device} device
 */
export function leaving(form, device) {
  // -- hidden values survive replacements ---------------------------

  let typed = new Map();
  document.addEventListener("htmx:beforeSwap", () => {
    typed = new Map(typedHidden(form).map((control) => [control.name, control.value]));
  });
  const giveBack = () => {
    for (const control of typed.size ? hiddenControls(form) : []) {
      if (!control.value && typed.has(control.name)) control.value = typed.get(control.name);
    }
  };
  for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap"]) document.addEventListener(swapped, giveBack);

  // -- leaving -----------------------------------------------------------------------------

  /** @type {HTMLDialogElement} */
  const guard = document.querySelector("#leaving");
  /** @type {HTMLTemplateElement} */
  const rowOf = document.querySelector("#leaving-row");
  let isLeaving = false;
  let leave = null; // continues with the navigation that was held back
  const DOWNLOADS = 1000; // ms within which a requested download begins
  let downloaded = -Infinity;
  const leaves = (link) =>
    link.origin === location.origin &&
    (link.pathname !== location.pathname || link.search !== location.search || !link.hash) &&
    !link.hasAttribute("download") &&
    !link.hasAttribute("data-copies-link") &&
    !link.hasAttribute("data-reload") &&
    (!link.target || link.target === "_self");
  // Returns whether leaving is held back until the user answers.
  const asks = (go) => {
    const lost = typedHidden(form);
    if (isLeaving || !lost.length) return false;
    leave = go;
    const rows = [...new Set(lost.map((control) => control.closest("[data-name]")))].map((wrap) => {
      const row = /** @type {HTMLElement} */ (rowOf.content.firstElementChild.cloneNode(true));
      row.querySelector("strong").textContent = wrap.querySelector("label, .label").textContent.trim();
      return row;
    });
    guard.querySelector("[data-lost]").replaceChildren(...rows);
    guard.querySelector("[data-one]").hidden = rows.length > 1;
    guard.querySelector("[data-many]").hidden = rows.length === 1;
    guard.showModal();
    return true;
  };
  // What does not fit into an address is posted with the form, without htmx and without hidden values.
  const onlyWhatIsOpen = ({ formData }) => {
    for (const { name } of hiddenControls(form)) formData.delete(name);
    for (const [name, value] of Object.entries(device.sender())) formData.set(name, value);
  };
  const sendTo = (address) => {
    const action = form.getAttribute("action");
    form.addEventListener("formdata", onlyWhatIsOpen, { once: true });
    form.setAttribute("action", address);
    form.submit();
    form.setAttribute("action", action);
  };
  document.addEventListener("click", (event) => {
    const button = targetOf(event).closest("button[data-leaves]");
    if (!button) return;
    event.preventDefault();
    if (!asks(() => button.click())) sendTo(button.getAttribute("formaction"));
  });
  document.addEventListener("click", (event) => {
    const link = targetOf(event).closest("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || !leaves(link)) return;
    if (asks(() => link.click())) event.preventDefault();
  });
  // Runs before other listeners: signing out clears this device, even if the user then stays.
  addEventListener(
    "submit",
    (event) => {
      const { submitter } = event;
      /** @type {HTMLFormElement} */
      const target = targetOf(event);
      if (submitter?.matches("[data-native]")) downloaded = performance.now();
      if (target === form || target.method === "dialog" || target.matches("[data-theme-form]")) return;
      if (asks(() => target.requestSubmit(submitter))) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );
  guard.querySelector("[data-leave]").addEventListener("click", () => {
    isLeaving = true;
    guard.close();
    leave();
  });
  addEventListener("beforeunload", (event) => {
    const isDownload = performance.now() - downloaded < DOWNLOADS;
    if (!isLeaving && !isDownload && typedHidden(form).length) event.preventDefault();
  });
}
