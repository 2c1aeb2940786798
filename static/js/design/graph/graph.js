// The diagram of the design page: boxes and arrows as SVG. It draws the server's layout and the selection; pointer and
// keyboard handling are in separate files. It never changes the template itself.
import { focused } from "../../site/dom.js";
import * as boxes from "./box.js";
import * as cards from "./card.js";
import { aligned, closest, extent, nearest, pathOf, placed } from "./geometry.js";
import { drawGhost } from "./ghost.js";
import { cornersOf, elbow, mapOf, movedWith, rounded, withRows } from "./map.js";
import { fit, make, shortened } from "./svg.js";
import { Viewport } from "./viewport.js";

const SMALL = 12, // how many nodes are always shown at a readable size
  READABLE = 0.96,
  TINY = 0.3; // the zooms below which text is small, and not drawn
const NAMED = 8; // how many edges of the selection have labels
const NAME = 24; // the longest label of an edge that has the whole path of its property
const ABOVE = 24; // the height of the name of a condition
const BANDS = { near: 0.7, middle: 0.52, small: 0.42, far: 0 }; // what is drawn at which zoom of the map
const HEAD = 48; // of a card
const FIRST = 0.7; // the zoom of a map that would be too small at first

/**
 * @import { Edge, Node, Diagram, Places, Point } from "../types.js"
 * @typedef {{ edge: Edge, element: SVGElement, says: string, where: string, d: string }} Line a drawn edge
 * @typedef {import("./svg.js").Drawn} Box
 */

