// The layout of the values around a map: outputs at its left, conditions and parameters at its right, in columns.

import { CARD_WIDTH, HEAD, ROW } from "../../diagram/metrics.js";

/**
 * @import { Bounds, Declared, ValueBox, ValueCard, ValueColumn, Values } from "../types.js"
 */

const GAP = 24,
  COLUMN = 84, // between columns, for the trunks of lines
  TITLE = 32, // the height of the title of a column
  FOOT = 6;
const FEW = 3, // a card of parameters shows all of so many, else the first ones
  FIRST = 2,
  MOST = 16; // rows of an output
const LOWEST = 720; // a column wraps below the map, but not above this height

/** @type {(section: string, name: string, key?: string) => string} */
export const keyOf = (section, name, key = "") => [section, name, key].join("\n");

/**
 * @param {Values} values
 * @param {Set<string>} opened the keys of cards that show all their rows
 * @returns {{ outputs: ValueCard[], conditions: ValueCard[], parameters: ValueCard[] }}
 */
export const cardsOf = (values, opened) => ({
  outputs: values.outputs.map(({ name, state, reads, rows }) =>
    card({
      section: "outputs",
      name,
      state,
      count: reads.length,
      rows: rows.map((row) => ({ name: row.name, of: name, section: "outputs", count: row.reads.length })),
      shown: opened.has(keyOf("outputs", name)) ? rows.length : MOST,
    }),
  ),
  conditions: values.conditions.length
    ? [
        card({
          section: "conditions",
          name: "",
          rows: values.conditions.map(({ name, depth, state }) => ({ name, section: "conditions", depth, state })),
          shown: values.conditions.length,
        }),
      ]
    : [],
  parameters: values.parameters.map(({ label, readers, handed_on, rows }) => {
    const isOne = rows.length === 1 && label === null,
      first = rows[0].name,
      isOpen = rows.length <= FEW || opened.has(keyOf("parameters", first, "all"));
    return card({
      section: "parameters",
      name: isOne ? first : "",
      label,
      readers,
      isHandedOn: handed_on,
      fact: isOne ? rows[0].fact : "",
      total: rows.length,
      rows: isOne ? [] : rows.map(({ name, fact }) => ({ name, section: "parameters", fact })),
      shown: isOpen ? rows.length : FIRST,
    });
  }),
});

/** @type {(about: Record<string, any>) => ValueCard} */
const card = ({ rows, shown, ...about }) => {
  const listed = rows.slice(0, shown),
    more = rows.length - listed.length,
    lines = listed.length + (more ? 1 : 0);
  return {
    .../** @type {any} */ (about),
    rows: listed,
    more,
    unlisted: rows.slice(shown).map(({ name }) => name),
    key: keyOf(about.section, about.name || rows[0]?.name || "", about.name ? "" : "all"),
    height: HEAD + (lines ? lines * ROW + FOOT : 0),
  };
};

/**
 * The boxes of cards and rows by their keys, and the columns, around a map.
 * @param {Values} values
 * @param {Bounds | null} map null if there is no resource
 * @param {Set<string>} opened
 * @returns {{ cards: ValueCard[], boxes: Map<string, ValueBox>, columns: ValueColumn[], bounds: Bounds | null }}
 */
export const valuesLayout = (values, map, opened) => {
  const { outputs, conditions, parameters } = cardsOf(values, opened),
    { left, right, top, bottom } = map || { left: 0, right: -COLUMN, top: 0, bottom: 0 },
    limit = Math.max(bottom - top, LOWEST);
  /** @type {ValueColumn[]} */
  const columns = [];
  const width = place(outputs, 0, top, limit);
  for (const each of outputs) each.x += left - COLUMN - width;
  let x = right + COLUMN;
  for (const cards of [conditions, parameters]) if (cards.length) x += place(cards, x, top, limit) + COLUMN;
  for (const [section, cards, count] of /** @type {[string, ValueCard[], number][]} */ ([
    ["outputs", outputs, outputs.length],
    ["conditions", conditions, values.conditions.length],
    ["parameters", parameters, values.parameters.reduce((sum, { rows }) => sum + rows.length, 0)],
  ]))
    if (cards.length)
      columns.push({
        section,
        count,
        x: Math.min(...cards.map((each) => each.x)),
        right: Math.max(...cards.map((each) => each.x)) + CARD_WIDTH,
        y: top,
      });
  const cards = [...outputs, ...conditions, ...parameters];
  return { cards, boxes: boxesOf(cards), columns, bounds: boundsOf(cards, top) };
};

/* Places cards from a point on, downwards and then in further columns; returns the width of the columns. */
/** @type {(cards: ValueCard[], x: number, top: number, limit: number) => number} */
const place = (cards, x, top, limit) => {
  let [at, y] = [x, top];
  for (const each of cards) {
    if (y > top && y + each.height > top + limit) [at, y] = [at + CARD_WIDTH + GAP * 2, top];
    Object.assign(each, { x: at, y, width: CARD_WIDTH });
    y += each.height + GAP;
  }
  return at + CARD_WIDTH - x;
};

