import assert from "node:assert/strict";
import { test } from "node:test";

import { pressed } from "../../static/js/fill/buttons.js";

const press = (name, value, touched = [], answered = []) => {
  const names = [new Set(touched), new Set(answered)];
  return { field: pressed({ name, value }, ...names), touched: [...names[0]], answered: [...names[1]] };
};

test("a reset field is neither touched nor answered", () => {
  assert.deepEqual(press("reset", "size", ["size", "zone"], ["size"]), {
    field: "size",
    touched: ["zone"],
    answered: [],
  });
});

test("a field that is empty on purpose is answered", () => {
  assert.deepEqual(press("answer", "size"), { field: "size", touched: ["size"], answered: ["size"] });
});

test("a suggested no, which looks empty, is an answer", () => {
  assert.deepEqual(press("use-size", "4"), { field: "size", touched: ["size"], answered: [] });
  assert.deepEqual(press("use-size", "false"), { field: "size", touched: ["size"], answered: ["size"] });
});

test("other buttons belong to no field", () => {
  assert.deepEqual(press("check", "1", ["zone"]), { field: null, touched: ["zone"], answered: [] });
});
