// The diagram of the design page: the server's layout, the selection, and what of it is in view. Nodes and lines are
// drawn in files of their own, as pointer and keyboard are handled. It never changes the template itself.
import { focused } from "../../site/dom.js";
import { ABOVE, aligned, closest, extent, nearest, pathOf, placed } from "./geometry.js";
import { drawGhost } from "./ghost.js";
import { Lines } from "./lines.js";
import { containersOf, cornersOf, elbow, mapOf, movedWith, rounded, withRows } from "./map.js";
import { reachable } from "./paths.js";
import { Scene } from "./scene.js";
import { shelfOf } from "./shelf.js";
import { spoken } from "./spoken.js";
import { make } from "./svg.js";
import { Viewport } from "./viewport.js";
import { BANDS, isAtLeast } from "./zoom.js";

const SMALL = 12, // how many nodes are always shown at a readable size
  READABLE = 0.96; // the zoom below which text is small
const HEAD = 48; // of a card
const FIRST = 0.7; // the zoom of a map that would be too small at first

/**
 * @import { Edge, Node, Diagram, Places, Point } from "../types.js"
 * @import { Way } from "./paths.js"
 */

/** The name of the node that an element is drawn for. */
export const nameAt = (element) => {
  const drawn = element.closest?.(".node, .item");
  return drawn && !drawn.querySelector(":scope > .given-network") ? drawn.dataset.name || drawn.dataset.of : undefined;
};

export class Graph {
  /** @type {() => boolean} cancels the pointer gesture; returns whether there was one */
  cancelGesture;
  /** @type {(source: string, fits: string[]) => unknown} asks for the target node of an edge */
  chooseTarget;

  /* `words` are the page's translated words, `on` the callbacks: select, open, connect, remove, rename, edge, add,
     viewport, moved. `places` maps the names of moved nodes to [x, y]; `sprite` has the icons, `free` lies where no
     panel does. */
  /**
   * @param {SVGSVGElement} svg
   * @param {{
   *   words: Record<string, any>,
   *   on: Record<string, (...args: any[]) => unknown>,
   *   places: Places,
   *   sprite: string,
   *   free: Element,
   * }} options
   */
  constructor(svg, { words, on, places, sprite, free }) {
    this.svg = svg;
    this.words = words;
    this.on = on;
    this.view = make("g", { class: "view" });
    this.edges = make("g", { class: "edges" });
    this.shelf = make("g", { class: "shelf" });
    const frames = make("g", { class: "nodes" }), // frames: below the edges
      nodes = make("g", { class: "nodes" }),
      raised = make("g", { class: "nodes" }), // the handles of selected frames and rows: above edges and nodes
      flags = make("g", { class: "flags" });
    this.scene = new Scene(svg, { frames, nodes, raised, flags }, { sprite, words });
    this.lines = new Lines(this.edges, words);
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
    /** @type {{ extent(): import("../types.js").Bounds | null, paint(): void } | null} */
    this.layer = null; // what is drawn around the map
    this.view.append(this.shelf, frames, this.edges, nodes, raised, this.ghost, this.rubber, this.band, flags);
    svg.replaceChildren(make("defs", {}, tip), this.view);
    /** @type {Places} */
    this.places = Object.assign(Object.create(null), places);
    /** @type {Map<string, Node>} */
    this.byName = new Map();
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
    this.mode = "graph"; // or "map"
    /** @type {{ name: string, point: Point } | null} */
    this.near = null; // the wanted position of a new node on the map
    this.viewport = new Viewport({
      svg,
      group: this.view,
      free,
      extent: () => this.extent(),
      covered: (left, right) => Number(this.on.covered?.(left, right) ?? 0),
      changed: (zoom) => this.#zoomed(zoom),
    });
    for (const event of ["pointerover", "pointerout", "focusin", "focusout"])
      svg.addEventListener(event, (happened) => this.#pointed(happened));
    const observer = new ResizeObserver(() => this.#resized());
    observer.observe(svg);
    observer.observe(free);
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
    if (diagram) this.draw(diagram);
  }

  get isMap() {
    return this.mode === "map" && Boolean(this.diagram?.map);
  }

  draw(diagram) {
    const before = this.diagram,
      held = this.view.contains(document.activeElement) && focused().dataset.name;
    this.diagram = diagram;
    if (this.near && diagram.nodes.some(({ name }) => name === this.near.name)) this.near = null; // it has its place
    this.shown = this.isMap ? mapOf(diagram) : diagram;
    this.#placeNodes(this.shown);
    this.chosen = new Set([...this.chosen].filter((name) => this.byName.has(name)));
    if (this.current && !this.byName.has(this.current)) this.current = null;
    this.needs = new Map(diagram.nodes.map((node) => [node.name, []]));
    this.users = new Map(diagram.nodes.map((node) => [node.name, []]));
    for (const edge of diagram.edges) {
      this.needs.get(edge.source)?.push(edge.target);
      this.users.get(edge.target)?.push(edge.source);
    }
    if (this.path) this.path = null;
    this.#drawNodes();
    this.lines.draw(this.shown.edges, {
      nodes: [...this.laid.keys()].map((name) => this.byName.get(name) || this.laid.get(name)),
      pathOf: (edge) => this.#path(edge),
      marksNew: Boolean(before),
    });
    this.#drawShelf();
    this.svg.classList.remove("broken");
    this.#mark();
    if (!before) this.#open();
    else this.#follow();
    this.#paint();
    // the focus moves from a removed node to another one
    if (held && !this.byName.has(held)) this.focus(this.current || diagram.nodes[0]?.name);
  }

  #placeNodes({ nodes }) {
    if (this.isMap) {
      this.byName = new Map(nodes.filter((node) => !node.given).map((node) => [node.name, node]));
      this.stray = new Set();
    } else Object.assign(this, placed(nodes, this.places));
    this.laid = new Map(nodes.map((node) => [node.name, node]));
  }

  #drawNodes() {
    const nodes = this.shown.nodes.map((laid) => this.byName.get(laid.name) || laid);
    this.scene.draw(nodes, { labelOf: (node) => spoken(node, this, this.words) });
  }

