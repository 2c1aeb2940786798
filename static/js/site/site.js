// Every page works without this file. It adds the keys, copying, dialogs, and a change of colours that loses nothing.
const root = document.documentElement;
root.classList.add("has-script");
const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

const announce = (words) => {
  $("#announce").textContent = words;
};

// colours: what is typed on the page stays, only the colours change
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-theme-form]");
  if (!form) return;
  event.preventDefault();
  const chosen = event.submitter.value;
  const body = new FormData(form, event.submitter);
  if (chosen === "system") root.removeAttribute("data-bs-theme");
  else root.dataset.bsTheme = chosen;
  for (const button of $$("button[name=theme]", form))
    button.setAttribute("aria-pressed", String(button.value === chosen));
  form.closest("[popover]").hidePopover();
  await fetch(form.action, { method: "POST", body, redirect: "manual", keepalive: true });
});

// dialogs, messages
document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens).showModal();
  const closer = event.target.closest("[data-closes]");
  if (closer) closer.closest("dialog").close();
  if (event.target.matches("dialog.layer")) event.target.close();
  const dismiss = event.target.closest("[data-dismiss]");
  if (dismiss) dismiss.parentElement.remove();
});

// copying: data-copy holds the text, or is empty for a link's address; data-copy-from names the element that holds it
const copy = async (text) => {
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
  const button = event.target.closest("[data-copy], [data-copy-from]");
  if (!button) return;
  const source = button.dataset.copyFrom && document.getElementById(button.dataset.copyFrom);
  const words = $("[data-word]", button) || button;
  const before = words.dataset.before || words.textContent;
  words.dataset.before = before;
  try {
    await copy(source ? (source.value ?? source.textContent) : button.dataset.copy || button.href);
    words.textContent = button.dataset.copied || "Copied";
    announce(words.textContent);
    setTimeout(() => {
      words.textContent = before;
    }, 2000);
  } catch {
    if (source?.select) source.select();
  }
});

// A text that was sent and saved needs no copy on this device; nor do any after signing out.
const sent = localStorage.getItem("draft-sent");
if (
  sent &&
  !$$("[data-draft]").some((field) => field.dataset.draft === sent) &&
  !location.pathname.startsWith("/accounts/")
) {
  localStorage.removeItem(sent);
  localStorage.removeItem("draft-sent");
}
// A text of a file that is not saved yet goes along when the file is renamed.
const moved = $("[data-moves-draft]");
const draft = moved && localStorage.getItem(moved.dataset.movesDraft);
if (draft && !localStorage.getItem(moved.dataset.to)) {
  const kept = JSON.parse(draft);
  if (kept.revision === moved.dataset.before) kept.revision = moved.dataset.after;
  localStorage.setItem(moved.dataset.to, JSON.stringify(kept));
  localStorage.removeItem(moved.dataset.movesDraft);
}
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-sign-out]")) return;
  const forget = () => {
    for (const key of Object.keys(localStorage)) if (/^(draft|fill:)/.test(key)) localStorage.removeItem(key);
    for (const key of Object.keys(sessionStorage)) if (key.startsWith("design:")) sessionStorage.removeItem(key);
  };
  forget();
  // after the page itself has kept what is on it
  for (const event of ["pagehide", "visibilitychange"]) addEventListener(event, forget);
});

// keys
const letters = $("[data-single-letters]");
letters.checked = localStorage.getItem("single-letters") !== "off";
letters.addEventListener("change", () => localStorage.setItem("single-letters", letters.checked ? "on" : "off"));

const typing = (target) =>
  target.closest(
    "input:not([type=radio], [type=checkbox], [type=button], [type=submit]), textarea, select, [contenteditable]",
  );
const follow = (key) => {
  const link = $(`[data-key="${key}"]`);
  if (link) link.click();
};
let gone = 0;

const single = (event) => {
  const key = event.key.toLowerCase();
  if (event.timeStamp - gone < 1500 && "lfdhc".includes(key)) {
    gone = 0;
    follow(key);
    return true;
  }
  gone = key === "g" ? event.timeStamp : 0;
  if (event.key === "?") {
    $("#keys").showModal();
    return true;
  }
  const search = event.key === "/" && $$("[data-search]").find((field) => field.checkVisibility());
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
  if (command && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "s") {
    const form = $("form[data-save]");
    if (form) {
      event.preventDefault();
      form.requestSubmit($("[data-save-button]", form) || undefined);
    }
  } else if (command && event.key === "Enter" && event.target.form) {
    event.preventDefault();
    event.target.form.requestSubmit();
  } else if (event.key === "F8") {
    event.preventDefault();
    step(
      $$("[data-testid=problem] [data-jump]").filter((link) => link.checkVisibility()),
      event.shiftKey,
    );
    if (document.activeElement.matches("[data-jump]")) document.activeElement.click();
  } else if (event.key === "F6") {
    event.preventDefault();
    step(
      $$("[data-region]").filter((region) => region.checkVisibility()),
      event.shiftKey,
    );
  } else if (!command && !event.altKey && letters.checked && !typing(event.target) && !$("dialog[open]")) {
    if (single(event)) event.preventDefault();
  }
});