/** The name of the node that an element is drawn for. */
export const nameAt = (element) => {
  const drawn = element.closest?.(".node, .item");
  return drawn && !drawn.querySelector(":scope > .given-network") ? drawn.dataset.name || drawn.dataset.of : undefined;
};
/** The last names of the properties of an edge: `networks.0.port` is labelled `port` where there is little room. */
const labelOf = (where) => {
  if (where.length <= NAME) return where;
  const names = where.split(", ").map((one) => one.split(".").findLast((part) => !/^\d+$/.test(part)) || one);
  return shortened([...new Set(names)].join(", "), NAME);
};
const keyOf = (edge) => `${edge.source}\0${edge.target}`;

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
    this.sprite = sprite;
    this.view = make("g", { class: "view" });
    this.edges = make("g", { class: "edges" });
    this.frames = make("g", { class: "nodes" }); // what is around others: below the edges
    this.nodes = make("g", { class: "nodes" });
    this.rubber = make("path", { class: "edge rubber", visibility: "hidden" });
    this.band = make("rect", { class: "band", visibility: "hidden" });
    const tip = make(
      "marker",
      {
        id: "tip",
        viewBox: "0 0 8 8",
        refX: 7,
        refY: 4,
        markerWidth: 8,
        markerHeight: 8,
        orient: "auto-start-reverse",
      },
      make("path", { class: "tip", d: "M0 .5L8 4L0 7.5z" }),
    );
    this.raised = make("g", { class: "nodes" }); // the handles of chosen frames: above the edges
    this.ghost = make("g", { class: "ghost-card", "aria-hidden": "true" }); // what a menu would add
    this.view.append(this.frames, this.edges, this.nodes, this.raised, this.ghost, this.rubber, this.band);
    svg.replaceChildren(make("defs", {}, tip), this.view);
    /** @type {Places} */
    this.places = Object.assign(Object.create(null), places);
    /** @type {Map<string, Node>} */
    this.byName = new Map();
    /** @type {Map<string, string[]>} */
    this.needs = new Map();
    /** @type {Map<string, string[]>} */
    this.users = new Map();
    /** @type {Map<string, Box>} */
    this.elements = new Map();
    /** @type {Map<string, Line>} */
    this.links = new Map();
    /** @type {Map<string, Line[]>} */
    this.linksOf = new Map();
    /** @type {Set<string>} */
    this.chosen = new Set();
    /** @type {Set<string> | null} */
    this.found = null;
    /** @type {Set<string> | null} */
    this.fits = null;
    /** @type {string | null} */
    this.current = null;
    /** @type {Diagram | null} */
    this.diagram = null;
    this.mode = "graph"; // or "map"
    /** @type {{ name: string, point: Point } | null} */
    this.near = null; // where a new node of the map shall be
    this.viewport = new Viewport({
      svg,
      group: this.view,
      free,
      extent: () => this.extent(),
      covered: (left, right) => Number(this.on.covered?.(left, right) ?? 0),
      changed: (zoom) => this.#zoomed(zoom),
    });
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
    this.elements.clear();
    this.links.clear();
    this.frames.replaceChildren();
    this.nodes.replaceChildren();
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
    this.#drawEdges(before);
    this.#drawNodes();
    this.svg.classList.remove("broken");
    this.#mark();
    if (!before) this.#open();
    else this.#follow();
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

  // unchanged nodes keep their elements, and so the focus
  #drawNodes() {
    const kept = this.elements,
      { drawItem, shownOf } = this.isMap ? cards : { drawItem: boxes.drawBox, shownOf: boxes.shownOf },
      focused = document.activeElement?.closest?.(".node")?.dataset.name;
    this.elements = new Map();
    const drawn = this.shown.nodes.map((laid) => {
      const node = this.byName.get(laid.name) || laid,
        was = kept.get(node.name),
        says = shownOf(node);
      let element = was;
      if (!was || was.says !== says) {
        element = drawItem(node, this);
        element.says = says;
        fit(element.fitted || [], this.fittedTo || 1);
        for (const [key, value] of Object.entries(this.#attributes(node))) element.setAttribute(key, value);
      }
      const item = element.item || element;
      item.setAttribute("transform", `translate(${node.x} ${node.y})`);
      const label = node.given ? null : this.#label(node);
      if (label && element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
      this.elements.set(node.name, element);
      return item;
    });
    const isFrame = (_item, at) => this.shown.nodes[at].role === "frame";
    this.#arrange(this.frames, drawn.filter(isFrame));
    this.#arrange(
      this.nodes,
      drawn.filter((item, at) => !isFrame(item, at)),
    );
    for (const { name, given } of this.shown.nodes) if (given) this.elements.delete(name);
    if (focused && this.byName.has(focused)) this.focus(focused);
  }

  #attributes(node) {
    const role = node.role || "card";
    if (node.given) return { class: "given-network", "data-testid": `given-${node.title}` };
    return {
      class: `node is-${role} ${node.state}${node.isUnlisted ? " unlisted" : ""}${node.isOnly ? " only" : ""}`,
      role: "button",
      tabindex: -1,
      "data-name": node.name,
      "data-testid": `node-${node.name}`,
      "data-role": role,
      "data-state": node.state,
      "aria-pressed": "false",
    };
  }

  #drawEdges(before) {
    const kept = this.links;
    this.links = new Map();
    this.linksOf = new Map([...this.byName.keys()].map((name) => [name, []]));
    for (const edge of this.shown.edges) {
      const key = keyOf(edge),
        d = this.#path(edge),
        where = edge.links.map((link) => link.where).join(", ");
      const depends = edge.links.every((link) => link.by === "depends_on"),
        fresh = Boolean(before) && !kept.has(key);
      const was = kept.get(key),
        says = `${depends} ${where}`;
      const element = was && was.says === says ? was.element : this.#edge(edge, where, depends);
      const link = { edge, element, says, where, d };
      if (!was || was.element !== element || was.d !== d) this.#bend(link);
      element.classList.toggle("fresh", fresh);
      if (fresh) this.#name(link);
      this.links.set(key, link);
      this.linksOf.get(edge.source)?.push(link);
      if (edge.target !== edge.source) this.linksOf.get(edge.target)?.push(link);
    }
    this.#arrange(
      this.edges,
      [...this.links.values()].map((link) => link.element),
    );
  }

  #arrange(group, wanted) {
    if (group.childElementCount === wanted.length && wanted.every((element, at) => group.children[at] === element))
      return;
    const staying = new Set(wanted);
    for (const element of [...group.children]) if (!staying.has(element)) element.remove();
    let at = group.firstElementChild;
    for (const element of wanted) {
      if (element === at) at = at.nextElementSibling;
      else group.insertBefore(element, at);
    }
  }

  isDrawn(source, target) {
    return this.links.has(keyOf({ source, target }));
  }

  broken() {
    this.svg.classList.add("broken");
  }
  element(name) {
    return this.elements.get(name);
  }
  focus(name) {
    this.elements.get(name)?.focus({ preventScroll: true });
  }

  #label(node) {
    const { words } = this,
      parts = [node.name, node.type],
      state = words[node.state];
    const list = (names) =>
      names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${words.and} ${names.at(-1)}`;
    parts.push(node.condition ? `${words.if} ${node.condition}: ${state}` : state);
    const needs = [...new Set(this.needs.get(node.name))],
      users = new Set(this.users.get(node.name));
    if (needs.length) parts.push(`${words.needs} ${list(needs)}`);
    if (users.size) parts.push(`${words.usedBy} ${users.size}`);
    for (const [count, one, several] of [
      [node.errors, words.error, words.errors],
      [node.warnings, words.warning, words.warnings],
      [node.hints, words.hintWord, words.hints],
    ]) {
      if (count) parts.push(`${count} ${count === 1 ? one : several}`);
    }
    return parts.join(", ");
  }

  #path(edge) {
    if (this.isMap) {
      const { source, target, points } = edge;
      if (!this.byName.has(source) || !this.byName.has(target)) return "";
      if (points.length < 2 || this.stray.has(source) || this.stray.has(target))
        return elbow(this.byName.get(source), this.byName.get(target));
      return rounded(points);
    }
    return pathOf(edge, this.byName, this.stray, this.laid);
  }

  #edge(edge, where, depends) {
    const group = make("g", {
      class: `link${depends ? " depends" : ""}`,
      "data-testid": `edge-${edge.source}-${edge.target}`,
      "data-source": edge.source,
      "data-target": edge.target,
    });
    group.append(
      make("path", { class: "wide" }),
      make("path", { class: "edge", "marker-end": "url(#tip)" }),
      make("title", {}, `${edge.source} ${this.words.needs} ${edge.target}: ${where}`),
    );
    return group;
  }

  #bend(link) {
    for (const path of link.element.querySelectorAll("path")) path.setAttribute("d", link.d);
    link.element.querySelector(".where")?.remove();
  }

  // the property of an edge, as a label in its middle; created only when it is shown
  #name({ element, where, d }) {
    if (!d || element.querySelector(".where")) return;
    const path = element.querySelector(".edge"),
      { x, y } = path.getPointAtLength(path.getTotalLength() / 2);
    element.append(make("text", { class: "where", x: x + 8, y: y + 4 }, labelOf(where)));
  }
  nameOf(source, target) {
    const link = this.links.get(keyOf({ source, target }));
    if (link) this.#name(link);
  }

  // -- the view

  // unreadably small text is not drawn: with many nodes that is most of the work
  #zoomed(k) {
    if (this.isMap) {
      const band = Object.keys(BANDS).find((name) => k >= BANDS[name] - 0.005);
      for (const name of Object.keys(BANDS)) this.svg.classList.toggle(name, name === band);
      this.#fitTexts();
    } else this.svg.classList.remove(...Object.keys(BANDS));
    this.svg.classList.toggle("tiny", !this.isMap && k < TINY);
    this.on.viewport?.(Math.round(k * 100));
  }

  // texts grow as the map gets smaller, in steps: they are not laid out anew at each frame of a zoom
  #fitTexts() {
    const { zoomed } = this.viewport,
      step = zoomed >= 1 ? 1 : 1.08 ** Math.floor(Math.log(zoomed) / Math.log(1.08));
    if (step === this.fittedTo) return;
    this.fittedTo = step;
    this.svg.style.setProperty("--zoom", String(step));
    for (const element of this.elements.values()) fit(element.fitted || [], step);
  }

  /* Where the diagram begins and ends. */
  extent() {
    return this.diagram && extent(this.isMap ? this.shown.nodes : [...this.byName.values()]);
  }

  // the first view: a map that would be too small to read shows its upper left corner
  #open() {
    const { viewport } = this;
    if (!this.isMap) viewport.fit({ readable: this.byName.size <= SMALL });
    else {
      viewport.fit();
      if (viewport.zoomed < BANDS.middle) viewport.showCorner(FIRST);
    }
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
    if (this.isMap) viewport.own = true; // nothing of the map moves that nobody touched, the view included
    if (viewport.own || viewport.isWhole) viewport.place();
    else this.#fitAgain();
  }

  // when panels open or the window changes: what is selected stays in view
  #resized() {
    if (!this.diagram) return;
    if (this.isMap && this.chosen.size) this.viewport.own = true; // and stays there when the panels close again
    if (!this.viewport.own) this.#fitAgain();
    if (this.chosen.size) this.reveal(this.current);
  }

  /* Whether cards are large enough to have their names. */
  get isNamed() {
    return this.viewport.zoomed >= (this.isMap ? BANDS.small - 0.005 : TINY);
  }

  /* Draws what would be added as it would be on `diagram`, joined to the node it comes from; null removes it. */
  showGhost(name, diagram, from, isWriter) {
    const shown = name && (this.isMap ? mapOf(diagram) : diagram).nodes.find((node) => node.name === name);
    this.ghost.replaceChildren(...(shown ? drawGhost(shown, this.byName.get(from), isWriter, this.sprite) : []));
  }

  /* Moves a node into view, at a size at which it can be read. */
  reveal(name, { byPointer = false } = {}) {
    const node = this.byName.get(name),
      { viewport } = this;
    if (!node || !viewport.isShown) return;
    if (this.isMap && viewport.zoomed < BANDS.middle - 0.005) viewport.centreOn(node.x, node.y, FIRST);
    viewport.reveal({ ...node, above: node.condition && node.role ? ABOVE : 0 }, { byPointer });
  }

  /* The node at a screen position. */
  over(event) {
    return document.elementsFromPoint(event.clientX, event.clientY).map(nameAt).find(Boolean);
  }

  // -- selection

  select(name, { add = false, quiet = false, toggle = true, byPointer = false } = {}) {
    if (!add) this.chosen.clear();
    if (name) {
      if (add && toggle && this.chosen.has(name)) this.chosen.delete(name);
      else this.chosen.add(name);
      this.current = name;
    }
    this.#mark();
    if (name) this.reveal(name, { byPointer });
    if (!quiet) this.on.select(this.chosen.has(name) ? name : [...this.chosen].at(-1) || null, [...this.chosen]);
  }
  selectAll(names = [...this.byName.keys()]) {
    this.chosen = new Set(names);
    this.current = names.includes(this.current) ? this.current : names[0] || null;
    this.#mark();
    this.on.select(this.current, names);
  }
  go(name, { add = false, focus = true } = {}) {
    if (!name) return;
    this.select(name, { add, toggle: false });
    if (focus) this.focus(name);
  }

  /* Dims all nodes but these: search results, or targets that fit a connection. */
  markFound(names) {
    this.found = names && new Set(names);
    this.#mark();
  }
  markFits(names, source = null) {
    this.fits = names && new Set(names);
    this.source = source;
    this.#mark();
  }

  #mark() {
    const { chosen, found, fits } = this,
      focus = this.byName.has(this.current) ? this.current : this.diagram?.nodes[0]?.name;
    this.svg.classList.toggle("searching", Boolean(found));
    this.svg.classList.toggle("targeting", Boolean(fits));
    for (const [name, element] of this.elements) {
      const is = chosen.has(name),
        { classList } = element;
      classList.toggle("chosen", is);
      classList.toggle("found", Boolean(found?.has(name)));
      classList.toggle("fits", Boolean(fits?.has(name)) || (Boolean(fits) && name === this.source));
      if ((element.getAttribute("aria-pressed") === "true") !== is) element.setAttribute("aria-pressed", String(is));
      const tab = name === focus ? "0" : "-1";
      if (element.getAttribute("tabindex") !== tab) element.setAttribute("tabindex", tab);
    }
    this.#raiseHandles();
    const near = new Set([...withRows(this.byName, chosen)].flatMap((name) => this.linksOf.get(name) || []));
    for (const link of this.links.values()) link.element.classList.toggle("near", near.has(link));
    if (near.size <= NAMED) for (const link of near) this.#name(link);
    this.svg.classList.toggle("crowded", near.size > NAMED);
  }

  // a line that ends at a frame would cover the handles of the frame
  #raiseHandles() {
    for (const raised of [...this.raised.children]) {
      const { of } = /** @type {SVGElement} */ (raised).dataset;
      this.elements.get(of)?.item?.append(...raised.children);
      raised.remove();
    }
    for (const name of this.chosen) {
      const node = this.byName.get(name),
        item = this.elements.get(name)?.item;
      if (node?.role !== "frame" || !item) continue;
      const raised = make("g", { class: "item raised", "data-of": name, transform: `translate(${node.x} ${node.y})` });
      raised.append(...item.querySelectorAll(":scope > .handle"));
      this.raised.append(raised);
    }
  }

  nearest(name, dx, dy) {
    // on the map a node is where its head is: the middle of a card may be one of its rows
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
    const bent = new Set();
    this.viewport.own = true;
    /** @type {(name: string, x: number, y: number) => void} */
    const move = (name, x, y) => {
      const node = this.byName.get(name);
      this.stray.add(name);
      [node.x, node.y] = [x, y];
      const element = this.elements.get(name);
      (element.item || element).setAttribute("transform", `translate(${x} ${y})`);
      for (const raised of this.raised.children)
        if (/** @type {SVGElement} */ (raised).dataset.of === name)
          raised.setAttribute("transform", `translate(${x} ${y})`);
      for (const link of this.linksOf.get(name)) bent.add(link);
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
    for (const link of bent) {
      link.d = this.#path(link.edge);
      this.#bend(link);
    }
    this.on.moved?.();
  }

  /* Where everything is, to have it back. */
  arrangement() {
    return this.isMap ? this.corners() : { ...this.places };
  }
  restore(places) {
    if (this.isMap) this.on.lay(places);
    else this.rearrange(places);
  }
  /* Where what has a place of its own is on the map, and its size, by name. */
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
