// Edits of a text: the text that they make, and the lines that they change.
import { inUnits } from "../../../editor/editor.js";

/**
 * @import { Edit } from "../../../editor/editor.js"
 * @typedef {{ sign: "+" | "−", number: number, text: string }} ChangedLine
 * @typedef {{ from: number, to: number, edits: Edit[] }} Hunk whole lines with the edits in them
 */

/**
 * @param {string} before
 * @param {Edit[]} edits
 */
const hunksOf = (before, edits) => {
  /** @type {Hunk[]} */
  const hunks = [];
  for (const edit of inUnits(before, edits)) {
    let hunk = hunks.at(-1);
    // the ends of a line are looked for once: it may be long, and have many edits
    if (!hunk || edit.start > hunk.to) {
      hunk = { from: edit.start && before.lastIndexOf("\n", edit.start - 1) + 1, to: -1, edits: [] };
      hunks.push(hunk);
    }
    if (edit.end > hunk.to) {
      const end = before.indexOf("\n", edit.end);
      hunk.to = end < 0 ? before.length : end;
    }
    hunk.edits.push(edit);
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
 * The text that edits make of another one. Offsets are code points, as the server counts.
 * @param {string} before
 * @param {Edit[]} edits
 */
export const editedText = (before, edits) =>
  edited(before, { from: 0, to: before.length, edits: inUnits(before, edits) });

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
