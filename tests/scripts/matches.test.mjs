import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { declaredIn, entriesOf, matches } from "../../static/js/design/graph/matches.js";

const TEXT = `heat_template_version: 2021-04-16
parameters:
  image: {type: string}
resources:
  # the server
  db:
    type: OS::Nova::Server
    condition: with_database
    properties:
      image: {get_param: image}
      user_data: |
        properties:
          flavor: none
      "metadata":
        role: db
  disk: {type: OS::Cinder::Volume, properties: {size: 1, 'name': {list_join: [a, b]}, image: x}}

  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def:
        type: OS::Nova::Server
        properties: {flavor: small}
outputs:
  size: {value: 1}
`;
const NODES = [
  { name: "db", type: "OS::Nova::Server", condition: "with_database" },
  { name: "disk", type: "OS::Cinder::Volume", condition: null },
  { name: "group", type: "OS::Heat::ResourceGroup", condition: null },
];
const PROBLEMS = [
  { line: 10, text: "No image is called image" },
  { line: 16, text: "Unknown key" },
  { line: 26, text: "An output without a use" },
];
const found = (wanted) =>
  matches(entriesOf(NODES, TEXT, PROBLEMS), wanted).map(({ name, where }) => [
    name,
    ...where.map(({ kind, text }) => `${kind} ${text}`),
  ]);

describe("the resources in a text", () => {
  test("have the names of set properties, also of members, but not what is inside them", () => {
    const properties = [...declaredIn(TEXT)].map(([name, one]) => [name, [...one.properties]]);
    assert.deepEqual(properties, [
      ["db", ["image", "user_data", "metadata"]],
      ["disk", ["size", "name", "image"]],
      ["group", ["count", "resource_def", "flavor"]],
    ]);
  });

  test("have their lines", () => {
    const { first, last } = declaredIn(TEXT).get("db");
    assert.deepEqual([first, last], [6, 15]);
  });

  test("may be unfinished", () => {
    for (const text of ["", "resources:", "resources:\n  a:\n    properties: {", "resources:\n  - a\n  b: ["])
      assert.ok(declaredIn(text).size <= 1);
  });
});

describe("a search", () => {
  test("finds by name, type, condition and property, and says by which", () => {
    assert.deepEqual(found("GROUP"), [["group", "name group"]]);
    assert.deepEqual(found("cinder"), [["disk", "type OS::Cinder::Volume"]]);
    assert.deepEqual(found("with_"), [["db", "condition with_database"]]);
    assert.deepEqual(found("flavor"), [["group", "property flavor"]]);
  });

  test("finds the problems of resources only", () => {
    assert.deepEqual(found("unknown"), [["disk", "problem Unknown key"]]);
    assert.deepEqual(found("without"), []);
  });

  test("finds what has every word, in whatever part", () => {
    assert.deepEqual(found("image db"), [["db", "property image", "name db"]]);
    assert.deepEqual(found("image nowhere"), []);
    assert.deepEqual(found("  "), []);
  });

  test("has names first, problems last", () => {
    assert.deepEqual(found("o"), [
      ["group", "name group"],
      ["db", "type OS::Nova::Server"],
      ["disk", "type OS::Cinder::Volume"],
    ]);
    assert.deepEqual(found("un"), [
      ["group", "property count"],
      ["disk", "problem Unknown key"],
    ]);
  });
});
