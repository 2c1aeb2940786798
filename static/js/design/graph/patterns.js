// Patterns: several resources that are added at once, from the palette, from the stage of a template without resources,
// and by name as commands. The new resources use the selected resources, or those that are the only ones to fit.
import { targetOf } from "../../site/dom.js";
import { addPattern } from "./arrivals.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function patterns(studio) {
  const { words, $, $$ } = studio;
  /** @type {HTMLDetailsElement | null} */
  const group = $("[data-patterns]");
  if (!group || !studio.mayEdit) return;
  const /** @type {HTMLInputElement} */ search = $("[data-testid=palette-search]"),
    items = $$("[data-pattern]", group),
    nothing = $("[data-none]");
  const add = async (name) => {
    const chosen = studio.chosen.kind === "resources" && studio.chosen.name ? [...studio.graph.chosen] : [];
    const isFirst = !studio.diagram.nodes.length,
      fresh = await addPattern(studio, name, chosen);
    if (fresh) studio.showResources({ isFirst });
  };
  studio.root.addEventListener("click", (event) => {
    const button = targetOf(event).closest("[data-pattern]");
    if (button) add(button.dataset.pattern);
  });

  // -- other ways to begin a template without resources
  const BEGINS = {
    paste: () => studio.run("paste"),
    "write-text": () => {
      studio.run("arrange-text");
      studio.editor.focus();
    },
    patterns: () => studio.run("patterns"),
  };
  for (const button of $$("[data-begins]")) button.addEventListener("click", BEGINS[button.dataset.begins]);

  // -- found with the types, by any of their words
  const shown = () => items.filter((item) => !item.parentElement.hidden);
  const filter = () => {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const item of items)
      item.parentElement.hidden = !wanted.every((word) =>
        item.dataset.about.split(/[^\p{L}\d]+/u).some((part) => part.startsWith(word)),
      );
    const left = shown().length;
    group.hidden = !left;
    group.open = true;
    $("[data-count]", group).textContent = String(left);
    if (left && wanted.length) nothing.hidden = true;
  };
  search.addEventListener("input", filter);
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.defaultPrevented || !search.value.trim() || !shown().length) return;
    add(shown()[0].dataset.pattern);
    event.preventDefault();
  });
  group.addEventListener("keydown", (event) => {
    const there = shown(),
      at = there.indexOf(targetOf(event).closest("[data-pattern]"));
    if (at < 0) return;
    if (event.key === "ArrowDown") there[at + 1]?.focus();
    else if (event.key === "ArrowUp") (there[at - 1] || search).focus();
    else if (event.key === "Escape") studio.focusStage();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  studio.command({
    id: "patterns",
    area: "graph",
    keys: ["p"],
    text: () => words.patterns,
    does: () => {
      studio.openPalette();
      search.value = "";
      search.dispatchEvent(new Event("input"));
      studio.turnPanel("patterns");
      shown()[0].focus();
    },
  });
  for (const item of items) {
    words.alsoCalled[`pattern-${item.dataset.pattern}`] = item.dataset.about;
    studio.command({
      id: `pattern-${item.dataset.pattern}`,
      text: () => item.textContent.trim(),
      does: () => add(item.dataset.pattern),
    });
  }
}
