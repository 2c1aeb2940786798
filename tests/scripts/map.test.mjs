import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { placeName } from "../../static/js/design/graph/labels.js";
import { cornersOf, elbow, mapOf, movedWith, movesOf, rounded, withRows } from "../../static/js/design/graph/map.js";
import { treeOf } from "../../static/js/design/graph/outline-tree.js";
import { reachable } from "../../static/js/design/graph/paths.js";
import { shelfOf } from "../../static/js/design/graph/shelf.js";
import { shortened } from "../../static/js/design/graph/svg.js";
import { bandAt, stepAt } from "../../static/js/design/graph/zoom.js";
import { CARD_WIDTH, FRAME_HEAD, HEAD, MOST_ROWS, ROW } from "../../static/js/diagram/metrics.js";

const at = (x, y, width, height) => ({ x, y, width, height });
const row = (name, y, rows = []) => ({ name, role: "row", ...at(32, y, CARD_WIDTH, ROW), rows });
const SERVER = {
  name: "server",
  role: "card",
  ...at(32, 48, CARD_WIDTH, 107),
  rows: [row("port", 100, [row("address", 126)])],
};
const MAP = {
  items: [
    { name: "net", role: "frame", ...at(0, 0, 256, 200), lanes: [{ name: "subnet", role: "lane" }], cards: [SERVER] },
    { name: "net", role: "frame", given: true, ...at(400, 0, 256, 200), cards: [] },
  ],
  shared: [{ name: "key", role: "shared", ...at(0, 260, CARD_WIDTH, HEAD) }],
  lines: [],
};
const NODES = ["net", "subnet", "server", "port", "address", "key"].map((name) => ({ name, type: `of ${name}` }));
const nodes = () => mapOf({ nodes: NODES, layout: structuredClone(MAP) }).nodes;
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
    assert.ok(isOnly && x - width / 2 > 34 && x + width / 2 <= 256 && y + height / 2 <= FRAME_HEAD);
  });
  test("say how deep a row is", () => {
    assert.deepEqual([byName().get("port").depth, byName().get("address").depth], [0, 1]);
  });
  test("count the rows that are not listed", () => {
    const map = structuredClone(MAP);
    map.items[0].cards[0].rows = Array.from({ length: MOST_ROWS + 3 }, (_, index) => row(`r${index}`, 100 + index));
    const many = new Map(mapOf({ nodes: NODES, layout: map }).nodes.map((node) => [node.name, node]));
    assert.equal(many.get("server").more, 3);
    assert.deepEqual(
      [`r${MOST_ROWS - 1}`, `r${MOST_ROWS}`].map((name) => many.get(name).isUnlisted),
      [false, true],
    );
  });
});

test("what is inside moves with a frame, and a card with its row", () => {
  assert.deepEqual([...movedWith(byName(), ["net"])].sort(), ["address", "net", "port", "server", "subnet"]);
  assert.deepEqual([...movedWith(byName(), ["address"])].sort(), ["address", "port", "server"]);
});

test("what moves with each of many nodes is found in one look at the diagram", () => {
  const all = byName(),
    { values } = Map.prototype;
  let looks = 0;
  all.values = function () {
    looks += 1;
    return values.call(this);
  };
  const moves = movesOf(all);
  assert.deepEqual([...moves(["address"])].sort(), ["address", "port", "server"]);
  assert.deepEqual([...moves(["key"])], ["key"]);
  assert.equal(looks, 1);
});

test("the rows of a card belong to it, the cards of a frame do not", () => {
  assert.deepEqual([...withRows(byName(), new Set(["server"]))], ["server", "port", "address"]);
  assert.deepEqual([...withRows(byName(), new Set(["net"]))], ["net", "subnet"]);
});

test("only what has a place of its own has a corner", () => {
  const corners = cornersOf(nodes().filter(({ given }) => !given));
  assert.deepEqual(corners, {
    net: [0, 0, 256, 200],
    server: [32, 48, CARD_WIDTH, 107],
    key: [0, 260, CARD_WIDTH, HEAD],
  });
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
      { x: 0, y: HEAD / 2, ...{ width: 100, height: HEAD } },
      { x: 300, y: HEAD / 2, width: 100, height: HEAD },
    ];
    assert.deepEqual(
      [elbow(left, right)[0], elbow(left, right).at(-1)],
      [
        [50, HEAD / 2],
        [250, HEAD / 2],
      ],
    );
    assert.deepEqual(
      [elbow(right, left)[0], elbow(right, left).at(-1)],
      [
        [250, HEAD / 2],
        [50, HEAD / 2],
      ],
    );
  });
  test("of a node that refers to itself are beside it", () => {
    const node = { x: 0, y: HEAD / 2, width: 100, height: HEAD },
      points = elbow(node, node);
    assert.ok(points.every(([x, y]) => x >= 50 && y > 0 && y < HEAD));
    assert.deepEqual([points[0][0], points.at(-1)[0]], [50, 50]);
  });
});

