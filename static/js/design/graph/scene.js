// The nodes as they are drawn: each has its element as long as it is in the diagram, and what is written in it is drawn
// for the present zoom while it is in view. Names that have no room there are shown as flags.

import { arrange } from "../../site/dom.js";
import { drawItem, shownOf } from "./card.js";
import { MONO } from "./drawing.js";
import { isWithin } from "./geometry.js";
import { make } from "./svg.js";
import { bandAt, stepAt } from "./zoom.js";

/**
 * @import { Node } from "../types.js"
 * @import { Edges } from "./geometry.js"
 * @import { Drawn } from "./svg.js"
 * @import { Band } from "./zoom.js"
 * @typedef {{
 *   node: Node, element: Drawn, says: string, step: number, turn: number, isOut: boolean,
 * }} Part a node that is drawn; `step` is the zoom that its contents are drawn for, `turn` when: both are 0 without any
 */

const MANY = 120; // of more nodes, those that are out of view are left out
const FLAGS = 6; // at most, of what is chosen
const FLAG = 12; // px

export class Scene {
  /**
   * @param {HTMLElement} canvas
   * @param {Record<"frames" | "nodes" | "raised" | "flags", SVGElement>} groups
   * @param {{ sprite: string, words: Record<string, any> }} look
   */
  constructor(canvas, groups, look) {
    this.canvas = canvas;
    this.groups = groups;
    this.look = look;
    /** @type {Map<string, Part>} */
    this.parts = new Map();
    /** @type {Map<string, string>} */
    this.icons = new Map();
    this.step = 1;
    /** @type {Band} */
    this.band = "near";
    this.turn = 0; // counts what is drawn
    this.isBehind = false; // whether some of what is in view is still drawn for another zoom
    /** @type {string | null} */
    this.hovered = null;
    /** @type {string | null} */
    this.wanted = null; // the one of what was found that the user is at
    /** @type {string[]} */
    this.flagged = [];
  }

  /** @param {string} name */
  element(name) {
    return this.parts.get(name)?.element;
  }

  /**
   * Draws nodes, keeping the elements of those that it had, and so the focus.
   * @param {Node[]} nodes
   * @param {{ labelOf: (node: Node) => string }} how
   */
  draw(nodes, { labelOf }) {
    const kept = this.parts;
    this.parts = new Map();
    this.icons = new Map(nodes.map(({ name, icon }) => [name, icon]));
    for (const node of nodes) {
      const was = kept.get(node.name),
        says = shownOf(node),
        isSame = was?.says === says;
      const element = was?.element || this.#element(node);
      if (!isSame) for (const [key, value] of Object.entries(attributesOf(node))) element.setAttribute(key, value);
      const label = node.given ? null : labelOf(node);
      if (label && element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
      const place = `translate(${node.x} ${node.y})`;
      // the browser would compute the styles of all cards again
      if (element.item.getAttribute("transform") !== place) element.item.setAttribute("transform", place);
      const { step, turn } = isSame ? was : { step: 0, turn: 0 };
      this.parts.set(node.name, { node, element, says, step, turn, isOut: was?.isOut || false });
    }
    const items = (isFrame) =>
      [...this.parts.values()]
        .filter(({ node }) => (node.role === "frame" || node.role === "lane") === isFrame)
        .map(({ element }) => element.item);
    arrange(this.groups.frames, items(true));
    arrange(this.groups.nodes, items(false));
  }

  clear() {
    this.parts.clear();
    for (const group of Object.values(this.groups)) group.replaceChildren();
  }

  /** @type {(node: Node) => Drawn} */
  #element(node) {
    const button = make("g"),
      item = make("g", { class: "item", "data-of": node.name }, button);
    return Object.assign(button, { item });
  }

  move(name) {
    const { node, element } = this.parts.get(name);
    element.item.setAttribute("transform", `translate(${node.x} ${node.y})`);
  }

