// The text of the template: the editor, its undo history, and loading the diagram after every change.
import { mount } from "../../../editor/editor.js";
import { moveToRedo, moveToUndo, recordMove, redoMove, undoMove } from "./move-steps.js";
import { stepViews } from "./step-views.js";

/**
 * @import { Places } from "../types.js"
 * @import { Studio } from "../studio.js"
 */

/** @param {Studio} studio */
export function text(studio) {
  const { words, textarea, mayEdit, store } = studio,
    isPlain = textarea.dataset.language === "none";

  // undo and redo survive a reload on this device, as long as the text is the one they belong to
  const kept = mayEdit ? JSON.parse(sessionStorage.getItem(`${store}:steps`) || "null") : null;
  // by undo depth: `title`, `files`, the file changes of a step, moves, and the views `before` and `after`
  const steps = kept?.steps || [],
    views = stepViews(studio);
  let editor = null,
    depth = 0,
    stepping = false;
  addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(`${store}:steps`, JSON.stringify({ state: editor.save(), steps }));
    } catch {
      sessionStorage.removeItem(`${store}:steps`);
    }
  });
  // a step that is undone or redone keeps its title and its file changes
  const follow = (title) => {
    if (!editor) return;
    const at = editor.undoDepth(),
      fresh = !stepping && (title || !editor.redoDepth());
    // the oldest steps were dropped
    if (fresh && at <= depth && (title || at < depth)) steps.splice(1, depth + 1 - at);
    if (fresh) {
      steps.length = Math.min(steps.length, at);
      const isTyped = !title && at === depth; // more of what was typed last
      steps[at] = title
        ? { title, before: views.now() }
        : { title: words.typing, ...(isTyped && { moves: steps[at]?.moves }) };
      delete steps[at - 1]?.undone;
    } else
      for (const step of steps.slice(Math.min(at, depth) + 1, Math.max(at, depth) + 1))
        if (step?.files) studio.emit("step", { files: step.files, way: at < depth ? "back" : "forth" });
    depth = at;
  };
  /* Records the file changes of the last step: `back` and `forth` are the draft requests that undo and redo it. */
  studio.recordFileSteps = (files) => {
    steps[editor.undoDepth()].files = files;
  };
  const place = { line: 1, column: 1 };
  editor = mount(textarea, {
    nonce: studio.root.dataset.nonce,
    readOnly: !mayEdit,
    saved: kept?.state,
    label: textarea.getAttribute("aria-label"),
    phrases: words.phrases,
    language: textarea.dataset.language,
    words: { saved: words.lastLines, nothing: words.nothingStood, restore: words.restore, close: words.close },
    complete: isPlain ? null : (text, at) => studio.askServer({ what: "complete", text, at }).catch(() => null),
    help: isPlain
      ? null
      : async (text, at) => {
          const answer = await studio.askServer({ what: "explain", text, at }).catch(() => ({}));
          return answer.title ? answer : null;
        },
    point: (at) => studio.emit("point", at),
    changed: (text, title) => {
      follow(title);
      clearTimeout(waiting);
      waiting = setTimeout(refresh, 250);
      if (!title && !stepping) studio.emit("typing");
      studio.emit("text", text);
      history();
    },
    moved: (at) => {
      Object.assign(place, at);
      studio.$("[data-place]").textContent = `${words.line} ${at.line}, ${words.column} ${at.column}`;
      studio.emit("moved", at);
    },
  });
  studio.editor = editor;
  depth = editor.undoDepth();
  if (kept?.state?.doc !== editor.text()) steps.length = 0; // of another text
  studio.place = place;

  const saved = document.getElementById("saved-text");
  studio.savedText = saved ? JSON.parse(saved.textContent) : textarea.defaultValue;
  editor.setSaved(studio.savedText);

  // -- the diagram and the problems of the current text, in one answer; only the newest one counts
  const /** @type {HTMLSelectElement} */ states = studio.$("[data-states]"),
    lost = studio.$("[data-lost]"),
    count = studio.$("[data-line-count]");
  states?.addEventListener("change", () => refresh());
  textarea.addEventListener("check", () => refresh());
  let waiting,
    asked = 0,
    request = null,
    newest = null, // the promise of the last one
    listed = ""; // listed: the digest of the shown list of problems
  /* What the diagram shows: its view, and where everything is. */
  const shown = (places) => {
    const { near } = studio.graph,
      origin = studio.originOf(editor.text()),
      unfolded = studio.unfoldedCards();
    return {
      view: studio.diagramView,
      places: JSON.stringify(places),
      ...(near && { near: near.point.join(",") }),
      ...(origin && { origin }),
      ...(unfolded.length && { unfolded: JSON.stringify(unfolded) }),
      ...(!studio.framesGiven() && { given: "off" }),
    };
  };
  /** @type {{ text: string, places: Places, tidy: string[] } | null} */
  let ordered = null; // other positions, until they are drawn or something is moved
  studio.on("placed", () => {
    ordered = null;
  });
  /* Loads the diagram again; existing nodes keep their positions, or get other `places`: none for a new layout. What is
     named in `tidy` is laid out anew where it is. One that is overtaken ends as the newest does, which draws the same
     positions, unless they were given up. */
  const refresh = (studio.refresh = (how = {}) => {
    newest = load(how);
    return newest;
  });
  const load = async ({ places = null, tidy = [] }) => {
    clearTimeout(waiting);
    if (!studio.address.diagram) return undefined; // the file is not a template
    const number = ++asked,
      text = editor.text();
    if (places || ordered?.text !== text) ordered = places && { text, places, tidy };
    const own = ordered;
    const overtaken = () => (ordered === own ? newest : undefined);
    request?.abort();
    request = new AbortController();
    let answer;
    try {
      const fields = {
        text,
        file: studio.file,
        set: states?.value || "",
        ...shown(ordered?.places || studio.placesOf(text)),
        ...(ordered?.tidy.length && { tidy: JSON.stringify(ordered.tidy) }),
        seen: listed,
      };
      const response = await fetch(studio.address.diagram, {
        method: "POST",
        headers: { "X-CSRFToken": studio.token },
        body: new URLSearchParams(fields),
        signal: request.signal,
      });
      if (!response.ok) throw new Error(String(response.status));
      answer = await response.json();
    } catch {
      if (number !== asked) return overtaken();
      if (lost) lost.hidden = false;
      studio.emit("lost");
      studio.say(words.lost, [], true);
      return undefined;
    }
    if (number !== asked) return overtaken();
    if (lost) lost.hidden = true;
    if (count) count.textContent = `${text.split("\n").length} ${words.textLines}`;
    if (!answer.broken) studio.fresh.follow(answer);
    if (editor.text() === text) {
      listed = answer.mark || "";
      studio.emit("problems", answer.diagnostics);
    }
    if (answer.broken) {
      studio.unparsed = { text, ...answer.broken };
      studio.emit("broken");
      return undefined;
    }
    studio.unparsed = null;
    studio.parsedText = text;
    ordered = null;
    studio.diagram = answer;
    studio.emit("diagram", answer);
    return answer;
  };

  /* The diagram as it would be with another text; nothing is drawn. */
  studio.preview = async (changed) => {
    const fields = {
      text: changed,
      set: states?.value || "",
      ...shown(studio.placesOf(editor.text())),
      only: "diagram",
    };
    const answer = await (await studio.post(studio.address.diagram, fields)).json();
    return answer.broken ? null : answer;
  };

  // -- undo and redo of everything, by name
  const title = (at) => steps[at]?.title || words.typing;
  const go = (does) => {
    stepping = true;
    try {
      editor[does]();
    } finally {
      stepping = false;
    }
  };
  /* Records that nodes were moved, with where everything was before: a step of its own. Returns whether any was. */
  studio.viewNow = views.now;
  studio.recordMove = (name, before, { isRepeated = false, says = name, seen = views.now() } = {}) => {
    if (!mayEdit) return false;
    const { graph } = studio,
      after = graph.corners();
    if (JSON.stringify(after) === JSON.stringify(before)) return false;
    recordMove(steps, editor.undoDepth(), { title: name, view: graph.mode, before, after, isRepeated, seen });
    studio.say(says, [], false, undo);
    history();
    return true;
  };
  const replay = (move, places, word) => {
    studio.show(move.view);
    const { seen } = move; // the other way, the view is as it is now
    move.seen = views.now();
    views.restore(seen);
    studio.refresh({ places });
    studio.say(`${word}: ${move.title}`);
    history();
  };
  const undo = () => {
    const at = editor.undoDepth(),
      move = undoMove(steps, at);
    if (move) replay(move, move.before, words.undone);
    else if (at) {
      const name = title(at);
      if (steps[at]?.before) steps[at].after = views.now();
      go("undo");
      views.restore(steps[at]?.before);
      studio.say(`${words.undone}: ${name}`);
      history();
    }
  };
  const redo = () => {
    const move = redoMove(steps, editor.undoDepth());
    if (move) replay(move, move.after, words.redone);
    else if (editor.redoDepth()) {
      go("redo");
      views.restore(steps[editor.undoDepth()]?.after);
      studio.say(`${words.redone}: ${title(editor.undoDepth())}`);
      history();
    }
  };
  const history = () => {
    const at = editor ? editor.undoDepth() : 0,
      last = moveToUndo(steps, at),
      next = moveToRedo(steps, at);
    for (const [button, can, name, word] of [
      [studio.$("[data-testid=undo]"), last || at, last?.title || title(at), words.undo],
      [studio.$("[data-testid=redo]"), next || editor?.redoDepth(), next?.title || title(at + 1), words.redo],
    ]) {
      button.disabled = !can;
      button.title = can ? `${word}: ${name}` : word;
      button.setAttribute("aria-label", button.title);
    }
    studio.emit("history");
  };
  studio.$("[data-testid=undo]").addEventListener("click", undo);
  studio.$("[data-testid=redo]").addEventListener("click", redo);
  studio.command({ id: "undo", text: () => words.undo, keys: ["Mod-z"], when: () => mayEdit, does: undo });
  studio.command({
    id: "redo",
    text: () => words.redo,
    keys: ["Mod-Shift-z", "Mod-y"],
    when: () => mayEdit,
    does: redo,
  });
  studio.command({
    id: "search-text",
    area: "editor",
    text: () => words.searchText,
    keys: ["Mod-f"],
    does: () => editor.search(),
  });
  studio.command({
    id: "complete",
    area: "editor",
    text: () => words.completeHere,
    keys: ["Ctrl-Space"],
    when: () => mayEdit,
    does: () => {
      editor.focus();
      editor.complete();
    },
  });
  studio.command({
    id: "help-here",
    area: "editor",
    text: () => words.helpHere,
    keys: ["Mod-Shift-Space", "Alt-F1"],
    does: async () => {
      editor.focus();
      studio.announce((await editor.helpHere()) || words.noHelp);
    },
  });
  studio.command({
    id: "fold-all",
    area: "editor",
    text: () => words.editorFold,
    keys: ["Ctrl-Alt-["],
    does: () => editor.foldAll(),
  });
  studio.command({
    id: "unfold-all",
    area: "editor",
    text: () => words.editorUnfold,
    keys: ["Ctrl-Alt-]"],
    does: () => editor.unfoldAll(),
  });
  studio.command({
    id: "fold-declared",
    area: "editor",
    text: () => words.editorFoldDeclared,
    does: () => editor.foldLevel(2),
  });
  studio.command({
    id: "saved-lines",
    area: "editor",
    text: () => words.savedLines,
    keys: ["Alt-F5"],
    when: () => editor.changeCount() > 0,
    does: () => {
      if (!editor.showSaved()) studio.say(words.noChange);
    },
  });
  studio.command({
    id: "next-change",
    area: "editor",
    text: () => words.nextChange,
    keys: ["F7"],
    when: () => editor.changeCount() > 0,
    does: () => {
      editor.nextChange(false);
      editor.focus();
    },
  });
  studio.command({
    id: "previous-change",
    area: "editor",
    text: () => words.previousChange,
    keys: ["Shift-F7"],
    when: () => editor.changeCount() > 0,
    does: () => {
      editor.nextChange(true);
      editor.focus();
    },
  });
  studio.on("ready", history);

  // the editor has its own keys; undo and redo also announce what they do
  studio.on("ready", () =>
    editor.keys(
      studio.commands
        .filter((one) => one.keys && (one.area === "editor" || one.id === "undo" || one.id === "redo"))
        .flatMap((one) =>
          one.keys.map((key) => ({
            key,
            run: () => {
              if (!one.when()) return false;
              one.does();
              return true;
            },
          })),
        ),
    ),
  );
}
