// The lines of the diagram: what is drawn of a reference, its name where there is room for it, and the lit path.
import { CONDITION, FRAME_HEAD } from "../../diagram/metrics.js";
import { arrange } from "../../site/dom.js";
import { MONO } from "./drawing.js";
import { placeName } from "./labels.js";
import { make, shortened } from "./svg.js";

/**
 * @import { Edge, Node, Point, Rect } from "../types.js"
 * @import { Band } from "./zoom.js"
 * @typedef {{
 *   edge: Edge, element: SVGElement, says: string, d: string, points: Point[], isFresh: boolean, isOut: boolean,
 *   box?: { left: number, top: number, right: number, bottom: number },
 * }} Line a line that is drawn, and its box
 * @typedef {{ points: Point[], d: string }} Path a line's corners and its path data
 */

const MANY = 150; // of more lines, those that are out of view are left out
const NAMED = 8; // how many lines of what is chosen have names
const LONGEST = 24; // characters of a name
const INSERT = 8.5; // the radius of the "+" on a line
const TIP = 10; // what is drawn beside a line

const keyOf = ({ source, target }) => `${source}\0${target}`;

/** The properties of a line, and the condition without which it would not be there. */
const nameOf = ({ links }, words) => {
  const names = [...new Set(links.map(({ property, where }) => property || where.split(".").at(-1)))],
    only = links.every((link) => link.only) ? links[0].only : "";
  return shortened(names.join(", "), LONGEST) + (only ? ` ${words.if} ${only}` : "");
};

/** What must not lie under the name of a line: cards and what is above them, and the heads of frames. */
const boxesOf = (nodes) =>
  nodes
    .filter(({ role }) => role !== "row")
    .map(({ x, y, width, height, role, condition }) => {
      const above = condition ? CONDITION : 0,
        deep = role === "frame" || role === "lane" ? Math.min(height, FRAME_HEAD) : height;
      return { x: x - width / 2, y: y - height / 2 - above, width, height: deep + above };
    })
    .concat(
      nodes.flatMap(({ members = [] }) =>
        members.map((member) => ({ ...member, width: member.width + 8, height: member.height + 8 })),
      ),
    );

export class Lines {
  /**
   * @param {SVGElement} group
   * @param {Record<string, any>} words
   */
  constructor(group, words) {
    this.group = group;
    this.words = words;
    /** @type {Map<string, Line>} */
    this.all = new Map();
    /** @type {Map<string, Line[]>} */
    this.of = new Map();
    /** @type {Line[]} */
    this.near = []; // those of what is chosen
    /** @type {Line | null} */
    this.hovered = null;
    this.takes = false; // whether a resource can be inserted into it
    /** @type {Node[]} */
    this.nodes = [];
    /** @type {Rect[] | null} */
    this.taken = null;
    this.zoom = 1;
    /** @type {Band} */
    this.band = "near";
  }

  /** @param {{ source: string, target: string }} edge */
  get(edge) {
    return this.all.get(keyOf(edge));
  }

  /**
   * Draws the edges between nodes; with `marksNew` those that were not there before are marked until the next drawing.
   * @param {Edge[]} edges
   * @param {{ nodes: Node[], pathOf: (edge: Edge) => Path, marksNew: boolean }} how
   */
  draw(edges, { nodes, pathOf, marksNew }) {
    const kept = this.all;
    this.nodes = nodes;
    this.all = new Map();
    this.of = new Map(nodes.map(({ name }) => [name, []]));
    for (const edge of edges) {
      const key = keyOf(edge),
        was = kept.get(key),
        says = JSON.stringify(edge.links);
      const element = was?.says === says ? was.element : this.#element(edge),
        isFresh = marksNew && !was;
      const line = { edge, element, says, isFresh, isOut: element.hasAttribute("display"), ...pathOf(edge) };
      if (was?.element !== element || was.d !== line.d) this.#bend(line);
      element.classList.toggle("fresh", isFresh);
      this.all.set(key, line);
      this.of.get(edge.source)?.push(line);
      if (edge.target !== edge.source) this.of.get(edge.target)?.push(line);
    }
    this.hovered = null;
    this.taken = null;
    arrange(
      this.group,
      [...this.all.values()].map(({ element }) => element),
    );
  }

  clear() {
    this.all.clear();
    this.group.replaceChildren();
  }

