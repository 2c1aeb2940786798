// The positions of the diagram's nodes: pure geometry, in diagram units. A node's position is its centre.
import { CONDITION } from "../../diagram/metrics.js";

/**
 * @import { Node, Places } from "../types.js"
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Edges of a part of the diagram
 */

/**
 * The bounds of the nodes, with room for the labels above them.
 * @param {Node[]} nodes
 */
export const extent = (nodes) => {
  if (!nodes.length) return { left: 0, top: 0, right: 1, bottom: 1 };
  return {
    left: Math.min(...nodes.map(({ x, width }) => x - width / 2)),
    top: Math.min(...nodes.map(({ y, height }) => y - height / 2 - CONDITION)),
    right: Math.max(...nodes.map(({ x, width }) => x + width / 2)),
    bottom: Math.max(...nodes.map(({ y, height }) => y + height / 2)),
  };
};

/**
 * Whether any of a node is in a part of the diagram.
 * @param {Node} node
 * @param {Edges} part
 */
export const isWithin = ({ x, y, width, height }, { left, top, right, bottom }) =>
  x + width / 2 > left && x - width / 2 < right && y + height / 2 > top && y - height / 2 < bottom;

/**
 * The name of the nearest node in a direction; sideways distance counts double.
 * @param {Node[]} nodes
 * @param {Node} from
 * @param {number} dx
 * @param {number} dy
 * @returns {string | null}
 */
export const nearest = (nodes, from, dx, dy) => {
  let best = null,
    least = Infinity;
  for (const node of nodes) {
    const [x, y] = [node.x - from.x, node.y - from.y];
    const along = x * dx + y * dy,
      distance = along + 2 * (Math.abs(x * dy) + Math.abs(y * dx));
    if (node.name === from.name || along <= 1 || distance >= least) continue;
    [best, least] = [node.name, distance];
  }
  return best;
};

/**
 * The name of the node nearest to a position.
 * @param {Node[]} nodes
 * @param {{ x: number, y: number }} place
 * @returns {string | null}
 */
export const closest = (nodes, { x, y }) => {
  let best = null,
    least = Infinity;
  for (const node of nodes) {
    const distance = Math.hypot(node.x - x, node.y - y);
    if (distance < least) [best, least] = [node.name, distance];
  }
  return best;
};

const ACROSS = ["left", "centre", "right", "spread-across"];

/**
 * The positions of aligned nodes: by an edge, by their centre, or evenly distributed.
 * @param {Node[]} nodes
 * @param {string} how
 * @returns {Places}
 */
export const aligned = (nodes, how) => {
  const axis = ACROSS.includes(how) ? "x" : "y";
  /** @type {(node: Node) => number} */
  const half = (node) => (axis === "x" ? node.width : node.height) / 2;
  const low = Math.min(...nodes.map((node) => node[axis] - half(node))),
    high = Math.max(...nodes.map((node) => node[axis] + half(node)));
  const gap = (high - low - nodes.reduce((sum, node) => sum + 2 * half(node), 0)) / (nodes.length - 1);
  let edge = low;
  /** @type {(node: Node) => number} */
  const to = (node) => {
    if (["left", "top"].includes(how)) return low + half(node);
    if (["right", "bottom"].includes(how)) return high - half(node);
    if (["centre", "middle"].includes(how)) return (low + high) / 2;
    const at = edge + half(node);
    edge += 2 * half(node) + gap;
    return at;
  };
  const sorted = nodes.toSorted((one, other) => one[axis] - other[axis]);
  return Object.fromEntries(sorted.map((node) => [node.name, axis === "x" ? [to(node), node.y] : [node.x, to(node)]]));
};
