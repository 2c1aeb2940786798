// Unfolded cards: their rows are cards beside them, or the map of their own template is in them. Kept on this device
// for each template.

import { focused } from "../../site/dom.js";
import { remember } from "../../site/storage.js";
import { nameAt } from "./picture.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function unfolding(studio) {
  const { graph, words } = studio,
    store = `${studio.store}:unfolded`;
  /** @type {Set<string>} */
  const unfolded = new Set();
  try {
    for (const name of JSON.parse(localStorage.getItem(store) || "[]")) unfolded.add(String(name));
  } catch {
    /* what is kept is no list: nothing is unfolded */
  }
  const keep = () => remember(store, JSON.stringify([...unfolded]));
  studio.unfoldedCards = () => [...unfolded];

  const chosen = () => graph.byName.get(nameAt(focused()) || graph.current);
  const hasRows = ({ name }) => [...graph.byName.values()].some((one) => one.role === "row" && one.inside === name);
  studio.command({
    id: "unfold-rows",
    area: "graph",
    keys: ["u"],
    sheet: () => words.unfoldRows,
    text: () => {
      const { name, file } = chosen() || { name: "", file: "" };
      if (file) return (unfolded.has(name) ? words.foldToCard : words.showInside).replace("%s", file);
      return unfolded.has(name) ? words.foldRows : words.unfoldRows;
    },
    when: () => {
      const one = graph.isMap && chosen();
      return Boolean(one && (unfolded.has(one.name) || one.file || hasRows(one)));
    },
    does: async () => {
      const { name, file } = chosen(),
        wasFolded = !unfolded.delete(name);
      if (wasFolded) unfolded.add(name);
      keep();
      if (!(await studio.refresh())) return;
      const says = file ? [words.shownInside, words.foldedToCard] : [words.unfoldedRows, words.foldedRows];
      studio.announce(`${name}: ${says[wasFolded ? 0 : 1].replace("%s", file)}`);
    },
  });
  studio.on("gesture", (steps) => {
    for (const { name, arguments: args } of steps)
      if (name === "rename" && args.section === "resources" && unfolded.delete(args.name)) {
        unfolded.add(args.new);
        keep();
      }
  });
  studio.on("ready", () => {
    if (unfolded.size) studio.refresh();
  });
}
