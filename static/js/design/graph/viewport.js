// The part of a diagram that is in view: panning, zooming, fitting the whole, and moving a box into view. Panels lie
// over the diagram: what is under them is not in view.

/**
 * @import { Rect } from "../types.js"
 * @import { Edges } from "./geometry.js"
 */

const MARGIN = 24, // px around a diagram that is shown as a whole
  BARS = 56, // px at the top and at the foot where toolbars are
  ROOM = 240, // px that they have to leave
  GLIDE = 200, // ms
  EDGE = 12, // px between the edge of the view and what is moved into it
  LEAST = 0.1,
  MOST = 2; // the zoom
export const ZOOM = 1.2; // one step

/**
 * @typedef {{ at: { x: number, y: number, k: number }, own: boolean, isChosen: boolean }} State zoom and place
 * @typedef {Rect & { above?: number }} Box what is moved into view, by its centre, with what is drawn `above` it
 */

export class Viewport {
  /**
   * @param {{
   *   canvas: HTMLElement,
   *   group: SVGElement,
   *   free: Element,
   *   extent: () => Edges | null,
   *   covered: (left: number, right: number) => number,
   *   changed: (zoom: number, isMoving: boolean) => void,
   * }} options `group` is what moves, `free` lies where no panel does; `covered` says how many px of the foot are under
   *   something else, between two places on the screen; `isMoving` says that more frames will follow
   */
  constructor({ canvas, group, free, extent, covered, changed }) {
    this.canvas = canvas;
    this.group = group;
    this.frame = free;
    this.extent = extent;
    this.covered = covered;
    this.changed = changed;
    this.at = { x: MARGIN, y: MARGIN, k: 1 };
    this.own = false; // whether it stays as it is
    this.isChosen = false; // because the user has zoomed or panned
    /** @type {DOMRect | null} */
    this.desk = null; // measured once for each size of the window
    this.gliding = 0;
  }

  /** @returns {State} */
  get state() {
    const { at, own, isChosen } = this;
    return { at, own, isChosen };
  }
  /** @param {State} state */
  restore({ at, own, isChosen }) {
    Object.assign(this, { own, isChosen });
    this.place(at);
  }

  get zoomed() {
    return this.at.k;
  }

  /* What no panel covers, in px from the corner of the diagram. */
  get free() {
    const desk = this.canvas.getBoundingClientRect(),
      { left, top, width, height } = this.frame.getBoundingClientRect();
    return { left: left - desk.left, top: top - desk.top, width, height };
  }

  get isShown() {
    return this.canvas.getBoundingClientRect().width > 0;
  }

  place(at = this.at) {
    cancelAnimationFrame(this.gliding);
    this.#show(at);
  }

