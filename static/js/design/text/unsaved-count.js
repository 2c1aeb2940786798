// How many undo steps the text is away from the saved one. Counted on this device: of a draft that comes from another
// one only is known that there are changes.

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function unsavedCount(studio) {
  const { words, editor, $ } = studio;
  const mark = $("[data-unsaved]", document);
  if (!mark) return;
  const says = $("[data-unsaved-count]", mark),
    number = $("[data-unsaved-number]", mark),
    store = `${studio.store}:saved-at`,
    { based_on: revision } = studio.textarea.form.elements;
  /** The undo depth of the saved text, and the steps to it that undo does not reach any more. */
  let saved = { depth: 0, lost: 0 },
    before = editor.undoDepth(),
    isKnown = true;
  const kept = JSON.parse(sessionStorage.getItem(store) || "null");
  if (kept?.revision === revision.value && (before || editor.redoDepth())) saved = kept;
  else isKnown = editor.text() === studio.savedText;

  /* Another change took the place of steps that were undone. */
  const leave = (at) => {
    const from = Math.min(before, at - 1);
    saved.lost += Math.max(saved.depth - from, 0);
    saved.depth = from;
  };
  const stepsTo = (at) => {
    if (editor.text() === studio.savedText) {
      saved = { depth: at, lost: 0 };
      isKnown = true;
      return 0;
    }
    if (at === saved.depth || (at < saved.depth && at + editor.redoDepth() < saved.depth)) leave(at);
    return saved.lost + Math.abs(at - saved.depth);
  };
  const count = () => {
    const at = editor.undoDepth(),
      steps = stepsTo(at),
      several = words.changesNotSaved.replace("%s", String(steps));
    before = at;
    says.textContent = !isKnown || !steps ? words.someNotSaved : steps === 1 ? words.changeNotSaved : several;
    number.textContent = isKnown && steps ? String(steps) : "";
    mark.title = says.textContent;
  };
  studio.on("history", count);
  addEventListener("pagehide", () => {
    try {
      if (isKnown) sessionStorage.setItem(store, JSON.stringify({ ...saved, revision: revision.value }));
      else sessionStorage.removeItem(store);
    } catch {
      /* storage is full: not counted on the next page */
    }
  });
}
