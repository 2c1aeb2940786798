import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { keyOf, pairsOf, trunks, valuesLayout } from "../../static/js/design/graph/values-layout.js";
import { CARD_WIDTH, ROW } from "../../static/js/diagram/metrics.js";

const many = (count) => Array.from({ length: count }, (_, at) => ({ name: `p${at}`, fact: "" }));
const card = (rows, label = null) => ({ label, readers: [["resources", "server"]], handed_on: false, rows });
const VALUES = {
  outputs: [
    { name: "url", state: "on", reads: [["resources", "server"]], rows: [] },
    { name: "all", state: "on", reads: [["parameters", "p1"]], rows: [{ name: "one", reads: [["parameters", "p1"]] }] },
  ],
  conditions: [{ name: "big", depth: 0, state: "off", reads: [["parameters", "p0"]] }],
  parameters: [card(many(9)), card([{ name: "alone", fact: "1" }])],
  resources: {
    server: [
      ["conditions", "big"],
      ["parameters", "p0"],
      ["resources", "net"],
    ],
  },
};
const MAP = { left: 0, top: 0, right: 500, bottom: 300 };
const layout = (opened = new Set()) => valuesLayout(VALUES, MAP, opened);
const overlaps = (one, other) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

describe("the layout of values", () => {
  test("outputs are left of the map, conditions and then parameters right of it", () => {
    const by = Object.groupBy(layout().cards, ({ section }) => section);
    assert.ok(by.outputs.every(({ x, width }) => x + width < MAP.left));
    assert.ok(by.conditions.every(({ x }) => x > MAP.right));
    assert.ok(by.parameters.every(({ x }) => x > by.conditions[0].x + by.conditions[0].width));
  });
  test("cards do not overlap, nor leave the bounds, even many of them", () => {
    const values = { ...VALUES, parameters: many(60).map((row) => card([row])) },
      { cards, bounds } = valuesLayout(values, MAP, new Set());
    for (const [at, one] of cards.entries()) {
      assert.ok(one.x >= bounds.left && one.x + one.width <= bounds.right && one.y + one.height <= bounds.bottom);
      for (const other of cards.slice(at + 1)) assert.ok(!overlaps(one, other), `${one.key} ${other.key}`);
    }
    assert.ok(bounds.bottom <= 800, "columns wrap");
  });
  test("a card shows the first parameters, and all of them once it is open", () => {
    const [closed] = layout().cards.filter(({ section }) => section === "parameters");
    assert.deepEqual([closed.rows.map(({ name }) => name), closed.more], [["p0", "p1"], 7]);
    const [open] = layout(new Set([closed.key])).cards.filter(({ section }) => section === "parameters");
    assert.deepEqual([open.rows.length, open.more], [9, 0]);
    assert.ok(layout().boxes.get(keyOf("parameters", "p8")), "one that is not listed has the line that counts it");
  });
  test("without a resource or a value there is something to show, or nothing", () => {
    assert.ok(valuesLayout(VALUES, null, new Set()).bounds);
    const none = { outputs: [], conditions: [], parameters: [], resources: {} };
    assert.equal(valuesLayout(none, MAP, new Set()).bounds, null);
  });
});

describe("the lines of values", () => {
  test("a parameter has those of all that reads it, an output's by its keys", () => {
    assert.deepEqual(pairsOf(VALUES, ["parameters", "p1"]), [
      [keyOf("outputs", "all", "one"), keyOf("parameters", "p1")],
    ]);
    const readers = pairsOf(VALUES, ["parameters", "p0"]).map(([from]) => from);
    assert.deepEqual(readers, [keyOf("conditions", "big"), keyOf("resources", "server")]);
  });
  test("a resource has those to its values and of the outputs that read it", () => {
    const self = keyOf("resources", "server");
    assert.deepEqual(pairsOf(VALUES, ["resources", "server"]), [
      [self, keyOf("conditions", "big")],
      [self, keyOf("parameters", "p0")],
      [keyOf("outputs", "url"), self],
    ]);
  });
  test("lines to one column share a trunk, and those that pass a column go below it", () => {
    const box = (x, y) => ({ x, y, width: CARD_WIDTH, height: ROW }),
      from = box(0, 0),
      { paths, dots } = trunks(
        [
          [from, box(600, 50)],
          [from, box(600, 150)],
        ],
        [0, 300, 600],
        400,
      );
    assert.equal(new Set(paths.map((points) => points.at(-2)[0])).size, 1);
    assert.ok(paths.every((points) => Math.max(...points.map(([, y]) => y)) > 400));
    assert.equal(dots.length, 2);
  });
});
