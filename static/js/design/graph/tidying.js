// Tidying: the server lays out the whole diagram anew, or what is chosen, or what a frame holds: a step of undo.
/** @import { Studio } from "../studio.js" */
/** @import { Places } from "../types.js" */

/** @param {Studio} studio */
export function tidying(studio) {
  const { graph, words, $ } = studio;
  /** @type {(title: string, says: string, asked: { places: Places, tidy?: string[] }) => Promise<void>} */
  const lay = async (title, says, asked) => {
    if (!studio.mayGesture()) return;
    const before = graph.corners(),
      seen = studio.viewNow();
    if (!(await studio.refresh(asked))) return;
    if (!studio.recordMove(title, before, { says, seen })) studio.say(says);
  };
  const whole = () => lay(words.tidy, words.tidied, { places: {} });
  $("[data-tidy]").addEventListener("click", whole);
  studio.command({ id: "tidy", area: "graph", keys: ["Shift-t"], text: () => words.tidy, does: whole });

  const several = () =>
    lay(words.tidySelection, words.tidiedSelection, { places: graph.corners(), tidy: [...graph.chosen] });
  $("[data-tidy-several]").addEventListener("click", several);
  studio.command({
    id: "tidy-selection",
    text: () => words.tidySelection,
    when: () => graph.chosen.size > 1,
    does: several,
  });

  const frame = () => graph.byName.get(studio.chosen.kind === "resources" ? studio.chosen.name : "");
  const holdsCards = ({ name }) =>
    [...graph.byName.values()].some(({ inside, role }) => inside === name && ["card", "frame"].includes(role));
  studio.command({
    id: "tidy-inside",
    text: () => words.tidyInside,
    when: () => Boolean(frame()) && holdsCards(frame()),
    does: () => {
      const { name } = frame();
      return lay(`${words.tidyInside}: ${name}`, words.tidiedInside.replace("%s", name), {
        places: graph.corners(),
        tidy: [name],
      });
    },
  });
}
