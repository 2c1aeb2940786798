// The editor: CodeMirror over a textarea, which stays the form's field and the fallback without this file. The
// embedding page provides completion, help and definitions; this file only displays them.
import {
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completionStatus,
  startCompletion,
} from "@codemirror/autocomplete";
import {
  defaultKeymap,
  history,
  historyField,
  historyKeymap,
  indentLess,
  indentMore,
  isolateHistory,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from "@codemirror/commands";
import {
  bracketMatching,
  codeFolding,
  foldAll,
  foldable,
  foldEffect,
  foldedRanges,
  foldGutter,
  foldKeymap,
  indentUnit,
  syntaxHighlighting,
  unfoldAll,
} from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, openSearchPanel, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, Prec, StateEffect, StateField, Transaction } from "@codemirror/state";
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { completion } from "./completion.js";
import { marks, showBlock, showUses } from "./highlights.js";
import { closeHelp, helpHere, helpOnHover } from "./hover.js";
import { language } from "./language.js";
import { menus, openMenu } from "./menu.js";
import { inUnits, offsetsOf, toPoints } from "./offsets.js";
import { colours, look } from "./theme.js";
import { changeCount, nextChange, setSaved, showSaved, unsaved } from "./unsaved-gutter.js";

// lines that the last gesture changed
const markLines = StateEffect.define();
const changed = Decoration.line({ class: "cm-changed" });
const changedLines = StateField.define({
  create: () => Decoration.none,
  update(lines, transaction) {
    let next = lines.map(transaction.changes);
    for (const effect of transaction.effects)
      if (effect.is(markLines))
        next = Decoration.set(
          effect.value.map((at) => changed.range(at)),
          true,
        );
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export { languageOf } from "./language.js";
export { inUnits } from "./offsets.js";

const gesture = Annotation.define();

// Text that replaces a selection of several lines is inserted here: browsers would write style attributes.
const replacing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== "insertText" || event.isComposing || event.data === null || view.state.readOnly)
      return false;
    const { from, to } = view.state.selection.main;
    if (view.state.doc.lineAt(from).to >= to) return false;
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    event.preventDefault();
    return true;
  },
});

const WORDS = { saved: "Saved", nothing: "There was nothing here.", restore: "Restore", close: "Close" };

const problem = (one) => ({
  message: one.message,
  renderMessage: () => {
    const dom = document.createElement("div");
    dom.className = "cm-problem";
    dom.append(Object.assign(document.createElement("p"), { textContent: one.message }));
    const code = Object.assign(document.createElement(one.link ? "a" : "code"), { textContent: one.code || "" });
    if (one.link) Object.assign(code, { href: one.link, target: "_blank", rel: "noopener" });
    if (one.code) dom.append(code);
    return dom;
  },
});

/* Mounts the editor over a textarea. All of `options` can be left out:

   language    "yaml" (the default), "shell", "none", or "content": what the beginning of the text shows
   nonce       of the page's policy; label, phrases, words: texts
   readOnly    whether the text is read-only
   saved       a state returned by `save()`, restored if it has the textarea's text
   complete    (text, at) gives { from, options, all }; offsets are code points, here and below
   help        (text, at) gives { start, end, title, lines }
   keys        [{ key, run }] that take precedence over the editor's own
   point       (at) is called on Ctrl+click
   changed     (text, title) after every change; title is that of a gesture
   moved       ({ line, column, offset }) when the cursor moves

   Other scripts that change the textarea fire an `input` event. */
