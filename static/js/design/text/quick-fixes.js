// Quick fixes: replacing a wrong name by the nearest one, applying a rule's gesture, applying all safe fixes, or
// ignoring a problem in place. Each is one undo step.
import { targetOf } from "../../site/dom.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function quickFixes(studio) {
  const { words, editor, problems, isHere, $, $$ } = studio;
  const FIX = "[data-fix], [data-quick-fix]",
    SAFE = "[data-safe]";
  const named = (button) =>
    button.dataset.fix ? `${words.use} ${button.dataset.fix}` : button.title || button.textContent.trim();

  /* The edit that replaces a name and keeps its quotes. */
  const edit = (button) => {
    const start = Number(button.dataset.start),
      end = Number(button.dataset.end);
    const old = [...editor.text()].slice(start, end).join(""),
      quote = /^(['"]).*\1$/s.test(old) ? old[0] : "";
    return { start, end, text: quote + button.dataset.fix + quote };
  };
  /* The same problems in the current text: their locations are valid only in the text that they were reported for. */
  const current = async (asked) => {
    if (!studio.address.diagram || editor.text() === studio.diagnosedText) return asked;
    const before = problems();
    await studio.refresh();
    return editor.text() === studio.diagnosedText
      ? asked.map((one) => studio.sameProblem(one, before)).filter(Boolean)
      : [];
  };
  const make = async (buttons, title) => {
    const steps = buttons
      .filter((button) => button.dataset.quickFix)
      .map((button) => JSON.parse(button.dataset.quickFix));
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
    studio.emit("changed", { title, edits, before });
    return studio.refresh();
  };
  /* Applies the fix of a problem that a button is for; a problem may have a name to use and a gesture. */
  const fixProblem = async (asked, button) => {
    const which = button.dataset.quickFix ? "[data-quick-fix]" : "[data-fix]";
    return make((await current([asked])).map((one) => $(which, one)).filter(Boolean), named(button));
  };
  /* Applies a button of the list, or of the inspector, which may be based on an older text. */
  const fix = (studio.fix = (button) => {
    const problem = button.closest("[data-testid=problem]");
    return problem ? fixProblem(problem, button) : fixInForm(button);
  });
  const fixInForm = async (button) => {
    const { inspector } = studio,
      says = (one) => one.parentElement.textContent;
    if (inspector.text === editor.text()) return make([button], named(button));
    const turn = $$(FIX, inspector.panel)
      .filter((one) => says(one) === says(button))
      .indexOf(button);
    const text = editor.text(),
      isStill = studio.watchSelection();
    while (inspector.text !== text && editor.text() === text && isStill())
      if (!(await inspector.redraw())) return undefined; // a later form may have replaced it
    const again = $$(FIX, inspector.panel).filter((one) => says(one) === says(button))[turn];
    return again && isStill() && editor.text() === text ? make([again], named(again)) : undefined;
  };
  /* Applies all safe fixes of one code or of all, on the server until none is left; suggested ones need clicks. */
  const fixAll = (code = "") =>
    studio.perform({ code, file: studio.file, hints: studio.showsHints() }, studio.address.fixAll);
  const ignore = async (asked) => {
    const [problem] = await current([asked]);
    return problem && studio.gesture("suppress", { line: Number(problem.dataset.line), code: problem.dataset.code });
  };

  // -- the actions on a problem
  const fixesOf = (studio.quickFixes = (problem) =>
    $$(FIX, problem).map((button) => ({ text: named(button), does: () => fix(button) })));
  const alikeOf = (problem) => {
    const { code } = problem.dataset;
    const alike = problems().filter((one) => isHere(one) && one.dataset.code === code && $(SAFE, one));
    return alike.length > 1 ? [{ text: `${words.fixAll} (${alike.length})`, does: () => fixAll(code) }] : [];
  };
  const ignores = (problem) =>
    $("[data-ways]", problem) ? [{ text: words.ignoreHere, does: () => ignore(problem) }] : [];
  const waysOf = (problem) => [...fixesOf(problem), ...alikeOf(problem), ...ignores(problem)];

  $("#diagnostics").parentElement.addEventListener("click", (event) => {
    const button = targetOf(event).closest(`${FIX}, [data-ways]`);
    if (!button) return;
    if (button.matches("[data-ways]")) studio.rowMenu(button, waysOf(button.closest("[data-testid=problem]")));
    else fix(button);
  });
  if (!studio.mayEdit) return;

  const here = () =>
    problems().filter((one) => isHere(one) && Number(one.dataset.line) === studio.place.line && waysOf(one).length);
  const fixable = () => problems().filter((one) => isHere(one) && $(FIX, one));
  studio.command({
    id: "fix",
    area: "editor",
    text: () => words.fixHere,
    keys: ["Mod-."],
    when: () => here().length > 0 || fixable().length > 0,
    does: () => {
      const near = here(),
        chosen = near.length ? near : fixable().slice(0, 1),
        options = chosen.flatMap(waysOf);
      const actions = chosen.flatMap((one) => [...fixesOf(one), ...alikeOf(one)]);
      if (actions.length === 1) return actions[0].does();
      if (!near.length) {
        const { line, column } = studio.placeOf(chosen[0]);
        editor.jump(line, column);
      }
      return options.length ? editor.menu({ title: words.fixes, options, pick: (option) => option.does() }) : undefined;
    },
  });
  if (!studio.address.fixAll) return;
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
    does: () => fixAll(),
  });
}
