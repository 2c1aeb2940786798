// Escape outside of fields closes a layer, then a view other than the diagram, then the full screen; in a form it leads
// back to the diagram.
import { targetOf } from "../site/dom.js";

/** @import { Studio } from "./studio.js" */

const FIELDS = "input, select, textarea, [contenteditable], dialog, [popover]";

/** @param {Studio} studio */
export function wayOut(studio) {
  const isDrawn = () => ["map", "graph"].includes(studio.root.dataset.view);
  const leaveView = () => {
    if (isDrawn()) return false;
    studio.show("map");
    studio.focusStage();
    return true;
  };
  /* A field keeps the focus while something is typed in it that is not sent. */
  const leaveForm = (from) => {
    const isInForm = from.closest("aside[data-inspector]") && !from.closest("dialog, [popover]");
    if (!isInForm || studio.inspector.isTyped(from) || !isDrawn()) return false;
    studio.focusStage();
    return true;
  };
  document.addEventListener("keydown", (event) => {
    const from = targetOf(event);
    if (event.key !== "Escape" || event.defaultPrevented || !from.closest) return;
    const isLeft = from.closest(FIELDS)
      ? leaveForm(from)
      : studio.closeProblems() || leaveView() || leaveForm(from) || studio.leaveFullScreen();
    if (isLeft) event.preventDefault();
  });
}
