// The stacks of a project: J and K move between them, Enter opens one, U updates one with its present values.
import { focused, targetOf } from "../site/dom.js";
import "../site/list-keys.js";

/**
 * The values of a stack are sent with a form, never in an address: its page has that form.
 * @param {HTMLAnchorElement} row
 */
async function update(row) {
  const response = await fetch(row.href);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  /** @type {HTMLFormElement} */
  const form = page.querySelector("form[data-update]");
  if (!form) return location.assign(row.href); // it says why
  document.body.append(document.adoptNode(form));
  form.submit();
}

const named = document.getElementById(location.hash.slice(1));
if (named instanceof HTMLDetailsElement) named.open = true;

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (targetOf(event).closest("input, select, textarea, dialog, [popover]") || document.querySelector("dialog[open]"))
    return;
  if (localStorage.getItem("single-letters") === "off" || event.key.toLowerCase() !== "u") return;
  /** @type {HTMLAnchorElement} */
  const row = focused();
  /** @type {HTMLFormElement} */
  const form = document.querySelector("form[data-update]");
  if (row?.matches("[data-row]")) update(row);
  else form?.requestSubmit();
});
