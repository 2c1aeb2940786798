// Lists in one line of text, as designer/fill/values/lists.py reads them.

const QUOTED = String.raw`("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')`;
const WHOLE = new RegExp(`^${QUOTED}$`, "s");
const ITEM = new RegExp(String.raw`\s*(?:${QUOTED}\s*|([^\s"'\[\]{},][^\[\]{},]*))(?:,|$)`, "y");
/** @type {(item: string) => string} */
const unquoted = (item) => {
  if (item.startsWith('"')) return JSON.parse(item);
  if (!item.startsWith("'")) return item;
  if (!WHOLE.test(item)) throw new SyntaxError(item);
  return item.slice(1, -1).replaceAll("''", "'");
};
/** @type {(text: string) => string[]} */
const bracketed = (text) => {
  const items = [];
  ITEM.lastIndex = 0;
  for (let at = 0; at < text.length; at = ITEM.lastIndex) {
    const match = ITEM.exec(text);
    if (!match) throw new SyntaxError(text);
    items.push(match[1] ?? match[2].trim());
  }
  return items.map(unquoted);
};
/**
 * The items of a list in brackets, with dashes, or in several lines; null for any other text.
 * @param {string} typed
 * @returns {string[] | null}
 */
export const listed = (typed) => {
  const text = typed.trim();
  const lines = text.split("\n").filter((line) => line.trim());
  const dashed = lines.map((line) => line.match(/^\s*-(?:\s+(.*))?$/s)).filter((match) => match !== null);
  try {
    if (text.startsWith("[") && text.endsWith("]")) return bracketed(text.slice(1, -1).trim());
    if (lines.length && dashed.length === lines.length) return dashed.map(([, item = ""]) => unquoted(item.trim()));
  } catch {
    return null; // it only looks like a list
  }
  if (lines.length < 2) return null;
  return lines
    .flatMap((line) => line.split(","))
    .map((part) => part.trim())
    .filter(Boolean);
};
/**
 * The items in the text of a field.
 * @param {string} text
 */
export const itemsOf = (text) => listed(text) ?? (text ? text.split(",") : []);
/**
 * The text of a field for items: comma-separated if that reads back the same, else in brackets.
 * @param {string[]} items
 */
export const textOf = (items) => {
  const line = items.join(",");
  const again = line.includes("\n") ? null : itemsOf(line);
  const isPlain = again?.length === items.length && again.every((item, number) => item === items[number]);
  return isPlain ? line : JSON.stringify(items);
};
