// The line above the shared things of a map, where all of them stand below everything else.
/** @import { Node } from "../types.js" */

const ABOVE = 44; // the name of the shelf, and those of conditions
const CLEAR = 12; // of what is above it

/**
 * @param {Node[]} nodes
 * @returns {{ left: number, right: number, y: number } | null}
 */
export const shelfOf = (nodes) => {
  const shared = nodes.filter(({ role }) => role === "shared"),
    others = nodes.filter(({ role }) => role !== "shared" && role !== "row");
  if (!shared.length || !others.length) return null;
  const y = Math.min(...shared.map((node) => node.y - node.height / 2)) - ABOVE,
    lowest = Math.max(...others.map((node) => node.y + node.height / 2));
  if (lowest + CLEAR > y) return null;
  return {
    left: Math.min(...nodes.map((node) => node.x - node.width / 2)),
    right: Math.max(...nodes.map((node) => node.x + node.width / 2)),
    y,
  };
};
