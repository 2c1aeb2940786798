// Small features of single controls: show a hidden value, step a number, keep pasted line breaks.
import { targetOf } from "../site/dom.js";

/** @param {HTMLFormElement} form */
export function controls(form) {
  const changed = (control) => control.dispatchEvent(new Event("input", { bubbles: true }));

  form.addEventListener("click", (event) => {
    const button = targetOf(event).closest("[data-shows]");
    if (!button) return;
    /** @type {HTMLInputElement} */
    const control = button.parentElement.querySelector("[name]");
    const show = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(show));
    const word = button.querySelector("span");
    [word.textContent, button.dataset.wordShown] = [button.dataset.wordShown, word.textContent];
    if (control.tagName === "TEXTAREA") control.classList.toggle("masked", !show);
    else control.type = show ? "text" : "password";
  });

  // -- numbers ---------------------------------------------------------------------

  const places = (text) => (String(text).split(".")[1] || "").length;
  form.addEventListener("keydown", (event) => {
    /** @type {HTMLInputElement} */
    const control = targetOf(event);
    if (
      !control.matches?.("[data-number]") ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      !/^Arrow(Up|Down)$/.test(event.key)
    )
      return;
    const { min, max, step = "1", offset } = control.dataset;
    const text = control.value.trim() || min || offset || "0";
    const value = Number(text);
    const size = Math.abs(Number(step));
    if (!Number.isFinite(value) || !size) return;
    event.preventDefault();
    const up = event.key === "ArrowUp";
    const start = control.dataset.step ? Number(offset || 0) : value;
    const steps = (value - start) / size;
    let next = start + (up ? Math.floor(steps + 1e-9) + 1 : Math.ceil(steps - 1e-9) - 1) * size;
    if (!control.value.trim()) next = value;
    if (min !== undefined && next < Number(min))
      next = control.dataset.step ? start + Math.ceil((Number(min) - start) / size) * size : Number(min);
    if (max !== undefined && next > Number(max))
      next = control.dataset.step ? start + Math.floor((Number(max) - start) / size) * size : Number(max);
    control.value = next.toFixed(Math.max(places(text), places(step), places(offset || 0), places(min || 0)));
    if (!places(text) && Number.isInteger(next)) control.value = String(next);
    changed(control);
  });

  // -- lines -------------------------------------------------------------------------

  form.addEventListener("paste", (event) => {
    /** @type {HTMLInputElement} */
    const control = targetOf(event);
    const text = event.clipboardData?.getData("text/plain").replace(/\r\n?/g, "\n") || "";
    if (
      !text.trimEnd().includes("\n") ||
      !control.matches("input[name^='param-']:is([type=text], [type=password]):not([data-chips], [data-number])")
    )
      return;
    event.preventDefault();
    const lines = document.createElement("textarea");
    for (const { name, value } of control.attributes)
      if (!["type", "value"].includes(name)) lines.setAttribute(name, value);
    lines.rows = 6;
    lines.value = control.value;
    lines.classList.toggle("masked", control.type === "password");
    const [start, end] = [control.selectionStart, control.selectionEnd];
    control.replaceWith(lines);
    lines.focus();
    lines.setRangeText(text, start, end, "end");
    changed(lines);
  });
}
