// Highlights: every use of the name at the cursor, and the lines of what is selected elsewhere.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

const usesAt = StateEffect.define(),
  blockAt = StateEffect.define();
const use = Decoration.mark({ class: "cm-use" }),
  line = Decoration.line({ class: "cm-chosen" });

const kept = (effect, make) =>
  StateField.define({
    create: () => Decoration.none,
    update(marks, transaction) {
      for (const one of transaction.effects) if (one.is(effect)) return make(one.value, transaction.state);
      return transaction.docChanged ? marks.map(transaction.changes) : marks;
    },
    provide: (self) => EditorView.decorations.from(self),
  });

const uses = kept(usesAt, (ranges) =>
  Decoration.set(
    ranges.filter(([from, to]) => to > from).map(([from, to]) => use.range(from, to)),
    true,
  ),
);
const block = kept(blockAt, (lines, state) => {
  const marks = [];
  for (let number = lines?.[0]; lines && number <= Math.min(lines[1], state.doc.lines); number += 1)
    marks.push(line.range(state.doc.line(number).from));
  return Decoration.set(marks);
});

export const showUses = (view, ranges) => {
  if (ranges.length || view.state.field(uses).size) view.dispatch({ effects: usesAt.of(ranges) });
};
export const showBlock = (view, lines) => {
  if (lines || view.state.field(block).size) view.dispatch({ effects: blockAt.of(lines) });
};
export const marks = [uses, block];
