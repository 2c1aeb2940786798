// The ghost of a resource: a preview of what the highlighted menu option would add.
import { drawItem } from "./card.js";
import { elbow, rounded } from "./map.js";
import { make } from "./svg.js";

/** @import { Node } from "../types.js" */

/**
 * Draws a node that does not exist yet, with its line to or from the node that it is connected to.
 * @param {Node} node
 * @param {Node | undefined} from
 * @param {boolean} isWriter whether the new one refers to the other
 * @param {import("./drawing.js").Look} look
 * @returns {SVGElement[]}
 */
export const drawGhost = (node, from, isWriter, look) => {
  const { item } = drawItem(node, look),
    isRow = node.role === "row" || node.role === "lane",
    isJoined = from && node.inside !== from.name && !isRow;
  item.setAttribute("transform", `translate(${node.x} ${node.y})`);
  // nobody has begun to fill it in: what it lacks is no problem yet
  for (const mark of item.querySelectorAll(".handle, .badge, .dot")) mark.remove();
  const [source, target] = isWriter ? [node, from] : [from, node];
  return isJoined
    ? [make("path", { class: "edge", "marker-end": "url(#tip)", d: rounded(elbow(source, target)) }), item]
    : [item];
};