  #element(edge) {
    const { links, source, target } = edge,
      classes = ["link"];
    if (links.every(({ by }) => by === "depends_on")) classes.push("depends");
    if (links.every(({ only, taken }) => only && !taken)) classes.push("untaken");
    const where = links.map((link) => link.where).join(", ");
    return make(
      "g",
      {
        class: classes.join(" "),
        "data-testid": `edge-${source}-${target}`,
        "data-source": source,
        "data-target": target,
      },
      make("path", { class: "wide" }),
      make("path", { class: "edge", "marker-end": "url(#tip)" }),
      make("title", {}, `${source} ${this.words.needs} ${target}: ${where}`),
    );
  }

  #bend({ element, d }) {
    for (const path of element.querySelectorAll("path")) path.setAttribute("d", d);
  }

  /** Leaves out what is out of view. */
  cull({ left, top, right, bottom }) {
    const isMany = this.all.size > MANY;
    for (const line of this.all.values()) {
      line.box ??= boxOf(line.points);
      const { box } = line,
        isOut = isMany && (box.right < left || box.left > right || box.bottom < top || box.top > bottom);
      if (isOut === Boolean(line.isOut)) continue;
      line.isOut = isOut;
      if (isOut) line.element.setAttribute("display", "none");
      else line.element.removeAttribute("display");
    }
  }

  /** Follows nodes that have moved. */
  follow(names, pathOf) {
    const bent = new Set([...names].flatMap((name) => this.of.get(name) || []));
    for (const line of bent) {
      Object.assign(line, pathOf(line.edge), { box: null });
      this.#bend(line);
    }
    this.taken = null;
    this.write();
  }

  /** Lights the lines of some nodes. */
  light(names) {
    const near = new Set([...names].flatMap((name) => this.of.get(name) || []));
    for (const line of this.all.values()) line.element.classList.toggle("near", near.has(line));
    this.near = [...near];
    this.write();
  }

  /** Dims all lines but those between some nodes; null dims none. */
  keep(names) {
    for (const { edge, element } of this.all.values())
      element.classList.toggle("on-path", Boolean(names?.has(edge.source) && names.has(edge.target)));
  }

  /** Shows the name of the line under the pointer, and what inserts a resource if it `takes` one. */
  hover(edge, takes = false) {
    const line = edge ? this.get(edge) : null;
    if (line === this.hovered) return;
    this.hovered = line || null;
    this.takes = takes;
    this.write();
  }

  /** The "+" in the middle of the line under the pointer, and its box. */
  #writeInsert({ edge, element, points }) {
    const [x, y] = middleOf(points), // not asked of its path: that would compute the layout of the whole diagram
      size = INSERT / Math.min(this.zoom, 1);
    const says = this.words.insertBetween.replace("%1", edge.source).replace("%2", edge.target);
    element.append(
      make(
        "g",
        {
          class: "insert",
          transform: `translate(${x} ${y}) scale(${size / INSERT})`,
          "data-testid": `insert-${edge.source}-${edge.target}`,
        },
        make("title", {}, says),
        make("circle", { class: "target", r: 12 }),
        make("circle", { class: "ring", r: INSERT }),
        make("path", { d: "M-4 0H4M0 -4V4" }),
      ),
    );
    return { x: x - size, y: y - size, width: 2 * size, height: 2 * size };
  }

  /** What is written at this zoom. */
  rescale(zoom, band) {
    if (zoom === this.zoom && band === this.band) return;
    this.zoom = zoom;
    this.band = band;
    this.taken = null;
    this.write();
  }

  /** Writes the names of the lines that are new, lit or under the pointer, and how many references one stands for. */
  write() {
    for (const element of this.group.querySelectorAll(".where, .count, .insert")) element.remove();
    const { band } = this;
    if (band === "far") return;
    const taken = [...(this.taken ??= boxesOf(this.nodes))],
      named = new Set();
    if (this.takes && this.hovered?.d) taken.push(this.#writeInsert(this.hovered));
    if (this.near.length <= NAMED) for (const line of this.near) named.add(line);
    if (band !== "small") {
      if (this.hovered) named.add(this.hovered);
      for (const line of this.all.values()) if (line.isFresh) named.add(line);
    }
    for (const line of named)
      if (this.all.get(keyOf(line.edge)) === line) this.#write(line, "where", nameOf(line.edge, this.words), taken);
    if (band === "small") return;
    for (const line of this.all.values())
      if (line.edge.count > 1 && !named.has(line)) this.#write(line, "count", `${line.edge.count}`, taken);
  }

  #write(line, kind, text, taken) {
    const size = Math.max(11.5, 11 / this.zoom),
      width = text.length * size * MONO,
      height = size * 1.2;
    if (!line.d) return;
    const box = placeName(line.points, { width, height }, taken);
    if (!box) return;
    taken.push(box);
    line.element.append(make("text", { class: kind, x: box.x, y: box.y + height * 0.78, "font-size": size }, text));
  }
}

/**
 * The point half-way along the corners of a line.
 * @param {Point[]} points
 * @returns {Point}
 */
const middleOf = (points) => {
  const lengths = points.slice(1).map(([x, y], at) => Math.hypot(x - points[at][0], y - points[at][1]));
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  const at = lengths.findIndex((length) => {
    if (left <= length) return true;
    left -= length;
    return false;
  });
  const [[x, y], [u, v]] = points.slice(at, at + 2),
    part = left / lengths[at] || 0;
  return [x + (u - x) * part, y + (v - y) * part];
};

/** The box around the corners of a line. */
const boxOf = (points) => {
  const [across, down] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return {
    left: Math.min(...across) - TIP,
    top: Math.min(...down) - TIP,
    right: Math.max(...across) + TIP,
    bottom: Math.max(...down) + TIP,
  };
};
