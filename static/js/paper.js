// A text with line numbers: the numbers follow what is typed, problems lead to their line, and what is not saved stays on this device.
"use strict";

// After htmx, which also starts when the page is there: a restored text has to be checked like a typed one.
document.addEventListener("DOMContentLoaded", () => {
  const paper = document.querySelector("[data-paper]");
  if (!paper) return;
  const text = paper.querySelector("textarea");
  const gutter = paper.querySelector(".gutter");
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
    const shown = paper.dataset.file || "";
    const problems = [...document.querySelectorAll("#findings [data-testid=problem]")].filter((problem) => (problem.dataset.file || "") === shown);
    for (const severity of WORST.toReversed()) {
      for (const problem of problems) {
        const line = problem.dataset.severity === severity && gutter.children[problem.dataset.line - 1];
        if (line) line.className = severity;
      }
    }
  };

  const jump = (line, column) => {
    const lines = text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    const width = (lines[line - 1] || "").length;
    text.focus({ preventScroll: true });
    text.setSelectionRange(start + Math.min(Math.max(column - 1, 0), width), start + width);
    const row = gutter.children[Math.min(line, gutter.childElementCount) - 1];
    if (row) paper.scrollTo({ top: row.offsetTop - paper.clientHeight / 3 });
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#findings [data-jump]");
    if (!link || !link.hash.startsWith("#line-") || link.pathname !== location.pathname) return;
    const problem = link.closest("[data-testid=problem]");
    if ((problem.dataset.file || "") !== (paper.dataset.file || "")) return;
    event.preventDefault();
    for (const other of document.querySelectorAll(".problem.at")) other.classList.remove("at");
    problem.classList.add("at");
    jump(Number(problem.dataset.line), Number(problem.dataset.column));
  });

  text.addEventListener("input", number);
  document.addEventListener("htmx:afterSwap", mark);

  // what is not saved yet
  const key = text.dataset.draft;
  const saved = text.value;
  const unsaved = document.querySelector("[data-unsaved]");
  const show = () => { if (unsaved) unsaved.hidden = text.value === saved; };
  if (key && !text.readOnly) {
    const kept = localStorage.getItem(key);
    if (kept !== null && kept !== saved && !paper.hasAttribute("data-typed")) {
      text.value = kept;
      text.dispatchEvent(new Event("input", { bubbles: true }));
      const notice = document.querySelector("[data-restored]");
      if (notice) notice.hidden = false;
    }
    let timer;
    text.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (text.value === saved) localStorage.removeItem(key);
        else try { localStorage.setItem(key, text.value); } catch { /* the device is full: the text is still on the page */ }
      }, 300);
      show();
    });
    text.form.addEventListener("submit", () => {
      localStorage.setItem(key, text.value);
      localStorage.setItem("draft-sent", key);
    });
    const discard = document.querySelector("[data-discard]");
    if (discard) discard.addEventListener("click", () => {
      localStorage.removeItem(key);
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

  // Tab leaves the text; these two move lines to the right and to the left.
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
});
