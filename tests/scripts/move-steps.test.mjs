import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { moveToRedo, moveToUndo, recordMove, redoMove, undoMove } from "../../static/js/design/text/move-steps.js";

const move = (title, from, to, isRepeated = false) => ({
  title,
  view: "map",
  before: { db: [from, 0] },
  after: { db: [to, 0] },
  isRepeated,
});

describe("moves among the steps of the text", () => {
  test("the last move is undone first, and done again last", () => {
    const steps = [];
    recordMove(steps, 2, move("one", 0, 8));
    recordMove(steps, 2, move("two", 8, 16));
    assert.equal(undoMove(steps, 2).title, "two");
    assert.equal(undoMove(steps, 2).title, "one");
    assert.equal(undoMove(steps, 2), undefined);
    assert.equal(redoMove(steps, 2).title, "one");
    assert.equal(redoMove(steps, 2).title, "two");
    assert.equal(moveToRedo(steps, 2), undefined);
  });

  test("a move belongs to the depth at which it was made", () => {
    const steps = [];
    recordMove(steps, 0, move("one", 0, 8));
    assert.equal(moveToUndo(steps, 1), undefined);
    assert.equal(moveToUndo(steps, 0).title, "one");
  });

  test("a new move gives up those that were undone", () => {
    const steps = [];
    recordMove(steps, 0, move("one", 0, 8));
    undoMove(steps, 0);
    recordMove(steps, 0, move("two", 0, 24));
    assert.equal(moveToRedo(steps, 0), undefined);
  });

  test("repeated keys are one move, until it was undone", () => {
    const steps = [];
    recordMove(steps, 0, move("db", 0, 8, true));
    recordMove(steps, 0, move("db", 8, 16, true));
    assert.equal(steps[0].moves.length, 1);
    assert.deepEqual(undoMove(steps, 0).after, { db: [16, 0] });
    assert.equal(moveToUndo(steps, 0), undefined);
    redoMove(steps, 0);
    recordMove(steps, 0, move("db", 16, 24, true));
    assert.equal(steps[0].moves.length, 2);
  });
});
