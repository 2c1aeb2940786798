// The order of the outline: the tree of the map as a list, and what of it a filter shows.

/** @import { Diagram, MapItem } from "../types.js" */

/**
 * A line of the outline: how deep it is, and what it is in. The network of a parameter is `given`.
 * @typedef {{ name: string, depth: number, inside: string, given: boolean }} Branch
 */

/**
 * Everything on the map, containers before their contents, shared resources last.
 * @param {Diagram["layout"]} layout
 * @returns {Branch[]}
 */
export const treeOf = ({ items, shared }) => {
  /** @type {Branch[]} */
  const found = [];
  /** @type {(item: MapItem, depth: number, inside: string) => void} */
  const visit = ({ name, given = false, lanes = [], cards = [], rows = [] }, depth, inside) => {
    found.push({ name, depth, inside, given });
    for (const one of [...lanes, ...cards, ...rows]) visit(one, depth + 1, name);
  };
  for (const item of [...items, ...shared]) visit(item, 0, "");
  return found;
};

/**
 * Shows the items whose text has all words of a query, and says whether there are any.
 * @param {HTMLElement[]} items
 * @param {string} query
 */
export const filter = (items, query) => {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  for (const item of items) {
    const says = item.querySelector(".item")?.textContent.toLowerCase() || item.textContent.toLowerCase();
    item.hidden = !wanted.every((word) => says.includes(word));
  }
  return items.some((item) => !item.hidden);
};
