// What is written at which zoom. Boxes keep their size; texts and icons stay as large on the screen as they have to be.

/** The zooms from which on a band holds. */
export const BANDS = { near: 0.7, middle: 0.52, small: 0.42, far: 0 };
/** The zoom of a diagram that would be too small to read at first. */
export const FIRST = 0.7;
const ROUNDING = 0.005; // 51.6 % is shown as 52 %
const STEP = 1.06; // what is written is drawn anew at each step of the zoom, not at each frame

/** @typedef {keyof typeof BANDS} Band */

/**
 * @param {number} zoom
 * @returns {Band}
 */
export const bandAt = (zoom) =>
  /** @type {Band} */ (Object.keys(BANDS).find((name) => zoom >= BANDS[name] - ROUNDING) || "far");

/** @type {(zoom: number, name: Band) => boolean} */
export const isAtLeast = (zoom, name) => zoom >= BANDS[name] - ROUNDING;

/**
 * The zoom that texts are written for: the largest step that is not above it, and in its band.
 * @param {number} zoom
 */
export const stepAt = (zoom) => {
  if (zoom >= 1) return 1;
  const step = STEP ** Math.floor(Math.log(zoom) / Math.log(STEP) + 1e-9);
  return Math.min(zoom, Math.max(step, BANDS[bandAt(zoom)]));
};