  #drawShelf() {
    const shelf = this.isMap ? shelfOf(this.shown.nodes) : null;
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
    this.svg.classList.add("broken");
  }
  element(name) {
    return this.scene.element(name);
  }
  focus(name) {
    this.scene.show(name);
    this.scene.element(name)?.focus({ preventScroll: true });
  }

  /** @type {(edge: Edge) => import("./lines.js").Path} */
  #path(edge) {
    const { source, target, points } = edge;
    if (!this.isMap) return { points: [], d: pathOf(edge, this.byName, this.stray, this.laid) };
    if (!this.byName.has(source) || !this.byName.has(target)) return { points: [], d: "" };
    const isStray = points.length < 2 || this.stray.has(source) || this.stray.has(target),
      corners = isStray ? elbow(this.byName.get(source), this.byName.get(target)) : points;
    return { points: corners, d: rounded(corners) };
  }

  // -- the view

  #zoomed(zoom) {
    this.#paint();
    this.on.viewport?.(Math.round(zoom * 100));
  }

  // draws what is in view for the present zoom
  #paint() {
    const { scene, svg, viewport } = this,
      { step, band } = scene;
    if (!this.diagram) return;
    const seen = viewport.whole(),
      isNew = scene.paint(viewport.zoomed, seen, this.#tabStop());
    this.lines.cull(seen);
    if (scene.step !== step || scene.band !== band || !svg.classList.contains(band)) {
      for (const name of Object.keys(BANDS)) svg.classList.toggle(name, name === scene.band);
      svg.style.setProperty("--zoom", String(scene.step));
      this.lines.rescale(scene.step, scene.band);
    }
    if (isNew) this.#point();
    this.layer?.paint();
  }

  // what is above the nodes
  #point() {
    this.scene.flag(this.chosen, this.current);
    this.scene.raise(this.chosen);
  }

  // the name of what is under the pointer or focused, where it has no room otherwise
  #pointed({ type, target }) {
    if (type === "pointerover") this.scene.hovered = nameAt(target) || null;
    if (type === "pointerout") this.scene.hovered = null;
    if (this.diagram) this.scene.flag(this.chosen, this.current);
  }

  /* The bounds of the diagram. */
  extent() {
    const around = this.isMap ? this.layer?.extent() : null,
      own = this.diagram && extent(this.isMap ? this.shown.nodes : [...this.byName.values()]);
    if (!own || !around) return own;
    return {
      left: Math.min(own.left, around.left),
      top: Math.min(own.top, around.top),
      right: Math.max(own.right, around.right),
      bottom: Math.max(own.bottom, around.bottom),
    };
  }

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
    this.#paint();
    if (this.isMap && this.chosen.size) this.viewport.own = true; // and stays in place when the panels close again
    if (!this.viewport.own) this.#fitAgain();
    if (this.chosen.size) this.reveal(this.current, { isNext: true });
  }

  /* Whether cards are large enough to have their names. */
  get isNamed() {
    return isAtLeast(this.viewport.zoomed, "small");
  }

  /* Draws the ghost of what would be added, as laid out in `diagram`, connected to its source node; null removes it. */
  showGhost(name, diagram, from, isWriter) {
    const shown = name && (this.isMap ? mapOf(diagram) : diagram).nodes.find((node) => node.name === name);
    this.ghost.replaceChildren(
      ...(shown ? drawGhost(shown, this.byName.get(from), isWriter, this.scene.lookNow()) : []),
    );
  }

  /* Moves a node into view; one that was not pointed at or walked to also at a size at which it can be read. */
  reveal(name, { byPointer = false, isNext = false } = {}) {
    const node = this.byName.get(name),
      { viewport } = this;
    if (!node || !viewport.isShown) return;
    const box = { ...node, above: node.condition && node.role ? ABOVE : 0 };
    if (!byPointer && !isNext && !isAtLeast(viewport.zoomed, "middle")) viewport.show(box);
    else viewport.reveal(box, { byPointer });
  }

  /* Shows a node at 100 %, or at the present zoom if all that is written in it can be read. */
  goTo(name) {
    const node = this.byName.get(name);
    if (!node || !this.viewport.isShown) return;
    if (isAtLeast(this.viewport.zoomed, "near")) this.reveal(name);
    else this.viewport.show({ ...node, above: node.condition && node.role ? ABOVE : 0 });
  }

  /* 100 % around what is chosen, else around the middle of the view. */
  natural() {
    const node = this.byName.get(this.current),
      [x, y] = node ? [node.x, node.y] : this.viewport.centre();
    this.viewport.show({ x, y, width: 0, height: 0 });
  }

  /* The node at a screen position. */
  over(event) {
    return document.elementsFromPoint(event.clientX, event.clientY).map(nameAt).find(Boolean);
  }

  // -- selection

  select(name, { add = false, quiet = false, toggle = true, byPointer = false, isNext = false } = {}) {
    if (!add) this.chosen.clear();
    this.path = null;
    if (name) {
      if (add && toggle && this.chosen.has(name)) this.chosen.delete(name);
      else this.chosen.add(name);
      this.current = name;
    }
    this.#mark();
    if (name) this.reveal(name, { byPointer, isNext });
    if (!quiet) this.on.select(this.chosen.has(name) ? name : [...this.chosen].at(-1) || null, [...this.chosen]);
  }
  selectAll(names = [...this.byName.keys()]) {
    this.chosen = new Set(names);
    this.current = names.includes(this.current) ? this.current : names[0] || null;
    this.#mark();
    this.on.select(this.current, names);
  }
  go(name, { add = false, focus = true, isNext = false } = {}) {
    if (!name) return;
    this.select(name, { add, toggle: false, isNext });
    if (focus) this.focus(name);
  }

  /* Dims all nodes but the found ones and what they are in, and marks one of them; null ends that. */
  markFound(names, one = null) {
    this.found = names && new Set(names);
    this.scene.wanted = one;
    this.#mark();
  }
  /* Dims all nodes but those that fit a connection. */
  markFits(names, source = null) {
    this.fits = names && new Set(names);
    this.source = source;
    this.#mark();
  }

  #tabStop() {
    return this.byName.has(this.current) ? this.current : this.diagram?.nodes[0]?.name || null;
  }

  #mark() {
    const { chosen, found, fits, path, svg } = this,
      around = found && containersOf(this.byName, found),
      stop = this.#tabStop();
    svg.classList.toggle("searching", Boolean(found));
    svg.classList.toggle("targeting", Boolean(fits));
    svg.classList.toggle("pathing", Boolean(path));
    for (const name of this.byName.keys()) {
      const element = this.scene.element(name),
        is = chosen.has(name),
        { classList } = element;
      classList.toggle("chosen", is);
      classList.toggle("found", Boolean(found?.has(name)));
      classList.toggle("around-found", Boolean(around?.has(name)));
      classList.toggle("wanted", name === this.scene.wanted);
      classList.toggle("fits", Boolean(fits?.has(name)) || (Boolean(fits) && name === this.source));
      classList.toggle("on-path", Boolean(path?.has(name)));
      if ((element.getAttribute("aria-pressed") === "true") !== is) element.setAttribute("aria-pressed", String(is));
      const tab = name === stop ? "0" : "-1";
      if (element.getAttribute("tabindex") !== tab) element.setAttribute("tabindex", tab);
    }
    this.scene.show(stop);
    this.lines.light(withRows(this.byName, chosen));
    this.lines.keep(path);
    this.#point();
  }

  /**
   * Lights all that what is chosen needs or is needed by, and dims the rest; null ends that. Returns whether it did.
   * @param {Way[] | null} ways
   */
  lightPath(ways) {
    const names = [...(this.chosen.size ? this.chosen : [this.current])].filter((name) => this.byName.has(name));
    if (!ways && !this.path) return false;
    this.path = ways && names.length ? reachable(names, ways, this) : null;
    this.#mark();
    return true;
  }

  nearest(name, dx, dy) {
    // on the map, the position of a node is that of its head: the middle of a card may be one of its rows
    const heads = [...this.byName.values()].map((node) =>
      node.role ? { ...node, y: node.y - node.height / 2 + Math.min(node.height, HEAD) / 2 } : node,
    );
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
    this.lines.follow(shifted, (edge) => this.#path(edge));
    this.#point();
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
  /* The position and size of every box on the map, by name. */
  corners() {
    return this.isMap ? cornersOf(this.shown.nodes) : {};
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
