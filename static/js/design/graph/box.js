// The box of a resource where each has one of its own: the view of dependencies.
import { HEIGHT } from "./geometry.js";
import { badges, handle, make, shortened, shortType } from "./svg.js";

/** @import { Node } from "../types.js" */
/** @import { Drawn } from "./svg.js" */

const LONGEST = 30; // characters of a name

/** What an element shows: the same node with the same of it needs no new one. */
export const shownOf = (node) =>
  [node.width, node.condition, node.state, node.type, node.icon, node.errors, node.warnings, node.hints].join("\0");

/**
 * The element of a node; its group has the middle of the node as its origin.
 * @param {Node} node
 * @param {{ sprite: string, words: Record<string, any> }} look
 * @returns {Drawn}
 */
export const drawBox = (node, { sprite, words }) => {
  const half = node.width / 2,
    top = -HEIGHT / 2,
    group = make("g");
  group.append(make("rect", { class: "box", x: -half, y: top, width: node.width, height: HEIGHT, rx: 8 }));
  if (node.condition)
    group.append(
      make("text", { class: "condition", x: -half + 4, y: top - 6 }, `${words.if} ${shortened(node.condition)}`),
    );
  group.append(
    make("use", {
      class: "kind",
      href: `${sprite}#${node.icon || "box"}`,
      x: -half + 13,
      y: -8.5,
      width: 17,
      height: 17,
    }),
    make("text", { class: "name", x: -half + 40, y: -3 }, shortened(node.name)),
    make("text", { class: "type", x: -half + 40, y: 14 }, shortened(shortType(node.type))),
  );
  group.append(...badges(node, half - 4, top + 3));
  if (node.name.length > LONGEST || node.type.length > LONGEST + 4)
    group.append(make("title", {}, `${node.name}, ${node.type}`));
  group.append(handle(words, node.name, "used", 0, top), handle(words, node.name, "uses", 0, HEIGHT / 2));
  return group;
};
