// What the diagram draws: the server's tree of frames, cards and rows as a flat list of nodes.

import { FRAME_HEAD, HEAD, MOST_ROWS } from "../../diagram/metrics.js";

/** @import { Diagram, Edge, MapItem, Node, Point } from "../types.js" */

const FRAME_NAME = 34, // where the name of a frame begins
  CHARACTER = 8; // the width of one of its characters
const CORNER = 9;
const LOOP = { top: HEAD / 2, bottom: HEAD - 12, out: 8 }; // the line of a node that refers to itself

/**
 * A node for each item, containers before their contents; `x` and `y` are its centre.
 * @param {Pick<Diagram, "nodes" | "layout">} diagram
 * @returns {{ nodes: Node[], edges: Edge[] }}
 */
export const mapOf = ({ nodes, layout }) => {
  const known = new Map(nodes.map((node) => [node.name, node]));
  /** @type {Node[]} */
  const found = [];
  /** @type {(item: MapItem, parent: MapItem | null, depth: number) => Node} */
  const add = (item, parent, depth) => {
    const { x, y, width, height } = boxOf(item, parent),
      { rows = [], lanes = [], cards = [], member, members = member ? [member] : [], ...rest } = item,
      isOnly = item.role === "lane" && parent?.lanes.length === 1;
    /** @type {any} */
    const node = {
      ...known.get(item.name),
      ...rest,
      name: keyOf(item),
      title: item.name,
      inside: parent && keyOf(parent),
      isOnly,
      after: isOnly && { title: parent.name, by: x - parent.x, below: y - parent.y },
      isOwn: item.role === "row" && Boolean(item.condition) && item.condition !== known.get(parent.name)?.condition,
      lanes: lanes.length,
      holds: cards.length + rows.length,
      members,
      isChain: !member && members.length > 0,
      x: x + width / 2,
      y: y + height / 2,
      width,
      height,
      depth,
    };
    found.push(node);
    const inner = [...lanes, ...cards].map((one) => add(one, item, 0));
    if (item.role !== "row") Object.assign(node, addRows(rows, item));
    node.sum = sumOf([node, ...inner.filter(({ role }) => role === "lane"), ...(node.listed || [])]);
    delete node.listed;
    return node;
  };
  /** @type {(rows: MapItem[], card: MapItem) => { more: number, listed: Node[] }} */
  const addRows = (rows, card) => {
    let count = 0;
    /** @type {Node[]} */
    const listed = [];
    /** @type {(row: MapItem, parent: MapItem, depth: number) => void} */
    const visit = (row, parent, depth) => {
      const node = add(row, parent, depth);
      listed.push(node);
      node.number = count;
      count += 1;
      node.isUnlisted = count > MOST_ROWS;
      for (const one of row.rows || []) visit(one, row, depth + 1);
    };
    for (const row of rows) visit(row, card, 0);
    for (const row of listed) row.rows = listed.length;
    return { more: Math.max(count - MOST_ROWS, 0), listed };
  };
  for (const item of [...layout.items, ...layout.shared]) add(item, null, 0);
  return { nodes: found, edges: layout.lines };
};

/** @type {(nodes: Node[]) => { errors: number, warnings: number }} */
const sumOf = (nodes) => ({
  errors: nodes.reduce((sum, { errors = 0 }) => sum + errors, 0),
  warnings: nodes.reduce((sum, { warnings = 0 }) => sum + warnings, 0),
});

/**
 * The key of an item; that of a network that a parameter gives has a line break, which no resource's name has.
 * @type {(item: MapItem) => string}
 */
const keyOf = ({ name, given }) => (given ? `${name}\n` : name);

/** @type {(item: MapItem, parent: MapItem | null) => { x: number, y: number, width: number, height: number }} */
const boxOf = (item, parent) => {
  if (item.width) return item;
  // a single lane is named in the head of its frame
  const after = Math.min(FRAME_NAME + parent.name.length * CHARACTER + 8, parent.width - 40);
  return {
    x: parent.x + after,
    y: parent.y + 6,
    width: Math.max(parent.width - after - 8, 32),
    height: FRAME_HEAD - 12,
  };
};

/**
 * Finds what moves with some nodes: what is inside them, or the card that a row is in. The diagram is read once,
 * however many times it is asked.
 * @param {Map<string, Node>} byName
 * @returns {(names: Iterable<string>) => Set<string>}
 */
export const movesOf = (byName) => {
  /** @type {Map<string, string[]>} */
  const inside = new Map();
  for (const node of byName.values())
    if (inside.has(node.inside)) inside.get(node.inside).push(node.name);
    else inside.set(node.inside, [node.name]);
  return (names) => {
    const moved = new Set([...names].map((name) => cardOf(byName, name)));
    for (const name of moved) for (const one of inside.get(name) || []) moved.add(one); // grows while it is read
    return moved;
  };
};

