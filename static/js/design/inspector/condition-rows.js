// The rows of a condition as data: what a comparison needs, whether rows are finished, and the sentence that they say.

/**
 * @typedef {{ operator: string, subject: string, values: string[] }} Row
 * @typedef {{ join: string, rows: (Row | Rows)[] }} Rows
 */

export const JOINS = ["all", "any", "not-all", "none"];
const WITHOUT_VALUE = ["empty", "not-empty", "condition", "not-condition"],
  SEVERAL = ["one-of", "none-of"];

/** @type {Record<string, string[]>} the comparisons that a parameter of a type can be in */
const BY_TYPE = {
  string: ["is", "is-not", "one-of", "none-of", "contains", "lacks", "empty", "not-empty"],
  number: ["is", "is-not", "one-of", "none-of"],
  boolean: ["is"],
  comma_delimited_list: ["contains", "lacks", "empty", "not-empty"],
  json: ["empty", "not-empty"],
};

/** @param {string} type of a parameter; empty for a condition */
export const operatorsOf = (type) => (type ? BY_TYPE[type] || BY_TYPE.string : ["condition", "not-condition"]);

/** @param {string} operator */
export const takesValue = (operator) => !WITHOUT_VALUE.includes(operator);
/** @param {string} operator */
export const takesSeveral = (operator) => SEVERAL.includes(operator);

/**
 * The values of a comparison from what is typed: several are separated by commas.
 * @param {string} operator
 * @param {string} typed
 */
export const valuesFrom = (operator, typed) => {
  if (!takesValue(operator)) return [];
  if (!takesSeveral(operator)) return [typed];
  return typed
    .split(",")
    .map((value) => value.trim())
    .filter(Boolean);
};

/** @param {Row | Rows} one */
export const isGroup = (one) => "rows" in one;

/**
 * Whether a row, or each of several, says something.
 * @param {Row | Rows} one
 * @returns {boolean}
 */
export const isFinished = (one) => {
  if ("rows" in one) return one.rows.length > 0 && one.rows.every(isFinished);
  if (one.operator === "text") return Boolean(one.values[0]?.trim());
  if (!one.subject) return false;
  return !takesValue(one.operator) || (one.values.length > 0 && one.values.every((value) => value !== ""));
};

/**
 * Rows in which the one at a position is joined with the one above it, in a group of the other kind.
 * @param {Rows} rows
 * @param {number} at
 * @returns {Rows}
 */
export const indented = (rows, at) => {
  const above = rows.rows[at - 1],
    row = rows.rows[at];
  const join = ["all", "not-all"].includes(rows.join) ? "any" : "all",
    group = isGroup(above)
      ? { .../** @type {Rows} */ (above), rows: [.../** @type {Rows} */ (above).rows, row] }
      : { join, rows: [above, row] };
  return { ...rows, rows: [...rows.rows.slice(0, at - 1), group, ...rows.rows.slice(at + 1)] };
};

/**
 * Rows in which one leaves the group at a position and follows it; a group of one is that row.
 * @param {Rows} rows
 * @param {number} at
 * @param {number} inside
 * @returns {Rows}
 */
export const outdented = (rows, at, inside) => {
  const group = /** @type {Rows} */ (rows.rows[at]),
    left = group.rows.filter((_, index) => index !== inside),
    rest =
      left.length > 1 || ["not-all", "none"].includes(group.join)
        ? left.length
          ? [{ ...group, rows: left }]
          : []
        : left;
  return { ...rows, rows: [...rows.rows.slice(0, at), ...rest, group.rows[inside], ...rows.rows.slice(at + 1)] };
};

/**
 * The sentence that rows say, in the words of the page.
 * @param {Row | Rows} one
 * @param {Record<string, string>} words
 * @returns {string}
 */
export const inWords = (one, words, isInside = false) => {
  if ("rows" in one) {
    const by = ` ${["all", "not-all"].includes(one.join) ? words.and : words.or} `,
      said = one.rows.map((row) => inWords(row, words, true)).join(by);
    const turned = ["not-all", "none"].includes(one.join) ? `${words.not} (${said})` : said;
    return isInside && turned === said && one.rows.length > 1 ? `(${said})` : turned;
  }
  if (one.operator === "text") return one.values[0] || "";
  const value = one.values.join(", ");
  return [one.subject, words[one.operator], value].filter(Boolean).join(" ");
};
