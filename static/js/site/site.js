// The script of all pages, which work without it: keys, copying, dialogs, and switching the theme without a reload.
import { finders, focused, targetOf } from "./dom.js";
import { remember } from "./storage.js";

const root = document.documentElement;
root.classList.add("has-script");
const { $, $$ } = finders(document);
const SLOW = 400; // ms after which a button says that it waits

const announce = (words) => {
  $("#announce").textContent = words;
};

// theme: switched in place, so that typed input stays
document.addEventListener("submit", async (event) => {
  /** @type {HTMLFormElement} */
  const form = targetOf(event).closest("[data-theme-form]");
  if (!form) return;
  event.preventDefault();
  const submitter = /** @type {HTMLButtonElement} */ (event.submitter);
  const chosen = submitter.value;
  const body = new FormData(form, submitter);
  if (chosen === "system") root.removeAttribute("data-bs-theme");
  else root.dataset.bsTheme = chosen;
  for (const button of /** @type {HTMLButtonElement[]} */ ($$("button[name=theme]", form)))
    button.setAttribute("aria-pressed", String(button.value === chosen));
  form.closest("[popover]").hidePopover();
  await fetch(form.action, { method: "POST", body, redirect: "manual", keepalive: true });
});

// dialogs, messages
const dialog = (id) => /** @type {HTMLDialogElement} */ (document.getElementById(id));
document.addEventListener("click", (event) => {
  const opener = targetOf(event).closest("[data-opens]");
  if (opener) dialog(opener.dataset.opens).showModal();
  const closer = targetOf(event).closest("[data-closes]");
  if (closer) closer.closest("dialog").close();
  if (targetOf(event).matches("dialog.layer")) /** @type {HTMLDialogElement} */ (targetOf(event)).close();
  const dismiss = targetOf(event).closest("[data-dismiss]");
  if (dismiss) dismiss.parentElement.remove();
});

// copying: data-copy is the text, or is empty for a link's address; data-copy-from is the id of an element with the
// text, which data-copy-asks brings where the page masks it: it goes to the clipboard, and is shown nowhere
const asked = async ({ form, dataset }) => {
  const sent = new FormData(form);
  sent.set("show", dataset.copyAsks);
  const response = await fetch(location.href, { method: "POST", body: sent });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const found = page.getElementById(dataset.copyFrom);
  if (!found) throw new Error("The page does not tell it.");
  return found.textContent;
};
/* Copies a text, or one that is on its way: who presses a button allows it only for a moment. */
const copy = async (found) => {
  if (navigator.clipboard && found instanceof Promise) {
    const blob = found.then((text) => new Blob([text], { type: "text/plain" }));
    return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
  }
  const text = await found;
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = Object.assign(document.createElement("textarea"), {
    value: text,
    readOnly: true,
    className: "visually-hidden",
  });
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (!copied) throw new Error("This browser does not let pages copy.");
};
document.addEventListener("click", async (event) => {
  /** @type {HTMLAnchorElement} */
  const button = targetOf(event).closest("[data-copy], [data-copy-from]");
  if (!button) return;
  const source = /** @type {HTMLTextAreaElement} */ (document.getElementById(button.dataset.copyFrom));
  const words = $("[data-word]", button) || button;
  const before = words.dataset.before || words.textContent;
  words.dataset.before = before;
  const say = (told) => {
    words.textContent = told;
    announce(told);
    setTimeout(() => {
      words.textContent = before;
    }, 2000);
  };
  const slow = setTimeout(() => {
    if (button.dataset.copyWaits) words.textContent = button.dataset.copyWaits;
  }, SLOW);
  try {
    if (button.dataset.copyAsks) await copy(asked(/** @type {any} */ (button)));
    else await copy(source ? (source.value ?? source.textContent) : button.dataset.copy || button.href);
    say(button.dataset.copied || "Copied");
  } catch {
    if (source?.select) source.select();
    else if (button.dataset.copyFailed) say(button.dataset.copyFailed);
  } finally {
    clearTimeout(slow);
  }
});