  #show(at, isMoving = false) {
    const isPanned = isMoving && at.k === this.at.k,
      // a layer that is moved by a part of a pixel is painted again
      [x, y] = isPanned ? [Math.round(at.x), Math.round(at.y)] : [at.x, at.y];
    this.at = at;
    this.group.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${at.k})`; // a layer of its own
    this.changed(at.k, isMoving);
  }

  #move(at) {
    cancelAnimationFrame(this.gliding);
    this.#show(at, true);
  }

  /* Moves to another view, at once for those who do not want motion. */
  glide(to) {
    const from = this.at,
      began = performance.now();
    if (!this.isShown || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.place(to);
      return;
    }
    const step = () => {
      const part = Math.min((performance.now() - began) / GLIDE, 1),
        eased = 1 - (1 - part) ** 3;
      /** @type {(key: "x" | "y" | "k") => number} */
      const between = (key) => from[key] + (to[key] - from[key]) * eased;
      this.#show(part < 1 ? { x: between("x"), y: between("y"), k: between("k") } : to, true);
      if (part < 1) this.gliding = requestAnimationFrame(step);
    };
    cancelAnimationFrame(this.gliding);
    step();
  }

  /* What no panel and no toolbar covers; where there is little room, toolbars may cover some of it. */
  get clear() {
    const { left, top, width, height } = this.free,
      desk = this.canvas.getBoundingClientRect(),
      above = Math.max(0, BARS - top),
      foot = Math.max(0, BARS - (desk.height - top - height));
    if (height < ROOM + above + foot) return this.free;
    return { left, top: top + above, width, height: height - above - foot };
  }

  /* Shows a box at 100 %, where it begins if it is larger than the view. */
  show({ x, y, width, height, above = 0 }) {
    const { clear } = this,
      k = 1,
      /** @type {(middle: number, size: number, from: number, room: number) => number} */
      at = (middle, size, from, room) =>
        from + Math.max(room / 2 - middle * k, size * k > room - 2 * EDGE ? EDGE - (middle - size / 2) * k : -Infinity);
    this.own = this.isChosen = true;
    this.glide({
      k,
      x: at(x, width, clear.left, clear.width),
      y: at(y - above / 2, height + above, clear.top, clear.height),
    });
  }

  /* Shows everything. */
  fit() {
    const whole = this.extent();
    if (!this.isShown || !whole) return;
    const { left, top, right, bottom } = whole,
      free = this.clear;
    const fitting = Math.min((free.width - 2 * MARGIN) / (right - left), (free.height - 2 * MARGIN) / (bottom - top));
    const k = Math.min(1, Math.max(LEAST, fitting));
    this.own = this.isChosen = false;
    this.place({
      k,
      x: free.left + Math.max(MARGIN - left * k, (free.width - (right + left) * k) / 2),
      y: free.top + Math.max(MARGIN - top * k, (free.height - (bottom + top) * k) / 2),
    });
  }

  /* Shows a point at the upper left corner of the view. */
  showCorner({ left, top }, k) {
    const free = this.clear;
    this.place({ k, x: free.left + MARGIN - left * k, y: free.top + MARGIN - top * k });
  }

  /* Shows a point of the diagram in the middle, at a zoom. */
  centreOn(x, y, k = this.at.k) {
    const { free } = this;
    this.own = this.isChosen = true;
    this.place({ k, x: free.left + free.width / 2 - x * k, y: free.top + free.height / 2 - y * k });
  }

  /* The part of the diagram that is on the screen, under panels or not. */
  whole() {
    const { width, height } = (this.desk ??= this.canvas.getBoundingClientRect()),
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

  /* Whether any of the diagram is in view. */
  get isSeen() {
    const seen = this.seen(),
      whole = this.extent();
    return seen.left < whole.right && seen.right > whole.left && seen.top < whole.bottom && seen.bottom > whole.top;
  }

  look(x, y) {
    this.own = this.isChosen = true;
    this.#move({ ...this.at, x: this.at.x + x, y: this.at.y + y });
  }

  zoom(by, x, y) {
    const { free } = this;
    this.own = this.isChosen = true;
    x ??= free.left + free.width / 2;
    y ??= free.top + free.height / 2;
    const k = Math.min(MOST, Math.max(LEAST, this.at.k * by));
    this.#move({ k, x: x - ((x - this.at.x) * k) / this.at.k, y: y - ((y - this.at.y) * k) / this.at.k });
  }

  /**
   * Moves a box into view. One that is larger than the view shows where it begins, unless it was pointed at.
   * @param {Box} box
   */
  reveal({ x, y, width, height, above = 0 }, { byPointer = false, glides = false } = {}) {
    const { free, at } = this,
      desk = this.canvas.getBoundingClientRect();
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
    if (!dx && !dy) return;
    const to = { k: at.k, x: at.x + dx, y: at.y + dy };
    if (glides) this.glide(to);
    else this.place(to);
  }

  /* Converts a screen position to diagram coordinates. */
  point({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect();
    return [(clientX - box.left - this.at.x) / this.at.k, (clientY - box.top - this.at.y) / this.at.k];
  }

  /* The point in the middle of the view. */
  centre() {
    const { left, top, right, bottom } = this.seen();
    return [(left + right) / 2, (top + bottom) / 2];
  }
}
