// The buttons and the keys that zoom the view of any diagram.
import { ZOOM } from "./viewport.js";

/** @import { Viewport } from "./viewport.js" */

/**
 * Lets the buttons of a page zoom a view.
 * @param {ParentNode} root
 * @param {Viewport} viewport
 */
export const zoomByButtons = (root, viewport) => {
  const on = (selector, act) => root.querySelector(selector).addEventListener("click", act);
  on("[data-fit]", () => viewport.fit());
  on("[data-zoom-in]", () => viewport.zoom(ZOOM));
  on("[data-zoom-out]", () => viewport.zoom(1 / ZOOM));
};

/**
 * Shows the zoom; only a change of it, as any change of the page costs while panning.
 * @param {HTMLElement} label
 * @param {number} percent
 */
export const showZoom = (label, percent) => {
  const text = `${percent} %`;
  if (label.textContent !== text) label.textContent = text;
};

/**
 * Does what a key does to a view, and returns whether it does anything: 0 is `natural`, 100 %, and 2 `goTo`, to what is
 * chosen.
 * @param {string} key
 * @param {{ viewport: Viewport, natural: () => void, goTo: () => void }} view
 */
export const zoomByKey = (key, { viewport, natural, goTo }) => {
  const acts = {
    "+": () => viewport.zoom(ZOOM),
    "=": () => viewport.zoom(ZOOM),
    "-": () => viewport.zoom(1 / ZOOM),
    0: natural,
    1: () => viewport.fit(),
    2: goTo,
  };
  acts[key]?.();
  return key in acts;
};
