// The library's search.
import { targetOf } from "../site/dom.js";
import "../site/list-keys.js";

// Escape clears the search, then leaves it.
document.addEventListener("keydown", (event) => {
  /** @type {HTMLInputElement} */
  const search = targetOf(event);
  if (event.key !== "Escape" || !search.matches("[data-search]")) return;
  event.preventDefault();
  if (!search.value) return search.blur();
  search.value = "";
  search.dispatchEvent(new Event("input", { bubbles: true }));
});

// A search keeps the filters in the address of the page, which htmx updates.
document.addEventListener("htmx:configRequest", (event) => {
  if (!targetOf(event).matches(".finder")) return;
  const kept = new URLSearchParams(location.search);
  for (const name of ["owner", "tag", "version", "problems"]) {
    event.detail.parameters.delete(name);
    if (kept.has(name)) event.detail.parameters.set(name, kept.get(name));
  }
});
