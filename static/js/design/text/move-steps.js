// Moves of nodes among the steps of the text: each belongs to the undo depth of the text at which it was made.

/**
 * @typedef {import("./step-views.js").View} View
 * @typedef {{
 *   title: string, view: string, before: object, after: object, isRepeated?: boolean, seen?: View | null,
 * }} Move `before` and `after` are where everything was; a move that `isRepeated` continues the same one just before
 *   it; `seen` is the view that undo, or then redo, brings back
 * @typedef {{
 *   title?: string, files?: object, moves?: Move[], undone?: Move[], before?: View | null, after?: View | null,
 * }} Step
 */

const MOST = 50; // moves of one depth

/**
 * Adds a move to the steps; what was undone before it is given up.
 * @param {Step[]} steps
 * @param {number} depth
 * @param {Move} move
 */
export const recordMove = (steps, depth, move) => {
  steps[depth] ||= {};
  const step = steps[depth],
    moves = step.moves || [],
    last = moves.at(-1);
  if (move.isRepeated && last?.isRepeated && last.title === move.title && last.view === move.view)
    last.after = move.after;
  else step.moves = [...moves, move].slice(-MOST);
  step.undone = [];
};

/** @type {(steps: Step[], depth: number) => Move | undefined} */
export const moveToUndo = (steps, depth) => steps[depth]?.moves?.at(-1);

/** @type {(steps: Step[], depth: number) => Move | undefined} */
export const moveToRedo = (steps, depth) => steps[depth]?.undone?.at(-1);

/**
 * Takes the last move back; without one the step of the text is the next to undo.
 * @type {(steps: Step[], depth: number) => Move | undefined}
 */
export const undoMove = (steps, depth) => {
  const move = moveToUndo(steps, depth);
  if (move) {
    steps[depth].moves = steps[depth].moves.slice(0, -1);
    steps[depth].undone = [...(steps[depth].undone || []), Object.assign(move, { isRepeated: false })];
  }
  return move;
};

/** @type {(steps: Step[], depth: number) => Move | undefined} */
export const redoMove = (steps, depth) => {
  const move = moveToRedo(steps, depth);
  if (move) {
    steps[depth].undone = steps[depth].undone.slice(0, -1);
    steps[depth].moves = [...(steps[depth].moves || []), move];
  }
  return move;
};
