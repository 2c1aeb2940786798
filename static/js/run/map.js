// The map of a run or a stack: what becomes of its resources, as shapes and words on their cards, rows and lanes.
import { targetOf } from "../site/dom.js";
import { mapView } from "./view.js";

const SVG = "http://www.w3.org/2000/svg";
const SIGNS = { done: "✓", failed: "✕", work: "", wait: "" }; // without a letter, a ring that turns, or a circle
const RING = 5; // the radius of a ring
const TAB = 22; // the height of the tab of a word
const OVER = 18; // how far a tab stands above its card

const map = () => document.getElementById("run-map");
const number = (element, attribute) => Number(element.getAttribute(attribute));
/** @type {(kind: string, attributes: Record<string, string | number>, text?: string) => SVGElement} */
const drawn = (kind, attributes, text = "") => {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, kind));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.textContent = text;
  return element;
};

/* Puts a word as a tab on the upper edge of a card. */
const addTab = (group, box, word, state) => {
  const [x, y] = [number(box, "x") + 12, number(box, "y") - OVER];
  const tab = drawn("g", { class: `word tab ${state}` });
  const label = drawn("text", { x: x + 9, y: y + 15 }, word);
  tab.append(label);
  group.append(tab);
  const width = /** @type {SVGTextElement} */ (label).getComputedTextLength() + 18;
  label.before(drawn("rect", { x, y, width, height: TAB, rx: 4 }));
};
/* Puts a word, or a sign after the fact, at the end of a row; behind the text of a lane. */
const addAtEnd = (group, text, kind) => {
  /** @type {SVGTextElement} */
  const fact = group.querySelector(":scope > .fact");
  /** @type {SVGTextElement} */
  const first = group.querySelector(":scope > text");
  const x = fact ? number(fact, "x") : number(first, "x") + first.getComputedTextLength() + 8;
  if (fact && kind.startsWith("sign")) fact.setAttribute("dx", "-16");
  group.append(drawn("text", { class: `word ${kind} ${fact ? "fact" : ""}`, x, y: number(first, "y") }, text));
};
const addSign = (group, box, state) => {
  if (!box) addAtEnd(group, SIGNS[state], `sign ${state}`);
  else {
    const [x, y] = [number(box, "x") + number(box, "width") - 20, number(group.querySelector(":scope > text"), "y")];
    group.append(drawn("text", { class: `word sign ${state}`, x, y }, SIGNS[state]));
  }
  if (SIGNS[state]) return;
  const place = group.querySelector(":scope > .sign"),
    [x, y] = [number(place, "x") + (place.matches(".fact") ? -RING : RING), number(place, "y") - RING + 1];
  place.replaceWith(drawn("circle", { class: `word sign ${state}`, cx: x, cy: y, r: RING }));
};
const addState = (group, box, state) => {
  const word = map().getAttribute(`data-${box ? "word" : "short"}-${state}`);
  if (word && box) addTab(group, box, word, state);
  else if (word) addAtEnd(group, word, state);
  if (state in SIGNS && (box || !word)) addSign(group, box, state);
};
const set = (element, name, value) => {
  if (value === undefined) delete element.dataset[name];
  else element.dataset[name] = value;
};
/* Says on a card what is done with it, or what it waits for, in the place of what it is; a row has no room for it. */
const note = (group, box, text) => {
  const line = box && group.querySelector(":scope > .name + text:not(.word)");
  if (!line) return;
  line.dataset.text ??= line.textContent;
  line.textContent = text ?? line.dataset.text;
  line.classList.toggle("note", Boolean(text));
};

/* What the page says of each resource, as JSON in an attribute. */
const told = (attribute) => JSON.parse(document.querySelector(`[${attribute}]`)?.getAttribute(attribute) || "{}");

/* Marks each resource with its state, where it is another one than before; a hidden map when it is shown. */
export function mark() {
  if (!map()?.checkVisibility()) return;
  const states = told("data-resources"),
    words = told("data-words"),
    notes = told("data-notes");
  for (const group of /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll("#run-map [data-name]"))) {
    const state = states[group.dataset.name],
      box = group.querySelector(":scope > .box, :scope > .frame");
    note(group, box, notes[group.dataset.name]);
    const end = words[group.dataset.name]; // what has become of it in the end, also where no state is told
    if (group.dataset.run === state && group.dataset.end === end?.word) continue;
    set(group, "run", state);
    set(group, "end", end?.word);
    for (const word of group.querySelectorAll(":scope > .word")) word.remove();
    if (end?.short && !box) addAtEnd(group, end.short, end.kind);
    else if (state !== undefined) addState(group, box, state);
    if (end && box) addTab(group, box, end.word, end.kind);
  }
}

if (map()) new ResizeObserver(mark).observe(map());

/* Moves what is at work into view, where that is chosen. */
export function follow() {
  if (document.querySelector("[data-follow]")?.getAttribute("aria-pressed") !== "true") return;
  const states = told("data-resources"),
    newest = [...document.querySelectorAll("#run-events > .work")].map(
      (row) => /** @type {HTMLElement} */ (row).dataset.name.split(" / ")[0],
    );
  const atWork = [...new Set([...newest, ...Object.keys(states)])].filter((name) => states[name] === "work");
  mapView()?.follow(atWork);
}
document.addEventListener("click", (event) => {
  const button = targetOf(event).closest("[data-follow]");
  if (!button) return;
  button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
  follow();
});

/* Marks the chosen resource and brings it into view. */
export function point(name, { follows = true } = {}) {
  for (const group of document.querySelectorAll("#run-map .chosen")) group.classList.remove("chosen");
  const group = name && map()?.querySelector(`[data-name="${CSS.escape(name)}"]`);
  group?.classList.add("chosen");
  if (group && follows) mapView()?.reveal(name);
}
