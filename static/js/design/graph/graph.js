// The diagram of the design page: the server's layout, where the user has put nodes, the selection, and what is in
// view. It never changes the template itself.
import { CONDITION } from "../../diagram/metrics.js";
import { focused } from "../../site/dom.js";
import { Choice } from "./choice.js";
import { aligned } from "./geometry.js";
import { cornersOf, mapOf, movesOf } from "./map.js";
import { FIRST, isAtLeast } from "./zoom.js";

export class Graph extends Choice {
  /** @type {Map<string, import("./viewport.js").State>} */
  #left = new Map(); // the zoom and place of the view that is not shown

  /** @param {ConstructorParameters<typeof Choice>} options */
  constructor(...options) {
    super(...options);
    const observer = new ResizeObserver(() => this.#resized());
    observer.observe(this.canvas);
    observer.observe(this.viewport.frame);
    this.appearing = () => this.#begin();
  }

  // -- drawing

  /* Changes between the map and the dependencies, which are still to be drawn. */
  change(mode) {
    const isHeld = this.view.contains(document.activeElement);
    if (this.mode) this.#left.set(this.mode, this.viewport.state);
    this.mode = mode;
    this.path = null;
    this.scene.clear();
    this.lines.clear();
    this.viewport.own = false;
    this.diagram = null;
    this.shown = { nodes: [], edges: [] };
    this.placeNodes(this.shown);
    this.drawShelf();
    this.bones.await(mode);
    if (isHeld) this.canvas.focus({ preventScroll: true });
  }

  draw(diagram) {
    const { view } = diagram.layout,
      held = this.view.contains(document.activeElement) && focused().dataset.name;
    if (view !== this.mode) this.change(view);
    const before = this.diagram;
    this.diagram = diagram;
    if (this.near && diagram.nodes.some(({ name }) => name === this.near.name)) this.near = null; // it has its place
    this.shown = mapOf(diagram);
    this.placeNodes(this.shown);
    this.chosen = new Set([...this.chosen].filter((name) => this.byName.has(name)));
    if (this.current && !this.byName.has(this.current)) this.current = null;
    this.needs = new Map(diagram.nodes.map((node) => [node.name, []]));
    this.users = new Map(diagram.nodes.map((node) => [node.name, []]));
    for (const edge of diagram.edges) {
      this.needs.get(edge.source)?.push(edge.target);
      this.users.get(edge.target)?.push(edge.source);
    }
    this.path = null;
    this.drawNodes();
    this.lines.draw(this.shown.edges, {
      nodes: this.shown.nodes,
      pathOf: (edge) => this.route(edge),
      marksNew: Boolean(before),
    });
    this.drawShelf();
    this.bones.replace(view, this.shown.nodes);
    this.canvas.classList.remove("broken");
    this.mark();
    if (!before) this.#begin();
    else {
      this.viewport.own = true; // what is not touched does not move, nor does the view
      this.viewport.place();
    }
    this.paint();
    // the focus moves from a removed node to another one
    if (held && !this.view.contains(document.activeElement))
      this.focus(this.byName.has(held) ? held : this.current || diagram.nodes[0]?.name);
  }

  /* Draws the numbers of problems again. */
  recount() {
    if (!this.diagram) return; // nothing is drawn yet, or not in this view
    for (const { name, errors, warnings, needed, sum } of mapOf(this.diagram).nodes)
      Object.assign(this.byName.get(name) || {}, { errors, warnings, needed, sum });
    this.drawNodes();
    this.mark();
    this.paint();
  }

  // -- the view

  // the view as it was left, else the first one
  #begin() {
    const left = this.#left.get(this.mode);
    if (left) this.viewport.restore(left);
    else this.#open();
  }

  // the first view: a diagram that would be too small to read shows its upper left corner
  #open() {
    const { viewport } = this;
    if (this.#showKept()) return;
    viewport.fit();
    if (!isAtLeast(viewport.zoomed, "middle")) viewport.showCorner(this.#largestFrame(), FIRST);
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
    return frame ? { left: frame.x - frame.width / 2, top: frame.y - frame.height / 2 - CONDITION } : this.extent();
  }

  // when panels open or the window changes, the selection stays in view
  #resized() {
    this.viewport.desk = null;
    if (!this.diagram) return;
    this.paint();
    if (this.chosen.size) this.viewport.own = true; // and stays in place when the panels close again
    if (!this.viewport.own) this.#open();
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
    const shifted = new Set(),
      movedWith = movesOf(this.byName);
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
      if (!node) continue;
      const [dx, dy] = [x - node.x, y - node.y];
      for (const one of dx || dy ? movedWith([name]) : []) {
        const its = this.byName.get(one);
        move(one, its.x + dx, its.y + dy);
      }
    }
    this.lines.follow(shifted, (edge) => this.route(edge));
    this.point();
    this.on.moved?.();
  }

  /* The position and size of every box, by name. */
  corners() {
    return cornersOf(this.shown.nodes);
  }

  /* Aligns the selected nodes: by an edge, by their centre, or evenly distributed. */
  align(how) {
    const nodes = [...this.chosen].map((name) => this.byName.get(name));
    if (nodes.length < 2) return;
    this.put(aligned(nodes, how));
  }
}
