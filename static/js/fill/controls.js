// Small features of single controls: show a hidden value, step a number, keep pasted line breaks.
import { targetOf } from "../site/dom.js";
import { stepsOfNumbers } from "../site/numbers.js";

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

  stepsOfNumbers(form);

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
