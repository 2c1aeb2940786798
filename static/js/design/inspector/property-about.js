// What a property is for: its description, default, constraints, and what a change of it does, in a layer beside it.
import { focused, targetOf } from "../../site/dom.js";
import { partOf, read } from "./value-paths.js";

/** @import { Studio } from "../studio.js" */

const GAP = 6; // px between the layer and the inspector

/** @param {Studio} studio */
export function propertyAbout(studio) {
  const { words, $ } = studio;
  const { panel } = studio.inspector,
    layer = $("[data-property-about]");
  /** @type {HTMLElement | null} */
  let opener = null;

  const place = (part) => {
    const { top } = part.getBoundingClientRect(),
      { left } = panel.getBoundingClientRect(),
      { width, height } = layer.getBoundingClientRect();
    Object.assign(layer.style, {
      inset: "auto",
      left: `${Math.max(8, left - width - GAP)}px`,
      top: `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`,
    });
  };
  const open = async (part) => {
    const from = focused(),
      path = read(part);
    let found;
    try {
      found = await studio.askServer({ what: "property", path: JSON.stringify(path) });
    } catch {
      return studio.refuse(words.lost);
    }
    if (!found.about.length) return studio.refuse(words.noHelp);
    opener = from;
    $("[data-name]", layer).textContent = path.slice(3).join(" › ");
    $("[data-lines]", layer).replaceChildren(
      ...found.about.map((line) => {
        const item = Object.assign(document.createElement("p"), { className: "hint" });
        studio.write(item, line);
        return item;
      }),
    );
    layer.showPopover();
    place(part);
    return layer.focus();
  };
  layer.addEventListener("toggle", (event) => {
    if (event.newState === "closed" && [layer, document.body].includes(focused()) && opener?.isConnected)
      opener.focus();
  });
  panel.addEventListener("click", (event) => {
    const button = targetOf(event).closest("[data-about-property]");
    if (button) open(partOf(button));
  });
  panel.addEventListener("keydown", (event) => {
    const part = event.key === "F1" && targetOf(event).closest("[data-part]");
    if (!part) return;
    event.preventDefault();
    event.stopPropagation();
    open(part);
  });
  studio.command({ id: "property-about", area: "page", text: () => words.aboutProperty, keys: ["F1"] });
}
