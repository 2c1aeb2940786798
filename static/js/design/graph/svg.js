// SVG elements, and names that fit into the room they have.

const NS = "http://www.w3.org/2000/svg";

/**
 * @typedef {SVGElement & { says?: string, fitted?: Fitted[], item?: SVGElement }} Drawn an element; of a node what it
 *   shows, its texts that have to fit, and the element that it is in with all that is drawn of it
 * @typedef {{ element: Drawn, text: string, size: number, room: number, ratio: number, beside?: number }} Fitted a
 *   text, its size and the width it may take in diagram units, the width of a character of its font as a part of its
 *   size, and in the same unit the width of the text that shares its room
 */

/** @type {(name: string, attributes?: Record<string, any>, ...children: (globalThis.Node | string)[]) => Drawn} */
export const make = (name, attributes = {}, ...children) => {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== null) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

/**
 * A name of at most so many characters; what is too long loses its middle.
 * @param {string} name
 * @param {number} most
 */
export const shortened = (name, most = 30) => {
  if (name.length <= most) return name;
  const room = Math.max(most - 1, 2),
    end = Math.floor(room / 2);
  return `${name.slice(0, room - end)}…${name.slice(-end)}`;
};

/** @param {string} type */
export const shortType = (type) => type.replace(/^OS::/, "");

export const MONO = 0.602; // the width of a character of the fonts, as a part of its size
export const SANS = 0.51;
export const SMALLEST = 11.5; // px on the screen
const BADGE = 21; // the room that a badge takes

/**
 * Fits the texts of a box to their room at a zoom: none is smaller on the screen than can be read.
 * @param {Iterable<Fitted>} texts
 * @param {number} zoom
 */
export const fit = (texts, zoom) => {
  for (const { element, text, size, room, ratio, beside = 0 } of texts) {
    const width = room / Math.max(size, SMALLEST / zoom),
      most = Math.floor((width - (zoom < 0.7 ? 0 : beside)) / ratio),
      shown = shortened(text, most);
    if (element.textContent !== shown) element.textContent = shown;
  }
};

/**
 * The handle on one side of a node: it is dragged to another one, and a click offers what fits there.
 * @param {Record<string, any>} words
 * @param {string} name
 * @param {import("../types.js").Side} side
 * @param {number} x
 * @param {number} y
 */
export const handle = (words, name, side, x, y) =>
  make(
    "g",
    {
      class: "handle",
      transform: `translate(${x} ${y})`,
      "data-side": side,
      "data-testid": `plus-${name}-${side}`,
    },
    make("title", {}, { uses: words.addUses, used: words.addUsed, holds: words.addHolds }[side].replace("%s", name)),
    make("circle", { class: "target", r: 12 }),
    make("circle", { class: "ring", r: 8.5 }),
    make("path", { d: "M-4 0H4M0 -4V4" }),
  );

/**
 * The number of diagnostics of a severity, as a mark whose shape says the severity.
 * @param {"error" | "warning" | "hint"} severity
 * @param {number} count
 * @param {number} x
 * @param {number} y
 */
const badge = (severity, count, x, y) => {
  const shape = {
    error: () => make("circle", { r: 9 }),
    warning: () => make("path", { d: "M0 -11L11 8H-11z" }),
    hint: () => make("circle", { r: 8 }),
  }[severity]();
  shape.setAttribute("class", "shape");
  return make(
    "g",
    { class: `badge ${severity}`, transform: `translate(${x} ${y})` },
    make("g", {}, shape, make("text", { y: severity === "warning" ? 6 : 4 }, String(Math.min(count, 99)))),
  );
};

/**
 * The badges of a node for its diagnostics, the most severe at the right, beginning at a point.
 * @param {{ errors: number, warnings: number, hints: number }} node
 * @param {number} x
 * @param {number} y
 */
export const badges = ({ errors, warnings, hints }, x, y) =>
  /** @type {["error" | "warning" | "hint", number][]} */ ([
    ["error", errors],
    ["warning", warnings],
    ["hint", hints],
  ])
    .filter(([, count]) => count)
    .map(([severity, count], at) => badge(severity, count, x - at * BADGE, y));
