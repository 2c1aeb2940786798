// The gutter of unsaved changes: added, removed and changed lines; each mark opens the saved lines.
import { isolateHistory } from "@codemirror/commands";
import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import { EditorView, GutterMarker, gutter, showTooltip, ViewPlugin } from "@codemirror/view";
import { changes } from "./line-diff.js";

const REST = 150;
const setBase = StateEffect.define(),
  setChunks = StateEffect.define(),
  peek = StateEffect.define();

class Sign extends GutterMarker {
  constructor(sign, sort) {
    super();
    this.sign = sign;
    this.elementClass = `cm-sign-${sort}`;
  }
  eq(other) {
    return other.sign === this.sign;
  }
  toDOM() {
    return document.createTextNode(this.sign);
  }
}
const signs = { added: new Sign("+", "added"), gone: new Sign("−", "gone"), other: new Sign("~", "other") };
const sortOf = (chunk) => (chunk.fromA === chunk.toA ? "added" : chunk.fromB === chunk.toB ? "gone" : "other");

const split = (text) => text.split("\n");
const base = StateField.define({
  create: () => null,
  update(lines, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setBase)) return effect.value === null ? null : split(effect.value);
    return lines;
  },
});

/* The line at which a change is shown: for removed lines, the line before them. */
const firstLine = (chunk) => (chunk.fromB === chunk.toB ? Math.max(chunk.fromB, 1) : chunk.fromB + 1);
const lastLine = (chunk) => (chunk.fromB === chunk.toB ? Math.max(chunk.fromB, 1) : chunk.toB);

const marked = (chunks, doc) => {
  const ranges = [];
  for (const chunk of chunks)
    for (let line = firstLine(chunk); line <= Math.min(lastLine(chunk), doc.lines); line += 1)
      ranges.push(signs[sortOf(chunk)].range(doc.line(line).from));
  return RangeSet.of(ranges, true);
};

const state = StateField.define({
  create: () => ({ chunks: [], marks: RangeSet.empty }),
  update(value, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setChunks)) return { chunks: effect.value, marks: marked(effect.value, transaction.state.doc) };
    return transaction.docChanged ? { ...value, marks: value.marks.map(transaction.changes) } : value;
  },
});

const compare = (view) => {
  const lines = view.state.field(base);
  view.dispatch({ effects: setChunks.of(lines ? changes(lines, split(view.state.doc.toString())) : []) });
};

/* Compares once typing rests; until then the marks move with the text. */
const compared = ViewPlugin.fromClass(
  class {
    constructor(view) {
      this.view = view;
      this.later();
    }
    update(update) {
      if (update.docChanged || update.transactions.some((one) => one.effects.some((effect) => effect.is(setBase))))
        this.later();
    }
    later() {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.compare(), REST);
    }
    compare() {
      compare(this.view);
    }
    destroy() {
      clearTimeout(this.waiting);
    }
  },
);

const chunkAt = (view, line) =>
  view.state.field(state).chunks.find((chunk) => firstLine(chunk) <= line && line <= lastLine(chunk));

/* The edit that restores the saved lines of a change. */
const restored = (view, chunk) => {
  const { doc } = view.state,
    lines = view.state.field(base).slice(chunk.fromA, chunk.toA);
  if (chunk.toB < doc.lines)
    return {
      from: doc.line(chunk.fromB + 1).from,
      to: doc.line(chunk.toB + 1).from,
      insert: lines.map((line) => `${line}\n`).join(""),
    };
  if (chunk.fromB > 0)
    return { from: doc.line(chunk.fromB).to, to: doc.length, insert: lines.map((line) => `\n${line}`).join("") };
  return { from: 0, to: doc.length, insert: lines.join("\n") };
};

const popover = (view, chunk, words) => {
  const dom = document.createElement("div"),
    lines = document.createElement("pre");
  dom.className = "cm-saved";
  dom.setAttribute("role", "dialog");
  dom.setAttribute("aria-label", words.saved);
  const old = view.state.field(base).slice(chunk.fromA, chunk.toA);
  lines.textContent = old.length ? old.join("\n") : words.nothing;
  lines.tabIndex = 0;
  lines.className = old.length ? "cm-saved-lines" : "cm-saved-none";
  const close = () => {
    view.dispatch({ effects: peek.of(null) });
    view.focus();
  };
  const button = (text, does, name) =>
    Object.assign(document.createElement("button"), {
      type: "button",
      textContent: text,
      onclick: does,
      className: name,
    });
  const acts = document.createElement("p");
  const restore = button(
    words.restore,
    () => {
      const edit = restored(view, chunk);
      view.dispatch({
        changes: edit,
        effects: peek.of(null),
        selection: { anchor: edit.from },
        annotations: [isolateHistory.of("full")],
        userEvent: "input.restore",
        scrollIntoView: true,
      });
      view.focus();
    },
    "btn btn-plain btn-small",
  );
  if (!view.state.readOnly) acts.append(restore);
  acts.append(button(words.close, close, "btn btn-quiet btn-small"));
  dom.append(
    Object.assign(document.createElement("p"), { textContent: words.saved, className: "cm-menu-title" }),
    lines,
    acts,
  );
  dom.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  });
  return { dom, mount: () => acts.firstChild.focus({ preventScroll: true }) };
};

const peeked = (words) =>
  StateField.define({
    create: () => null,
    update(shown, transaction) {
      for (const effect of transaction.effects) if (effect.is(peek)) return effect.value;
      return transaction.docChanged ? null : shown;
    },
    provide: (self) =>
      showTooltip.from(
        self,
        (chunk) => chunk && { pos: chunk.pos, above: false, create: (view) => popover(view, chunk, words) },
      ),
  });

/* Shows the saved lines of the change at a line; false if there is none. */
export const showSaved = (view, line) => {
  compare(view);
  const chunk = chunkAt(view, line);
  if (!chunk) return false;
  view.dispatch({ effects: peek.of({ ...chunk, pos: view.state.doc.line(firstLine(chunk)).from }) });
  return true;
};

/* Goes to the next unsaved line, or to the previous one. */
export const nextChange = (view, back) => {
  compare(view);
  const { chunks } = view.state.field(state),
    here = view.state.doc.lineAt(view.state.selection.main.head).number;
  const found = back
    ? chunks.findLast((chunk) => lastLine(chunk) < here) || chunks.at(-1)
    : chunks.find((chunk) => firstLine(chunk) > here) || chunks[0];
  if (!found) return false;
  const at = view.state.doc.line(firstLine(found)).from;
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
  return true;
};

export const setSaved = (view, text) => view.dispatch({ effects: setBase.of(text) });
export const changeCount = (view) => view.state.field(state).chunks.length;

export const unsaved = (words) => [
  base,
  state,
  compared,
  peeked(words),
  gutter({
    class: "cm-change-gutter",
    markers: (view) => view.state.field(state).marks,
    initialSpacer: () => signs.added,
    domEventHandlers: {
      mousedown(view, block, event) {
        if (!showSaved(view, view.state.doc.lineAt(block.from).number)) return false;
        event.preventDefault();
        return true;
      },
    },
  }),
];
