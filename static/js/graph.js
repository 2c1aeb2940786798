// The graph of the design page: boxes and arrows as SVG, panned, zoomed and walked by pointer and by keys.
// It draws what the server laid out, tells what is asked of it, and changes nothing itself.
"use strict";

(() => {
  const NS = "http://www.w3.org/2000/svg";
  const HEIGHT = 46, MARGIN = 40, LONGEST = 30;
  const make = (name, attributes = {}, ...children) => {
    const element = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) if (value !== undefined && value !== null) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const shortened = (name) => (name.length <= LONGEST ? name : `${name.slice(0, LONGEST / 2)}…${name.slice(-LONGEST / 2 + 1)}`);
  const shortType = (type) => shortened(type.replace(/^(OS|AWS)::/, ""));

  class Graph {
    /* `words` are the page's translated words, `on` what is to be told: select, open, connect, remove, rename, edge. */
    constructor(svg, { words, on, store }) {
      this.svg = svg; this.words = words; this.on = on; this.store = store;
      this.view = make("g", { class: "view" });
      this.edges = make("g", { class: "edges" });
      this.nodes = make("g", { class: "nodes" });
      this.rubber = make("path", { class: "edge rubber", visibility: "hidden" });
      const tip = make("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto-start-reverse" }, make("path", { class: "tip", d: "M0 .5L8 4L0 7.5z" }));
      this.view.append(this.edges, this.rubber, this.nodes);
      svg.replaceChildren(make("defs", {}, tip), this.view);
      this.at = { x: MARGIN, y: MARGIN, k: 1 };
      this.moved = Object.assign(Object.create(null), JSON.parse(localStorage.getItem(store) || "{}"));
      this.byName = new Map(); this.chosen = new Set(); this.fresh = new Set(); this.current = null; this.picture = null;
      this.#listen();
    }

    draw(picture) {
      const before = this.picture;
      this.picture = picture;
      this.byName = new Map(picture.nodes.map((node) => [node.name, { ...node, ...this.moved[node.name] }]));
      this.chosen = new Set([...this.chosen].filter((name) => this.byName.has(name)));
      if (this.current && !this.byName.has(this.current)) this.current = null;
      this.needs = new Map(picture.nodes.map((node) => [node.name, []]));
      this.users = new Map(picture.nodes.map((node) => [node.name, []]));
      for (const edge of picture.edges) { this.needs.get(edge.source)?.push(edge.target); this.users.get(edge.target)?.push(edge.source); }
      const old = new Set((before?.edges || []).map((edge) => `${edge.source} ${edge.target}`));
      this.fresh = before ? new Set(picture.edges.map((edge) => `${edge.source} ${edge.target}`).filter((key) => !old.has(key))) : new Set();
      const focused = document.activeElement?.closest?.(".node")?.dataset.name;
      this.edges.replaceChildren(...picture.edges.map((edge) => this.#edge(edge)));
      this.nodes.replaceChildren(...picture.nodes.map((node) => this.#node(this.byName.get(node.name))));
      this.svg.classList.remove("broken");
      if (!before) this.fit(); else this.#place();
      if (focused && this.byName.has(focused)) this.element(focused).focus({ preventScroll: true });
      this.#roving();
    }

    broken() { this.svg.classList.add("broken"); }
    element(name) { return this.nodes.querySelector(`[data-name="${CSS.escape(name)}"]`); }

    #label(node) {
      const parts = [node.name, node.type];
      const state = this.words[node.state];
      parts.push(node.condition ? `${this.words.if} ${node.condition}: ${state}` : state);
      const needs = [...new Set(this.needs.get(node.name))], users = new Set(this.users.get(node.name));
      if (needs.length) parts.push(`${this.words.needs} ${needs.join(", ")}`);
      if (users.size) parts.push(`${this.words.usedBy} ${users.size}`);
      if (node.problems) parts.push(`${node.problems} ${this.words.problems}`);
      return parts.join(", ");
    }

    #node(node) {
      const half = node.width / 2;
      const group = make("g", {
        class: `node ${node.state}${this.chosen.has(node.name) ? " chosen" : ""}`, transform: `translate(${node.x} ${node.y})`, role: "button", tabindex: -1,
        "data-name": node.name, "data-testid": `node-${node.name}`, "data-state": node.state, "aria-label": this.#label(node), "aria-pressed": String(this.chosen.has(node.name)),
      });
      group.append(make("rect", { class: "box", x: -half, y: -HEIGHT / 2, width: node.width, height: HEIGHT, rx: 8 }));
      if (node.condition) group.append(make("text", { class: "condition", x: -half + 2, y: -HEIGHT / 2 - 6 }, `${this.words.if} ${shortened(node.condition)}`));
      group.append(make("text", { class: "name", x: -half + 14, y: -3 }, shortened(node.name)), make("text", { class: "type", x: -half + 14, y: 14 }, shortType(node.type)));
      if (node.problems) group.append(make("circle", { class: "badge", cx: half - 4, cy: -HEIGHT / 2 + 4, r: 9 }), make("text", { class: "count", x: half - 4, y: -HEIGHT / 2 + 8 }, String(Math.min(node.problems, 99))));
      group.append(make("circle", { class: "handle", cx: 0, cy: HEIGHT / 2, r: 6 }));
      return group;
    }

    #path(edge) {
      const a = this.byName.get(edge.source), b = this.byName.get(edge.target);
      if (!a || !b) return "";
      let points = edge.points;
      if (!points.length || this.moved[edge.source] || this.moved[edge.target]) {
        const side = b.y >= a.y ? HEIGHT / 2 : -HEIGHT / 2;
        points = [[a.x, a.y + side], [b.x, b.y - side]];
      }
      let [[x, y], ...rest] = points, path = `M${x} ${y}`;
      for (const [nx, ny] of rest) {
        if (nx === x) path += `V${ny}`;
        else { const middle = (y + ny) / 2; path += `C${x} ${middle} ${nx} ${middle} ${nx} ${ny}`; }
        [x, y] = [nx, ny];
      }
      return path;
    }

    #edge(edge) {
      const key = `${edge.source} ${edge.target}`, d = this.#path(edge);
      const depends = edge.links.every((link) => link.by === "depends_on");
      const where = edge.links.map((link) => link.where).join(", ");
      const group = make("g", { class: `link${depends ? " depends" : ""}${this.fresh.has(key) ? " fresh" : ""}`, "data-testid": `edge-${edge.source}-${edge.target}`, "data-source": edge.source, "data-target": edge.target });
      group.append(make("path", { class: "wide", d }), make("path", { class: "edge", d, "marker-end": "url(#tip)" }), make("title", {}, `${edge.source} ${this.words.needs} ${edge.target}: ${where}`));
      if (this.fresh.has(key) && edge.points.length > 1) {
        const [x, y] = edge.points[0];
        group.append(make("text", { class: "where", x: x + 8, y: y + 20 }, where));
      }
      return group;
    }

    #place() { this.view.setAttribute("transform", `translate(${this.at.x} ${this.at.y}) scale(${this.at.k})`); this.on.zoom?.(Math.round(this.at.k * 100)); }

    fit() {
      const { width, height } = this.svg.getBoundingClientRect();
      if (!width || !this.picture) return;
      const boxes = [...this.byName.values()];
      const left = Math.min(0, ...boxes.map((node) => node.x - node.width / 2)), top = Math.min(0, ...boxes.map((node) => node.y - HEIGHT));
      const right = Math.max(1, ...boxes.map((node) => node.x + node.width / 2)), bottom = Math.max(1, ...boxes.map((node) => node.y + HEIGHT / 2));
      const k = Math.min(1, Math.max(.12, Math.min((width - 2 * MARGIN) / (right - left), (height - 2 * MARGIN) / (bottom - top))));
      this.at = { k, x: (width - (right + left) * k) / 2, y: Math.max(MARGIN, (height - (bottom + top) * k) / 2) };
      this.#place();
    }

    zoom(by, x, y) {
      const box = this.svg.getBoundingClientRect();
      x ??= box.width / 2; y ??= box.height / 2;
      const k = Math.min(3, Math.max(.08, this.at.k * by));
      this.at = { k, x: x - ((x - this.at.x) * k) / this.at.k, y: y - ((y - this.at.y) * k) / this.at.k };
      this.#place();
    }

    reveal(name) {
      const node = this.byName.get(name), box = this.svg.getBoundingClientRect();
      if (!node || !box.width) return;
      const x = node.x * this.at.k + this.at.x, y = node.y * this.at.k + this.at.y;
      if (x < 90 || y < 60 || x > box.width - 90 || y > box.height - 60) {
        this.at.x += box.width / 2 - x; this.at.y += box.height / 2 - y;
        this.#place();
      }
    }

    select(name, { add = false, quiet = false } = {}) {
      if (!add) this.chosen.clear();
      if (name) { if (add && this.chosen.has(name)) this.chosen.delete(name); else this.chosen.add(name); this.current = name; }
      for (const element of this.nodes.children) {
        const chosen = this.chosen.has(element.dataset.name);
        element.classList.toggle("chosen", chosen);
        element.setAttribute("aria-pressed", String(chosen));
      }
      for (const edge of this.edges.children) edge.classList.toggle("near", this.chosen.has(edge.dataset.source) || this.chosen.has(edge.dataset.target));
      this.#roving();
      if (name) this.reveal(name);
      if (!quiet) this.on.select(name, [...this.chosen]);
    }

    tidy() { this.moved = Object.create(null); localStorage.removeItem(this.store); const picture = this.picture; this.picture = null; if (picture) this.draw(picture); }

    #roving() {
      const focus = this.byName.has(this.current) ? this.current : this.picture?.nodes[0]?.name;
      for (const element of this.nodes.children) element.setAttribute("tabindex", element.dataset.name === focus ? 0 : -1);
    }

    #nearest(name, dx, dy) {
      const from = this.byName.get(name);
      let best = null, least = Infinity;
      for (const node of this.byName.values()) {
        const x = node.x - from.x, y = node.y - from.y, along = x * dx + y * dy, across = Math.abs(x * dy) + Math.abs(y * dx);
        if (node.name === name || along <= 1) continue;
        const distance = along + 2 * across;
        if (distance < least) { best = node.name; least = distance; }
      }
      return best;
    }

    #go(name, add) { if (!name) return; this.select(name, { add }); this.element(name)?.focus({ preventScroll: true }); }

    key(event) {
      const name = event.target.closest(".node")?.dataset.name || this.current;
      const plain = !event.ctrlKey && !event.metaKey;
      if (!plain) return false;
      const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      if (event.altKey && arrows[event.key] && name) { const [dx, dy] = arrows[event.key]; this.#shift([name], dx * 12, dy * 12); return true; }
      if (event.altKey) return false;
      if (arrows[event.key]) { this.#go(name ? this.#nearest(name, ...arrows[event.key]) : this.picture?.nodes[0]?.name, event.shiftKey); return true; }
      if (event.key === "]" && name) { this.#go(this.needs.get(name)?.[0]); return true; }
      if (event.key === "[" && name) { this.#go(this.users.get(name)?.[0]); return true; }
      if (event.key === "+" || event.key === "=") { this.zoom(1.25); return true; }
      if (event.key === "-") { this.zoom(.8); return true; }
      if (event.key === "0") { this.fit(); return true; }
      if (!name) return false;
      if (event.key === "Enter" || event.key === " ") { this.select(name); this.on.open(name); return true; }
      if (event.key === "Delete" || event.key === "Backspace") { this.on.remove(this.chosen.size ? [...this.chosen] : [name]); return true; }
      if (event.key === "F2") { this.on.rename(name); return true; }
      if (event.key.toLowerCase() === "c") { this.on.connect(name, null); return true; }
      return false;
    }

    #shift(names, dx, dy) {
      for (const name of names) {
        const node = this.byName.get(name);
        node.x += dx; node.y += dy;
        this.moved[name] = { x: Math.round(node.x), y: Math.round(node.y) };
        this.element(name).setAttribute("transform", `translate(${node.x} ${node.y})`);
      }
      for (const element of this.edges.children) {
        if (!names.includes(element.dataset.source) && !names.includes(element.dataset.target)) continue;
        const edge = this.picture.edges.find((one) => one.source === element.dataset.source && one.target === element.dataset.target);
        for (const path of element.querySelectorAll("path")) path.setAttribute("d", this.#path(edge));
      }
      clearTimeout(this.keeping);
      this.keeping = setTimeout(() => { try { localStorage.setItem(this.store, JSON.stringify(this.moved)); } catch { /* no room on the device: only this visit keeps them */ } }, 200);
    }

    point(event) { const box = this.svg.getBoundingClientRect(); return [(event.clientX - box.left - this.at.x) / this.at.k, (event.clientY - box.top - this.at.y) / this.at.k]; }

    #listen() {
      const { svg } = this;
      let drag = null;
      svg.addEventListener("pointerdown", (event) => {
        if (event.button) return;
        const node = event.target.closest(".node"), handle = event.target.closest(".handle");
        drag = { x: event.clientX, y: event.clientY, name: node?.dataset.name, kind: handle ? "connect" : node ? "node" : "ground", far: false };
        svg.setPointerCapture(event.pointerId);
        if (node) node.focus({ preventScroll: true });
      });
      svg.addEventListener("pointermove", (event) => {
        if (!drag) return;
        const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
        if (!drag.far && Math.hypot(dx, dy) < 4) return;
        drag.far = true;
        if (drag.kind === "ground") { this.at.x += dx; this.at.y += dy; this.#place(); } else if (drag.kind === "node") {
          this.#shift(this.chosen.has(drag.name) ? [...this.chosen] : [drag.name], dx / this.at.k, dy / this.at.k);
        } else {
          const from = this.byName.get(drag.name), [x, y] = this.point(event);
          this.rubber.setAttribute("visibility", "visible");
          this.rubber.setAttribute("d", `M${from.x} ${from.y + HEIGHT / 2}L${x} ${y}`);
          return;
        }
        drag.x = event.clientX; drag.y = event.clientY;
      });
      const over = (event) => document.elementsFromPoint(event.clientX, event.clientY).map((element) => element.closest?.(".node")?.dataset.name).find(Boolean);
      const stop = (event) => {
        if (!drag) return;
        const done = drag;
        drag = null;
        this.rubber.setAttribute("visibility", "hidden");
        if (event.type === "pointercancel") return;
        if (done.kind === "connect" && done.far) { const target = over(event); if (target && target !== done.name) this.on.connect(done.name, target); return; }
        if (done.far) return;
        if (done.name) { this.select(done.name, { add: event.shiftKey || event.ctrlKey || event.metaKey }); return; }
        const link = document.elementsFromPoint(event.clientX, event.clientY).map((element) => element.closest?.(".link")).find(Boolean);
        if (link) this.on.edge(link.dataset.source, link.dataset.target); else this.select(null);
      };
      svg.addEventListener("pointerup", stop);
      svg.addEventListener("pointercancel", stop);
      svg.addEventListener("dblclick", (event) => { const name = over(event); if (name) this.on.rename(name); else this.on.add(); });
      svg.addEventListener("wheel", (event) => {
        event.preventDefault();
        const box = svg.getBoundingClientRect();
        this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? .01 : .0015)), event.clientX - box.left, event.clientY - box.top);
      }, { passive: false });
      svg.addEventListener("keydown", (event) => { if (this.key(event)) { event.preventDefault(); event.stopPropagation(); } });
      new ResizeObserver(() => { if (this.picture && !this.sized) { this.sized = true; this.fit(); } }).observe(svg);
    }
  }

  window.designer = Object.assign(window.designer || {}, { Graph });
})();
