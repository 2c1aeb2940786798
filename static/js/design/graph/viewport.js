// The part of a diagram that is in view: panning, zooming, fitting the whole, and moving a box into view. Panels lie
// over the diagram: what is under them is not in view.

/** @import { Rect } from "../types.js" */

const MARGIN = 24, // px around a diagram that is shown as a whole
  EDGE = 12, // px between the edge of the view and what is moved into it
  LEAST = 0.1,
  MOST = 2; // the zoom
const READABLE = 0.96; // a zoom at which everything is easy to read

/**
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Edges
 * @typedef {Rect & { above?: number }} Box what is moved into view, by its centre, with what is drawn `above` it
 */

export class Viewport {
  /**
   * @param {{
   *   svg: SVGSVGElement,
   *   group: SVGElement,
   *   free: Element,
   *   extent: () => Edges | null,
   *   covered: (left: number, right: number) => number,
   *   changed: (zoom: number) => void,
   * }} options `group` is what moves, `free` lies where no panel does; `covered` says how many px of the foot are under
   *   something else, between two places on the screen
   */
  constructor({ svg, group, free, extent, covered, changed }) {
    this.svg = svg;
    this.group = group;
    this.frame = free;
    this.extent = extent;
    this.covered = covered;
    this.changed = changed;
    this.at = { x: MARGIN, y: MARGIN, k: 1 };
    this.own = false; // whether the user has zoomed or panned
    this.all = false; // or wants to see everything
    /** @type {DOMRect | null} */
    this.desk = null; // measured once for each size of the window
  }

  get zoomed() {
    return this.at.k;
  }

  /* What no panel covers, in px from the corner of the diagram. */
  get free() {
    const desk = this.svg.getBoundingClientRect(),
      { left, top, width, height } = this.frame.getBoundingClientRect();
    return { left: left - desk.left, top: top - desk.top, width, height };
  }

  get isShown() {
    return this.svg.getBoundingClientRect().width > 0;
  }

  place(at = this.at) {
    this.at = at;
    this.group.setAttribute("transform", `translate(${at.x} ${at.y}) scale(${at.k})`);
    this.changed(at.k);
  }

  /* Shows everything, also while the diagram grows, until the user zooms or pans. */
  fitAll() {
    this.fit();
    this.all = true;
  }

  /* Shows everything; with `readable`, at no less than a readable size. */
  fit({ readable = false } = {}) {
    const whole = this.extent();
    if (!this.isShown || !whole) return;
    const { left, top, right, bottom } = whole,
      { free } = this;
    const fitting = Math.min((free.width - 2 * MARGIN) / (right - left), (free.height - 2 * MARGIN) / (bottom - top));
    const k = Math.min(1, Math.max(readable ? READABLE : LEAST, fitting));
    this.own = false;
    this.place({
      k,
      x: free.left + Math.max(MARGIN - left * k, (free.width - (right + left) * k) / 2),
      y: free.top + Math.max(MARGIN - top * k, (free.height - (bottom + top) * k) / 2),
    });
  }

  /* Shows the upper left corner of the diagram at a zoom. */
  showCorner(k) {
    const { left, top } = this.extent(),
      { free } = this;
    this.place({ k, x: free.left + MARGIN - left * k, y: free.top + MARGIN - top * k });
  }

  /* Shows a point of the diagram in the middle, at a zoom. */
  centreOn(x, y, k = this.at.k) {
    const { free } = this;
    this.own = true;
    this.all = false;
    this.place({ k, x: free.left + free.width / 2 - x * k, y: free.top + free.height / 2 - y * k });
  }

  /* The part of the diagram that is on the screen, under panels or not. */
  whole() {
    const { width, height } = (this.desk ??= this.svg.getBoundingClientRect()),
      { x, y, k } = this.at;
    return { left: -x / k, top: -y / k, right: (width - x) / k, bottom: (height - y) / k };
  }

  /* The part of the diagram that is in view. */
  seen() {
    const { left, top, width, height } = this.free,
      { x, y, k } = this.at;
    return { left: (left - x) / k, top: (top - y) / k, right: (left + width - x) / k, bottom: (top + height - y) / k };
  }

  /* Whether the whole diagram is in view. */
  get isWhole() {
    const seen = this.seen(),
      whole = this.extent();
    if (!whole) return true;
    return seen.left <= whole.left && seen.top <= whole.top && seen.right >= whole.right && seen.bottom >= whole.bottom;
  }

  look(x, y) {
    this.own = true;
    this.all = false;
    this.place({ ...this.at, x: this.at.x + x, y: this.at.y + y });
  }

  zoom(by, x, y) {
    const { free } = this;
    this.own = true;
    this.all = false;
    x ??= free.left + free.width / 2;
    y ??= free.top + free.height / 2;
    const k = Math.min(MOST, Math.max(LEAST, this.at.k * by));
    this.place({ k, x: x - ((x - this.at.x) * k) / this.at.k, y: y - ((y - this.at.y) * k) / this.at.k });
  }

  /**
   * Moves a box into view. One that is larger than the view shows where it begins, unless it was pointed at.
   * @param {Box} box
   */
  reveal({ x, y, width, height, above = 0 }, { byPointer = false } = {}) {
    const { free, at } = this,
      desk = this.svg.getBoundingClientRect();
    /** @type {(from: number, size: number, least: number, most: number) => number} */
    const over = (from, size, least, most) => {
      if (size > most - least) return byPointer ? 0 : least - from;
      return Math.max(least - from, 0) || Math.min(most - from - size, 0);
    };
    const left = (x - width / 2) * at.k + at.x,
      dx = over(left, width * at.k, free.left + EDGE, free.left + free.width - EDGE),
      from = desk.left + left + dx,
      foot = Math.min(free.top + free.height, desk.height - this.covered(from, from + width * at.k)) - EDGE;
    const dy = over((y - height / 2 - above) * at.k + at.y, (height + above) * at.k, free.top + EDGE, foot);
    if (dx || dy) this.place({ k: at.k, x: at.x + dx, y: at.y + dy });
  }

  /* Converts a screen position to diagram coordinates. */
  point({ clientX, clientY }) {
    const box = this.svg.getBoundingClientRect();
    return [(clientX - box.left - this.at.x) / this.at.k, (clientY - box.top - this.at.y) / this.at.k];
  }

  /* The point in the middle of the view. */
  centre() {
    const { left, top, right, bottom } = this.seen();
    return [(left + right) / 2, (top + bottom) / 2];
  }
}
