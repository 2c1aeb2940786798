// Actions on several nodes: align, distribute, remove; and the export of the diagram.
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
  $("[data-remove-several]", bar)?.addEventListener("click", () => studio.remove([...graph.chosen]));
  studio.command({
    id: "choose-all-named",
    text: () => words.keyAll,
    does: () => {
      graph.selectAll();
      graph.focus(graph.current);
    },
  });

  // -- the export of the current text, with the selected states
  const take = async (format) => {
    /** @type {HTMLSelectElement} */
    const states = $("[data-states]");
    let response;
    try {
      response = await studio.post(studio.address.diagram, {
        text: studio.editor.text(),
        set: states?.value || "",
        format,
      });
    } catch {
      return studio.say(words.noDiagram, [], true);
    }
    const name =
      /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") || "")?.[1] || `diagram.${format}`;
    const link = Object.assign(document.createElement("a"), {
      href: URL.createObjectURL(await response.blob()),
      download: name,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    return studio.say(words.taken.replace("%s", name));
  };
  for (const button of $$("[data-export]")) {
    const text = button.textContent.trim();
    button.addEventListener("click", () => {
      button.closest("[popover]").hidePopover();
      take(button.dataset.export);
    });
    studio.command({
      id: `export-${button.dataset.export}`,
      text: () => `${words.export} ${text}`,
      does: () => take(button.dataset.export),
    });
  }
}
