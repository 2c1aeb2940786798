// The ghost of a resource: what the line of a menu that is lit would add, where it would be.
import { elbow } from "./map.js";
import { make, shortType } from "./svg.js";

/** @import { Node } from "../types.js" */

const ICON = 17;

/**
 * Draws a node that does not exist yet, and its line to or from the node that it is joined to.
 * @param {Node} node
 * @param {Node | undefined} from
 * @param {boolean} isWriter whether the new one refers to the other
 * @param {string} sprite
 * @returns {SVGElement[]}
 */
export const drawGhost = (node, from, isWriter, sprite) => {
  const { width, height } = node,
    left = node.x - width / 2,
    top = node.y - height / 2,
    isRow = node.role === "row" || node.role === "lane";
  const box = make("rect", { class: "box", x: left, y: top, width, height, rx: isRow ? 5 : 8 }),
    icon = make("use", {
      href: `${sprite}#${node.icon || "box"}`,
      x: left + 14,
      y: isRow ? node.y - ICON / 2 : top + 15,
      width: ICON,
      height: ICON,
    }),
    name = make("text", { class: "name", x: left + 42, y: isRow ? node.y + 4.5 : top + 21 }, node.name),
    type = make("text", { class: "type", x: left + 42, y: top + 38 }, shortType(node.type)),
    isJoined = from && node.inside !== from.name && !isRow;
  const ends = isWriter ? [node, from] : [from, node];
  return [
    ...(isJoined ? [make("path", { class: "edge", "marker-end": "url(#tip)", d: elbow(ends[0], ends[1]) })] : []),
    box,
    icon,
    name,
    ...(isRow ? [] : [type]),
  ];
};
