// A text area with line numbers: the numbers follow the text, problems link to their line, and unsaved text is kept on
// this device.
import { targetOf } from "./dom.js";

/** Call after htmx has started: a restored text is checked like a typed one. */
export function codeView() {
  const paper = document.querySelector("[data-paper]");
  if (!paper) return;
  const text = paper.querySelector("textarea");
  const gutter = paper.querySelector(".gutter");
  const shown = text.form.elements.file?.type === "hidden" ? text.form.elements.file.value : "";
  const WORST = ["error", "warning", "hint"];

  const number = () => {
    const count = text.value.split("\n").length;
    text.rows = count + 1;
    while (gutter.childElementCount > count) gutter.lastElementChild.remove();
    for (let line = gutter.childElementCount + 1; line <= count; line += 1) {
      gutter.append(Object.assign(document.createElement("span"), { id: `line-${line}`, textContent: line }));
    }
  };

  const mark = () => {
    for (const line of gutter.querySelectorAll("[class]")) line.removeAttribute("class");
    const problems = [...document.querySelectorAll("#diagnostics [data-testid=problem]")].filter(
      (problem) => (problem.dataset.file || "") === shown,
    );
    for (const severity of WORST.toReversed()) {
      for (const problem of problems) {
        const line = problem.dataset.severity === severity && gutter.children[Number(problem.dataset.line) - 1];
        if (line) line.className = severity;
      }
    }
  };

  const jump = (line, column, end) => {
    const lines = text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    const width = (lines[line - 1] || "").length;
    text.focus({ preventScroll: true });
    text.setSelectionRange(
      start + Math.min(Math.max(column - 1, 0), width),
      start + (end ? Math.min(end - 1, width) : width),
    );
    const row = /** @type {HTMLElement} */ (gutter.children[Math.min(line, gutter.childElementCount) - 1]);
    if (row) paper.scrollTo({ top: row.offsetTop - paper.clientHeight / 3 });
  };

  document.addEventListener("click", (event) => {
    const link = targetOf(event).closest("#diagnostics [data-jump]");
    if (!link || link.dataset.file !== shown) return;
    event.preventDefault();
    for (const other of document.querySelectorAll(".problem.at")) other.classList.remove("at");
    link.closest(".problem").classList.add("at");
    jump(Number(link.dataset.line), Number(link.dataset.column), Number(link.dataset.endColumn));
  });

  text.addEventListener("input", number);
  document.addEventListener("htmx:afterSwap", mark);

  // a check without an answer
  const lost = document.querySelector("[data-lost]");
  const failed = (event) => {
    if (targetOf(event) === text || event.detail.elt === text) lost.hidden = false;
  };
  document.addEventListener("htmx:sendError", failed);
  document.addEventListener("htmx:responseError", failed);
  document.addEventListener("htmx:afterSwap", () => {
    lost.hidden = true;
  });
  lost?.querySelector("[data-try-again]").addEventListener("click", () => htmx.trigger(text, "check"));

  // Unsaved text: this device keeps it until it is saved, or until an event says that the server has it.
  const key = text.dataset.draft;
  let saved = text.value,
    sent = null,
    submitted = false;
  const unsaved = document.querySelector("[data-unsaved]");
  const show = () => {
    if (unsaved) unsaved.hidden = text.value === saved && !unsaved.hasAttribute("data-changed");
  };
  if (key && !text.readOnly) {
    const { based_on: revision, counter } = text.form.elements;
    const kept = JSON.parse(localStorage.getItem(key) || "null");
    // the server's draft is what this text is based on, or an earlier version of it
    const follows =
      !counter || !kept || kept.counter === undefined || kept.counter === counter.value || kept.sent === saved;
    const wasSaved =
      kept?.submitted && revision && counter?.value === "0" && Number(revision.value) > Number(kept.revision);
    if (kept && (kept.text === saved || wasSaved)) localStorage.removeItem(key);
    else if (kept && follows && !paper.hasAttribute("data-typed")) {
      text.value = kept.text;
      // If somebody else has saved meanwhile, saving this text shows the difference first.
      if (revision && kept.revision && !(counter && counter.value !== "0")) revision.value = kept.revision;
      text.dispatchEvent(new Event("input", { bubbles: true }));
      const notice = document.querySelector("[data-restored]");
      if (notice) notice.hidden = false;
    } else if (kept && !follows) {
      const other = document.querySelector("[data-other]");
      other.hidden = false;
      other.querySelector("[data-use-other]").addEventListener("click", () => {
        text.value = kept.text;
        text.dispatchEvent(new Event("input", { bubbles: true }));
        other.hidden = true;
        text.focus();
      });
      other.querySelector("[data-drop-other]").addEventListener("click", () => {
        localStorage.removeItem(key);
        other.hidden = true;
        text.focus();
      });
    }
    const keep = () => {
      if (text.value === saved && !paper.hasAttribute("data-typed")) {
        if (follows) localStorage.removeItem(key);
      } else
        try {
          localStorage.setItem(
            key,
            JSON.stringify({ text: text.value, revision: revision?.value, counter: counter?.value, sent, submitted }),
          );
        } catch {
          /* storage is full: the text is still on the page */
        }
    };
    let timer;
    text.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(keep, 300);
      show();
    });
    text.addEventListener("sent", (event) => {
      sent = event.detail;
      keep();
    });
    // without a detail, the text was discarded
    text.addEventListener("kept", (event) => {
      saved = event.detail ?? text.value;
      paper.removeAttribute("data-typed");
      clearTimeout(timer);
      keep();
      show();
    });
    addEventListener("pagehide", keep);
    text.form.addEventListener("submit", (event) => {
      if (!revision) localStorage.setItem("draft-sent", key);
      else submitted = !event.defaultPrevented;
    });
    const discard = document.querySelector("[data-restored] [data-discard]");
    if (discard)
      discard.addEventListener("click", () => {
        localStorage.removeItem(key);
        if (revision) revision.value = revision.defaultValue;
        text.value = saved;
        text.dispatchEvent(new Event("input", { bubbles: true }));
        discard.closest("[data-restored]").hidden = true;
        text.focus();
      });
    show();
  }
  number();
  mark();
  if (location.hash.startsWith("#line-")) jump(Number(location.hash.slice(6)), 1);

  // Tab leaves the text; these two keys indent and outdent lines.
  text.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || !"[]".includes(event.key) || text.readOnly) return;
    event.preventDefault();
    const from = text.value.lastIndexOf("\n", text.selectionStart - 1) + 1;
    const to = text.selectionEnd;
    const block = text.value.slice(from, to);
    const moved = event.key === "]" ? block.replace(/^(?=.)/gm, "  ") : block.replace(/^ {1,2}/gm, "");
    text.setSelectionRange(from, to);
    document.execCommand("insertText", false, moved);
    text.setSelectionRange(from, from + moved.length);
  });
}
