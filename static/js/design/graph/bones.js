// Bones: the boxes of the last picture, shown while the next one is late.
import { make } from "./svg.js";

/** @import { Node } from "../types.js" */

const LATE = 400; // ms
const BOXES = ["frame", "card", "shared"];

export class Bones {
  /** @param {() => void} appear is called before they appear */
  constructor(appear) {
    this.group = make("g", { class: "bones", "aria-hidden": "true" });
    this.appear = appear;
    /** @type {Node[]} */
    this.nodes = []; // those of the view that is shown
    /** @type {Map<string, Node[]>} */
    this.last = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
  }

  /**
   * Remembers the picture of a view that is drawn, and hides them.
   * @param {string} view
   * @param {Node[]} nodes
   */
  replace(view, nodes) {
    this.nodes = nodes;
    this.last.set(view, nodes);
    this.hide();
  }

  get boxes() {
    return this.nodes.filter(({ role }) => BOXES.includes(role));
  }

  hide() {
    clearTimeout(this.waiting);
    this.group.replaceChildren();
  }

  /* Shows those of a view if nothing is drawn soon. */
  await(view) {
    this.nodes = this.last.get(view) || [];
    this.hide();
    this.waiting = setTimeout(() => {
      this.appear();
      this.group.replaceChildren(
        ...this.boxes.map(({ x, y, width, height, role }) =>
          make("rect", { class: `bone is-${role}`, x: x - width / 2, y: y - height / 2, width, height, rx: 8 }),
        ),
      );
    }, LATE);
  }
}
