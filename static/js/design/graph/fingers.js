// What pointers and the wheel do to the view of any diagram: two fingers pinch it, the wheel pans or zooms it, and
// where nothing else can be dragged, a pointer pans it.

/** @import { Viewport } from "./viewport.js" */

const PINCH = 0.01; // a browser reports a pinch as the wheel with Ctrl
const FAR = 4; // px from which on a press is a drag

/* The pointers that are down on a diagram; two of them pinch it. */
export class Fingers {
  #down = new Map();
  /** @type {{ far: number, x: number, y: number } | null} */
  #pinch = null;

  /**
   * @param {HTMLElement} canvas
   * @param {() => Viewport} viewport
   */
  constructor(canvas, viewport) {
    this.canvas = canvas;
    this.viewport = viewport;
  }

  /* Each returns whether what has happened belongs to a pinch. */
  press({ pointerId, clientX, clientY }) {
    this.#down.set(pointerId, { x: clientX, y: clientY });
    if (this.#down.size !== 2) return false;
    this.#pinch = this.#spread();
    return true;
  }
  move({ pointerId, clientX, clientY }) {
    if (this.#down.has(pointerId)) this.#down.set(pointerId, { x: clientX, y: clientY });
    if (!this.#pinch || this.#down.size !== 2) return false;
    const now = this.#spread(),
      box = this.canvas.getBoundingClientRect(),
      viewport = this.viewport();
    viewport.look(now.x - this.#pinch.x, now.y - this.#pinch.y);
    viewport.zoom(now.far / Math.max(this.#pinch.far, 1), now.x - box.left, now.y - box.top);
    this.#pinch = now;
    return true;
  }
  lift({ pointerId }) {
    this.#down.delete(pointerId);
    const had = Boolean(this.#pinch);
    if (!this.#down.size) this.#pinch = null;
    return had;
  }

  #spread() {
    const [a, b] = [...this.#down.values()];
    return { far: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }
}

/**
 * Lets the wheel pan a diagram, and zoom it with Ctrl.
 * @param {HTMLElement} canvas
 * @param {() => Viewport} viewport
 */
export const turnWheel = (canvas, viewport) =>
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const box = canvas.getBoundingClientRect();
      if (event.ctrlKey)
        viewport().zoom(Math.exp(-event.deltaY * PINCH), event.clientX - box.left, event.clientY - box.top);
      else if (event.shiftKey) viewport().look(-(event.deltaX || event.deltaY), 0);
      else viewport().look(-event.deltaX, -event.deltaY);
    },
    { passive: false },
  );

/**
 * Lets a pointer pan a diagram wherever it is pressed; `isHeld` of what it returns says whether one does so now.
 * @param {HTMLElement} canvas
 * @param {Viewport} viewport
 */
export const pan = (canvas, viewport) => {
  const fingers = new Fingers(canvas, () => viewport);
  const drag = { isHeld: false, isFar: false, x: 0, y: 0 };
  const end = (/** @type {PointerEvent} */ event) => {
    fingers.lift(event);
    drag.isHeld = false;
    canvas.classList.remove("dragging");
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    Object.assign(drag, { isHeld: true, isFar: fingers.press(event), x: event.clientX, y: event.clientY });
  });
  canvas.addEventListener("pointermove", (event) => {
    if (drag.isHeld && !event.buttons) end(event); // it was lifted outside of the window
    if (!drag.isHeld) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isFar && Math.hypot(dx, dy) < FAR) return;
    if (!drag.isFar) canvas.classList.add("dragging");
    drag.isFar = true;
    canvas.setPointerCapture(event.pointerId); // no earlier: a click is on what was pressed
    if (!fingers.move(event)) viewport.look(dx, dy);
    Object.assign(drag, { x: event.clientX, y: event.clientY });
  });
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
  return drag;
};
