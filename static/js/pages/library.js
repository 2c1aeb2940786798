// The library's search.
import "../site/list-keys.js";

// Escape empties the search, and then leaves it.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !event.target.matches("[data-search]")) return;
  event.preventDefault();
  if (!event.target.value) return event.target.blur();
  event.target.value = "";
  event.target.dispatchEvent(new Event("input", { bubbles: true }));
});

// A search changes which filters the form keeps: they are read from the address of the page, which htmx brings up to
// date.
document.addEventListener("htmx:configRequest", (event) => {
  if (!event.target.matches(".finder")) return;
  const kept = new URLSearchParams(location.search);
  for (const name of ["owner", "tag", "version", "problems"]) {
    event.detail.parameters.delete(name);
    if (kept.has(name)) event.detail.parameters.set(name, kept.get(name));
  }
});
