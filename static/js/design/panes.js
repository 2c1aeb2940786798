// The arrangement of the page: the diagram, the text or both, and the panels that are folded. It is remembered.

import { focused, targetOf } from "../site/dom.js";
import { remember } from "../site/storage.js";

/** @import { Studio } from "./studio.js" */

const ARRANGEMENTS = ["canvas", "split", "text"];
const PANELS = ["palette", "problems", "inspector"];
const KEYS = { inspector: ["i"], canvas: ["t"], split: ["t"] }; // T brings the text, and takes it away
const ROOMY = 1800; // px: a window in which the palette is open from the first visit on
const KEY = "design-panes";

/** @param {Studio} studio */
export function panes(studio) {
  const { root, words, $, $$ } = studio;
  const wide = matchMedia("(min-width: 62em)");
  const kept = (studio.keptPanes = (() => {
    try {
      return JSON.parse(localStorage.getItem(KEY) || "{}");
    } catch {
      return {};
    }
  })());
  /** @type {Record<string, Set<string>>} */
  const folds = {
    canvas: new Set(kept.canvas || (innerWidth < ROOMY ? ["palette"] : [])),
    beside: new Set(kept.folded || PANELS),
  };
  let wanted = ARRANGEMENTS.includes(kept.arrangement) ? kept.arrangement : "canvas",
    small = "canvas"; // narrow windows have no room for both, and begin with the diagram
  const now = () => (wide.matches ? wanted : small);
  const foldedNow = () => folds[now() === "canvas" ? "canvas" : "beside"];
  const keep = (studio.keepPanes = () => {
    Object.assign(kept, { arrangement: wanted, canvas: [...folds.canvas], folded: [...folds.beside] });
    remember(KEY, JSON.stringify(kept));
  });

  // -- folding
  const WITHOUT = { canvas: ["text", "problems"], split: [], text: ["palette", "inspector"] };
  /* Whether the inspector has nothing to show, and lies over the diagram. */
  const isIdle = () => now() === "canvas" && !studio.chosen.name;
  /* The panels that are hidden now. In narrow windows the inspector is a sheet, and the problems are always a layer. */
  const away = () => {
    const without = wide.matches ? WITHOUT[now()] : [...WITHOUT[now()], "problems"];
    const folded = wide.matches && now() !== "text" ? foldedNow() : [];
    return [...new Set([...folded, ...without, ...(isIdle() ? ["inspector"] : [])])].join(" ");
  };
  root.classList.toggle("read-only", !studio.mayEdit);
  const arrange = () => {
    const held = focused();
    root.dataset.folded = away();
    root.dataset.arrangement = now();
    for (const button of $$("[data-arranges]", document))
      button.setAttribute("aria-pressed", String(button.dataset.arranges === now()));
    studio.emit("arranged", now());
    if (held && held !== document.body && !held.checkVisibility()) studio.focusStage();
  };
  const fold = (studio.fold = (name, isAway) => {
    if (isAway) foldedNow().add(name);
    else foldedNow().delete(name);
    arrange();
    keep();
  });
  const change = (studio.arrange = (name) => {
    if (wide.matches) wanted = name;
    else small = name === "canvas" ? "canvas" : "text";
    arrange();
    if (wide.matches) keep();
  });
  /* For this visit, a text that does not parse when the page opens is shown, and one whose problems are announced. */
  let opening = false;
  const showText = () => {
    if (!studio.unparsed && !$("[data-about=problems]", document)) return;
    opening = false;
    if (now() !== "canvas") return;
    if (wide.matches) wanted = "split";
    else small = "text";
    arrange();
  };
  studio.isFolded = (name) => foldedNow().has(name);
  studio.unfold = (name) => {
    if (!wide.matches && name !== "text") change("canvas");
    else if (name === "text" ? now() === "canvas" : WITHOUT[now()].includes(name)) change("split");
    if (foldedNow().has(name) && name !== "palette") fold(name, false);
  };
  wide.addEventListener("change", arrange);
  for (const button of $$("[data-arranges]", document)) {
    const name = button.dataset.arranges;
    button.addEventListener("click", () => change(name));
    studio.command({
      id: `arrange-${name}`,
      keys: KEYS[name],
      text: () => `${words.show} ${button.ariaLabel}`,
      when: () => now() !== (wide.matches || name === "canvas" ? name : "text"),
      does: () => change(name),
    });
  }
  for (const name of PANELS)
    studio.command({
      id: `fold-${name}`,
      keys: KEYS[name],
      text: () => `${foldedNow().has(name) ? words.show : words.hide} ${words.panels[name]}`,
      when: () => wide.matches && !WITHOUT[now()].includes(name) && !(name === "inspector" && isIdle()),
      does: () => fold(name, !foldedNow().has(name)),
    });
  addEventListener(
    "click",
    (event) => {
      if (!targetOf(event).closest("[data-jump]")) return;
      if (!wide.matches) studio.closeProblems(); // it would cover the text
      studio.unfold("text");
    },
    true,
  );
  studio.on("select", ({ name, kind }) => {
    if (name && kind !== "resources") studio.unfold("inspector");
    if (root.dataset.folded !== away()) arrange();
  });
  studio.on("ready", () => {
    if (!studio.diagram.nodes.length && studio.mayEdit) folds.canvas.delete("palette"); // until it has a resource
    opening = studio.textarea.value !== studio.textarea.defaultValue; // the text of this device is checked first
    arrange();
    showText();
  });
  studio.on("broken", () => {
    if (opening) showText();
  });
  studio.on("diagram", () => {
    opening = false;
  });
}
