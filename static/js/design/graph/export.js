// The export of the diagram: the picture that is shown, and the dependencies of the present text in other formats.
import { targetOf } from "../../site/dom.js";
import { pictureOf, pngOf } from "./picture-file.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function exports(studio) {
  const { words, graph, $, $$ } = studio;

  const keep = (blob, name) => {
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    studio.say(words.taken.replace("%s", name));
  };
  const shown = async () => {
    const title = document.querySelector("h1").textContent.trim();
    return pictureOf(graph, $("[data-stage]"), title);
  };
  const stem = () => location.pathname.split("/").at(-3) || "diagram";
  const asSvg = async () => keep(new Blob([(await shown()).text], { type: "image/svg+xml" }), `${stem()}.svg`);
  const asPng = async () => keep(await pngOf(await shown()), `${stem()}.png`);
  /* From the server, with the selected states. */
  const asText = async (format) => {
    const /** @type {HTMLSelectElement} */ states = $("[data-states]"),
      sent = { text: studio.editor.text(), set: states?.value || "", format },
      response = await studio.post(studio.address.diagram, sent);
    const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") || "")?.[1];
    keep(await response.blob(), name || `diagram.${format}`);
  };
  const take = async (format) => {
    if (!graph.diagram?.nodes.length) return studio.refuse(words.nothingToExport);
    try {
      await ({ svg: asSvg, png: asPng }[format]?.() ?? asText(format));
    } catch {
      studio.say(words.noDiagram, [], true);
    }
    return undefined;
  };

  $("#export-menu", document).addEventListener("click", (event) => {
    const button = targetOf(event).closest("[data-export]");
    if (!button) return;
    for (const open of $$("[popover]:popover-open", document)) open.hidePopover(); // the menu, and what led to it
    take(button.dataset.export);
  });
  for (const button of $$("[data-export]")) {
    const text = button.textContent.trim();
    studio.command({
      id: `export-${button.dataset.export}`,
      text: () => `${words.export} ${text}`,
      does: () => take(button.dataset.export),
    });
  }
}