// A saved text needs no copy on this device, and no copies stay after signing out.
const sent = localStorage.getItem("draft-sent");
if (
  sent &&
  !$$("[data-draft]").some((field) => field.dataset.draft === sent) &&
  !$("[data-carried]") &&
  !location.pathname.startsWith("/accounts/")
) {
  localStorage.removeItem(sent);
  localStorage.removeItem("draft-sent");
}
// The unsaved text of a file moves along when the file is renamed.
const moved = $("[data-moves-draft]");
const draft = moved && localStorage.getItem(moved.dataset.movesDraft);
if (draft && !localStorage.getItem(moved.dataset.to)) {
  const kept = JSON.parse(draft);
  if (kept.revision === moved.dataset.before) kept.revision = moved.dataset.after;
  if (remember(moved.dataset.to, JSON.stringify(kept))) remember(moved.dataset.movesDraft, null);
}
document.addEventListener("submit", (event) => {
  if (!targetOf(event).matches("[data-sign-out]") || event.defaultPrevented) return;
  const forget = () => {
    for (const key of Object.keys(localStorage)) if (/^(draft|fill:)/.test(key)) localStorage.removeItem(key);
    for (const key of Object.keys(sessionStorage)) if (key.startsWith("design:")) sessionStorage.removeItem(key);
  };
  forget();
  // after the page itself has kept its text
  for (const event of ["pagehide", "visibilitychange"]) addEventListener(event, forget);
});

// keys
/** @type {HTMLInputElement} */
const letters = $("[data-single-letters]");
letters.checked = localStorage.getItem("single-letters") !== "off";
letters.addEventListener("change", () => remember("single-letters", letters.checked ? "on" : "off"));

const typing = (target) =>
  target.closest(
    "input:not([type=radio], [type=checkbox], [type=button], [type=submit]), textarea, select, [contenteditable]",
  );
const follow = (key) => {
  const link = $(`[data-key="${key}"]`);
  if (link) link.click();
};
const NEVER = -Infinity; // in its first second the page is younger than the pause between two keys
let gone = NEVER;

const single = (event) => {
  const key = event.key.toLowerCase();
  if (event.timeStamp - gone < 1500 && "lfdhcrs".includes(key)) {
    gone = NEVER;
    follow(key);
    return true;
  }
  gone = key === "g" ? event.timeStamp : NEVER;
  if (event.key === "?") {
    dialog("keys").showModal();
    return true;
  }
  /** @type {HTMLInputElement[]} */
  const searches = event.key === "/" ? $$("[data-search]") : [];
  const search = searches.find((field) => field.checkVisibility());
  if (search) {
    search.focus();
    search.select();
    return true;
  }
  return false;
};

const step = (elements, back) => {
  const at = elements.findIndex((element) => element.contains(document.activeElement));
  const next = elements.at(back ? (at < 0 ? -1 : at - 1) : (at + 1) % elements.length);
  if (next) next.focus();
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  const command = event.ctrlKey || event.metaKey;
  const { form } = /** @type {HTMLInputElement} */ (targetOf(event));
  if (command && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "s") {
    /** @type {HTMLFormElement} */
    const form = $("form[data-save]");
    if (form) {
      event.preventDefault();
      form.requestSubmit($("[data-save-button]", form) || undefined);
    }
  } else if (command && event.key === "Enter" && form) {
    event.preventDefault();
    form.requestSubmit();
  } else if (event.key === "F8") {
    event.preventDefault();
    step(
      $$("[data-testid=problem] [data-jump]").filter((link) => link.checkVisibility()),
      event.shiftKey,
    );
    if (document.activeElement.matches("[data-jump]")) focused().click();
  } else if (event.key === "F6") {
    event.preventDefault();
    step(
      $$("[data-region]").filter((region) => region.checkVisibility()),
      event.shiftKey,
    );
  } else if (!command && !event.altKey && letters.checked && !typing(targetOf(event)) && !$("dialog[open]")) {
    if (single(event)) event.preventDefault();
  }
});
