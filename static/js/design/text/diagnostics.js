// Problems: the list next to the text, the gutter, hiding hints, and going from a problem to its location.

import { targetOf } from "../../site/dom.js";
import { remember } from "../../site/storage.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function diagnostics(studio) {
  const { words, editor, $, $$ } = studio;
  const { file } = studio;
  const KEY = "design-hints";
  let hints = localStorage.getItem(KEY) !== "off";
  studio.showsHints = () => hints;
  const rows = () => $$("#diagnostics [data-testid=problem]");
  /* The shown problems. */
  const problems = (studio.problems = () =>
    rows().filter((one) => !one.hidden && (hints || one.dataset.severity !== "hint")));
  const isHere = (studio.isHere = (problem) => (problem.dataset.file || "") === file && Boolean(problem.dataset.line));
  const numbers = (studio.placeOf = ({ dataset }) => ({
    line: Number(dataset.line),
    column: Number(dataset.column),
    endLine: Number(dataset.line),
    endColumn: Number(dataset.endColumn || dataset.column),
  }));
  const says = (problem) => $(".says", problem)?.textContent.trim().replace(/\s+/g, " ") || "";
  const named = (problem) => `${problem.dataset.code}: ${says(problem)}`;

  /* Hides what is still needed in fresh resources, and counts the rest. */
  const count = () => {
    for (const row of rows())
      row.hidden =
        isHere(row) && Boolean(row.dataset.missing) && studio.fresh.isNeeded(JSON.parse(row.dataset.missing));
    for (const [tag, severity, one, several] of [
      ["bad", "error", words.error, words.errors],
      ["warn", "warning", words.warning, words.warnings],
    ]) {
      const shown = $(`#diagnostics .counts > .${tag}`);
      if (!shown) continue;
      const left =
        Number(shown.dataset.count) - rows().filter((row) => row.hidden && row.dataset.severity === severity).length;
      shown.hidden = !left;
      shown.textContent = `${left} ${left === 1 ? one : several}`;
    }
    const all = rows().filter((row) => !row.hidden && row.dataset.severity !== "hint").length;
    document.title = document.title.replace(/^(?:\(\d+\) )?/, all ? `(${all}) ` : "");
  };
  const mark = () => {
    count();
    /** @type {HTMLInputElement} */
    const box = $("[data-hints-switch]");
    if (box) box.checked = hints;
    editor.diagnostics(
      problems()
        .filter(isHere)
        .map((one) => ({
          ...numbers(one),
          severity: one.dataset.severity,
          message: says(one),
          code: one.dataset.code,
          link: /** @type {HTMLAnchorElement} */ ($("a.code-name", one))?.href,
          actions: studio.mayEdit ? studio.quickFixes(one).map((way) => ({ name: way.text, apply: way.does })) : [],
        })),
    );
    studio.emit("diagnostics");
  };
  studio.on("ready", mark);
  studio.on("needed", mark);
  document.addEventListener("htmx:afterSwap", (event) => {
    if (!event.detail.synthetic) mark();
  });
  /* The same problem in the current list; of several with the same message, the one at the same position among them. */
  const same = (studio.sameProblem = (one, before) => {
    if (!one) return undefined;
    const turn = before.filter((other) => named(other) === named(one)).indexOf(one);
    return problems().filter((other) => named(other) === named(one))[turn];
  });
  studio.diagnosedText = editor.text(); // the text that the problems belong to
  studio.on("problems", (html) => {
    studio.diagnosedText = editor.text();
    if (html === undefined) return; // they are unchanged
    const list = $("#diagnostics"),
      before = problems(),
      at = $(".problem.at"),
      focused = list.contains(document.activeElement) ? document.activeElement : null;
    const parsed = new DOMParser().parseFromString(html, "text/html").getElementById("diagnostics");
    if (!parsed || parsed.innerHTML === list.innerHTML) return;
    list.replaceWith(document.importNode(parsed, true));
    same(at, before)?.classList.add("at");
    const row = focused?.closest(".problem"),
      kept = row ? $("[data-jump]", same(row, before)) : focused && $("[data-hints-switch]");
    if (focused) (kept || $("#diagnostics").parentElement).focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent("htmx:afterSwap", { detail: { elt: $("#diagnostics"), synthetic: true } }));
    mark();
  });

  // -- hints: shown in the list, the gutter, on nodes and in forms, or nowhere
  const filter = (shown) => {
    hints = shown;
    remember(KEY, shown ? "on" : "off");
    arrange();
    mark();
    if (studio.diagram) studio.emit("diagram", studio.diagram);
  };
  const arrange = () => {
    studio.root.dataset.hints = hints ? "on" : "off";
  };
  studio.on("diagram", ({ nodes }) => {
    for (const node of nodes) {
      node.allHints ??= node.hints;
      node.hints = hints ? node.allHints : 0;
    }
  });
  $("#diagnostics").parentElement.addEventListener("change", (event) => {
    /** @type {HTMLInputElement} */
    const box = targetOf(event);
    if (box.matches("[data-hints-switch]")) filter(box.checked);
  });
  studio.command({ id: "hints", text: () => (hints ? words.hideHints : words.showHints), does: () => filter(!hints) });
  arrange();

  // -- from a problem to its location: editor, node and list stay in step; a missing value leads to its field
  const show = (problem, fill) => {
    for (const other of $$(".problem.at")) other.classList.remove("at");
    problem.classList.add("at");
    problem.scrollIntoView({ block: "nearest" });
    const { line, column, endLine, endColumn } = numbers(problem);
    editor.jump(line, column, endLine, endColumn);
    const node = studio.isUnparsed ? null : studio.diagram?.nodes.findLast((one) => one.line <= line);
    if (fill && problem.dataset.missing) studio.openField(JSON.parse(problem.dataset.missing).paths[0]);
    else if (node) studio.graph?.select(node.name);
    studio.announce(`${problem.dataset.severity}, ${words.textLine} ${line}: ${says(problem)}`);
  };
  const step = (back) => () => {
    const all = problems().filter((one) => one.dataset.line),
      at = all.findIndex((one) => one.classList.contains("at"));
    if (!all.length) return studio.say(words.noProblems);
    const next = all.at(back ? (at < 0 ? -1 : at - 1) : (at + 1) % all.length);
    if (isHere(next)) return show(next);
    for (const other of $$(".problem.at")) other.classList.remove("at");
    next.classList.add("at");
    return $("[data-jump]", next)?.focus();
  };
  studio.command({ id: "next-problem", area: "any", text: () => words.nextProblem, keys: ["F8"], does: step(false) });
  studio.command({
    id: "previous-problem",
    area: "any",
    text: () => words.previousProblem,
    keys: ["Shift-F8"],
    does: step(true),
  });
  // before the keys of all pages
  document.addEventListener(
    "keydown",
    (event) => {
      if (
        event.key !== "F8" ||
        event.ctrlKey ||
        event.altKey ||
        event.metaKey ||
        document.querySelector("dialog[open]")
      )
        return;
      event.preventDefault();
      studio.run(event.shiftKey ? "previous-problem" : "next-problem");
    },
    true,
  );
  document.addEventListener(
    "click",
    (event) => {
      const link = targetOf(event).closest("#diagnostics [data-jump]"),
        problem = link?.closest("[data-testid=problem]");
      if (!link || (link.dataset.file || "") !== file) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (link.closest(".related")) editor.jump(Number(link.dataset.line), Number(link.dataset.column));
      else show(problem, true);
    },
    true,
  );
}
