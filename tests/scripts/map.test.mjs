import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { cornersOf, elbow, mapOf, movedWith, rounded, withRows } from "../../static/js/design/graph/map.js";
import { fit, shortened } from "../../static/js/design/graph/svg.js";

const at = (x, y, width, height) => ({ x, y, width, height });
const row = (name, y, rows = []) => ({ name, role: "row", ...at(32, y, 224, 26), rows });
const SERVER = {
  name: "server",
  role: "card",
  ...at(32, 48, 224, 107),
  rows: [row("port", 100, [row("address", 126)])],
};
const MAP = {
  items: [
    { name: "net", role: "frame", ...at(0, 0, 256, 200), lanes: [{ name: "subnet", role: "lane" }], cards: [SERVER] },
    { name: "net", role: "frame", given: true, ...at(400, 0, 256, 200), cards: [] },
  ],
  shared: [{ name: "key", role: "shared", ...at(0, 260, 224, 48) }],
  lines: [],
};
const NODES = ["net", "subnet", "server", "port", "address", "key"].map((name) => ({ name, type: `of ${name}` }));
const nodes = () => mapOf({ nodes: NODES, map: structuredClone(MAP) }).nodes;
const byName = () => new Map(nodes().map((node) => [node.name, node]));

describe("the nodes of a map", () => {
  test("are in an order in which what is around others comes first", () => {
    assert.deepEqual(
      nodes().map(({ title }) => title),
      ["net", "subnet", "server", "port", "address", "net", "key"],
    );
  });
  test("have what is known of their resource, and their middle", () => {
    const { type, x, y, inside } = byName().get("server");
    assert.deepEqual({ type, x, y, inside }, { type: "of server", x: 144, y: 101.5, inside: "net" });
  });
  test("tell a network that a parameter gives from a resource of the same name", () => {
    assert.equal(nodes().length, byName().size);
    assert.equal(byName().get("net").given, undefined);
  });
  test("have the only lane in the head of its frame", () => {
    const { x, y, width, height, isOnly } = byName().get("subnet");
    assert.ok(isOnly && x - width / 2 > 34 && x + width / 2 <= 256 && y + height / 2 <= 40);
  });
  test("say how deep a row is", () => {
    assert.deepEqual([byName().get("port").depth, byName().get("address").depth], [0, 1]);
  });
  test("count the rows that are not listed", () => {
    const map = structuredClone(MAP);
    map.items[0].cards[0].rows = Array.from({ length: 15 }, (_, index) => row(`r${index}`, 100 + index));
    const many = new Map(mapOf({ nodes: NODES, map }).nodes.map((node) => [node.name, node]));
    assert.equal(many.get("server").more, 3);
    assert.deepEqual([many.get("r11").isUnlisted, many.get("r12").isUnlisted], [false, true]);
  });
});

test("what is inside moves with a frame, and a card with its row", () => {
  assert.deepEqual([...movedWith(byName(), ["net"])].sort(), ["address", "net", "port", "server", "subnet"]);
  assert.deepEqual([...movedWith(byName(), ["address"])].sort(), ["address", "port", "server"]);
});

test("the rows of a card belong to it, the cards of a frame do not", () => {
  assert.deepEqual([...withRows(byName(), new Set(["server"]))], ["server", "port", "address"]);
  assert.deepEqual([...withRows(byName(), new Set(["net"]))], ["net", "subnet"]);
});

test("only what has a place of its own has a corner", () => {
  const corners = cornersOf(nodes().filter(({ given }) => !given));
  assert.deepEqual(corners, { net: [0, 0, 256, 200], server: [32, 48, 224, 107], key: [0, 260, 224, 48] });
});

describe("lines", () => {
  test("have round corners, smaller ones where there is little room", () => {
    assert.equal(
      rounded([
        [0, 0],
        [100, 0],
        [100, 8],
      ]),
      "M0 0L91 0Q100 0 100 4L100 8",
    );
  });
  test("of a node that is moved lead from the side that faces the other", () => {
    const [left, right] = [
      { x: 0, y: 24, ...{ width: 100, height: 48 } },
      { x: 300, y: 24, width: 100, height: 48 },
    ];
    assert.match(elbow(left, right), /^M50 24.*L250 24$/);
    assert.match(elbow(right, left), /^M250 24.*L50 24$/);
  });
});

describe("names", () => {
  test("lose their middle", () => {
    assert.equal(shortened("database_attachment", 11), "datab…hment");
    assert.equal(shortened("short", 11), "short");
  });
  test("get shorter as their texts get larger", () => {
    const element = { textContent: "" },
      text = { element, text: "database_attachment", size: 13, room: 174, ratio: 0.602 };
    const lengthAt = (zoom) => {
      fit([text], zoom);
      return element.textContent.length;
    };
    assert.equal(lengthAt(1), 19);
    assert.ok(lengthAt(0.6) < 19 && lengthAt(0.4) < lengthAt(0.6));
  });
});
