// The diagram of the design page: boxes and arrows as SVG. It draws the server's layout and the selection; pointer and
// keyboard handling are in separate files. It never changes the template itself.
import { focused } from "../../site/dom.js";

import { aligned, closest, extent, HEIGHT, nearest, pathOf, placed } from "./geometry.js";

const NS = "http://www.w3.org/2000/svg";
const MARGIN = 40,
  FOOT = 52,
  LONGEST = 30; // FOOT: the height of the buttons below
const SMALL = 12,
  READABLE = 0.96,
  TINY = 0.3; // how many nodes are always shown at a readable size
const NAMED = 8; // how many edges of the selection have labels
const NAME = 24; // longest edge label before only its last part is written

/**
 * @import { Edge, Node, Diagram, Places } from "../types.js"
 * @typedef {{ edge: Edge, element: SVGElement, says: string, where: string, d: string }} Line a drawn edge
 * @typedef {SVGElement & { says?: string }} Box an element, with the description of a node
 */

/** @type {(name: string, attributes?: Record<string, any>, ...children: (globalThis.Node | string)[]) => Box} */
const make = (name, attributes = {}, ...children) => {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== null) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const shortened = (name) =>
  name.length <= LONGEST ? name : `${name.slice(0, LONGEST / 2)}…${name.slice(-LONGEST / 2 + 1)}`;
const shortType = (type) => shortened(type.replace(/^OS::/, ""));
const keyOf = (edge) => `${edge.source}\0${edge.target}`;

export class Graph {
  /** @type {() => boolean} cancels the pointer gesture; returns whether there was one */
  cancelGesture;
  /** @type {(source: string, fits: string[]) => unknown} asks for the target node of an edge */
  chooseTarget;

  /* `words` are the page's translated words, `on` the callbacks: select, open, connect, remove, rename, edge, add,
     zoom, moved. `places` maps the names of moved nodes to [x, y]; `sprite` has the icons. */
  /**
   * @param {SVGSVGElement} svg
   * @param {{
   *   words: Record<string, any>,
   *   on: Record<string, (...args: any[]) => unknown>,
   *   places: Places,
   *   sprite: string,
   * }} options
   */
  constructor(svg, { words, on, places, sprite }) {
    this.svg = svg;
    this.words = words;
    this.on = on;
    this.sprite = sprite;
    this.view = make("g", { class: "view" });
    this.edges = make("g", { class: "edges" });
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
    this.view.append(this.edges, this.nodes, this.rubber, this.band);
    svg.replaceChildren(make("defs", {}, tip), this.view);
    this.at = { x: MARGIN, y: MARGIN, k: 1 };
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
    this.own = false; // whether the user has zoomed or panned
    this.all = false; // or wants to see everything
    new ResizeObserver(() => {
      if (this.diagram && !this.own) {
        this.#fitAgain();
        if (this.chosen.size) this.reveal(this.current);
      }
    }).observe(svg);
  }

  // -- drawing

  draw(diagram) {
    const before = this.diagram,
      held = this.nodes.contains(document.activeElement) && focused().dataset.name;
    this.diagram = diagram;
    this.#place_nodes(diagram);
    this.chosen = new Set([...this.chosen].filter((name) => this.byName.has(name)));
    if (this.current && !this.byName.has(this.current)) this.current = null;
    this.needs = new Map(diagram.nodes.map((node) => [node.name, []]));
    this.users = new Map(diagram.nodes.map((node) => [node.name, []]));
    for (const edge of diagram.edges) {
      this.needs.get(edge.source)?.push(edge.target);
      this.users.get(edge.target)?.push(edge.source);
    }
    this.#drawEdges(diagram, before);
    this.#drawNodes(diagram);
    this.svg.classList.remove("broken");
    this.#mark();
    if (!before) this.fit({ readable: this.byName.size <= SMALL });
    else this.#follow();
    // the focus moves from a removed node to another one
    if (held && !this.byName.has(held)) this.focus(this.current || diagram.nodes[0]?.name);
  }