/** @type {(cards: ValueCard[]) => Map<string, ValueBox>} */
const boxesOf = (cards) => {
  /** @type {Map<string, ValueBox>} */
  const boxes = new Map();
  for (const each of cards) {
    const { x, y, width } = each;
    boxes.set(each.key, { x, y, width, height: HEAD });
    for (const [at, row] of each.rows.entries())
      boxes.set(rowKey(row), { x, y: y + HEAD + at * ROW, width, height: ROW });
    const more = { x, y: y + HEAD + each.rows.length * ROW, width, height: ROW };
    for (const name of each.unlisted) boxes.set(keyOf(each.section, each.name || name, each.name && name), more);
  }
  return boxes;
};

/** @type {(row: { section: string, name: string, of?: string }) => string} */
export const rowKey = ({ section, name, of }) => (of === undefined ? keyOf(section, name) : keyOf(section, of, name));

/** @type {(cards: ValueCard[], top: number) => Bounds | null} */
const boundsOf = (cards, top) =>
  cards.length
    ? {
        left: Math.min(...cards.map(({ x }) => x)),
        top: top - TITLE,
        right: Math.max(...cards.map(({ x }) => x + CARD_WIDTH)),
        bottom: Math.max(...cards.map(({ y, height }) => y + height)),
      }
    : null;

// -- lines

/**
 * What a declaration reads and what reads it, as pairs of keys; a resource's key is that of its section and name.
 * @param {Values} values
 * @param {Declared} declared
 * @param {string} [key] the key of an output's map, if only that
 * @returns {[string, string][]}
 */
export const pairsOf = (values, [section, name], key = "") => {
  const self = keyOf(section, name, key);
  /** @type {[string, string][]} */
  const pairs = readsOf(values, section, name, key).map((target) => [self, keyOf(...target)]);
  if (key) return pairs;
  /** @type {(found: Declared[]) => boolean} */
  const hasIt = (found) => found.some(([kind, one]) => kind === section && one === name);
  for (const output of values.outputs) {
    const rows = output.rows.filter(({ reads }) => hasIt(reads));
    for (const row of rows) pairs.push([keyOf("outputs", output.name, row.name), self]);
    if (!rows.length && hasIt(output.reads)) pairs.push([keyOf("outputs", output.name), self]);
  }
  for (const condition of values.conditions)
    if (hasIt(condition.reads)) pairs.push([keyOf("conditions", condition.name), self]);
  if (section !== "resources")
    for (const [resource, reads] of Object.entries(values.resources))
      if (hasIt(reads)) pairs.push([keyOf("resources", resource), self]);
  return pairs;
};

/** @type {(values: Values, section: string, name: string, key: string) => Declared[]} */
const readsOf = (values, section, name, key) => {
  if (section === "resources") return (values.resources[name] || []).filter(([kind]) => kind !== "resources");
  if (section === "parameters") return [];
  const declared = values[section].find((one) => one.name === name);
  return (key ? declared?.rows.find((row) => row.name === key)?.reads : declared?.reads) || [];
};

/**
 * Lines between boxes, those of a pair of columns joined into a trunk that parts at its dots.
 * @param {[ValueBox, ValueBox][]} ends
 * @param {number[]} edges the left edges of the columns, of which a line to one ends left
 * @param {number} lowest the lower edge of all columns: a line that passes a column goes below it
 * @returns {{ paths: [number, number][][], dots: [number, number][] }}
 */
export const trunks = (ends, edges, lowest) => {
  /** @type {Map<string, number>} */
  const parts = new Map();
  /** @type {[number, number][][]} */
  const paths = [];
  for (const [source, target] of ends) {
    const from = [source.x + source.width, source.y + source.height / 2],
      to = [target.x, target.y + target.height / 2],
      column = edges.filter((edge) => edge <= target.x).length,
      trunk = to[0] - 28,
      passes = edges.filter((edge) => edge > from[0] && edge < target.x).length,
      bus = from[0] + 20 + 6 * column;
    if (source.x === target.x) {
      // within a column: out to the left and back
      paths.push([[source.x, from[1]], [trunk, from[1]], [trunk, to[1]], /** @type {[number, number]} */ (to)]);
      continue;
    }
    const key = `${trunk}\n${to[1]}`;
    parts.set(key, (parts.get(key) || 0) + 1);
    const below = lowest + 20 + 8 * column;
    paths.push(
      /** @type {[number, number][]} */ (
        passes
          ? [from, [bus, from[1]], [bus, below], [trunk, below], [trunk, to[1]], to]
          : [from, [trunk, from[1]], [trunk, to[1]], to]
      ),
    );
  }
  const forks = [...parts.keys()].map((key) => /** @type {[number, number]} */ (key.split("\n").map(Number)));
  const shared = forks.filter(([x]) => forks.filter(([other]) => other === x).length > 1);
  return { paths: paths.map(withoutRepeats), dots: shared };
};

/** @type {(points: [number, number][]) => [number, number][]} */
const withoutRepeats = (points) =>
  points.filter(([x, y], at) => !at || x !== points[at - 1][0] || y !== points[at - 1][1]);
