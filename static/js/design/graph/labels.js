// Where the name of a line stands: beside one of its straight parts, where nothing else is.

/** @import { Point, Rect } from "../types.js" */

const BESIDE = 6, // from a part that runs down
  ABOVE = 4; // one that runs across
const ALONG = [0.5, 0.3, 0.7, 0.15, 0.85];

/** @type {(one: Rect, other: Rect) => boolean} */
export const overlap = (one, other) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/**
 * The parts of a line, the longest first.
 * @param {Point[]} points
 */
const partsOf = (points) =>
  points
    .slice(1)
    .map((to, at) => ({ from: points[at], to, length: Math.hypot(to[0] - points[at][0], to[1] - points[at][1]) }))
    .toSorted((one, other) => other.length - one.length);

/** @type {(x: number, y: number, isAcross: boolean, size: { width: number, height: number }) => Rect[]} */
const boxesAt = (x, y, isAcross, { width, height }) =>
  isAcross
    ? [
        { x: x - width / 2, y: y - ABOVE - height, width, height },
        { x: x - width / 2, y: y + ABOVE, width, height },
      ]
    : [
        { x: x + BESIDE, y: y - height / 2, width, height },
        { x: x - BESIDE - width, y: y - height / 2, width, height },
      ];

/**
 * The box of a name of this size beside a line where it overlaps nothing, or null if there is none.
 * @param {Point[]} points
 * @param {{ width: number, height: number }} size
 * @param {Rect[]} taken
 * @returns {Rect | null}
 */
export const placeName = (points, size, taken) => {
  for (const { from, to } of partsOf(points))
    for (const part of ALONG) {
      const [x, y] = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
      const isAcross = Math.abs(to[0] - from[0]) > Math.abs(to[1] - from[1]);
      for (const box of boxesAt(x, y, isAcross, size)) if (!taken.some((other) => overlap(box, other))) return box;
    }
  return null;
};
