// The library's keys: J and K move between the lines, Enter fills (it follows the link), E designs.
"use strict";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest("input, select, textarea, dialog, [popover]") || document.querySelector("dialog[open]")) return;
  if (localStorage.getItem("single-letters") === "off") return;
  const titles = [...document.querySelectorAll(".row-title")];
  const at = titles.indexOf(document.activeElement);
  const key = event.key.toLowerCase();
  if (key === "j" && titles.length) titles[Math.min(at + 1, titles.length - 1)].focus();
  else if (key === "k" && titles.length) titles[Math.max(at - 1, 0)].focus();
  else if (key === "e" && at >= 0) location.assign(titles[at].dataset.design);
  else return;
  event.preventDefault();
});

// Escape empties the search, and then leaves it.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !event.target.matches("[data-search]")) return;
  event.preventDefault();
  if (!event.target.value) return event.target.blur();
  event.target.value = "";
  event.target.dispatchEvent(new Event("input", { bubbles: true }));
});

// A search changes which filters the form keeps: they are read from the address of the page, which htmx brings up to date.
document.addEventListener("htmx:configRequest", (event) => {
  if (!event.target.matches(".finder")) return;
  const kept = new URLSearchParams(location.search);
  for (const name of ["owner", "tag", "version", "problems"]) {
    event.detail.parameters.delete(name);
    if (kept.has(name)) event.detail.parameters.set(name, kept.get(name));
  }
});
