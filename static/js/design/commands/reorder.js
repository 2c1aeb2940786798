// The order in the text: moves a declaration up or down in its section, each move one undo step.
/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function reorder(studio) {
  const { words } = studio;
  let line = Promise.resolve();
  /* The names of a section in the order of the text. */
  const order = (kind) =>
    kind === "resources"
      ? studio.diagram.nodes.toSorted((one, other) => one.line - other.line).map((node) => node.name)
      : Object.keys(studio.diagram[kind]);
  const at = () => (studio.chosen.name ? order(studio.chosen.kind).indexOf(studio.chosen.name) : -1);
  // keys that arrive faster than answers are queued
  const move = (by) => {
    const stays = studio.watchFocus();
    line = line
      .then(async () => {
        const { name, kind } = studio.chosen,
          index = at() + by;
        if (at() < 0 || index < 0 || index >= order(kind).length) return;
        await studio.gesture("move", { path: [kind, name], index });
        const row = studio.$(`[data-list] [data-name="${CSS.escape(name)}"]`);
        if (row && studio.root.dataset.view === "outline" && stays()) row.focus();
      })
      .catch(() => {});
  };
  const several = () =>
    studio.mayEdit && at() >= 0 && order(studio.chosen.kind).length > 1 && studio.root.dataset.view !== "parameters";
  for (const [id, keys, by, word] of /** @type {[string, string, number, string][]} */ ([
    ["up-in-text", "Alt-ArrowUp", -1, "upInText"],
    ["down-in-text", "Alt-ArrowDown", 1, "downInText"],
  ])) {
    studio.command({
      id,
      area: "graph",
      keys: [keys],
      text: () => `${words[word]}: ${studio.chosen.name || ""}`,
      sheet: () => words[word],
      when: several,
      does: () => move(by),
    });
  }
}