/**
 * The nodes that move with others.
 * @param {Map<string, Node>} byName
 * @param {Iterable<string>} names
 */
export const movedWith = (byName, names) => movesOf(byName)(names);

/**
 * What nodes are in: cards, frames and the frames around these.
 * @param {Map<string, Node>} byName
 * @param {Iterable<string>} names
 * @returns {Set<string>}
 */
export const containersOf = (byName, names) => {
  const found = new Set();
  for (const name of names)
    for (let around = byName.get(name)?.inside; around && !found.has(around); around = byName.get(around)?.inside)
      found.add(around);
  return found;
};

/**
 * Nodes and the rows in them.
 * @param {Map<string, Node>} byName
 * @param {Set<string>} names
 * @returns {Set<string>}
 */
export const withRows = (byName, names) => {
  const found = new Set(names);
  for (const node of byName.values()) // a row follows its container
    if (["row", "lane"].includes(node.role) && found.has(node.inside)) found.add(node.name);
  return found;
};

/** @type {(byName: Map<string, Node>, name: string) => string} the card of a row, and the frame of a lane */
export const cardOf = (byName, name) => {
  let node = byName.get(name);
  while (node && ["row", "lane"].includes(node.role) && node.inside) node = byName.get(node.inside);
  return node ? node.name : name;
};

/**
 * The boxes by name: left, top, width and height.
 * @param {Iterable<Node>} nodes
 * @returns {Record<string, number[]>}
 */
export const cornersOf = (nodes) =>
  Object.fromEntries(
    [...nodes]
      .filter(({ role, isOnly }) => role !== "row" && !isOnly)
      .map(({ title, x, y, width, height }) => [title, [x - width / 2, y - height / 2, width, height]]),
  );

/**
 * A right-angled line through points, with round corners, as SVG path data.
 * @param {Point[]} points
 */
export const rounded = (points) => {
  let path = `M${points[0][0]} ${points[0][1]}`;
  for (let at = 1; at < points.length - 1; at += 1) {
    const [before, corner, after] = [points[at - 1], points[at], points[at + 1]];
    const [start, end] = [toward(corner, before), toward(corner, after)];
    path += `L${start[0]} ${start[1]}Q${corner[0]} ${corner[1]} ${end[0]} ${end[1]}`;
  }
  const last = points[points.length - 1];
  return `${path}L${last[0]} ${last[1]}`;
};

/** @type {(from: Point, to: Point) => Point} */
const toward = ([x, y], [tx, ty]) => {
  const far = Math.hypot(tx - x, ty - y) || 1,
    part = Math.min(CORNER, far / 2) / far;
  return [x + (tx - x) * part, y + (ty - y) * part];
};

/**
 * The corners of a simple line from one node to another or to itself, for the time that one of them is being moved.
 * @param {Node} source
 * @param {Node} target
 * @returns {Point[]}
 */
export const elbow = (source, target) => {
  if (source === target) return loop(source);
  const above = upright(source, target);
  if (above) return above;
  const isRight = target.x >= source.x;
  const x = source.x + ((isRight ? 1 : -1) * source.width) / 2,
    end = target.x - ((isRight ? 1 : -1) * target.width) / 2,
    y = source.role === "row" ? source.y : source.y - source.height / 2 + HEAD / 2,
    to = target.role === "row" ? target.y : target.y - target.height / 2 + HEAD / 2,
    middle = (x + end) / 2;
  return [
    [x, y],
    [middle, y],
    [middle, to],
    [end, to],
  ];
};

/* A line straight down or up between two boxes of which one is above the other. */
/** @type {(source: Node, target: Node) => Point[] | null} */
const upright = (source, target) => {
  const left = Math.max(source.x - source.width / 2, target.x - target.width / 2),
    right = Math.min(source.x + source.width / 2, target.x + target.width / 2),
    side = target.y > source.y ? 1 : -1,
    from = source.y + (side * source.height) / 2,
    to = target.y - (side * target.height) / 2;
  if (left >= right || (to - from) * side <= 0 || source.role === "row") return null;
  return [
    [(left + right) / 2, from],
    [(left + right) / 2, to],
  ];
};

/** @type {(node: Node) => Point[]} */
const loop = ({ x, y, width, height }) => {
  const [right, top] = [x + width / 2, y - height / 2];
  return [
    [right, top + LOOP.bottom],
    [right + LOOP.out, top + LOOP.bottom],
    [right + LOOP.out, top + LOOP.top],
    [right, top + LOOP.top],
  ];
};
