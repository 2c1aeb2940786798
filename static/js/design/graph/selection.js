// Actions on several nodes: align, distribute, remove.
/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function selection(studio) {
  const { graph, words, $, $$ } = studio;
  const bar = $("[data-several]");
  const many = () => graph.chosen.size > 1;
  const update = () => {
    bar.hidden = !many();
    $("[data-several-count]", bar).textContent = `${graph.chosen.size} ${words.chosen}`;
  };
  studio.on("select", update);
  studio.on("diagram", update);
  const align = (how, text) => {
    if (!studio.mayGesture()) return;
    const before = graph.corners();
    graph.align(how);
    studio.recordMove(text, before);
  };
  for (const button of $$("[data-align]", bar)) {
    const how = button.dataset.align,
      text = button.getAttribute("aria-label");
    button.addEventListener("click", () => align(how, text));
    studio.command({
      id: `align-${how}`,
      text: () => text,
      when: () => many() && (!how.startsWith("spread") || graph.chosen.size > 2),
      does: () => align(how, text),
    });
  }
  $("[data-group-several]", bar)?.addEventListener("click", () => studio.run("make-group"));
  $("[data-remove-several]", bar)?.addEventListener("click", () => studio.remove([...graph.chosen]));
  studio.command({
    id: "choose-all-named",
    text: () => words.keyAll,
    does: () => {
      graph.selectAll();
      graph.focus(graph.current);
    },
  });
}