export function mount(textarea, options = {}) {
  const holder = document.createElement("div");
  holder.className = "code";
  textarea.after(holder);
  // typing that began before the editor was mounted continues
  const typing = document.activeElement === textarea && {
    anchor: textarea.selectionStart,
    head: textarea.selectionEnd,
  };
  textarea.hidden = true;
  const mark = textarea.dataset.testid || "";
  delete textarea.dataset.testid;
  let programmed = false;
  const ownKeys = new Compartment();

  const pointed = EditorView.domEventHandlers({
    mousedown(event, view) {
      if (!options.point || event.button || !(event.ctrlKey || event.metaKey)) return false;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (at === null) return false;
      event.preventDefault();
      view.dispatch({ selection: { anchor: at } });
      view.focus();
      options.point(toPoints(view.state.doc.toString(), at));
      return true;
    },
  });
  const told = EditorView.updateListener.of((update) => {
    if (update.docChanged) {
      textarea.value = update.state.doc.toString();
      const title = update.transactions.map((one) => one.annotation(gesture)).find(Boolean);
      if (!programmed) textarea.dispatchEvent(new Event("input", { bubbles: true }));
      if (options.changed) options.changed(textarea.value, title || null);
    }
    if ((update.selectionSet || update.docChanged) && options.moved) {
      const at = update.state.selection.main.head,
        line = update.state.doc.lineAt(at);
      options.moved({ line: line.number, column: toPoints(line.text, at - line.from) + 1, offset: at });
    }
  });
  const extensions = [
    options.nonce ? EditorView.cspNonce.of(options.nonce) : [],
    EditorState.phrases.of(options.phrases || {}),
    EditorState.readOnly.of(Boolean(options.readOnly)),
    EditorState.tabSize.of(2),
    indentUnit.of("  "),
    history({ minDepth: 200, newGroupDelay: 1000 }),
    lineNumbers(),
    highlightActiveLineGutter(),
    foldGutter(),
    codeFolding(),
    lintGutter(),
    unsaved({ ...WORDS, ...options.words }),
    changedLines,
    highlightSpecialChars(),
    drawSelection(),
    bracketMatching(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    language(options.language, textarea.value),
    syntaxHighlighting(colours),
    look,
    marks,
    menus,
    options.complete ? completion(options.complete) : [],
    options.help ? helpOnHover(options.help) : [],
    replacing,
    pointed,
    EditorView.contentAttributes.of({
      "aria-label": options.label || "",
      "data-testid": mark,
      tabindex: "0",
      spellcheck: "false",
      autocapitalize: "off",
      autocorrect: "off",
    }),
    Prec.high(
      keymap.of([
        { key: "Escape", run: closeHelp },
        { key: "Mod-]", run: indentMore },
        { key: "Mod-[", run: indentLess },
      ]),
    ),
    Prec.high(ownKeys.of(keymap.of(options.keys || []))),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
    ]),
    told,
  ];
  const restored = () => {
    try {
      return options.saved?.doc === textarea.value
        ? EditorState.fromJSON(options.saved, { extensions }, { history: historyField })
        : null;
    } catch {
      return null;
    }
  };
  const view = new EditorView({
    parent: holder,
    state: restored() || EditorState.create({ doc: textarea.value, extensions }),
  });
  if (typing) {
    view.dispatch({ selection: typing });
    view.focus();
  }

  // Another script changed the field: a draft was restored or discarded.
  const taken = () => {
    if (textarea.value !== api.text()) api.load(textarea.value);
  };
  textarea.addEventListener("input", taken);

  const lineOf = (number) => view.state.doc.line(Math.min(Math.max(number, 1), view.state.doc.lines));
  /* The offsets of places, each a line and a column. Each line is read once, however many are in it. */
  const offsetsAt = (places) => {
    const before = new Map(); // by line, the code points before each place
    for (const [line, column] of places) {
      if (!before.has(line)) before.set(line, []);
      before.get(line).push(Math.max(column - 1, 0));
    }
    const offsets = new Map([...before].map(([line, points]) => [line, offsetsOf(lineOf(line).text, points)]));
    return places.map(([line, column]) => lineOf(line).from + offsets.get(line).get(Math.max(column - 1, 0)));
  };

  const api = {
    view,
    text: () => view.state.doc.toString(),
    /* Edits in code points, as the server sends them, as one undo step. */
    apply(edits, title) {
      const changes = inUnits(api.text(), edits).map(({ start, end, text }) => ({
        from: start,
        to: end,
        insert: text,
      }));
      view.dispatch({
        changes,
        annotations: [gesture.of(title), isolateHistory.of("full"), Transaction.userEvent.of("gesture")],
      });
      api.markChanges(changes);
    },
    markChanges(changes) {
      const lines = new Set();
      let shift = 0;
      for (const change of changes) {
        const start = change.from + shift,
          end = start + change.insert.length;
        if (change.insert)
          for (let at = start; at < Math.max(end, start + 1) && at <= view.state.doc.length; ) {
            const line = view.state.doc.lineAt(at);
            if (line.from < end) lines.add(line.from);
            at = line.to + 1;
          }
        shift += change.insert.length - (change.to - change.from);
      }
      const sorted = [...lines].sort((a, b) => a - b),
        first =
          sorted[0] ??
          (changes.length ? view.state.doc.lineAt(Math.min(changes[0].from, view.state.doc.length)).from : null);
      view.dispatch({ effects: markLines.of(sorted) });
      if (first !== null)
        view.dispatch({
          selection: { anchor: view.state.doc.lineAt(first).to },
          effects: EditorView.scrollIntoView(first, { y: "center" }),
        });
      return sorted.map((at) => view.state.doc.lineAt(at).number);
    },
    clearMarks: () => view.dispatch({ effects: markLines.of([]) }),
    replace(text, title) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        annotations: title ? [gesture.of(title), isolateHistory.of("full")] : [],
      });
    },
    /* A text that the page already knows: no check is requested. */
    load(text) {
      programmed = true;
      api.replace(text);
      programmed = false;
    },
    /* The saved text that the gutter compares with; null turns the comparison off. */
    setSaved: (text) => setSaved(view, text === null ? null : text.replace(/\r\n?/g, "\n")),
    showSaved: () => showSaved(view, api.line()),
    nextChange: (back) => nextChange(view, back),
    changeCount: () => changeCount(view),
    /* Problems by line and column: { line, column, endLine, endColumn, severity, message, code, link, actions }. */
    diagnostics(list) {
      const starts = offsetsAt(list.map((one) => [one.line, one.column])),
        ends = offsetsAt(list.map((one) => (one.endLine ? [one.endLine, one.endColumn] : [one.line, one.column])));
      const diagnostics = list.map((one, at) => ({
        ...problem(one),
        from: starts[at],
        to: Math.max(starts[at], ends[at]),
        severity: one.severity === "hint" ? "info" : one.severity,
        actions: one.actions || [],
      }));
      view.dispatch(
        setDiagnostics(
          view.state,
          diagnostics.sort((a, b) => a.from - b.from),
        ),
      );
    },
    jump(line, column, endLine, endColumn) {
      api.show(line, column, endLine, endColumn);
      view.focus();
    },
    /* The same without taking the focus. */
    show(line, column = 1, endLine = 0, endColumn = 0) {
      const [anchor, end] = offsetsAt([
          [line, column],
          [endLine, endColumn],
        ]),
        head = endLine ? end : anchor;
      view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    },
    /* The locations of code points, as the server sends them: line and column from 1, and the text of the line. */
    places(points) {
      const found = new Map();
      let line = null,
        first = 0; // the code points before the line
      for (const [point, offset] of offsetsOf(api.text(), points)) {
        if (!line || offset > line.to) {
          line = view.state.doc.lineAt(offset);
          first = point - toPoints(line.text, offset - line.from);
        }
        found.set(point, { offset, line: line.number, column: point - first + 1, text: line.text.trim() });
      }
      return found;
    },
    position: () => toPoints(api.text(), view.state.selection.main.head),
    line: () => view.state.doc.lineAt(view.state.selection.main.head).number,
    keys: (keys) => view.dispatch({ effects: ownKeys.reconfigure(keymap.of(keys)) }),
    menu: (menu) => openMenu(view, menu),
    helpHere: () => (options.help ? helpHere(view, options.help) : ""),
    /* Highlights ranges of UTF-16 offsets, or the lines of the selection. */
    showUses: (ranges) => showUses(view, ranges),
    showBlock: (first, last) => showBlock(view, first ? [first, last] : null),
    foldAll: () => foldAll(view),
    unfoldAll: () => unfoldAll(view),
    /* Folds blocks at a level of indentation: 1 for sections, 2 for their declarations. */
    foldLevel(level) {
      unfoldAll(view);
      const effects = [],
        step = api.text().match(/^( +)[^\s#-]/m)?.[1].length || 2;
      for (let number = 1; number <= view.state.doc.lines; number += 1) {
        const line = view.state.doc.line(number),
          deep = line.text.match(/^ */)[0].length / step + 1;
        const range = line.text.trim() && deep === level ? foldable(view.state, line.from, line.to) : null;
        if (range) effects.push(foldEffect.of(range));
      }
      if (effects.length) view.dispatch({ effects });
    },
    folds: () => foldedRanges(view.state).size,
    save: () => view.state.toJSON({ history: historyField }),
    undo: () => undo(view),
    redo: () => redo(view),
    undoDepth: () => undoDepth(view.state),
    redoDepth: () => redoDepth(view.state),
    search: () => openSearchPanel(view),
    complete: () => startCompletion(view),
    focus: () => view.focus(),
    closeLayers: () => (completionStatus(view.state) ? closeCompletion(view) : closeHelp(view)),
    /* Restores the textarea. */
    unmount() {
      textarea.removeEventListener("input", taken);
      view.destroy();
      holder.remove();
      textarea.hidden = false;
      if (mark) textarea.dataset.testid = mark;
    },
  };
  return api;
}
