// The lines that edits change in a text.

/**
 * @import { Edit } from "../../../editor/editor.js"
 * @typedef {{ sign: "+" | "−", number: number, text: string }} ChangedLine
 * @typedef {{ from: number, to: number, edits: Edit[] }} Hunk whole lines with the edits in them
 */

/**
 * The offset in UTF-16 units of each code point of a text, and of its end.
 * @param {string} text
 */
const unitsOf = (text) => {
  const units = [0];
  let at = 0;
  for (const character of text) {
    at += character.length;
    units.push(at);
  }
  return units;
};

/**
 * Converts edits in code points, as the server sends them, to sorted edits in UTF-16 units.
 * @param {string} before
 * @param {Edit[]} edits
 * @returns {Edit[]}
 */
const inUnits = (before, edits) => {
  const units = /[\ud800-\udbff]/.test(before) ? unitsOf(before) : null;
  /** @type {(at: number) => number} */
  const unit = (at) => (units ? units[at] : at);
  return edits
    .map((edit) => ({ start: unit(edit.start), end: unit(edit.end), text: edit.text }))
    .sort((a, b) => a.start - b.start);
};

/**
 * @param {string} before
 * @param {Edit[]} edits
 */
const hunksOf = (before, edits) => {
  /** @type {Hunk[]} */
  const hunks = [];
  for (const edit of inUnits(before, edits)) {
    const from = before.lastIndexOf("\n", edit.start - 1) + 1,
      end = before.indexOf("\n", edit.end),
      to = end < 0 ? before.length : end,
      last = hunks.at(-1);
    if (last && from <= last.to) {
      last.to = Math.max(last.to, to);
      last.edits.push(edit);
    } else hunks.push({ from, to, edits: [edit] });
  }
  return hunks;
};

/**
 * @param {string} before
 * @param {Hunk} hunk
 */
const edited = (before, { from, to, edits }) => {
  let text = "",
    at = from;
  for (const edit of edits) {
    text += before.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + before.slice(at, to);
};

/**
 * The lines that edits remove and add. Offsets are code points, as the server counts.
 * @param {string} before
 * @param {Edit[]} edits
 * @returns {ChangedLine[]}
 */
export const changedLines = (before, edits) => {
  /** @type {ChangedLine[]} */
  const lines = [];
  let shift = 0,
    counted = 0,
    number = 1;
  for (const hunk of hunksOf(before, edits)) {
    for (; counted < hunk.from; counted += 1) if (before.charCodeAt(counted) === 10) number += 1;
    const old = before.slice(hunk.from, hunk.to).split("\n"),
      fresh = edited(before, hunk).split("\n");
    let start = 0,
      end = 0;
    while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
    while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
    for (const [index, text] of old.slice(start, old.length - end).entries())
      lines.push({ sign: "−", number: number + start + index, text });
    for (const [index, text] of fresh.slice(start, fresh.length - end).entries())
      lines.push({ sign: "+", number: number + shift + start + index, text });
    shift += fresh.length - old.length;
  }
  return lines;
};
