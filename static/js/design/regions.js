// F6 goes from region to region, and there to the useful element.

/** @import { Studio } from "./studio.js" */

/** @param {Studio} studio */
export function regions(studio) {
  const { root, $ } = studio;
  const inspected = "aside[data-inspector] :is(input, select, textarea, button):not([disabled])";
  const onStage = () => {
    if (!["map", "graph"].includes(root.dataset.view)) return $(`[data-shows="${root.dataset.view}"]`);
    return studio.graph.element(studio.graph.current) || $("[data-graph] .node") || $("[data-graph]");
  };
  const inPalette = () => {
    studio.openPalette();
    return null;
  };
  /** @type {[string, () => HTMLElement | SVGElement | null][]} */
  const REGIONS = [
    ["[data-palette]", inPalette],
    ["[data-stage]", onStage],
    ["[data-change]", () => $("[data-change] button:not([hidden])") || $("[data-change]")],
    [".paper", () => $(".cm-content") || $(".paper textarea")],
    ["form > aside", () => $("form > aside")],
    ["aside[data-inspector]", () => $(inspected) || $("aside[data-inspector]")],
  ];
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "F6" || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const there = REGIONS.filter(([region]) => $(region)?.checkVisibility());
      const at = there.findLastIndex(([region]) => $(region).contains(document.activeElement));
      const next = there.at(event.shiftKey ? (at < 0 ? -1 : at - 1) : (at + 1) % there.length);
      next[1]()?.focus();
    },
    true,
  );
}
