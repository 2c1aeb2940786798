// What is drawn of the diagram: the nodes and lines that are in view, for the present zoom. Nodes and lines are drawn
// in files of their own.
import { HEAD } from "../../diagram/metrics.js";
import { Bones } from "./bones.js";
import { FarBoxes } from "./far-boxes.js";
import { closest, extent, nearest } from "./geometry.js";
import { drawGhost } from "./ghost.js";
import { Lines } from "./lines.js";
import { elbow, mapOf, movedWith, rounded } from "./map.js";
import { Scene } from "./scene.js";
import { shelfOf } from "./shelf.js";
import { spoken } from "./spoken.js";
import { make } from "./svg.js";
import { Viewport } from "./viewport.js";
import { BANDS } from "./zoom.js";

const MARGIN = 256; // px around the view within which the diagram is drawn
const ZOOMED = 1.5; // it is drawn for another part of the diagram if the zoom has changed by more
const PART = 5; // ms of a frame for what is written, while the view moves

/**
 * @import { Edge, Node, Diagram, Point } from "../types.js"
 * @import { Edges } from "./geometry.js"
 */

/** The name of the node that an element is drawn for. */
export const nameAt = (element) => {
  const drawn = element.closest?.(".node[data-name], .item[data-of]");
  return drawn && !drawn.querySelector(":scope > .given-network") ? drawn.dataset.name || drawn.dataset.of : undefined;
};

export class Picture {
  /** @type {() => void} moves the view to where the next picture will be */
  appearing;
  /** @type {() => boolean} cancels the pointer gesture; returns whether there was one */
  cancelGesture;
  /** @type {(source: string, fits: string[]) => unknown} asks for the target node of an edge */
  chooseTarget;

