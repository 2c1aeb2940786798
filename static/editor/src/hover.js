// Hover help: under a resting pointer, or at the cursor by key.
import { StateEffect, StateField } from "@codemirror/state";
import { hoverTooltip, showTooltip } from "@codemirror/view";
import { fromPoints, toPoints } from "./offsets.js";

const shows = StateEffect.define();

/* `answer` has `title`, `lines`, and perhaps a `link` with its `word`. */
const card = (answer) => {
  const dom = document.createElement("div");
  dom.className = "cm-help";
  if (answer.title)
    dom.append(Object.assign(document.createElement("p"), { className: "cm-help-title", textContent: answer.title }));
  for (const line of answer.lines || [answer.text])
    dom.append(Object.assign(document.createElement("p"), { textContent: line }));
  if (answer.link)
    dom.append(
      Object.assign(document.createElement("a"), {
        href: answer.link,
        textContent: answer.word,
        target: "_blank",
        rel: "noopener",
      }),
    );
  return dom;
};

const field = StateField.define({
  create: () => null,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(shows)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : shown;
  },
  provide: (self) =>
    showTooltip.from(
      self,
      (shown) => shown && { pos: shown.pos, above: true, create: () => ({ dom: card(shown.answer) }) },
    ),
});

const ask = async (view, help, offset) => {
  const text = view.state.doc.toString();
  const answer = await help(text, toPoints(text, offset));
  return answer && view.state.doc.toString() === text
    ? { answer, pos: fromPoints(text, answer.start), end: fromPoints(text, answer.end) }
    : null;
};

export const helpOnHover = (help) => [
  field,
  hoverTooltip(
    async (view, position) => {
      const found = await ask(view, help, position);
      return found && { pos: found.pos, end: found.end, above: true, create: () => ({ dom: card(found.answer) }) };
    },
    { hoverTime: 350 },
  ),
];

/* Shows the help at the cursor, and returns its text. */
export const helpHere = async (view, help) => {
  const found = await ask(view, help, view.state.selection.main.head);
  view.dispatch({ effects: shows.of(found) });
  return found ? [found.answer.title, ...(found.answer.lines || [])].filter(Boolean).join(". ") : "";
};

export const closeHelp = (view) => {
  if (!view.state.field(field, false)) return false;
  view.dispatch({ effects: shows.of(null) });
  return true;
};
