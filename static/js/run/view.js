// The view of the map of a plan, a run or a stack: zoomed and panned as the diagram of the design page is. Without a
// script, the map is a picture that scrolls.
import { pan, turnWheel } from "../design/graph/fingers.js";
import { Viewport } from "../design/graph/viewport.js";
import { FIRST, isAtLeast, stepAt } from "../design/graph/zoom.js";
import { showZoom, zoomByButtons, zoomByKey } from "../design/graph/zooming.js";
import { targetOf } from "../site/dom.js";

/** @import { Box } from "../design/graph/viewport.js" */

const TAB = 22; // px that are above a card, where it has a tab
const READABLE = 0.9, // the zoom below which texts are drawn larger
  MOST_LARGER = 1.15; // as their cards have room for
const WHEELING = 500; // ms after a turn of the wheel for which the person is still panning

export class View {
  #wheeled = -Infinity;
  #larger = 1; // the factor by which texts are drawn larger

  /** @param {HTMLElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.svg = /** @type {SVGSVGElement} */ (canvas.querySelector(":scope > svg"));
    const section = /** @type {HTMLElement} */ (canvas.closest(".map")),
      label = /** @type {HTMLElement} */ (section.querySelector("[data-zoom]"));
    const viewport = (this.viewport = new Viewport({
      canvas,
      group: this.svg,
      free: section.querySelector("[data-free]") || canvas,
      extent: () => ({ left: 0, top: 0, right: this.svg.width.baseVal.value, bottom: this.svg.height.baseVal.value }),
      covered: (left, right) => {
        const zooms = section.querySelector(".zooms").getBoundingClientRect();
        return zooms.right > left && zooms.left < right ? canvas.getBoundingClientRect().bottom - zooms.top : 0;
      },
      changed: (zoom) => {
        showZoom(label, Math.round(zoom * 100));
        const larger = Math.min(MOST_LARGER, Math.max(1, READABLE / stepAt(zoom)));
        if (larger !== this.#larger) canvas.style.setProperty("--larger", String(larger));
        this.#larger = larger;
      },
    }));
    canvas.classList.add("live");
    this.drag = pan(canvas, viewport);
    turnWheel(canvas, () => viewport);
    canvas.addEventListener("wheel", () => {
      this.#wheeled = performance.now();
    });
    zoomByButtons(section, viewport);
    section.addEventListener("keydown", (event) => this.#press(event));
    new ResizeObserver(() => this.#resized()).observe(canvas);
  }

  /* Whether the person moves the view now. */
  get isPanned() {
    return this.drag.isHeld || performance.now() - this.#wheeled < WHEELING;
  }

  /* Moves a resource into view. */
  reveal(name, { byPointer = false } = {}) {
    const box = this.#boxOf(name);
    if (box && this.viewport.isShown) this.viewport.reveal(box, { byPointer });
  }

  /* Moves resources into view: all of them if they fit at this zoom, else the first. */
  follow(names) {
    const boxes = names.map((name) => this.#boxOf(name)).filter(Boolean);
    if (!boxes.length || !this.viewport.isShown || this.isPanned) return;
    const all = around(boxes),
      { clear, zoomed } = this.viewport;
    const fits = all.width * zoomed < clear.width && (all.height + TAB) * zoomed < clear.height;
    this.viewport.reveal(fits ? all : boxes[0], { glides: true });
  }

  /** @returns {Box | null} */
  #boxOf(name) {
    const group = this.svg.querySelector(`[data-name="${CSS.escape(name)}"]`);
    if (!group) return null;
    const { left, top, right, bottom } = group.getBoundingClientRect(),
      [x, y] = this.viewport.point({ clientX: left, clientY: top }),
      [far, low] = this.viewport.point({ clientX: right, clientY: bottom });
    return { x: (x + far) / 2, y: (y + low) / 2, width: far - x, height: low - y, above: TAB };
  }

  #chosen() {
    return /** @type {HTMLElement} */ (this.svg.querySelector(".chosen"))?.dataset.name ?? "";
  }

  #press(event) {
    const { viewport } = this,
      plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!plain || targetOf(event).closest("input, select, textarea, .segments")) return;
    const box = this.#boxOf(this.#chosen()),
      [x, y] = box ? [box.x, box.y] : viewport.centre();
    const isDone = zoomByKey(event.key, {
      viewport,
      natural: () => viewport.show({ x, y, width: 0, height: 0 }),
      goTo: () => box && viewport.show(box),
    });
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // a map that would be too small to read shows its upper left corner
  #resized() {
    const { viewport } = this;
    viewport.desk = null;
    if (viewport.own || !viewport.isShown) return;
    viewport.fit();
    if (!isAtLeast(viewport.zoomed, "middle")) viewport.showCorner({ left: 0, top: 0 }, FIRST);
  }
}

/** @type {(boxes: Box[]) => Box} */
const around = (boxes) => {
  const left = Math.min(...boxes.map(({ x, width }) => x - width / 2)),
    right = Math.max(...boxes.map(({ x, width }) => x + width / 2)),
    top = Math.min(...boxes.map(({ y, height }) => y - height / 2)),
    bottom = Math.max(...boxes.map(({ y, height }) => y + height / 2));
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top, above: TAB };
};

/** @type {View | null} */
let view = null;

/* The view of the map that the page shows now; null for a page without a map. */
export const mapView = () => {
  const canvas = document.getElementById("run-map");
  if (!canvas?.querySelector("svg") || !canvas.closest(".map")?.querySelector("[data-zoom]")) return null;
  if (view?.canvas !== canvas) view = new View(canvas);
  return view;
};
