// The YAML editor: CodeMirror over a textarea, which stays the form's field and the fallback without this file.
// What the text means (completion, help, definitions) is asked of whoever mounts it; here is only how it is shown.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, startCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyField, historyKeymap, indentLess, indentMore, redo, redoDepth, undo, undoDepth, isolateHistory } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, openSearchPanel, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, Prec, StateEffect, StateField, Transaction } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, gutter, GutterMarker, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: "var(--syn-key)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--syn-text)" },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: "var(--syn-num)" },
  { tag: [tags.labelName, tags.typeName, tags.meta], color: "var(--syn-fn)" },
  { tag: tags.comment, color: "var(--syn-note)", fontStyle: "italic" },
]);

const look = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--surface)", color: "var(--ink)", fontSize: ".78125rem" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.25rem", fontFeatureSettings: '"calt" 0' },
  ".cm-content": { padding: "12px 0", caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--ink-3)", borderRight: "1px solid var(--line)" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 8px 0 8px", minWidth: "32px" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent-soft) 55%, transparent)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 24%, transparent)" },
  ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--warn) 18%, transparent)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--sunken)", border: "1px solid var(--line)", color: "var(--ink-2)" },
  ".cm-changed": { backgroundColor: "var(--ok-soft)" },
  ".cm-change-gutter": { width: "14px" },
  ".cm-change-gutter .cm-gutterElement": { color: "var(--ok)", fontWeight: "700", textAlign: "center" },
  ".cm-tooltip": { backgroundColor: "var(--surface)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: "6px", maxWidth: "34rem", fontFamily: "var(--sans, inherit)" },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "18rem" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "3px 8px", lineHeight: "1.25rem" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent-soft)", color: "var(--ink)" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700", color: "var(--accent)" },
  ".cm-completionDetail": { color: "var(--ink-3)", fontStyle: "normal" },
  ".cm-tooltip.cm-completionInfo, .cm-hover": { padding: "8px 12px", lineHeight: "1.25rem", whiteSpace: "pre-wrap" },
  ".cm-diagnostic": { padding: "6px 10px", borderLeftWidth: "3px" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warn)" },
  ".cm-diagnostic-info, .cm-diagnostic-hint": { borderLeftColor: "var(--accent)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent-fill)", color: "var(--on-accent)", borderRadius: "4px", padding: "2px 8px" },
  ".cm-lintRange-error": { backgroundImage: "none", borderBottom: "2px solid var(--bad)" },
  ".cm-lintRange-warning": { backgroundImage: "none", borderBottom: "2px solid var(--warn)" },
  ".cm-lintRange-info, .cm-lintRange-hint": { backgroundImage: "none", borderBottom: "2px dotted var(--ink-3)" },
  ".cm-gutter-lint": { width: "16px" },
  ".cm-panels": { backgroundColor: "var(--sunken)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-panel.cm-search": { padding: "6px 10px" },
  ".cm-textfield": { backgroundColor: "var(--surface)", color: "var(--ink)", border: "1px solid var(--field-line)", borderRadius: "4px" },
  ".cm-button": { backgroundImage: "none", backgroundColor: "var(--surface)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: "4px" },
});

// lines that the last gesture changed
const markLines = StateEffect.define();
const changed = Decoration.line({ class: "cm-changed" });
const changedMark = new (class extends GutterMarker { toDOM() { return document.createTextNode("+"); } })();
const changedLines = StateField.define({
  create: () => Decoration.none,
  update(lines, transaction) {
    let next = lines.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(markLines)) next = Decoration.set(effect.value.map((at) => changed.range(at)), true);
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});
const changeGutter = gutter({
  class: "cm-change-gutter",
  lineMarker(view, line) {
    let marked = null;
    view.state.field(changedLines).between(line.from, line.from, () => { marked = changedMark; });
    return marked;
  },
});

const gesture = Annotation.define();

// Offsets: the editor counts UTF-16 units, the server code points.
export const toPoints = (text, offset) => { let points = 0; for (let at = 0; at < offset; points += 1) at += text.codePointAt(at) > 0xffff ? 2 : 1; return points; };
export const fromPoints = (text, points) => { let at = 0; for (let count = 0; count < points && at < text.length; count += 1) at += text.codePointAt(at) > 0xffff ? 2 : 1; return at; };

/* Mounts the editor over a textarea.  `options`: nonce, readOnly, label, phrases, complete(text, points, explicit),
   help(text, points), act(name, view) for keys that leave the editor, changed(text, title), dirty(). */
export function mount(textarea, options) {
  const holder = document.createElement("div");
  holder.className = "code";
  textarea.after(holder);
  textarea.hidden = true;
  const mark = textarea.dataset.testid || "";
  delete textarea.dataset.testid;
  let programmed = false;

  const source = options.complete && (async (context) => {
    const text = context.state.doc.toString();
    const answer = await options.complete(text, toPoints(text, context.pos), context.explicit);
    if (!answer || context.aborted || !answer.options.length) return null;
    return { from: fromPoints(text, answer.from), options: answer.options, validFor: /^[\w:.$<>-]*$/ };
  });

  const help = options.help && hoverTooltip(async (view, position) => {
    const text = view.state.doc.toString();
    const answer = await options.help(text, toPoints(text, position));
    if (!answer || view.state.doc.toString() !== text) return null;
    return {
      pos: fromPoints(text, answer.start), end: fromPoints(text, answer.end), above: true,
      create() {
        const dom = document.createElement("div");
        dom.className = "cm-hover";
        dom.textContent = answer.text;
        return { dom };
      },
    };
  }, { hoverTime: 350 });

  const run = (name) => () => Boolean(options.act && options.act(name, api));
  const extensions = [
    options.nonce ? EditorView.cspNonce.of(options.nonce) : [],
    EditorState.phrases.of(options.phrases || {}),
    EditorState.readOnly.of(Boolean(options.readOnly)),
    EditorState.tabSize.of(2), indentUnit.of("  "),
    history({ minDepth: 200, newGroupDelay: 1000 }),
    lineNumbers(), highlightActiveLineGutter(), foldGutter(), codeFolding(), lintGutter(), changeGutter, changedLines,
    highlightSpecialChars(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(),
    highlightActiveLine(), highlightSelectionMatches(),
    yaml(), syntaxHighlighting(colours), look,
    source ? autocompletion({ override: [source], activateOnTypingDelay: 150, interactionDelay: 0, icons: false }) : [],
    help || [],
    // What replaces a selection over several lines is put in here: left to the browser, it would write style attributes.
    EditorView.domEventHandlers({
      beforeinput(event, view) {
        if (event.inputType !== "insertText" || event.isComposing || event.data === null || view.state.readOnly || view.state.selection.main.empty) return false;
        view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
        event.preventDefault();
        return true;
      },
    }),
    EditorView.contentAttributes.of({ "aria-label": options.label || "", "data-testid": mark, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
    Prec.high(keymap.of([
      { key: "F12", run: run("definition") }, { key: "Shift-F12", run: run("references") }, { key: "F2", run: run("rename") },
      { key: "Mod-.", run: run("fix") }, { key: "Mod-z", run: run("undo") }, { key: "Mod-y", run: run("redo") }, { key: "Mod-Shift-z", run: run("redo") },
      { key: "Mod-]", run: indentMore }, { key: "Mod-[", run: indentLess },
    ])),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) {
        textarea.value = update.state.doc.toString();
        const title = update.transactions.map((one) => one.annotation(gesture)).find(Boolean);
        if (!programmed) textarea.dispatchEvent(new Event("input", { bubbles: true }));
        if (options.changed) options.changed(textarea.value, title || null);
      }
      if ((update.selectionSet || update.docChanged) && options.moved) {
        const at = update.state.selection.main.head, line = update.state.doc.lineAt(at);
        options.moved({ line: line.number, column: at - line.from + 1, offset: at });
      }
    }),
  ];
  const restored = () => {
    try { return options.saved?.doc === textarea.value ? EditorState.fromJSON(options.saved, { extensions }, { history: historyField }) : null; } catch { return null; }
  };
  const view = new EditorView({ parent: holder, state: restored() || EditorState.create({ doc: textarea.value, extensions }) });

  // Somebody else changed the field: a restored draft, or one that was given up.
  textarea.addEventListener("input", () => { if (textarea.value !== api.text()) api.load(textarea.value); });

  const offsetOf = (line, column) => {
    const found = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
    return found.from + Math.min(fromPoints(found.text, Math.max(column - 1, 0)), found.length);
  };

  const api = {
    view,
    text: () => view.state.doc.toString(),
    /* Edits of code points, as the server tells them, in one step of undo. */
    apply(edits, title) {
      const text = api.text();
      const changes = edits.map((edit) => ({ from: fromPoints(text, edit.start), to: fromPoints(text, edit.end), insert: edit.text }));
      view.dispatch({ changes, annotations: [gesture.of(title), isolateHistory.of("full"), Transaction.userEvent.of("gesture")] });
      api.markChanges(changes);
    },
    markChanges(changes) {
      const lines = new Set();
      let shift = 0;
      for (const change of changes) {
        const start = change.from + shift, end = start + change.insert.length;
        if (change.insert) for (let at = start; at < Math.max(end, start + 1) && at <= view.state.doc.length;) {
          const line = view.state.doc.lineAt(at);
          if (line.from < end) lines.add(line.from);
          at = line.to + 1;
        }
        shift += change.insert.length - (change.to - change.from);
      }
      const sorted = [...lines].sort((a, b) => a - b);
      view.dispatch({ effects: markLines.of(sorted) });
      if (sorted.length) view.dispatch({ selection: { anchor: view.state.doc.lineAt(sorted[0]).to }, effects: EditorView.scrollIntoView(sorted[0], { y: "center" }) });
      return sorted.map((at) => view.state.doc.lineAt(at).number);
    },
    clearMarks: () => view.dispatch({ effects: markLines.of([]) }),
    replace(text, title) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, annotations: title ? [gesture.of(title), isolateHistory.of("full")] : [] });
    },
    /* A text that the page already knows: no check is asked for. */
    load(text) { programmed = true; api.replace(text); programmed = false; },
    findings(list) {
      const diagnostics = list.map((one) => {
        const from = offsetOf(one.line, one.column);
        const to = one.endLine ? offsetOf(one.endLine, one.endColumn) : from;
        return { from, to: Math.max(from, to), severity: one.severity === "hint" ? "info" : one.severity, message: one.message, actions: one.actions || [] };
      });
      view.dispatch(setDiagnostics(view.state, diagnostics.sort((a, b) => a.from - b.from)));
    },
    jump(line, column, endLine, endColumn) {
      const anchor = offsetOf(line, column);
      const head = endLine ? offsetOf(endLine, endColumn) : anchor;
      view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
      view.focus();
    },
    position() { const at = view.state.selection.main.head; return toPoints(api.text(), at); },
    save: () => view.state.toJSON({ history: historyField }),
    undo: () => undo(view), redo: () => redo(view),
    undoDepth: () => undoDepth(view.state), redoDepth: () => redoDepth(view.state),
    search: () => openSearchPanel(view), complete: () => startCompletion(view), focus: () => view.focus(),
  };
  return api;
}

window.hotEditor = { mount };
