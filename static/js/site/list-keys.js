// Keys for a list of rows: J and K move between their links, Enter follows one, E opens the design page of a template.
import { focused, targetOf } from "./dom.js";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (targetOf(event).closest("input, select, textarea, dialog, [popover]") || document.querySelector("dialog[open]"))
    return;
  if (localStorage.getItem("single-letters") === "off") return;
  const links = [...document.querySelectorAll("[data-row]")];
  const at = links.indexOf(focused());
  const key = event.key.toLowerCase();
  if (key === "j" && links.length) links[Math.min(at + 1, links.length - 1)].focus();
  else if (key === "k" && links.length) links[Math.max(at - 1, 0)].focus();
  else if (key === "e" && links[at]?.dataset.design) location.assign(links[at].dataset.design);
  else return;
  event.preventDefault();
});
