// The middle and the zoom of the view that the user has chosen, kept on this device for each template, for the map and
// the dependencies apart.
import { remember } from "../../site/storage.js";

/** @import { Studio } from "../studio.js" */

const PAUSE = 300; // ms

/** @param {Studio} studio */
export function view(studio) {
  const key = () => `${studio.store}:view:${studio.graph.mode}`;
  studio.keptView = () => {
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem(key()) || "null");
    } catch {
      /* not ours */
    }
    return Array.isArray(kept) && kept.length === 3 && kept.every(Number.isFinite) && kept[2] > 0 ? kept : null;
  };
  const keep = () => {
    clearTimeout(waiting);
    waiting = 0;
    const { viewport } = studio.graph;
    remember(key(), viewport.isChosen ? JSON.stringify([...viewport.centre(), viewport.zoomed]) : null);
  };
  let waiting = 0;
  studio.on("viewport", () => {
    clearTimeout(waiting);
    waiting = setTimeout(keep, PAUSE);
  });
  addEventListener("pagehide", () => {
    if (waiting) keep();
  });
}
