// The diagram of the design page: the server's layout, where the user has put nodes, the selection, and what is in
// view. It never changes the template itself.
import { focused } from "../../site/dom.js";
import { Choice } from "./choice.js";
import { ABOVE, aligned } from "./geometry.js";
import { cornersOf, mapOf, movedWith } from "./map.js";
import { isAtLeast } from "./zoom.js";

const SMALL = 12, // how many nodes are always shown at a readable size
  READABLE = 0.96; // the zoom below which text is small
const FIRST = 0.7; // the zoom of a map that would be too small at first

/** @import { Places } from "../types.js" */

export class Graph extends Choice {
  /** @param {ConstructorParameters<typeof Choice>} options */
  constructor(...options) {
    super(...options);
    const observer = new ResizeObserver(() => this.#resized());
    observer.observe(this.svg);
    observer.observe(this.viewport.frame);
    this.appearing = () => this.#open();
  }

  // -- drawing

  /* Changes between the map and the dependencies. */
  change(mode) {
    if (mode === this.mode) return;
    this.mode = mode;
    this.svg.classList.toggle("is-map", mode === "map");
    this.scene.clear();
    this.lines.clear();
    this.path = null;
    this.viewport.own = false;
    const { diagram } = this;
    this.diagram = null;
    if (mode !== "map" || diagram?.map) {
      if (diagram) this.draw(diagram);
    } else this.#empty(); // its map is requested
  }

  #empty() {
    this.shown = { nodes: [], edges: [] };
    this.byName = new Map();
    this.drawNodes();
    this.drawShelf();
    this.bones.await();
  }

  draw(diagram) {
    const before = this.diagram,
      held = this.view.contains(document.activeElement) && focused().dataset.name;
    this.diagram = diagram;
    if (this.near && diagram.nodes.some(({ name }) => name === this.near.name)) this.near = null; // it has its place
    this.shown = this.isMap ? mapOf(diagram) : diagram;
    this.placeNodes(this.shown);
    this.chosen = new Set([...this.chosen].filter((name) => this.byName.has(name)));
    if (this.current && !this.byName.has(this.current)) this.current = null;
    this.needs = new Map(diagram.nodes.map((node) => [node.name, []]));
    this.users = new Map(diagram.nodes.map((node) => [node.name, []]));
    for (const edge of diagram.edges) {
      this.needs.get(edge.source)?.push(edge.target);
      this.users.get(edge.target)?.push(edge.source);
    }
    if (this.path) this.path = null;
    this.drawNodes();
    this.lines.draw(this.shown.edges, {
      nodes: [...this.laid.keys()].map((name) => this.byName.get(name) || this.laid.get(name)),
      pathOf: (edge) => this.route(edge),
      marksNew: Boolean(before),
    });
    this.drawShelf();
    if (this.isMap) this.bones.replace(this.shown.nodes);
    else this.bones.hide();
    this.svg.classList.remove("broken");
    this.mark();
    if (!before) this.#open();
    else this.#follow();
    this.paint();
    // the focus moves from a removed node to another one
    if (held && !this.byName.has(held)) this.focus(this.current || diagram.nodes[0]?.name);
  }

  /* Draws the numbers of problems again. */
  recount() {
    for (const { name, errors, warnings, needed, sum } of this.isMap ? mapOf(this.diagram).nodes : this.diagram.nodes)
      Object.assign(this.byName.get(name) || {}, { errors, warnings, needed, sum });
    this.drawNodes();
    this.mark();
    this.paint();
  }

  // -- the view

  // the first view: a map that would be too small to read shows its upper left corner
  #open() {
    const { viewport } = this;
    if (this.#showKept()) return;
    if (!this.isMap) viewport.fit({ readable: this.byName.size <= SMALL });
    else {
      viewport.fit();
      if (!isAtLeast(viewport.zoomed, "middle")) viewport.showCorner(this.#largestFrame(), FIRST);
    }
  }

  // the zoom and place of the last time, if there is still something
  #showKept() {
    const { viewport } = this,
      kept = this.on.keptView?.(),
      before = viewport.at;
    if (!kept || viewport.own || !viewport.isShown) return false;
    viewport.centreOn(.../** @type {[number, number, number]} */ (kept));
    if (viewport.isSeen) return true;
    viewport.own = viewport.isChosen = false;
    viewport.place(before);
    return false;
  }

