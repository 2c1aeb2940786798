// Escape outside of fields closes a layer, then a view other than the diagram, then the full screen.
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
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || targetOf(event).closest?.(FIELDS)) return;
    if (studio.closeProblems() || leaveView() || studio.leaveFullScreen()) event.preventDefault();
  });
}
