import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { aligned, closest, extent, nearest } from "../../static/js/design/graph/geometry.js";
import { CONDITION } from "../../static/js/diagram/metrics.js";

const HEIGHT = 46;
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
  assert.deepEqual(extent(GRID), { left: -50, top: -HEIGHT / 2 - CONDITION, right: 250, bottom: 100 + HEIGHT / 2 });
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
