// The map of the template that a resource is made from, inside the frame of the resource; it is only looked at there.
import { mapOf, rounded } from "./map.js";
import { make } from "./svg.js";

/** @import { Node } from "../types.js" */
/** @import { Look } from "./drawing.js" */
/** @import { Drawn } from "./svg.js" */
/** @typedef {(node: Node, look: Look) => Drawn} Draw draws a node, and gives its button */

const ONLY_EDITED = ".handle, .needs, .caret";

/**
 * @param {Node} around
 * @param {Look} look
 * @param {Draw} draw
 */
export const nestedMap = (around, look, draw) => {
  const { nested } = around,
    { nodes, edges } = mapOf(nested),
    icons = new Map(nodes.map(({ name, icon }) => [name, icon])),
    own = { ...look, iconOf: (name) => icons.get(name) || "box" };
  /** @type {(node: Node) => SVGElement} */
  const still = (node) => {
    const button = draw(node, own),
      { item } = button;
    button.setAttribute("class", `node is-${node.role} ${node.state}`);
    item.removeAttribute("data-of");
    item.setAttribute("transform", `translate(${node.x} ${node.y})`);
    for (const one of item.querySelectorAll(ONLY_EDITED)) one.remove();
    return item;
  };
  const isFrame = ({ role }) => role === "frame" || role === "lane",
    lines = edges.map(({ points }) => make("path", { class: "edge", "marker-end": "url(#tip)", d: rounded(points) }));
  return make(
    "g",
    {
      class: "nested",
      "aria-hidden": "true",
      transform: `translate(${nested.x - around.x} ${nested.y - around.y})`,
    },
    ...nodes.filter(isFrame).map(still),
    ...lines,
    ...nodes.filter((one) => !isFrame(one)).map(still),
  );
};
