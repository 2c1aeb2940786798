// Mending problems: the nearest name in place of a wrong one, the gesture that a rule knows, all safe ones at once; or
// they are ignored where they stand. What is mended is one step of undo.
import { targetOf } from "../../site/dom.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function quickFixes(studio) {
  const { words, editor, problems, isHere, $, $$ } = studio;
  const DECLARED = { "unknown-parameter": "parameters" };
  const FIX = "[data-fix], [data-mends]",
    SAFE = "[data-safe]";
  const named = (button) =>
    button.dataset.fix ? `${words.use} ${button.dataset.fix}` : button.title || button.textContent.trim();

  /* The name in place of what is written, in the quotes that are there. */
  const edit = (button) => {
    const start = Number(button.dataset.start),
      end = Number(button.dataset.end);
    const old = [...editor.text()].slice(start, end).join(""),
      quote = /^(['"]).*\1$/s.test(old) ? old[0] : "";
    return { start, end, text: quote + button.dataset.fix + quote };
  };
  /* The same problems in the text as it is by now; their places are only right in the text that they were told of. */
  const current = async (asked) => {
    if (!studio.address.picture || editor.text() === studio.told) return asked;
    const before = problems();
    await studio.refresh();
    return editor.text() === studio.told ? asked.map((one) => studio.sameProblem(one, before)).filter(Boolean) : [];
  };
  const make = async (buttons, title) => {
    const steps = buttons.filter((button) => button.dataset.mends).map((button) => JSON.parse(button.dataset.mends));
    if (steps.length)
      return studio.gestures(
        steps.map((step) => [step.name, step.arguments]),
        title,
      );
    const edits = [...new Map(buttons.map((button) => [button.dataset.start, edit(button)])).values()].sort(
      (a, b) => a.start - b.start,
    );
    const before = editor.text();
    if (!edits.length) return undefined;
    editor.apply(edits, title);
    studio.tell("changed", { title, edits, before });
    return studio.refresh();
  };
  const mend = async (asked, title) => make((await current(asked)).map((one) => $(FIX, one)).filter(Boolean), title);
  /* A button in the list, or under a field of the inspector, where it may be of an older text too. */
  const fix = (studio.fix = (button) => {
    const problem = button.closest("[data-testid=problem]");
    return problem ? mend([problem], named(button)) : fixInForm(button);
  });
  const fixInForm = async (button) => {
    const { inspector } = studio,
      says = (one) => one.parentElement.textContent;
    if (inspector.text === editor.text()) return make([button], named(button));
    const turn = $$(FIX, inspector.panel)
      .filter((one) => says(one) === says(button))
      .indexOf(button);
    const text = editor.text(),
      isStill = studio.choosing();
    while (inspector.text !== text && editor.text() === text && isStill())
      if (!(await inspector.redraw())) return undefined; // a form that was asked for later may have taken its place
    const again = $$(FIX, inspector.panel).filter((one) => says(one) === says(button))[turn];
    return again && isStill() && editor.text() === text ? make([again], named(again)) : undefined;
  };
  /* Everything that is safe, of a kind or without a code all, again and again until nothing is left, as the server
     makes it; what is only suggested takes a click of its own. */
  const mendAll = (code = "") =>
    studio.perform({ code, file: studio.file, hints: studio.showsHints() }, studio.address.mend);
  const ignore = async (asked) => {
    const [problem] = await current([asked]);
    return problem && studio.gesture("silence", { line: Number(problem.dataset.line), code: problem.dataset.code });
  };

  // -- what can be done about a problem
  const mends = (studio.mends = (problem) =>
    $$(FIX, problem).map((button) => ({ text: named(button), does: () => fix(button) })));
  const alikeOf = (problem) => {
    const { code } = problem.dataset;
    const alike = problems().filter((one) => isHere(one) && one.dataset.code === code && $(SAFE, one));
    return alike.length > 1 ? [{ text: `${words.fixAll} (${alike.length})`, does: () => mendAll(code) }] : [];
  };
  const declares = (problem) => {
    const section = DECLARED[problem.dataset.code],
      { line, column, endColumn } = studio.placeOf(problem);
    if (!section) return [];
    const written = [...editor.view.state.doc.line(line).text]
      .slice(column - 1, endColumn - 1)
      .join("")
      .replace(/^["']|["']$/g, "");
    return /^[\w.-]+$/.test(written)
      ? [
          {
            text: `${words.declareParameter} ${written}`,
            does: () => studio.gesture("add", { section, name: written, body: { type: "string" } }),
          },
        ]
      : [];
  };
  const ignores = (problem) =>
    $("[data-ways]", problem) ? [{ text: words.ignoreHere, does: () => ignore(problem) }] : [];
  const waysOf = (problem) => [...mends(problem), ...declares(problem), ...alikeOf(problem), ...ignores(problem)];

  $("#findings").parentElement.addEventListener("click", (event) => {
    const button = targetOf(event).closest(`${FIX}, [data-ways]`);
    if (!button) return;
    if (button.matches("[data-ways]")) studio.rowMenu(button, waysOf(button.closest("[data-testid=problem]")));
    else fix(button);
  });
  if (!studio.mayEdit) return;

  const here = () =>
    problems().filter((one) => isHere(one) && Number(one.dataset.line) === studio.place.line && waysOf(one).length);
  const mendable = () => problems().filter((one) => isHere(one) && ($(FIX, one) || DECLARED[one.dataset.code]));
  studio.command({
    id: "fix",
    area: "editor",
    text: () => words.fixHere,
    keys: ["Mod-."],
    when: () => here().length > 0 || mendable().length > 0,
    does: () => {
      const near = here(),
        chosen = near.length ? near : mendable().slice(0, 1),
        options = chosen.flatMap(waysOf);
      const sure = chosen.flatMap((one) => [...mends(one), ...declares(one), ...alikeOf(one)]);
      if (sure.length === 1) return sure[0].does();
      if (!near.length) {
        const { line, column } = studio.placeOf(chosen[0]);
        editor.jump(line, column);
      }
      return options.length ? editor.menu({ title: words.fixes, options, pick: (option) => option.does() }) : undefined;
    },
  });
  if (!studio.address.mend) return;
  studio.command({
    id: "ignore",
    area: "editor",
    text: () => words.ignoreProblem,
    when: () => here().flatMap(ignores).length > 0,
    does: () => here().flatMap(ignores)[0].does(),
  });
  studio.command({
    id: "fix-everything",
    text: () => words.fixEverything,
    when: () => problems().some((one) => isHere(one) && $(SAFE, one)),
    does: () => mendAll(),
  });
}
