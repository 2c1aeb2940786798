import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { aligned, closest, extent, HEIGHT, nearest, pathOf, placed } from "../../static/js/design/graph/geometry.js";

const node = (name, x, y, width = 100) => ({ name, x, y, width, height: HEIGHT });
const GRID = [node("a", 0, 0), node("b", 200, 0), node("c", 0, 100), node("d", 200, 100)];

describe("nearest", () => {
  const [a, b, , d] = GRID;
  test("follows the arrow", () => {
    assert.equal(nearest(GRID, a, 1, 0), "b");
    assert.equal(nearest(GRID, a, 0, 1), "c");
    assert.equal(nearest(GRID, d, -1, 0), "c");
    assert.equal(nearest(GRID, d, 0, -1), "b");
  });
  test("returns nothing at the border", () => {
    assert.equal(nearest(GRID, a, -1, 0), null);
    assert.equal(nearest(GRID, b, 0, -1), null);
  });
  test("prefers what is straight ahead", () => {
    assert.equal(nearest([a, node("aside", 60, 80), node("ahead", 150, 0)], a, 1, 0), "ahead");
  });
});

test("closest is the nearest in any direction", () => {
  assert.equal(closest(GRID, { x: 190, y: 30 }), "b");
  assert.equal(closest([], { x: 0, y: 0 }), null);
});

test("extent holds all nodes, with room above them", () => {
  assert.deepEqual(extent(GRID), { left: -50, top: -HEIGHT, right: 250, bottom: 100 + HEIGHT / 2 });
});

describe("aligned", () => {
  const nodes = [node("wide", 0, 0, 200), node("small", 90, 60, 40), node("far", 400, 90, 100)];
  test("by an edge", () => {
    assert.deepEqual(aligned(nodes, "left"), { wide: [0, 0], small: [-80, 60], far: [-50, 90] });
    assert.deepEqual(aligned(nodes, "bottom"), { wide: [0, 90], small: [90, 90], far: [400, 90] });
  });
  test("by the centre", () => {
    assert.deepEqual(aligned(nodes, "centre"), { wide: [175, 0], small: [175, 60], far: [175, 90] });
  });
  test("distributed: equal gaps, the outermost nodes stay", () => {
    const places = aligned(nodes, "spread-across");
    assert.deepEqual(places, { wide: [0, 0], small: [225, 60], far: [400, 90] });
    assert.equal(225 - 20 - 100, 350 - (225 + 20));
  });
});

describe("placed", () => {
  test("uses the positions of moved nodes", () => {
    const { byName, stray } = placed(GRID, { b: [500, 300] });
    assert.deepEqual([byName.get("b").x, byName.get("b").y], [500, 300]);
    assert.deepEqual([...stray], ["b"]);
    assert.deepEqual([...byName.keys()], ["a", "b", "c", "d"]);
  });
  test("moves a laid out node away from a moved one", () => {
    const { byName, stray } = placed(GRID, { b: [10, 5] });
    const a = byName.get("a");
    assert.ok(stray.has("a"));
    for (const [name, other] of byName)
      assert.ok(
        name === "a" || Math.abs(a.x - other.x) >= (a.width + other.width) / 2 || Math.abs(a.y - other.y) >= HEIGHT,
        `a overlaps ${name}`,
      );
  });
  test("does not change the nodes of the diagram", () => {
    const nodes = [node("a", 0, 0), node("b", 0, 0)];
    for (const node of placed(nodes, { a: [0, 0] }).byName.values()) node.x = 1000;
    placed(nodes, {}).byName.get("a").x = 1000;
    assert.deepEqual(nodes, [node("a", 0, 0), node("b", 0, 0)]);
  });
});

describe("pathOf", () => {
  const laid = new Map(GRID.map((one) => [one.name, one]));
  const edge = (source, target, points = []) => ({ source, target, links: [], points });
  const path = (one, stray = []) => pathOf(one, laid, new Set(stray), laid);
  const POINTS = [
    [0, 23],
    [0, 50],
    [10, 77],
  ];

  test("follows the points of the server", () => {
    assert.equal(path(edge("a", "c", POINTS)), "M0 23V50C0 63.5 10 63.5 10 77");
  });
  test("is straight when one of the nodes has moved", () => {
    assert.equal(path(edge("a", "c", POINTS), ["c"]), "M0 23V77");
    assert.equal(path(edge("c", "a", POINTS), ["c"]), "M0 77V23");
  });
  test("goes from side to side of neighbours", () => {
    assert.equal(path(edge("a", "b")), "M50 0C100 0 100 0 150 0");
    assert.equal(path(edge("b", "a")), "M150 0C100 0 100 0 50 0");
  });
  test("moves along with a node that depends on itself", () => {
    const moved = new Map([["a", node("a", 5, 7)]]);
    assert.equal(pathOf(edge("a", "a", POINTS), moved, new Set(["a"]), laid), "M5 30V57C5 70.5 15 70.5 15 84");
  });
  test("is empty without one of its ends", () => {
    assert.equal(path(edge("a", "gone")), "");
  });
});
