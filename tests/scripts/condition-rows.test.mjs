// The rows of a condition as data.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  indented,
  inWords,
  isFinished,
  outdented,
  valuesFrom,
} from "../../static/js/design/inspector/condition-rows.js";

const row = (subject, operator = "is", values = ["1"]) => ({ operator, subject, values });
const [a, b, c] = ["a", "b", "c"].map((name) => row(name));

test("several values are separated by commas, one is taken as it is", () => {
  assert.deepEqual(valuesFrom("one-of", " eu, us ,,"), ["eu", "us"]);
  assert.deepEqual(valuesFrom("is", "eu, us"), ["eu, us"]);
  assert.deepEqual(valuesFrom("empty", "eu"), []);
});

test("a row is finished when it names something and has the values that it needs", () => {
  assert.ok(isFinished(a));
  assert.ok(isFinished(row("a", "empty", [])));
  assert.ok(!isFinished(row("", "is")));
  assert.ok(!isFinished(row("a", "is", [""])));
  assert.ok(!isFinished(row("a", "one-of", [])));
  assert.ok(!isFinished({ join: "all", rows: [] }));
  assert.ok(!isFinished({ join: "all", rows: [a, { join: "any", rows: [b, row("")] }] }));
});

test("a row joins the one above it, and leaves it again", () => {
  const flat = { join: "all", rows: [a, b, c] },
    nested = { join: "all", rows: [a, { join: "any", rows: [b, c] }] };
  assert.deepEqual(indented(flat, 2), nested);
  assert.deepEqual(outdented(nested, 1, 1), flat);
  assert.deepEqual(indented({ join: "any", rows: [{ join: "none", rows: [a] }, b] }, 1), {
    join: "any",
    rows: [{ join: "none", rows: [a, b] }],
  });
});

test("the sentence of rows has brackets where it needs them", () => {
  const words = { is: "is", and: "and", or: "or", not: "not" };
  assert.equal(
    inWords({ join: "all", rows: [a, { join: "any", rows: [b, c] }] }, words),
    "a is 1 and (b is 1 or c is 1)",
  );
  assert.equal(inWords({ join: "none", rows: [a, b] }, words), "not (a is 1 or b is 1)");
});