describe("names", () => {
  test("lose their middle", () => {
    assert.equal(shortened("database_attachment", 11), "datab…hment");
    assert.equal(shortened("short", 11), "short");
  });
});

test("what is written changes at zooms that are shown as whole per cents", () => {
  assert.deepEqual([1, 0.7, 0.696, 0.69, 0.52, 0.51, 0.42, 0.41].map(bandAt), [
    "near",
    "near",
    "near",
    "middle",
    "middle",
    "small",
    "small",
    "far",
  ]);
});

test("texts are written for a zoom that is not above the present one", () => {
  for (let zoom = 0.1; zoom < 1; zoom += 0.013) {
    assert.ok(stepAt(zoom) <= zoom && stepAt(zoom) > zoom * 0.93, `${zoom} ${stepAt(zoom)}`);
    assert.equal(bandAt(stepAt(zoom)), bandAt(zoom));
  }
});

describe("the name of a line", () => {
  const LINE = [
      [0, 0],
      [50, 0],
      [50, 200],
      [100, 200],
    ],
    SIZE = { width: 60, height: 12 };
  const isClear = (box, taken) =>
    taken.every(
      (one) =>
        box.x >= one.x + one.width ||
        one.x >= box.x + box.width ||
        box.y >= one.y + one.height ||
        one.y >= box.y + box.height,
    );
  test("stands beside its longest part", () => {
    const { x, y } = placeName(LINE, SIZE, []);
    assert.ok(x > 50 && y > 80 && y < 120);
  });
  test("moves along the line, or to its other side, where something is in its way", () => {
    const taken = [at(52, 60, 200, 90)];
    assert.ok(isClear(placeName(LINE, SIZE, taken), taken));
    assert.ok(isClear(placeName(LINE, SIZE, [at(51, -50, 500, 500)]), [at(51, -50, 500, 500)]));
  });
  test("is left out where there is no room", () => {
    assert.equal(placeName(LINE, SIZE, [at(-500, -500, 1000, 1000)]), null);
  });
});

describe("the path of a card", () => {
  const needs = new Map([
      ["server", ["port"]],
      ["port", ["net"]],
      ["other", ["net"]],
    ]),
    users = new Map([
      ["net", ["port", "other"]],
      ["port", ["server"]],
    ]);
  test("is what it needs, with what its rows need", () => {
    const found = reachable(["server"], ["needs"], { needs, users, byName: byName() });
    assert.deepEqual([...found].sort(), ["address", "net", "port", "server"]);
  });
  test("is what needs it", () => {
    const found = reachable(["port"], ["users"], { needs, users, byName: byName() });
    assert.ok(found.has("server") && !found.has("other"));
  });
});

describe("the shelf", () => {
  test("is a line above the shared things", () => {
    assert.deepEqual(shelfOf(nodes()), { left: 0, right: 656, y: 216 });
  });
  test("is not drawn while something else stands beside or below them", () => {
    assert.equal(shelfOf(nodes().map((node) => (node.role === "shared" ? { ...node, y: 180 } : node))), null);
  });
});

test("a card counts what is wrong in its rows, and a row tells a condition that its card has not", () => {
  const wrong = NODES.map((node) => ({ ...node, errors: node.name === "address" ? 2 : 0, warnings: 0 })),
    map = structuredClone(MAP);
  map.items[0].cards[0].rows[0].condition = "there";
  const found = new Map(mapOf({ nodes: wrong, layout: map }).nodes.map((node) => [node.name, node]));
  assert.deepEqual(found.get("server").sum, { errors: 2, warnings: 0 });
  assert.deepEqual([found.get("port").isOwn, found.get("address").isOwn], [true, false]);
});

describe("the tree of the outline", () => {
  test("has what is in something after it, one level deeper, and what is shared last", () => {
    assert.deepEqual(
      treeOf(MAP).map(({ name, depth, inside, given }) => [name, depth, inside, given]),
      [
        ["net", 0, "", false],
        ["subnet", 1, "net", false],
        ["server", 1, "net", false],
        ["port", 2, "server", false],
        ["address", 3, "port", false],
        ["net", 0, "", true],
        ["key", 0, "", false],
      ],
    );
  });
});

describe("a line that is not routed", () => {
  const box = (x, y) => ({ name: `${x} ${y}`, x, y, width: CARD_WIDTH, height: HEAD, role: "card" });
  test("goes straight down to what is below, instead of through the box that it begins at", () => {
    const line = [
      [CARD_WIDTH / 4, HEAD / 2],
      [CARD_WIDTH / 4, 200 - HEAD / 2],
    ];
    assert.deepEqual(elbow(box(0, 0), box(CARD_WIDTH / 2, 200)), line);
    assert.deepEqual(elbow(box(CARD_WIDTH / 2, 200), box(0, 0)), line.toReversed());
  });
  test("leaves at the side of a box that has its end beside it", () => {
    assert.deepEqual(elbow(box(0, 0), box(300, 200)).at(0), [CARD_WIDTH / 2, 0]);
  });
});
