import assert from "node:assert/strict";
import { test } from "node:test";

import { itemsOf, listed, textOf } from "../../static/js/fill/lists.js";

test("a list in brackets", () => {
  assert.deepEqual(listed(`[a, "b, c", 'it''s']`), ["a", "b, c", "it's"]);
  assert.deepEqual(listed("[]"), []);
});

test("a list with dashes, or in several lines", () => {
  assert.deepEqual(listed("- a\n- b c\n-\n"), ["a", "b c", ""]);
  assert.deepEqual(listed("a\nb, c\n"), ["a", "b", "c"]);
});

test("text that only looks like a list is plain text", () => {
  assert.equal(listed("[a, b"), null);
  assert.equal(listed("[a]]"), null);
  assert.equal(listed(`["a" b]`), null);
  assert.equal(listed("a"), null);
});

test("without brackets, items are separated by commas and keep white space", () => {
  assert.deepEqual(itemsOf("a, b,,c"), ["a", " b", "", "c"]);
  assert.deepEqual(itemsOf(""), []);
});

test("written items read back the same", () => {
  for (const items of [["a"], ["a", "b"], ["a, b"], ["[a]"], ["", ""], [""], ["a\nb"], ['"'], ["- a"], [" a "]])
    assert.deepEqual(itemsOf(textOf(items)), items, textOf(items));
});

test("items with line breaks are written in one line", () => {
  assert.equal(textOf(["a", "\n"]), '["a","\\n"]');
});

test("plain items are written plainly", () => {
  assert.equal(textOf(["a", "b c"]), "a,b c");
});
