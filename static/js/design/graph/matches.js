// What a search finds: resources by name, type, condition, set properties and problems, each with where it was found.
/** @import { Node } from "../types.js" */
/**
 * @typedef {"name" | "type" | "condition" | "property" | "problem"} Kind
 * @typedef {{ kind: Kind, text: string }} Field
 * @typedef {{ name: string, fields: (Field & { lower: string })[] }} Entry what can be found of a resource
 * @typedef {{ name: string, where: Field[] }} Match
 * @typedef {{ line: number, text: string }} Problem
 * @typedef {{ first: number, last: number, properties: Set<string> }} Declared the lines of a resource, and the
 *   names of its set properties
 */

/** @type {Kind[]} */
const KINDS = ["name", "type", "condition", "property", "problem"]; // the best match first

// No pattern can split the same characters in several ways: a line may be as long as a template.
const KEY = /^ *(?:"([^"]*)"\s*|'([^']*)'\s*|([^\s#'"[{-][^:]*)):(?:\s+(.*))?$/s,
  BLOCK_TEXT = /(?:^|[-:]\s+)[|>][\d+-]*\s*(?:#|$)/,
  NO_VALUE = /^(?:[&!]\S+(?:\s+|$))*(?:#|$)/,
  IN_BRACES = /(?:^|[\s{,])["']?properties["']?\s*:\s*(\{.*)/,
  TOKEN = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[{}[\],]|[^{}[\],]+/g;

/**
 * The keys of a mapping in braces, as far as its line goes.
 * @param {string} text
 */
const keysInBraces = (text) => {
  const keys = [];
  let depth = 0,
    isKey = false;
  for (const [token] of text.matchAll(TOKEN)) {
    if (/^[{[]$/.test(token)) depth += 1;
    else if (/^[}\]]$/.test(token)) depth -= 1;
    else if (isKey && token !== "," && token.trim())
      keys.push(
        token
          .split(":")[0]
          .trim()
          .replace(/^["']|["']$/g, ""),
      );
    if (!depth) break;
    isKey = depth === 1 && (token === "," || token === "{" || !token.trim());
  }
  return keys;
};

/**
 * The resources that a text declares, in its order. The members of a group count as part of it.
 * @param {string} text
 * @returns {Map<string, Declared>}
 */
export const declaredIn = (text) => {
  /** @type {Map<string, Declared>} */
  const all = new Map();
  /** @type {Declared | null} */
  let one = null;
  /** @type {{ own: number, keys: number }[]} */
  let open = []; // the indents of the `properties` around the line, and of the keys in them
  let isInside = false,
    level = 0,
    textAt = -1; // the indent of the key whose value is a block of text
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const indent = line.length - line.trimStart().length;
    if (textAt >= 0 && indent > textAt) {
      if (one) one.last = index + 1;
      continue;
    }
    textAt = BLOCK_TEXT.test(line) ? indent : -1;
    if (!indent) {
      isInside = /^(["']?)resources\1\s*:/.test(line);
      one = null;
      level = 0;
    }
    if (!indent || !isInside) continue;
    level ||= indent;
    const [, double, single, plain, value = ""] = line.match(KEY) || [],
      key = double ?? single ?? plain?.trimEnd();
    if (indent <= level) {
      one = key === undefined ? null : { first: index + 1, last: 0, properties: new Set() };
      open = [];
      if (one) all.set(key, one);
    }
    if (!one) continue;
    one.last = index + 1;
    open = open.filter(({ own }) => own < indent);
    const around = open.at(-1);
    if (around) around.keys ||= indent;
    if (around?.keys === indent && key !== undefined) one.properties.add(key);
    if (indent > level && key === "properties" && NO_VALUE.test(value)) open.push({ own: indent, keys: 0 });
    for (const name of keysInBraces(line.match(IN_BRACES)?.[1] || "")) one.properties.add(name);
  }
  return all;
};

/**
 * What can be found of the nodes of a diagram, from the text that they and the problems are of.
 * @param {Pick<Node, "name" | "type" | "condition">[]} nodes
 * @param {string} text
 * @param {Problem[]} problems
 * @returns {Entry[]}
 */
export const entriesOf = (nodes, text, problems) => {
  const declared = declaredIn(text),
    /** @type {string[]} */ nameOfLine = [],
    /** @type {Map<string, string[]>} */ said = new Map();
  for (const [name, { first, last }] of declared)
    for (let line = first; line <= last; line += 1) nameOfLine[line] = name;
  for (const problem of problems) {
    const name = nameOfLine[problem.line];
    if (name === undefined) continue;
    if (!said.has(name)) said.set(name, []);
    said.get(name).push(problem.text);
  }
  return nodes.map(({ name, type, condition }) => {
    /** @type {Record<Kind, Iterable<string>>} */
    const texts = {
      name: [name],
      type: [type],
      condition: condition ? [condition] : [],
      property: declared.get(name)?.properties || [],
      problem: said.get(name) || [],
    };
    return {
      name,
      fields: KINDS.flatMap((kind) => [...texts[kind]].map((one) => ({ kind, text: one, lower: one.toLowerCase() }))),
    };
  });
};

/**
 * The entries in which every wanted word occurs, each with the fields in which they do; those with all words in their
 * name are first, those with a word in a problem last.
 * @param {Entry[]} entries
 * @param {string} wanted
 * @returns {Match[]}
 */
export const matches = (entries, wanted) => {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean),
    /** @type {Match[][]} */ ranked = KINDS.map(() => []);
  if (!words.length) return [];
  for (const { name, fields } of entries) {
    const hits = new Set(words.map((word) => fields.find(({ lower }) => lower.includes(word))));
    if (hits.has(undefined)) continue;
    const where = [...hits].map(({ kind, text }) => ({ kind, text }));
    ranked[Math.max(...where.map(({ kind }) => KINDS.indexOf(kind)))].push({ name, where });
  }
  return ranked.flat();
};
