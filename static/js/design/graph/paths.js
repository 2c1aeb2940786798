// All that a resource needs, and all that needs it, however far away.
import { containersOf } from "./map.js";

/** @import { Node } from "../types.js" */
/** @typedef {"needs" | "users"} Way */

/**
 * The names of what some nodes reach on the given ways, of the rows in them, and of what all these are in.
 * @param {Iterable<string>} from
 * @param {Way[]} ways
 * @param {{ needs: Map<string, string[]>, users: Map<string, string[]>, byName: Map<string, Node> }} graph
 * @returns {Set<string>}
 */
export const reachable = (from, ways, graph) => {
  const rows = rowsOf(graph.byName),
    found = new Set();
  for (const way of ways) {
    const seen = new Set(from);
    for (const name of seen) {
      for (const next of graph[way].get(name) || []) seen.add(next);
      // what a row needs, its card needs; what needs a row needs its card for it
      if (way === "needs") for (const row of rows.get(name) || []) seen.add(row);
    }
    for (const name of seen) found.add(name);
  }
  return new Set([...found, ...containersOf(graph.byName, found)]);
};

/** @type {(byName: Map<string, Node>) => Map<string, string[]>} */
const rowsOf = (byName) => {
  /** @type {Map<string, string[]>} */
  const rows = new Map();
  for (const { name, role, inside } of byName.values())
    if (role === "row" && inside) rows.set(inside, [...(rows.get(inside) || []), name]);
  return rows;
};
