// Choices from a connected cloud under a text field. What is typed is the value; the list only helps, and typing never
// waits for it.
import { targetOf } from "../site/dom.js";

const SLOW = 400; // ms after which a list says that it is being read
const PAUSE = 120; // ms without a key after which the list is asked for what is typed

/** @param {HTMLFormElement} form */
export function cloudChoices(form) {
  /** @type {Element} */
  let open = null; // the field whose list is open
  let asked = new AbortController();
  let pause = 0;
  let at = -1; // the marked row

  const input = (combo) => combo.querySelector("input");
  const list = (combo) => combo.querySelector(".cloud-choices");
  const rows = () => (open ? [...list(open).querySelectorAll("[role=option]")] : []);
  const nameOf = (combo) => combo.closest("[data-name]").dataset.name;

  const address = (combo, query) => {
    const parameters = new URLSearchParams({ name: nameOf(combo), value: input(combo).value, ...query });
    return `${combo.dataset.cloud}?${parameters}`;
  };

  // -- the open list ------------------------------------------------------------

  const mark = (number) => {
    const all = rows();
    at = Math.max(-1, Math.min(number, all.length - 1));
    for (const [index, row] of all.entries()) row.setAttribute("aria-selected", String(index === at));
    if (at < 0) return input(open).removeAttribute("aria-activedescendant");
    input(open).setAttribute("aria-activedescendant", all[at].id);
    all[at].scrollIntoView({ block: "nearest" });
  };

  const close = () => {
    if (!open) return;
    asked.abort();
    clearTimeout(pause);
    list(open).hidden = true;
    input(open).setAttribute("aria-expanded", "false");
    input(open).removeAttribute("aria-activedescendant");
    open = null;
    at = -1;
  };

  const show = async (combo, query) => {
    if (open && open !== combo) close();
    open = combo;
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const box = list(combo);
    const waits = setTimeout(() => {
      box.hidden = false;
      box.querySelector(".waiting")?.remove();
      box.append(
        Object.assign(document.createElement("p"), { className: "waiting", textContent: box.dataset.waiting }),
      );
    }, SLOW);
    try {
      const response = await fetch(address(combo, query), { signal });
      if (!response.ok) throw new Error(String(response.status));
      const text = await response.text();
      if (signal.aborted || open !== combo) return;
      box.innerHTML = text;
      box.hidden = false;
      input(combo).setAttribute("aria-expanded", "true");
      const all = rows();
      mark(query.q ? Math.min(0, all.length - 1) : all.findIndex((row) => "current" in row.dataset));
      if ("refresh" in query) learn();
    } catch {
      if (open === combo && !signal.aborted) close();
    } finally {
      clearTimeout(waits);
    }
  };

  const take = (row) => {
    const field = input(open);
    close();
    if (field.value === row.dataset.value) return;
    field.value = row.dataset.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };

  form.addEventListener("input", (event) => {
    const combo = targetOf(event).closest("[data-cloud]");
    if (!combo || !event.isTrusted) return;
    clearTimeout(pause);
    pause = window.setTimeout(() => show(combo, { q: input(combo).value }), PAUSE);
  });
  form.addEventListener("mousedown", (event) => {
    const combo = targetOf(event).closest("[data-cloud]");
    if (!combo || targetOf(event) === input(combo)) return;
    event.preventDefault(); // the focus stays in the field
    const row = targetOf(event).closest("[role=option]");
    if (row) take(row);
  });
  form.addEventListener("click", (event) => {
    const combo = targetOf(event).closest("[data-cloud]");
    if (!combo) return;
    if (targetOf(event).closest("[data-refresh]")) show(combo, { refresh: "1" });
    if (!targetOf(event).closest("[data-lists]")) return;
    if (open === combo) return close();
    input(combo).focus();
    show(combo, {});
  });
  form.addEventListener("focusout", (event) => {
    if (open && !open.contains(/** @type {Node} */ (event.relatedTarget))) close();
  });

  const PAGE = 10; // rows
  const moves = {
    ArrowDown: () => mark(at + 1),
    ArrowUp: () => mark(Math.max(0, at - 1)),
    Home: () => mark(0),
    End: () => mark(rows().length - 1),
    PageDown: () => mark(at + PAGE),
    PageUp: () => mark(Math.max(0, at - PAGE)),
  };
  form.addEventListener("keydown", (event) => {
    const combo = targetOf(event).closest("[data-cloud]");
    if (!combo || targetOf(event) !== input(combo)) return;
    if (event.altKey && event.code === "KeyR") {
      event.preventDefault();
      show(combo, { refresh: "1" });
    } else if (open !== combo) {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      show(combo, {});
    } else if (event.key in moves && !event.shiftKey) {
      event.preventDefault();
      moves[event.key]();
    } else if (event.key === "Enter" && at >= 0) {
      event.preventDefault();
      take(rows()[at]);
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  });

  // -- lists that have not been read yet ------------------------------------------

  const learn = () => window.htmx.trigger(form, "refresh");
  const reading = new Set(); // constraints

  const readAll = async () => {
    const unread = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-cloud][data-unread]")]);
    const first = new Map();
    for (const combo of unread) {
      const { constraint } = combo.dataset;
      combo.removeAttribute("data-unread");
      if (!reading.has(constraint) && !first.has(constraint)) first.set(constraint, combo);
    }
    if (!first.size) return;
    for (const constraint of first.keys()) reading.add(constraint);
    await Promise.allSettled([...first.values()].map((combo) => fetch(address(combo, {}))));
    for (const constraint of first.keys()) reading.delete(constraint);
    learn();
  };
  document.addEventListener("htmx:load", readAll);

  // Another cloud, or none: the fields that it can fill are drawn anew.
  document.body.addEventListener("cloud-changed", () => {
    const marker = Object.assign(document.createElement("input"), { type: "hidden", name: "cloud", value: "1" });
    form.append(marker);
    learn();
    marker.remove();
  });
}
