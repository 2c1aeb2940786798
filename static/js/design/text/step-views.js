// The view of the diagram before and after each step: undo and redo show the diagram as it was seen then.

/** @import { Studio } from "../studio.js" */
/** @typedef {{ mode: string, at: { x: number, y: number, k: number }, own: boolean, isChosen: boolean }} View */

/** @param {Studio} studio */
export const stepViews = (studio) => {
  /** @type {{ text: string, view: View } | null} */
  let wanted = null;

  /** @type {() => View | null} */
  const now = () => {
    const { graph } = studio;
    return graph?.diagram ? { mode: graph.mode, ...graph.viewport.state } : null;
  };
  /* Restores a view as soon as the diagram of the present text is drawn. */
  const restore = (view) => {
    wanted = view ? { text: studio.editor.text(), view } : null;
  };
  // subscribed last, so that the diagram is drawn by then
  studio.on("ready", () =>
    studio.on("diagram", () => {
      if (wanted?.text !== studio.parsedText) return;
      const { view } = wanted,
        { graph } = studio;
      wanted = null;
      if (view.mode === graph.mode) graph.viewport.restore(view);
    }),
  );
  return { now, restore };
};
