// What is said of a run while it is watched: the window's title, a spoken sum, how many lines came, and a notice.

const PAUSE = 5000; // ms between two sums that are said; a failure and the end are said at once
const KEY = (run) => `notice-${run}`;
const line = (text) => text.replace(/\s+/g, " ").trim();

let said = { words: "", at: -Infinity, urgent: "" };
let waits = 0;

/** @returns {HTMLElement} */
const head = () => document.getElementById("run-head");
/* What the list says of the run in words, and what of it is urgent. */
const told = () => {
  const { sum = "", urgent = "" } = document.getElementById("run-progress")?.dataset ?? {};
  return { sum: line(sum), urgent };
};

const say = () => {
  const { sum, urgent } = told();
  if (!sum || sum === said.words) return;
  clearTimeout(waits);
  const rest = said.at + PAUSE - performance.now();
  if (urgent === said.urgent && rest > 0) {
    waits = window.setTimeout(say, rest);
    return;
  }
  document.getElementById("announce").textContent = sum;
  said = { words: sum, at: performance.now(), urgent };
};
const entitle = () => {
  const words = head()?.dataset.title;
  if (words) document.title = line(words);
};

// -- a notice of the browser, where the person has switched it on here
/** @type {() => HTMLInputElement} */
const toggle = () => document.querySelector("[data-notice]");
const isOn = () => sessionStorage.getItem(KEY(head().dataset.testid)) === "on";
const showSwitch = () => {
  const box = toggle();
  if (!box || !("Notification" in window)) return;
  box.closest("label").hidden = false;
  box.checked = isOn();
};
document.addEventListener("change", async (event) => {
  const box = toggle();
  if (!box || event.target !== box) return;
  const isWanted = box.checked;
  if (isWanted) box.checked = (await Notification.requestPermission()) === "granted";
  sessionStorage.setItem(KEY(head().dataset.testid), box.checked ? "on" : "off");
  /** @type {HTMLElement} */
  const refused = document.querySelector("[data-notice-refused]");
  refused.hidden = box.checked || !isWanted;
});
let wasAtWork = head()?.hasAttribute("hx-get");
const notify = () => {
  const isAtWork = head().hasAttribute("hx-get");
  if (wasAtWork && !isAtWork && "Notification" in window && isOn())
    new Notification(document.title, { body: told().sum, tag: head().dataset.testid });
  wasAtWork = isAtWork;
};

/* After each answer of the server. */
export function tell() {
  if (!head()) return;
  entitle();
  say();
  notify();
  showSwitch();
}
if (head()) {
  said.words = told().sum;
  said.urgent = told().urgent;
  showSwitch();
}