  /* `words` are the page's translated words, `on` the callbacks: select, open, connect, remove, rename, edge, add,
     viewport, moved. `sprite` has the icons, `free` lies where no panel does. */
  /**
   * @param {HTMLElement} canvas
   * @param {{
   *   words: Record<string, any>,
   *   on: Record<string, (...args: any[]) => unknown>,
   *   sprite: string,
   *   free: Element,
   * }} options
   */
  constructor(canvas, { words, on, sprite, free }) {
    this.canvas = canvas;
    this.words = words;
    this.on = on;
    this.view = make("svg", { class: "view" });
    this.edges = make("g", { class: "edges" });
    this.shelf = make("g", { class: "shelf" });
    const frames = make("g", { class: "nodes" }), // frames: below the edges
      nodes = make("g", { class: "nodes cards" }),
      raised = make("g", { class: "nodes" }), // the handles of selected frames and rows: above edges and nodes
      flags = make("g", { class: "flags" });
    this.scene = new Scene(canvas, { frames, nodes, raised, flags }, { sprite, words });
    this.lines = new Lines(this.edges, words);
    this.farBoxes = new FarBoxes();
    this.rubber = make("path", { class: "edge rubber", visibility: "hidden" });
    this.band = make("rect", { class: "band", visibility: "hidden" });
    const tip = make(
      "marker",
      {
        id: "tip",
        viewBox: "0 0 8 8",
        refX: 7,
        refY: 4,
        markerUnits: "userSpaceOnUse",
        markerWidth: 9,
        markerHeight: 9,
        orient: "auto-start-reverse",
      },
      make("path", { class: "tip", d: "M0 .5L8 4L0 7.5z" }),
    );
    this.ghost = make("g", { class: "ghost-card", "aria-hidden": "true" }); // the ghost of a menu option
    /** @type {import("../types.js").Layer | null} */
    this.layer = null; // what is drawn around the map
    /** @type {(Edges & { zoom: number }) | null} */
    this.drawn = null; // the part of the diagram that is drawn
    this.painting = 0;
    this.scale = ""; // the zoom that all of it is drawn for
    this.bones = new Bones(() => this.appearing());
    this.view.append(
      make("defs", {}, tip),
      this.bones.group,
      this.shelf,
      frames,
      this.edges,
      this.farBoxes.group,
      nodes,
      raised,
      this.ghost,
      this.rubber,
      this.band,
      flags,
    );
    canvas.replaceChildren(this.view);
    /** @type {Map<string, Node>} */
    this.byName = new Map();
    /** @type {Map<string, Node>} */
    this.laid = new Map(); // with the networks of parameters
    /** @type {Map<string, string[]>} */
    this.needs = new Map();
    /** @type {Map<string, string[]>} */
    this.users = new Map();
    /** @type {Set<string>} */
    this.chosen = new Set();
    /** @type {Set<string> | null} */
    this.found = null;
    /** @type {Set<string> | null} */
    this.fits = null;
    /** @type {Set<string> | null} */
    this.path = null; // what is lit, of all that what is chosen needs or is needed by
    /** @type {string | null} */
    this.current = null;
    /** @type {Diagram | null} */
    this.diagram = null;
    /** @type {{ nodes: Node[], edges: Edge[] }} */
    this.shown = { nodes: [], edges: [] }; // what of it is drawn
    this.mode = ""; // the view that it shows: "map" or "graph", the dependencies
    /** @type {Set<string>} */
    this.stray = new Set(); // what was moved since
    /** @type {{ name: string, point: Point } | null} */
    this.near = null; // the wanted position of a new node
    this.viewport = new Viewport({
      canvas,
      group: this.view,
      free,
      extent: () => this.extent(),
      covered: (left, right) => Number(this.on.covered?.(left, right) ?? 0),
      changed: (zoom, isMoving) => this.#changed(zoom, isMoving),
    });
    for (const event of ["pointerover", "pointerout", "focusin", "focusout"])
      canvas.addEventListener(event, (happened) => this.#pointed(happened));
  }

  get isMap() {
    return this.mode === "map";
  }

  placeNodes({ nodes }) {
    this.byName = new Map(nodes.filter((node) => !node.given).map((node) => [node.name, node]));
    this.laid = new Map(nodes.map((node) => [node.name, node]));
    this.stray = new Set();
  }

  drawNodes() {
    this.scene.draw(this.shown.nodes, { labelOf: (node) => spoken(node, this, this.words) });
  }

  drawShelf() {
    const shelf = shelfOf(this.shown.nodes);
    this.shelf.replaceChildren(
      ...(shelf
        ? [
            make("path", { class: "hair", d: `M${shelf.left} ${shelf.y}H${shelf.right}` }),
            make("text", { class: "shelf-name", x: shelf.left, y: shelf.y + 20 }, this.words.shared),
          ]
        : []),
    );
  }

  isDrawn(source, target) {
    return Boolean(this.lines.get({ source, target }));
  }

  broken() {
    this.canvas.classList.add("broken");
  }
  element(name) {
    return this.scene.element(name);
  }
  focus(name) {
    this.scene.show(name);
    this.scene.element(name)?.focus({ preventScroll: true });
  }

  /** @type {(edge: Edge) => import("./lines.js").Path} */
  route(edge) {
    const { source, target, points } = edge;
    if (!this.byName.has(source) || !this.byName.has(target)) return { points: [], d: "" };
    const isStray = points.length < 2 || this.stray.has(source) || this.stray.has(target),
      corners = isStray ? elbow(this.byName.get(source), this.byName.get(target)) : points;
    return { points: corners, d: rounded(corners) };
  }

  // -- what is in view

  #changed(zoom, isMoving) {
    this.paint({ isMoving });
    this.on.viewport?.(Math.round(zoom * 100));
  }

  /**
   * Draws what is in view for the present zoom. While the view moves, a part of what is written follows in each frame;
   * meanwhile the rest is scaled.
   * @param {{ isMoving?: boolean }} [how]
   */
  paint({ isMoving = false } = {}) {
    const { scene, viewport } = this;
    cancelAnimationFrame(this.painting);
    if (!this.diagram) return;
    const seen = viewport.whole(),
      until = isMoving ? performance.now() + PART : Infinity;
    this.#cover(seen, viewport.zoomed);
    const isNew = scene.paint(viewport.zoomed, this.drawn, this.tabStop(), { until, seen });
    this.lines.cull(this.drawn);
    if (scene.isBehind) this.painting = requestAnimationFrame(() => this.paint({ isMoving: true }));
    else this.#rescale();
    if (isNew) this.point();
  }

