// What a node of the diagram is drawn with: boxes, icons, and texts that are as large on the screen as they have to be.
import { make, shortened } from "./svg.js";

/** @import { Node } from "../types.js" */
/** @import { Drawn } from "./svg.js" */
/** @import { Band } from "./zoom.js" */

export const MONO = 0.602; // the width of a character of the font of names, as a part of its size
const LEAST = 11; // px on the screen
const FEWEST = 3; // characters: a shorter text says nothing
const HANDLE = 8.5;
const BADGE = /** @type {[number, number]} */ ([9, 8.5]); // the radius, and the least on the screen
const CORNER = 3; // from the upper right corner to the middle of the first badge
export const HOLDS = 37; // from the right edge to the handle at the lower edge: the middle of the last row stays free
/** About the width of a character of the other font, as a part of its size. */
const SANS = /** @type {[RegExp, number][]} */ ([
  [/[ijl.,:;'|!]/, 0.27],
  [/[frt()[\]/·" -]/, 0.38],
  [/[mwMW%_]/, 0.86],
  [/[A-Z0-9×+]/, 0.65],
  [/./, 0.58],
]);

/**
 * About the width of a text in the font that is not for names.
 * @param {string} text
 * @param {number} size
 */
export const sansWidth = (text, size) =>
  [...text].reduce((sum, character) => sum + SANS.find(([kind]) => kind.test(character))[1], 0) * size;

/**
 * @typedef {{
 *   sprite: string, words: Record<string, any>, zoom: number, band: Band, iconOf: (name: string) => string,
 * }} Look where the icons are, the page's words, the zoom and what is written at it, and the icon of a resource
 */

/**
 * Draws one node; the middle of the node is the origin of its item, which contains the node's button. The button of a
 * card or frame is its head: what is below is buttons of their own.
 */
export class Drawing {
  /**
   * @param {Node} node
   * @param {Look} look
   */
  constructor(node, look) {
    this.node = node;
    this.look = look;
    this.left = -node.width / 2;
    this.top = -node.height / 2;
    this.right = node.width / 2;
    this.bottom = node.height / 2;
    /** @type {Drawn[]} */
    this.below = []; // under the button
    /** @type {Drawn[]} */
    this.inside = []; // a part of the button
    /** @type {Drawn[]} */
    this.above = []; // below the head, and not a part of the button
    this.isCut = false; // whether its name is
    this.into = this.inside;
  }

  /** @param {...Band} bands */
  is(...bands) {
    return bands.includes(this.look.band);
  }

  /** A length on the screen, in units of the diagram. */
  px(length) {
    return length / this.look.zoom;
  }

  /** A size that does not get smaller on the screen than so many px. */
  size(own, least = LEAST) {
    return Math.max(own, this.px(least));
  }

  /** Draws the following so that it is not a part of the button. */
  apart(does) {
    this.into = this.above;
    does();
    this.into = this.inside;
  }

  add(name, attributes, ...children) {
    const element = make(name, attributes, ...children);
    this.into.push(element);
    return element;
  }

  /** A group of what is drawn in the following. */
  group(attributes, does) {
    const { into } = this;
    this.into = [];
    does();
    into.push(make("g", attributes, ...this.into));
    this.into = into;
  }

  /** The outline of the whole, and the part of it that takes clicks. */
  outline(className, corner, hit) {
    const { width, height } = this.node;
    this.below.push(
      make("rect", { class: `whole ${className}`, x: this.left, y: this.top, width, height, rx: corner }),
    );
    this.hit({ x: this.left, y: this.top, width, height: hit, rx: corner });
  }

  hit(attributes) {
    this.add("rect", { class: "box", ...attributes });
  }

  /**
   * A name that is cut in its middle where it does not fit, and left out where too little of it would be left. Returns
   * its width.
   * @param {string} className
   * @param {number} x
   * @param {number} y
   * @param {string} text
   * @param {{ size: number, room: number }} how
   */
  name(className, x, y, text, { size, room }) {
    const most = Math.floor(room / (size * MONO)),
      shown = shortened(text, most);
    if (className === "name") this.isCut ||= shown !== text;
    if (!text || (shown !== text && most < FEWEST)) return 0;
    this.add("text", { class: className, x, y, "font-size": size }, shown);
    return shown.length * size * MONO;
  }

  /**
   * The first of some texts that fits, none if none does. Returns its width.
   * @param {string} className
   * @param {number} x
   * @param {number} y
   * @param {string[]} texts
   * @param {{ size: number, room: number }} how
   */
  text(className, x, y, texts, { size, room }) {
    const text = texts.find((each) => each && sansWidth(each, size) <= room);
    if (!text) return 0;
    this.add("text", { class: className, x, y, "font-size": size }, text);
    return sansWidth(text, size);
  }

  /** An icon by its middle. */
  icon(x, y, size, name = this.node.icon || "box", className = "kind") {
    this.add("use", {
      class: className,
      href: `${this.look.sprite}#${name}`,
      x: x - size / 2,
      y: y - size / 2,
      width: size,
      height: size,
    });
  }

  /** The sign of a state and the name of the condition that decides it, above the left corner. */
  condition() {
    const { condition, state } = this.node;
    if (!condition || this.is("small", "far")) return;
    const size = this.size(11.5);
    this.sign(this.left + 2 + size / 2, this.top - 7 - size * 0.36, state, size);
    const words = `${this.look.words.if} ${condition}`,
      room = this.node.width - 6 - size,
      most = Math.floor((words.length * room) / sansWidth(words, size));
    this.text("condition", this.left + 6 + size, this.top - 7, [words, shortened(words, most), "…"], { size, room });
  }

  /** The sign of a state. */
  sign(x, y, state, size) {
    const name = { on: "check-circle-fill", off: "dash-circle", unknown: "question-circle" }[state];
    this.icon(x, y, size, name, `sign ${state}`);
  }

  /** Whether it was there before, or stays afterwards, as an icon that ends at `right`; returns the room it takes. */
  mark(right, y) {
    const { external, retained } = this.node;
    if ((!external && !retained) || this.is("small", "far")) return 0;
    const size = this.size(13, 11.5);
    this.icon(right - size / 2, y, size, external ? "box-arrow-in-down" : "archive", "mark");
    return size + 6;
  }

  /** How many errors and warnings are in it. */
  get counts() {
    const { errors = 0, warnings = 0 } = this.node.sum || this.node,
      counts = /** @type {[string, number][]} */ ([
        ["error", errors],
        ["warning", warnings],
      ]);
    return counts.filter(([, count]) => count);
  }

  /** How many errors and warnings are in it, at the upper right corner; the shape says which. */
  badges() {
    const radius = this.size(...BADGE);
    for (const [at, [severity, count]] of this.counts.entries()) {
      const isError = severity === "error",
        r = radius;
      this.add(
        "g",
        {
          class: `badge ${severity}`,
          transform: `translate(${this.right - CORNER - at * r * 2.4} ${this.top + CORNER})`,
        },
        isError
          ? make("circle", { class: "shape", r })
          : make("path", { class: "shape", d: `M0 ${-r * 1.15}L${r * 1.15} ${r * 0.85}H${-r * 1.15}z` }),
        make("text", { y: r * (isError ? 0.43 : 0.66), "font-size": this.size(11) }, String(Math.min(count, 99))),
      );
    }
  }

  /** How far the badges reach into a line of text that begins at `top`, from the right edge. */
  badgeRoom(top) {
    const r = this.size(...BADGE),
      { length } = this.counts;
    return length && top < this.top + CORNER + r - 2 ? CORNER + (length - 1) * r * 2.4 + r * 1.15 : 0;
  }

  /** How far handles are outside of the edge from farther away: they cover no more of a card, and no name. */
  get out() {
    return HANDLE * (this.size(1, 1) - 1);
  }

  /** The handles at both ends of the head, whose middle is at `y`, and at the lower edge of a card or frame. */
  handles(y, { left = this.left, right = this.right, holds = false } = {}) {
    if (this.is("far")) return;
    this.handle("used", left - this.out, y);
    this.handle("uses", right + this.out, y);
    if (holds) this.handle("holds", this.right - HOLDS, this.bottom + this.out);
  }

  // it is dragged to another node, and a click offers what fits there
  handle(side, x, y) {
    const { words } = this.look,
      { name } = this.node,
      says = { uses: words.addUses, used: words.addUsed, holds: words.addHolds }[side].replace("%s", name);
    this.above.push(
      make(
        "g",
        {
          class: "handle",
          transform: `translate(${x} ${y}) scale(${this.size(1, 1)})`,
          "data-side": side,
          "data-testid": `plus-${name}-${side}`,
        },
        make("title", {}, says),
        make("circle", { class: "target", r: 12 }),
        make("circle", { class: "ring", r: HANDLE }),
        make("path", { d: "M-4 0H4M0 -4V4" }),
      ),
    );
  }
}
