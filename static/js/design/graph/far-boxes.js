// The boxes of cards that are too far away for names: one path for each state instead of one element for each card,
// which is shown only while it is marked.
import { make } from "./svg.js";

/**
 * @import { Node } from "../types.js"
 * @import { Band } from "./zoom.js"
 */

const CORNER = 8;
const STATES = ["on", "off", "unknown"];

export class FarBoxes {
  constructor() {
    this.paths = STATES.map((state) => make("path", { class: `far-box ${state}`, d: "" }));
    this.group = make("g", { class: "far-boxes" }, ...this.paths);
  }

  /**
   * @param {Node[]} nodes
   * @param {Band} band
   */
  draw(nodes, band) {
    const cards = band === "far" ? nodes.filter(({ role }) => role === "card" || role === "shared") : [];
    for (const [at, path] of this.paths.entries()) {
      const d = cards
        .filter(({ state }) => state === STATES[at])
        .map(boxOf)
        .join("");
      if (path.getAttribute("d") !== d) path.setAttribute("d", d);
    }
  }
}

/** @type {(node: Node) => string} a box with round corners, from the point where that of an SVG rectangle begins */
const boxOf = ({ x, y, width, height }) => {
  const [across, down] = [width - 2 * CORNER, height - 2 * CORNER],
    turn = (right, below) => `a${CORNER} ${CORNER} 0 0 1 ${right * CORNER} ${below * CORNER}`;
  return (
    `M${x - width / 2 + CORNER} ${y - height / 2}h${across}${turn(1, 1)}v${down}${turn(-1, 1)}` +
    `h${-across}${turn(-1, -1)}v${-down}${turn(1, -1)}z`
  );
};
