import assert from "node:assert/strict";
import { test } from "node:test";

import { pressed, written } from "../../static/js/design/commands/keys.js";

const event = (key, ...modifiers) => ({
  key,
  ...Object.fromEntries(["ctrlKey", "metaKey", "altKey", "shiftKey"].map((one) => [one, modifiers.includes(one)])),
});

test("keys are named with their modifiers in one order", () => {
  assert.equal(pressed(event("Z", "shiftKey", "ctrlKey")), "Mod-Shift-z");
  assert.equal(pressed(event("ArrowUp", "altKey")), "Alt-ArrowUp");
  assert.equal(pressed(event("F7", "shiftKey")), "Shift-F7");
  assert.equal(pressed(event("a")), "a");
});

test("the command key of a Mac counts as Ctrl", () => {
  assert.equal(pressed(event("k", "metaKey")), pressed(event("k", "ctrlKey")));
});

test("a question mark is one with or without Shift", () => {
  assert.equal(pressed(event("?", "shiftKey")), "?");
});

test("names are shown as labelled on the keyboard", () => {
  assert.equal(written("Mod-Shift-z", false), "Ctrl Shift Z");
  assert.equal(written("Mod-Shift-z", true), "⌘ Shift Z");
  assert.equal(written("Alt-ArrowDown", false), "Alt ↓");
  assert.equal(written("Escape", false), "Esc");
});

test("the hyphen is a key, too", () => {
  assert.equal(written("-", false), "-");
  assert.equal(written("Mod--", false), "Ctrl -");
});