  // what is drawn reaches beyond what is seen, so that it stays the same for some frames while the view moves
  #cover(seen, zoom) {
    const { drawn } = this,
      isSeen =
        drawn?.left <= seen.left && drawn.top <= seen.top && drawn.right >= seen.right && drawn.bottom >= seen.bottom;
    if (isSeen && zoom / drawn.zoom < ZOOMED) return;
    const margin = MARGIN / zoom,
      { left, top, right, bottom } = seen;
    this.drawn = { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin, zoom };
  }

  // what depends on the zoom besides the nodes
  #rescale() {
    const { scene, canvas } = this,
      scale = `${scene.step} ${scene.band}`;
    if (scale === this.scale) return;
    this.scale = scale;
    for (const name of Object.keys(BANDS)) canvas.classList.toggle(name, name === scene.band);
    canvas.style.setProperty("--zoom", String(scene.step));
    this.lines.rescale(scene.step, scene.band);
    this.farBoxes.draw(this.shown.nodes, scene.band);
    this.layer?.paint();
  }

  // what is above the nodes
  point() {
    this.scene.flag(this.chosen, this.current);
    this.scene.raise(this.chosen);
    this.farBoxes.draw(this.shown.nodes, this.scene.band);
  }

  // the name of what is under the pointer or focused, where it has no room otherwise
  #pointed({ type, target }) {
    if (type === "pointerover") this.scene.hovered = nameAt(target) || null;
    if (type === "pointerout") this.scene.hovered = null;
    if (this.diagram) this.scene.flag(this.chosen, this.current);
  }

  /* The bounds of the diagram. */
  extent() {
    const around = this.layer?.extent(),
      boxes = this.diagram ? this.shown.nodes : this.bones.nodes,
      own = this.diagram || boxes.length ? extent(boxes) : null;
    if (!own || !around) return own;
    return {
      left: Math.min(own.left, around.left),
      top: Math.min(own.top, around.top),
      right: Math.max(own.right, around.right),
      bottom: Math.max(own.bottom, around.bottom),
    };
  }

  /* Draws the ghost of what would be added, as laid out in `diagram`, connected to its source node; null removes it. */
  showGhost(name, diagram, from, isWriter) {
    const shown = name && mapOf(diagram).nodes.find((node) => node.name === name);
    this.ghost.replaceChildren(
      ...(shown ? drawGhost(shown, this.byName.get(from), isWriter, this.scene.lookNow()) : []),
    );
  }

  /* Draws ghosts of nodes where their copies would be; no names remove them. */
  showCopies(names, dx = 0, dy = 0) {
    const all = [...movedWith(this.byName, names)];
    this.ghost.replaceChildren(
      ...all.flatMap((name) => {
        const node = this.byName.get(name);
        return drawGhost({ ...node, x: node.x + dx, y: node.y + dy }, undefined, false, this.scene.lookNow());
      }),
    );
  }

  /* The node at a screen position. */
  over(event) {
    return document.elementsFromPoint(event.clientX, event.clientY).map(nameAt).find(Boolean);
  }

  /* Whether a screen position is on the name of a node, which takes no clicks itself. */
  isOnName(name, { clientX, clientY }) {
    const { left, right, top, bottom } = this.element(name).querySelector(".name")?.getBoundingClientRect() || {};
    return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
  }

  /**
   * The line at a screen position.
   * @param {MouseEvent} event
   * @returns {HTMLElement | undefined}
   */
  lineAt(event) {
    return document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => /** @type {HTMLElement} */ (element.closest?.(".link")))
      .find(Boolean);
  }

  /**
   * Marks the node, or the line, that something would be dropped onto.
   * @param {string | null} name
   * @param {DOMStringMap | null} [line]
   */
  markOnto(name, line = null) {
    for (const laid of this.laid.keys()) this.scene.element(laid)?.classList.toggle("onto", laid === name);
    for (const { edge, element } of this.lines.all.values())
      element.classList.toggle("onto", edge.source === line?.source && edge.target === line?.target);
  }

  /**
   * The frames and lanes at a point of the map, the innermost first.
   * @param {number[]} point
   */
  framesAt([x, y]) {
    const area = ({ width, height }) => width * height;
    return this.shown.nodes
      .filter(({ role, isOnly }) => role === "frame" || (role === "lane" && !isOnly))
      .filter((node) => Math.abs(x - node.x) < node.width / 2 && Math.abs(y - node.y) < node.height / 2)
      .toSorted((one, other) => area(one) - area(other));
  }

  tabStop() {
    return this.byName.has(this.current) ? this.current : this.diagram?.nodes[0]?.name || null;
  }

  nearest(name, dx, dy) {
    // the position of a node is that of its head: the middle of a card may be one of its rows
    const heads = [...this.byName.values()].map((node) => ({
      ...node,
      y: node.y - node.height / 2 + Math.min(node.height, HEAD) / 2,
    }));
    return nearest(
      heads,
      heads.find((node) => node.name === name),
      dx,
      dy,
    );
  }
  /* The existing node nearest to the position of a removed one. */
  closest(place) {
    return closest([...this.byName.values()], place);
  }
}
