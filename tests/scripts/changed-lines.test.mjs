import assert from "node:assert/strict";
import { test } from "node:test";

import { changedLines, editedText } from "../../static/js/design/text/changed-lines.js";

const TEXT = "one\ntwo\nthree\nfour\n";
const told = (before, edits) => changedLines(before, edits).map(({ sign, number, text }) => `${sign}${number} ${text}`);
const edit = (before, old, text) => {
  const at = [...before.slice(0, before.indexOf(old))].length;
  return { start: at, end: at + [...old].length, text };
};

test("a changed line", () => {
  assert.deepEqual(told(TEXT, [edit(TEXT, "two", "2")]), ["−2 two", "+2 2"]);
});

test("an added line", () => {
  assert.deepEqual(told(TEXT, [{ start: 4, end: 4, text: "fresh\n" }]), ["+2 fresh"]);
});

test("a removed line", () => {
  assert.deepEqual(told(TEXT, [{ start: 4, end: 8, text: "" }]), ["−2 two"]);
});

test("two edits of one line are one change, in any order", () => {
  const edits = [edit(TEXT, "ree", "ROAT"), edit(TEXT, "th", "T")];
  assert.deepEqual(told(TEXT, edits), ["−3 three", "+3 TROAT"]);
});

test("the numbers of new lines count those that were added before them", () => {
  const edits = [{ start: 0, end: 0, text: "zero\n" }, edit(TEXT, "four", "4")];
  assert.deepEqual(told(TEXT, edits), ["+1 zero", "−4 four", "+5 4"]);
});

test("offsets are code points", () => {
  const before = "a: 😀😀\nb: x\n";
  assert.deepEqual(told(before, [edit(before, "x", "y")]), ["−2 b: x", "+2 b: y"]);
});

test("the first line may be empty", () => {
  assert.deepEqual(told("\nb\n", [{ start: 0, end: 0, text: "a" }]), ["−1 ", "+1 a"]);
});

test("the text that edits make", () => {
  const before = "a: 😀\nb: x\n";
  assert.equal(editedText(before, [edit(before, "x", "😀"), edit(before, "a", "long")]), "long: 😀\nb: 😀\n");
});

test("an edit that changes nothing changes no line", () => {
  assert.deepEqual(told(TEXT, [edit(TEXT, "two", "two")]), []);
});