  #largestFrame() {
    const size = ({ width, height }) => width * height,
      [frame] = this.shown.nodes
        .filter(({ role }) => role === "frame")
        .toSorted((one, other) => size(other) - size(one));
    return frame ? { left: frame.x - frame.width / 2, top: frame.y - frame.height / 2 - ABOVE } : this.extent();
  }

  // a diagram that is small or readable stays so, unless the user wants to see all of it
  #fitAgain() {
    const { viewport } = this;
    if (this.isMap) this.#open();
    else viewport.fit({ readable: !viewport.all && (this.byName.size <= SMALL || viewport.zoomed >= READABLE) });
  }

  // fits a diagram that has outgrown the view, until the user zooms or pans
  #follow() {
    const { viewport } = this;
    if (this.isMap) viewport.own = true; // an untouched map does not move, nor does the view
    if (viewport.own || viewport.isWhole) viewport.place();
    else this.#fitAgain();
  }

  // when panels open or the window changes, the selection stays in view
  #resized() {
    this.viewport.desk = null;
    if (!this.diagram) return;
    this.paint();
    if (this.isMap && this.chosen.size) this.viewport.own = true; // and stays in place when the panels close again
    if (!this.viewport.own) this.#fitAgain();
    if (this.chosen.size) this.reveal(this.current, { isNext: true });
  }

  // -- moving nodes

  shift(names, dx, dy) {
    this.put(
      Object.fromEntries(
        names
          .filter((name) => this.byName.has(name))
          .map((name) => {
            const { x, y } = this.byName.get(name);
            return [name, [x + dx, y + dy]];
          }),
      ),
    );
  }

  put(places) {
    /** @type {Set<string>} */
    const shifted = new Set();
    this.viewport.own = true;
    /** @type {(name: string, x: number, y: number) => void} */
    const move = (name, x, y) => {
      const node = this.byName.get(name);
      this.stray.add(name);
      [node.x, node.y] = [x, y];
      this.scene.move(name);
      shifted.add(name);
    };
    for (const [name, [x, y]] of Object.entries(places)) {
      const node = this.byName.get(name);
      if (!this.isMap) {
        this.places[name] = [Math.round(x * 10) / 10, Math.round(y * 10) / 10];
        if (node) move(name, x, y);
      } else if (node) {
        const [dx, dy] = [x - node.x, y - node.y];
        for (const one of dx || dy ? movedWith(this.byName, [name]) : []) {
          const its = this.byName.get(one);
          move(one, its.x + dx, its.y + dy);
        }
      }
    }
    this.lines.follow(shifted, (edge) => this.route(edge));
    this.point();
    this.on.moved?.();
  }

  /* The positions of all nodes, for restoring them. */
  arrangement() {
    return this.isMap ? this.corners() : { ...this.places };
  }
  restore(places) {
    if (this.isMap) this.on.lay(places);
    else this.rearrange(places);
  }
  /* The position and size of every box on the map, or on the last one, by name. */
  corners() {
    return cornersOf(this.isMap ? this.shown.nodes : this.bones.nodes);
  }

  /* Aligns the selected nodes: by an edge, by their centre, or evenly distributed. */
  align(how) {
    const nodes = [...this.chosen].map((name) => this.byName.get(name));
    if (nodes.length < 2) return;
    this.put(aligned(nodes, how));
  }

  /* Resets all nodes to the server's layout, or to the given places. */
  rearrange(places = {}) {
    /** @type {Places} */
    this.places = Object.assign(Object.create(null), places);
    this.viewport.own = false;
    if (this.diagram) this.draw(this.diagram);
    this.on.moved?.();
  }
}