  #place_nodes({ nodes }) {
    const { byName, stray } = placed(nodes, this.places);
    this.laid = new Map(nodes.map((node) => [node.name, node]));
    this.byName = byName;
    this.stray = stray;
  }

  // unchanged nodes keep their elements, and so the focus
  #drawNodes(diagram) {
    const kept = this.elements,
      focused = document.activeElement?.closest?.(".node")?.dataset.name;
    this.elements = new Map();
    for (const { name } of diagram.nodes) {
      const node = this.byName.get(name),
        label = this.#label(node),
        was = kept.get(name);
      const says = [
        node.width,
        node.condition,
        node.state,
        node.type,
        node.icon,
        node.errors,
        node.warnings,
        node.hints,
      ].join("\0");
      let element = was;
      if (!was || was.says !== says) {
        element = this.#node(node);
        element.says = says;
      }
      element.setAttribute("transform", `translate(${node.x} ${node.y})`);
      if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
      this.elements.set(name, element);
    }
    this.#arrange(this.nodes, [...this.elements.values()]);
    if (focused && this.byName.has(focused)) this.focus(focused);
  }

  #drawEdges(diagram, before) {
    const kept = this.links;
    this.links = new Map();
    this.linksOf = new Map(diagram.nodes.map((node) => [node.name, []]));
    for (const edge of diagram.edges) {
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

  #node(node) {
    const half = node.width / 2,
      top = -HEIGHT / 2;
    const group = make("g", {
      class: `node ${node.state}`,
      role: "button",
      tabindex: -1,
      "data-name": node.name,
      "data-testid": `node-${node.name}`,
      "data-state": node.state,
      "aria-pressed": "false",
    });
    group.append(make("rect", { class: "box", x: -half, y: top, width: node.width, height: HEIGHT, rx: 8 }));
    if (node.condition)
      group.append(
        make("text", { class: "condition", x: -half + 4, y: top - 6 }, `${this.words.if} ${shortened(node.condition)}`),
      );
    group.append(
      make("use", {
        class: "kind",
        href: `${this.sprite}#${node.icon || "box"}`,
        x: -half + 13,
        y: -8.5,
        width: 17,
        height: 17,
      }),
    );
    group.append(
      make("text", { class: "name", x: -half + 40, y: -3 }, shortened(node.name)),
      make("text", { class: "type", x: -half + 40, y: 14 }, shortType(node.type)),
    );
    let x = half - 4;
    for (const [severity, count] of [
      ["error", node.errors],
      ["warning", node.warnings],
      ["hint", node.hints],
    ]) {
      if (!count) continue;
      group.append(this.#badge(severity, count, x, top + 3));
      x -= 21;
    }
    if (node.name.length > LONGEST || node.type.length > LONGEST + 4)
      group.append(make("title", {}, `${node.name}, ${node.type}`));
    group.append(make("circle", { class: "handle", cx: 0, cy: HEIGHT / 2, r: 6 }));
    return group;
  }

  #badge(severity, count, x, y) {
    const shape = {
      error: make("circle", { cx: x, cy: y, r: 9 }),
      warning: make("path", { d: `M${x} ${y - 11}L${x + 11} ${y + 8}H${x - 11}z` }),
      hint: make("circle", { cx: x, cy: y, r: 8 }),
    }[severity];
    shape.setAttribute("class", "shape");
    return make(
      "g",
      { class: `badge ${severity}` },
      shape,
      make("text", { x, y: y + (severity === "warning" ? 6 : 4) }, String(Math.min(count, 99))),
    );
  }

  #path(edge) {
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
    element.append(
      make(
        "text",
        { class: "where", x: x + 8, y: y + 4 },
        where.length <= NAME ? where : `…${where.split(".").at(-1).slice(-NAME)}`,
      ),
    );
  }
  nameOf(source, target) {
    const link = this.links.get(keyOf({ source, target }));
    if (link) this.#name(link);
  }

  // -- the view

  // unreadably small text is not drawn: with many nodes that is most of the work
  #place() {
    this.svg.classList.toggle("tiny", this.at.k < TINY);
    this.view.setAttribute("transform", `translate(${this.at.x} ${this.at.y}) scale(${this.at.k})`);
    this.on.zoom?.(Math.round(this.at.k * 100));
  }

  #extent() {
    return extent([...this.byName.values()]);
  }

  /* Shows everything, also while the diagram grows, until the user zooms or pans. */
  fitAll() {
    this.fit();
    this.all = true;
  }

  /* Shows everything; with `readable`, at no less than a readable size. */
  fit({ readable = false } = {}) {
    const { width, height } = this.svg.getBoundingClientRect();
    if (!width || !this.diagram) return;
    const { left, top, right, bottom } = this.#extent();
    const k = Math.min(
      1,
      Math.max(
        readable ? READABLE : 0.08,
        Math.min((width - 2 * MARGIN) / (right - left), (height - MARGIN - FOOT) / (bottom - top)),
      ),
    );
    this.at = {
      k,
      x: Math.max(MARGIN / 2 - left * k, (width - (right + left) * k) / 2),
      y: Math.max(MARGIN - top * k, (height + MARGIN - FOOT - (bottom + top) * k) / 2),
    };
    this.own = false;
    this.#place();
  }

  // a diagram that is small or readable stays so, unless the user wants to see all of it
  #fitAgain() {
    this.fit({ readable: !this.all && (this.byName.size <= SMALL || this.at.k >= READABLE) });
  }

  // fits a diagram that has outgrown the view, until the user zooms or pans
  #follow() {
    const { width, height } = this.svg.getBoundingClientRect(),
      { left, top, right, bottom } = this.#extent(),
      { x, y, k } = this.at;
    if (!this.own && (left * k + x < 0 || top * k + y < 0 || right * k + x > width || bottom * k + y > height - FOOT))
      this.#fitAgain();
    else this.#place();
  }

  look(x, y) {
    this.own = true;
    this.all = false;
    this.at.x += x;
    this.at.y += y;
    this.#place();
  }

  zoom(by, x, y) {
    const box = this.svg.getBoundingClientRect();
    this.own = true;
    this.all = false;
    x ??= box.width / 2;
    y ??= box.height / 2;
    const k = Math.min(3, Math.max(0.08, this.at.k * by));
    this.at = { k, x: x - ((x - this.at.x) * k) / this.at.k, y: y - ((y - this.at.y) * k) / this.at.k };
    this.#place();
  }

  reveal(name) {
    const node = this.byName.get(name),
      box = this.svg.getBoundingClientRect();
    if (!node || !box.width) return;
    const { k } = this.at,
      x = node.x * k + this.at.x,
      y = node.y * k + this.at.y,
      half = Math.min((node.width * k) / 2 + 8, box.width / 2),
      tall = Math.min(HEIGHT * k + 4, box.height / 2 - FOOT);
    const over = (at, least, most) => (at < least ? least - at : at > most ? most - at : 0);
    const dx = over(x, half, box.width - half),
      dy = over(y, tall, box.height - FOOT - tall / 2);
    if (!dx && !dy) return;
    this.at.x += dx;
    this.at.y += dy;
    this.#place();
  }

  /* Converts a screen position to diagram coordinates. */
  point(event) {
    const box = this.svg.getBoundingClientRect();
    return [(event.clientX - box.left - this.at.x) / this.at.k, (event.clientY - box.top - this.at.y) / this.at.k];
  }
  /* The node at a screen position. */
  over(event) {
    return document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => element.closest?.(".node")?.dataset.name)
      .find(Boolean);
  }

  // -- selection

  select(name, { add = false, quiet = false, toggle = true } = {}) {
    if (!add) this.chosen.clear();
    if (name) {
      if (add && toggle && this.chosen.has(name)) this.chosen.delete(name);
      else this.chosen.add(name);
      this.current = name;
    }
    this.#mark();
    if (name) this.reveal(name);
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
    const near = new Set([...chosen].flatMap((name) => this.linksOf.get(name) || []));
    for (const link of this.links.values()) link.element.classList.toggle("near", near.has(link));
    if (near.size <= NAMED) for (const link of near) this.#name(link);
    this.svg.classList.toggle("crowded", near.size > NAMED);
  }

  nearest(name, dx, dy) {
    return nearest([...this.byName.values()], this.byName.get(name), dx, dy);
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
    this.own = true;
    for (const [name, [x, y]] of Object.entries(places)) {
      const node = this.byName.get(name);
      this.places[name] = [Math.round(x * 10) / 10, Math.round(y * 10) / 10];
      if (!node) continue;
      this.stray.add(name);
      [node.x, node.y] = [x, y];
      this.elements.get(name).setAttribute("transform", `translate(${x} ${y})`);
      for (const link of this.linksOf.get(name)) bent.add(link);
    }
    for (const link of bent) {
      link.d = this.#path(link.edge);
      this.#bend(link);
    }
    this.on.moved?.(this.places);
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
    this.own = false;
    if (this.diagram) this.draw(this.diagram);
    this.on.moved?.(this.places);
  }
}
