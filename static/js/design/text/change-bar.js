// The change bar: what the last gesture did, the lines that it changed with their numbers, and the way back.
/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function changeBar(studio) {
  const { words, $ } = studio;
  const FEW = 3,
    MOST = 200;
  const bar = $("[data-change]"),
    list = $("[data-lines]", bar),
    all = $("[data-all-lines]", bar),
    back = $("[data-undo-last]", bar);
  const make = (tag, className, textContent = "") =>
    Object.assign(document.createElement(tag), { className, textContent });
  let undo = null,
    depth = null; // the way back, and of which step of the text it is

  /* The lines that edits took away and made: [{sign, number, text}]. Offsets are code points, as the server counts. */
  const changedLines = (before, edits) => {
    const unit = /[\ud800-\udbff]/.test(before) ? (at) => [...before].slice(0, at).join("").length : (at) => at;
    const sorted = edits
      .map((edit) => ({ start: unit(edit.start), end: unit(edit.end), text: edit.text }))
      .sort((a, b) => a.start - b.start);
    const hunks = [];
    for (const edit of sorted) {
      const from = before.lastIndexOf("\n", edit.start - 1) + 1,
        end = before.indexOf("\n", edit.end),
        to = end < 0 ? before.length : end,
        last = hunks.at(-1);
      if (last && from <= last.to) {
        last.to = Math.max(last.to, to);
        last.edits.push(edit);
      } else hunks.push({ from, to, edits: [edit] });
    }
    const lines = [];
    let shift = 0,
      counted = 0,
      number = 1;
    for (const { from, to, edits: own } of hunks) {
      for (; counted < from; counted += 1) if (before.charCodeAt(counted) === 10) number += 1;
      let text = "",
        at = from;
      for (const edit of own) {
        text += before.slice(at, edit.start) + edit.text;
        at = edit.end;
      }
      const old = before.slice(from, to).split("\n"),
        fresh = (text + before.slice(at, to)).split("\n");
      let start = 0,
        end = 0;
      while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
      while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end))
        end += 1;
      for (const [index, line] of old.slice(start, old.length - end).entries())
        lines.push({ sign: "−", number: number + start + index, text: line });
      for (const [index, line] of fresh.slice(start, fresh.length - end).entries())
        lines.push({ sign: "+", number: number + shift + start + index, text: line });
      shift += fresh.length - old.length;
    }
    return lines;
  };

  const row = ({ sign, number, text }) => {
    const line = make("div", `line ${sign === "+" ? "add" : "del"}`);
    line.append(make("span", "sign", sign), make("span", "no num", String(number)), make("code", "", text || " "));
    return line;
  };
  /** @param {{ text: string, counts?: (Node | string)[], lines?: object[], bad?: boolean, revert?: () => unknown }} said */
  const show = ({ text, counts = [], lines = [], bad = false, revert = null }) => {
    bar.hidden = false;
    bar.classList.toggle("bad", bad);
    studio.write($("[data-said]", bar), text);
    $("[data-counts]", bar).replaceChildren(...counts);
    list.replaceChildren(...lines.slice(0, FEW).map(row));
    all.hidden = lines.length <= FEW;
    all.setAttribute("aria-expanded", "false");
    all.onclick = () => {
      const open = all.getAttribute("aria-expanded") !== "true";
      all.setAttribute("aria-expanded", String(open));
      list.replaceChildren(...lines.slice(0, open ? MOST : FEW).map(row));
    };
    undo = revert;
    depth = revert === lastStep ? studio.editor.undoDepth() : null;
    back.hidden = !revert;
  };
  const lastStep = () => studio.run("undo");

  studio.on("say", ({ text, lines, bad, undo: revert }) =>
    show({
      text,
      lines: lines.map((line) => ({ sign: "+", number: "", text: line })),
      bad,
      revert: revert || (lines.length && !bad ? lastStep : null),
    }),
  );
  studio.on("changed", ({ title, edits, before }) => {
    const lines = changedLines(before, edits),
      added = lines.filter((line) => line.sign === "+").length,
      gone = lines.length - added;
    const counts = [
      make("span", "tone-ok", `+${added}`),
      " ",
      make("span", gone ? "tone-bad" : "", `−${gone}`),
      ` ${words.lines}, ${words.nothingElse}`,
    ];
    show({ text: title, counts, lines, revert: lastStep });
    studio.announce(`${title}: +${added} −${gone} ${words.lines}, ${words.nothingElse}`);
  });
  studio.on("history", () => {
    if (undo) back.hidden = depth !== null && depth !== studio.editor.undoDepth();
  }); // it takes back only what it names
  back.addEventListener("click", () => {
    const held = back === document.activeElement;
    undo?.();
    if (held && (back.hidden || !back.checkVisibility())) goBack();
  });
  const goBack = () => (studio.graph?.element(studio.graph.current) || studio.editor).focus();
  $("[data-leave]", bar).addEventListener("click", () => {
    bar.hidden = true;
    goBack();
  });
}
