// The change bar: the last gesture in one line, with undo, until the next step; its changed lines on demand.
import { changedLines } from "./changed-lines.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function changeBar(studio) {
  const { words, $ } = studio;
  const MOST = 200,
    LINGER = 6000; // ms
  const bar = $("[data-change]"),
    list = $("[data-lines]", bar),
    all = $("[data-all-lines]", bar),
    back = $("[data-undo-last]", bar);
  const make = (tag, className, textContent = "") =>
    Object.assign(document.createElement(tag), { className, textContent });
  // a rule with `:has()` would compute the styles of the whole diagram again at each step
  const minimap = $("[data-minimap]");
  const toggle = (isShown) => {
    bar.hidden = !isShown;
    if (!isShown) minimap?.classList.remove("covered");
    minimap?.classList.toggle("yields", isShown);
  };
  let changed = [],
    folding;
  const unfold = (open) => {
    clearTimeout(folding);
    all.setAttribute("aria-expanded", String(open));
    minimap?.classList.toggle("covered", open);
    list.replaceChildren(...(open ? changed.slice(0, MOST).map(row) : []));
    if (open) folding = setTimeout(() => unfold(false), LINGER);
  };
  all.addEventListener("click", () => unfold(all.getAttribute("aria-expanded") !== "true"));
  bar.addEventListener("pointerleave", () => unfold(false));
  let undo = null,
    depth = null; // the undo action, and the undo depth that it belongs to

  const row = ({ sign, number, text }) => {
    const line = make("div", `line ${sign === "+" ? "add" : "del"}`);
    line.append(make("span", "sign", sign), make("span", "no num", String(number)), make("code", "", text || " "));
    return line;
  };
  /**
   * @param {{
   *   text: string,
   *   counts?: (Node | string)[],
   *   lines?: object[],
   *   bad?: boolean,
   *   revert?: () => unknown,
   * }} said
   */
  const show = ({ text, counts = [], lines = [], bad = false, revert = null }) => {
    toggle(true);
    bar.classList.toggle("bad", bad);
    studio.write($("[data-said]", bar), text);
    $("[data-counts]", bar).replaceChildren(...counts);
    bar.classList.toggle("has-lines", lines.length > 0);
    all.hidden = !lines.length;
    changed = lines;
    unfold(false);
    undo = revert;
    depth = revert === lastStep ? studio.editor.undoDepth() : null;
    back.hidden = !revert;
  };
  const lastStep = () => studio.run("undo");

  studio.on("say", ({ text, lines, bad, undo: revert }) =>
    show({
      text,
      lines: lines.map((line) => ({ sign: "+", number: "", text: line })),
      bad,
      revert: revert || (lines.length && !bad ? lastStep : null),
    }),
  );
  studio.on("changed", ({ title, edits, before }) => {
    const lines = changedLines(before, edits),
      added = lines.filter((line) => line.sign === "+").length,
      gone = lines.length - added;
    const counts = [
      make("span", "tone-ok", `+${added}`),
      " ",
      make("span", gone ? "tone-bad" : "", `−${gone}`),
      ` ${words.lines}, ${words.nothingElse}`,
    ];
    show({ text: title, counts, lines, revert: lastStep });
    studio.announce(`${title}: +${added} −${gone} ${words.lines}, ${words.nothingElse}`);
  });
  /* A refusal is over when it is given up, or anything else is done. */
  const forget = () => {
    if (bar.matches(".bad")) toggle(false);
  };
  for (const event of ["performing", "select"]) studio.on(event, forget);
  for (const event of ["change", "close"]) document.addEventListener(event, forget, true); // of a field, of a dialog
  document.addEventListener("keydown", (event) => event.key === "Escape" && forget(), true);
  // the next step; one that is told shows it again
  studio.on("text", () => toggle(false));
  studio.on("history", () => {
    if (undo) back.hidden = depth !== null && depth !== studio.editor.undoDepth();
  }); // Undo reverts only the step that it names
  back.addEventListener("click", () => {
    const held = back === document.activeElement;
    undo?.();
    if (held && (back.hidden || !back.checkVisibility())) goBack();
  });
  const goBack = () => (studio.graph?.element(studio.graph.current) || studio.editor).focus();
  $("[data-leave]", bar).addEventListener("click", () => {
    toggle(false);
    goBack();
  });
}
