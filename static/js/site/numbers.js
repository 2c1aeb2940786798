// Fields for numbers: the arrow keys step them within their limits.
import { targetOf } from "./dom.js";

/**
 * Steps the `data-number` fields of a part of the page; their `data-min`, `data-max`, `data-step` and `data-offset` are
 * the limits.
 * @param {HTMLElement} root
 */
export function stepsOfNumbers(root) {
  const places = (text) => (String(text).split(".")[1] || "").length;
  root.addEventListener("keydown", (event) => {
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
    control.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