  /**
   * Draws a part of the diagram for a zoom; `always` is drawn wherever it is, as the focus has to find it. What is not
   * `seen`, or is already drawn for another zoom, waits for the next time if it is later than `until`. Returns whether
   * anything had to be drawn.
   * @param {number} zoom
   * @param {Edges} within
   * @param {string | null} always
   * @param {{ until?: number, seen?: Edges }} [first]
   */
  paint(zoom, within, always, { until = Infinity, seen = within } = {}) {
    this.step = stepAt(zoom);
    this.band = bandAt(zoom);
    const isMany = this.parts.size > MANY,
      /** @type {Part[]} */
      late = [];
    for (const part of this.parts.values()) {
      const isIn = part.node.name === always || isWithin(part.node, within),
        isOut = isMany && !isIn;
      if (isOut !== part.isOut) {
        part.isOut = isOut;
        if (isOut) part.element.item.setAttribute("display", "none");
        else part.element.item.removeAttribute("display");
      }
      if (isIn && part.step !== this.step) late.push(part);
    }
    late.sort((one, other) => one.turn - other.turn);
    const look = this.lookNow();
    this.isBehind = false;
    for (const part of late)
      if ((!part.turn && isWithin(part.node, seen)) || performance.now() < until) this.#redraw(part, look);
      else this.isBehind = true;
    return late.length > 0;
  }

  /** @type {(part: Part, look: import("./drawing.js").Look) => void} */
  #redraw(part, look) {
    drawItem(part.node, look, part.element);
    this.turn += 1;
    part.turn = this.turn;
    part.step = look.zoom;
  }

  /**
   * How nodes are drawn at the present zoom.
   * @returns {import("./drawing.js").Look}
   */
  lookNow() {
    return { ...this.look, zoom: this.step, band: this.band, iconOf: (name) => this.icons.get(name) || "box" };
  }

  /** Draws what is out of view, too, so that it can have the focus. */
  show(name) {
    const part = this.parts.get(name);
    if (!part?.isOut) return;
    part.isOut = false;
    part.element.item.removeAttribute("display");
  }

  /** Puts the handles of frames above the lines, and those of rows above the next row, which would cover them. */
  raise(names) {
    const { raised } = this.groups;
    for (const group of [...raised.children]) {
      const item = this.element(/** @type {SVGElement} */ (group).dataset.of)?.item;
      if (item && !item.querySelector(":scope > .handle")) item.append(...group.children);
      group.remove();
    }
    for (const name of names) {
      const { node, element } = this.parts.get(name) || {};
      if (!["frame", "row"].includes(node?.role)) continue;
      const { item } = element,
        group = make("g", { class: "item raised", "data-of": name, transform: item.getAttribute("transform") });
      group.append(...item.querySelectorAll(":scope > .handle"));
      raised.append(group);
    }
  }

  // -- flags

  /** Names what is chosen, found, under the pointer or focused where its name has no room. */
  flag(chosen, current) {
    const focus = document.activeElement?.closest?.(".node"),
      names = new Set(chosen.size > FLAGS ? [current] : chosen);
    for (const name of [
      this.hovered,
      this.wanted,
      this.canvas.contains(focus) && /** @type {HTMLElement} */ (focus).dataset.name,
    ])
      if (name) names.add(name);
    const parts = [...names].map((name) => this.parts.get(name)).filter((part) => part && this.#needsFlag(part));
    this.groups.flags.replaceChildren(...parts.map((part) => this.#flag(part, chosen.has(part.node.name))));
  }

  /** @param {Part} part */
  #needsFlag({ node, element }) {
    return !node.given && (element.isCut || (this.band === "far" && node.role !== "frame") || isRow(node, this.band));
  }

  /** @param {Part} part */
  #flag({ node }, isChosen) {
    const px = (length) => length / this.step,
      width = node.name.length * px(FLAG) * MONO + px(16),
      height = px(23),
      [x, y] = [node.x, node.y - node.height / 2 - px(8)];
    return make(
      "g",
      { class: `flag${isChosen ? " chosen" : ""}` },
      make("path", {
        d: `M${x - px(6)} ${y - 0.5}h${px(12)}L${x} ${y + px(6)}z`,
      }),
      make("rect", { x: x - width / 2, y: y - height, width, height, rx: px(4) }),
      make("text", { x, y: y - px(7.5), "font-size": px(FLAG) }, node.name),
    );
  }
}

/** @type {(node: Node, band: Band) => boolean} */
const isRow = ({ role }, band) => band === "small" && (role === "row" || role === "lane");

/** @type {(node: Node) => Record<string, any>} */
const attributesOf = (node) => {
  if (node.given) return { class: "given-network", "data-testid": `given-${node.title}` };
  const { role } = node,
    marks = [node.isUnlisted && "unlisted", node.isOnly && "only"].filter(Boolean);
  return {
    class: ["node", `is-${role}`, node.state, ...marks].join(" "),
    role: "button",
    tabindex: -1,
    "data-name": node.name,
    "data-testid": `node-${node.name}`,
    "data-role": role,
    "data-state": node.state,
    "aria-pressed": "false",
  };
};
