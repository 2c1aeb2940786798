// The bar at the foot of narrow windows, and the height of the sheet that the inspector is in small ones.
import { targetOf } from "../site/dom.js";

/** @import { Studio } from "./studio.js" */

const HEIGHTS = ["low", "half", "full"];
const LOW = 96; // px

/** @param {Studio} studio */
export function footBar(studio) {
  const { root, $, $$ } = studio;
  const buttons = $$("[data-foot]"),
    handle = $("[data-sheet-handle]");
  const isText = () => root.dataset.arrangement === "text";
  const mark = () => {
    const now = isText() ? "text" : root.dataset.view === "outline" ? "outline" : "map";
    for (const button of buttons)
      if (button.dataset.foot !== "add") button.setAttribute("aria-pressed", String(button.dataset.foot === now));
  };
  const shows = (view) => () => {
    studio.arrange("canvas");
    studio.show(view);
  };
  const DOES = {
    map: shows("map"),
    outline: shows("outline"),
    text: () => studio.arrange("text"),
    add: () => {
      studio.arrange("canvas");
      studio.run("add");
    },
  };
  for (const button of buttons)
    button.addEventListener("click", () => {
      set(button.dataset.foot === "outline" ? 0 : Math.min(now(), 1)); // it would cover what is wanted
      DOES[button.dataset.foot]();
    });
  for (const button of $$("[data-more-view]", document))
    button.addEventListener("click", () => {
      button.closest("[popover]").hidePopover();
      shows(button.dataset.moreView)();
    });
  studio.on("arranged", mark);
  studio.on("view", mark);

  // -- the sheet
  const now = () => HEIGHTS.indexOf(root.dataset.sheet);
  const set = (at) => {
    root.dataset.sheet = HEIGHTS[Math.max(0, Math.min(at, HEIGHTS.length - 1))];
    handle.setAttribute("aria-expanded", String(now() > 0));
  };
  set(1);
  let isDragged = false;
  handle.addEventListener("click", () => {
    if (!isDragged) set((now() + 1) % HEIGHTS.length);
    isDragged = false;
  });
  handle.addEventListener("keydown", (event) => {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    set(now() + way);
  });
  /* The height that is nearest to a place on the screen. */
  const heightAt = (y) => {
    const { top } = root.getBoundingClientRect(),
      foot = $("[data-foot-bar]").getBoundingClientRect().top,
      tops = [foot - LOW, (top + foot) / 2, top].map((one) => Math.abs(one - y));
    return tops.indexOf(Math.min(...tops));
  };
  handle.addEventListener("pointerdown", (event) => {
    isDragged = false;
    targetOf(event).setPointerCapture(event.pointerId);
    const move = ({ clientY }) => {
      if (heightAt(clientY) === now()) return;
      isDragged = true;
      set(heightAt(clientY));
    };
    const stop = () => handle.removeEventListener("pointermove", move);
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", stop, { once: true });
    handle.addEventListener("pointercancel", stop, { once: true });
  });
  studio.on("select", ({ name }) => {
    if (name && !now()) set(1);
  });
}
