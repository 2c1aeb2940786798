// The positions of the diagram's nodes and edges: pure geometry, in diagram units. A node's position is its centre.

/** @import { Edge, Node, Places, Point } from "../types.js" */

export const HEIGHT = 46;
export const ABOVE = 23; // the room for the name of a condition
const APART = 6; // minimum distance between two nodes
const STEP = 40; // by which a node moves out of the way
const FURTHEST = 60; // steps

/** @type {(one: Node, other: Node) => boolean} */
const overlap = (one, other) =>
  Math.abs(one.x - other.x) < (one.width + other.width) / 2 + APART && Math.abs(one.y - other.y) < HEIGHT + APART;

/**
 * The nearest position to the right, to the left or below where a node overlaps no other.
 * @param {Node} node
 * @param {Node[]} others
 * @returns {Node}
 */
const freePosition = (node, others) => {
  let moved = node;
  const isInWay = () => others.some((other) => overlap(moved, other));
  for (let far = 1; far < FURTHEST && isInWay(); far += 1)
    for (const [x, y] of [
      [far, 0],
      [-far, 0],
      [0, far],
      [far, far],
    ]) {
      moved = { ...node, x: node.x + x * STEP, y: node.y + y * STEP };
      if (!isInWay()) break;
    }
  return moved;
};

/**
 * The nodes by name: moved ones where the user put them, others where the server laid them out unless a moved one is
 * there; and the names of those that are not where the server laid them out.
 * @param {Node[]} nodes
 * @param {Places} places
 */
export const placed = (nodes, places) => {
  const taken = nodes
    .filter((node) => places[node.name])
    .map((node) => ({ ...node, height: HEIGHT, x: places[node.name][0], y: places[node.name][1] }));
  const byHand = new Map(taken.map((node) => [node.name, node]));
  const stray = new Set(byHand.keys());
  /** @type {Map<string, Node>} */
  const byName = new Map();
  for (const laid of nodes) {
    let node = byHand.get(laid.name) || { ...laid, height: HEIGHT };
    if (!byHand.has(node.name) && taken.some((other) => overlap(node, other))) {
      const others = nodes.filter((one) => one.name !== node.name && !byHand.has(one.name));
      node = freePosition(node, [...taken, ...others]);
      stray.add(node.name);
      taken.push(node);
    }
    byName.set(node.name, node);
  }
  return { byName, stray };
};

/**
 * The bounds of the nodes, with room for the labels above them.
 * @param {Node[]} nodes
 */
export const extent = (nodes) => {
  if (!nodes.length) return { left: 0, top: 0, right: 1, bottom: 1 };
  return {
    left: Math.min(...nodes.map(({ x, width }) => x - width / 2)),
    top: Math.min(...nodes.map(({ y, height }) => y - height / 2 - ABOVE)),
    right: Math.max(...nodes.map(({ x, width }) => x + width / 2)),
    bottom: Math.max(...nodes.map(({ y, height }) => y + height / 2)),
  };
};

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

/**
 * A curve that passes vertically through each of the points, as SVG path data.
 * @param {Point[]} points
 */
const through = ([[x, y], ...rest]) => {
  let path = `M${x} ${y}`;
  for (const [nx, ny] of rest) {
    const middle = (y + ny) / 2;
    path += nx === x ? `V${ny}` : `C${x} ${middle} ${nx} ${middle} ${nx} ${ny}`;
    [x, y] = [nx, ny];
  }
  return path;
};

/** @type {(a: Node, b: Node) => string} */
const sideBySide = (a, b) => {
  const way = b.x >= a.x ? 1 : -1,
    x = a.x + (way * a.width) / 2,
    end = b.x - (way * b.width) / 2,
    middle = (x + end) / 2;
  return `M${x} ${a.y}C${middle} ${a.y} ${middle} ${b.y} ${end} ${b.y}`;
};

/** @type {(a: Node, b: Node) => string} */
const straight = (a, b) => {
  if (Math.abs(b.y - a.y) < HEIGHT) return sideBySide(a, b);
  const side = b.y >= a.y ? HEIGHT / 2 : -HEIGHT / 2;
  return through([
    [a.x, a.y + side],
    [b.x, b.y - side],
  ]);
};

/**
 * The path of an edge as SVG path data: as the server laid it out, unless one of its ends has moved.
 * @param {Edge} edge
 * @param {Map<string, Node>} byName
 * @param {Set<string>} stray the names of nodes that are not where they were laid out
 * @param {Map<string, Node>} laid the nodes where they were
 */
export const pathOf = ({ source, target, points }, byName, stray, laid) => {
  const [a, b] = [byName.get(source), byName.get(target)];
  if (!a || !b) return "";
  if (source === target) {
    // a self-loop moves with its node
    const was = laid.get(source) || a;
    return through(points.map(([x, y]) => [x + a.x - was.x, y + a.y - was.y]));
  }
  return !points.length || stray.has(source) || stray.has(target) ? straight(a, b) : through(points);
};
