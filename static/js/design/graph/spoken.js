// A node of the diagram in words, for screen readers: what it is, where it is, and what is joined to it.
/** @import { Node } from "../types.js" */

/** @type {(names: string[], and: string) => string} */
const listed = (names, and) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${and} ${names.at(-1)}`;

/** @type {(text: string, ...values: (string | number)[]) => string} */
const filled = (text, ...values) =>
  values.reduce((/** @type {string} */ sum, value) => sum.replace("%s", `${value}`), text);

/**
 * @param {Node} node
 * @param {{ needs: Map<string, string[]>, users: Map<string, string[]>, byName: Map<string, Node> }} graph
 * @param {Record<string, any>} words
 */
export const spoken = (node, { needs, users, byName }, words) => {
  const around = byName.get(node.inside)?.title || node.inside?.trim(),
    state = words[node.state],
    parts = [node.name, node.type];
  if (around && node.role === "row") parts.push(filled(words.rowOf, node.number + 1, node.rows, around));
  else if (around) parts.push(filled(words.insideOf, around));
  if (node.condition) parts.push(`${words.if} ${node.condition}: ${state}`);
  else if (node.state !== "on") parts.push(state);
  if (node.role === "frame") parts.push(filled(words.holdsCount, node.holds));
  const needed = [...new Set(needs.get(node.name))],
    count = new Set(users.get(node.name)).size;
  if (needed.length) parts.push(`${words.uses} ${listed(needed, words.and)}`);
  if (count) parts.push(`${words.usedBy} ${count}`);
  for (const [found, one, several] of [
    [node.errors, words.error, words.errors],
    [node.warnings, words.warning, words.warnings],
    [node.hints, words.hintWord, words.hints],
  ])
    if (found) parts.push(`${found} ${found === 1 ? one : several}`);
  if (node.needed?.length) parts.push(filled(words.stillNeeded, node.needed.length));
  return parts.join(", ");
};
