// The layer of values over the map: outputs at its left, conditions and parameters at its right. At rest it has no
// lines; what is selected, focused or under the pointer shows all of its own.

import { CONDITION, HEAD } from "../../diagram/metrics.js";
import { targetOf } from "../../site/dom.js";
import { remember } from "../../site/storage.js";
import { extent } from "./geometry.js";
import { rounded } from "./map.js";
import { nameAt } from "./picture.js";
import { make } from "./svg.js";
import { drawValues } from "./values-cards.js";
import { pairsOf, rowKey, trunks, valuesLayout } from "./values-layout.js";

/**
 * @import { Studio } from "../studio.js"
 * @import { Declared, ValueBox } from "../types.js"
 */

const MANY = 2; // a template with so many times more parameters than resources opens with the layer

/** @param {Studio} studio */
export function valuesLayer(studio) {
  const { graph, words, $ } = studio,
    button = $("[data-values-layer]"),
    lines = make("g", { class: "value-lines", "aria-hidden": "true" }),
    group = make("g", { class: "values", role: "group", "aria-label": words.valuesLayer }),
    KEPT = `${studio.store}:values`;
  graph.view.insertBefore(lines, graph.edges);
  graph.view.insertBefore(group, graph.edges.nextSibling);
  /** @type {Set<string>} */
  const opened = new Set();
  /** @type {ReturnType<typeof valuesLayout> | null} */
  let layout = null;
  let isOn = false,
    drawnFor = "",
    /** @type {string | null} */
    current = null; // the key of what has the tab stop

  const values = () => studio.diagram?.values;
  const isShown = () => isOn && graph.isMap && Boolean(values());

  // -- drawing

  const mapBounds = () => {
    const nodes = [...graph.byName.values()];
    if (!nodes.length) return null;
    const bounds = extent(nodes);
    return { ...bounds, top: bounds.top + CONDITION }; // flush with the cards, not with the names of conditions
  };
  const lay = () => {
    layout = isShown() ? valuesLayout(values(), mapBounds(), opened) : null;
    drawnFor = "";
    if (layout) paint();
    else group.replaceChildren();
    light();
  };
  // what is written is drawn for the present zoom
  const paint = () => {
    const look = graph.scene.lookNow(),
      says = `${look.zoom} ${look.band}`;
    if (!layout || says === drawnFor) return;
    drawnFor = says;
    const held = group.contains(document.activeElement) ? keyAt(document.activeElement) : null;
    group.replaceChildren(...drawValues(layout, look));
    if (!current || !elementOf(current)) current = group.querySelector("[data-value]")?.getAttribute("data-value");
    mark();
    if (held) focus(held);
  };
  graph.layer = {
    extent: () => layout?.bounds || null,
    paint,
    drawn: (look) => (layout ? drawValues(layout, look) : []),
  };

  // -- lines

  const declaredAt = (element) => {
    const value = element?.closest?.("[data-value]");
    if (value && !value.dataset.opens)
      return value.dataset.name ? { of: [value.dataset.section, value.dataset.name], key: value.dataset.key } : null;
    const name = element && graph.view.contains(element) && nameAt(element);
    return name ? { of: ["resources", name] } : null;
  };
  /** @type {Element | null} */
  let pointed = null;
  const light = () => {
    lines.replaceChildren();
    if (!layout) return;
    const { name, kind } = studio.chosen,
      chosen = name ? { of: [kind, name] } : null,
      found = declaredAt(pointed) || chosen;
    if (!found) return;
    const pairs = pairsOf(values(), /** @type {Declared} */ (found.of), found.key),
      ends = pairs.map(([from, to]) => [boxOf(from), boxOf(to)]).filter(([from, to]) => from && to);
    const lowest = Math.max(layout.bounds.bottom, mapBounds()?.bottom ?? -Infinity),
      map = mapBounds(),
      edges = [...new Set([...layout.cards.map(({ x }) => x), ...(map ? [map.left] : [])])];
    const drawn = trunks(/** @type {[ValueBox, ValueBox][]} */ (ends), edges, lowest);
    lines.append(
      ...drawn.paths.map((points) => make("path", { class: "edge", d: rounded(points), "marker-end": "url(#tip)" })),
      ...drawn.dots.map(([x, y]) => make("circle", { class: "fork", cx: x, cy: y, r: 3 })),
    );
  };
  /** @type {(key: string) => ValueBox | null} */
  const boxOf = (key) => {
    const [section, name] = key.split("\n");
    if (section !== "resources") return layout.boxes.get(key) || null;
    const node = graph.byName.get(name);
    return node ? { ...node, x: node.x - node.width / 2, y: node.y - node.height / 2, height: headOf(node) } : null;
  };
  /** @type {(node: import("../types.js").Node) => number} */
  const headOf = ({ role, height }) => (role === "row" ? height : Math.min(height, HEAD));
  for (const [event, isIn] of /** @type {[string, boolean][]} */ ([
    ["pointerover", true],
    ["pointerleave", false],
    ["focusin", true],
    ["focusout", false],
  ]))
    graph.canvas.addEventListener(event, ({ target }) => {
      const before = pointed?.closest?.("[data-value], .node");
      pointed = isIn ? /** @type {Element} */ (target) : null;
      if (before !== pointed?.closest?.("[data-value], .node")) light();
    });

  // -- selection, and the way through the layer by keys

  const keyAt = (element) => element?.closest("[data-value]")?.getAttribute("data-value");
  /** @type {(key: string) => SVGElement | null} */
  const elementOf = (key) => group.querySelector(`[data-value="${CSS.escape(key)}"]`);
  const mark = () => {
    const { name, kind } = studio.chosen;
    for (const element of /** @type {NodeListOf<SVGElement>} */ (group.querySelectorAll("[data-value]"))) {
      const { section, name: own, key, value } = element.dataset,
        is = Boolean(name) && section === kind && own === name && key === undefined;
      element.classList.toggle("chosen", is);
      element.setAttribute("aria-pressed", String(is));
      element.setAttribute("tabindex", value === current ? "0" : "-1");
    }
  };
  const focus = (key) => {
    if (!elementOf(key)) return;
    current = key;
    mark();
    elementOf(key).focus({ preventScroll: true });
    const box = layout.boxes.get(key);
    if (box) graph.viewport.reveal({ ...box, x: box.x + box.width / 2, y: box.y + box.height / 2, above: 0 }, {});
  };
  const open = (element) => {
    const { opens, section, name } = element.dataset;
    if (opens) {
      opened.add(opens);
      const at = layout.cards.find(({ key }) => key === opens).rows.length;
      lay();
      const row = layout.cards.find(({ key }) => key === opens)?.rows[at];
      if (row) focus(rowKey(row));
    } else if (name) {
      studio.select(name, section);
      studio.unfold("inspector");
    }
  };
  /* The nearest value in a direction: along its column, or in the column beside it. */
  const next = (key, [dx, dy]) => {
    const all = [...group.querySelectorAll("[data-value]")].map((one) => one.getAttribute("data-value"));
    if (dy) return all[all.indexOf(key) + dy];
    const from = layout.boxes.get(key);
    return all
      .map((one) => ({ one, box: layout.boxes.get(one) }))
      .filter(({ box }) => box && from && (box.x - from.x) * dx > 0)
      .toSorted(
        (a, b) =>
          Math.abs(a.box.x - from.x) +
          Math.abs(a.box.y - from.y) -
          Math.abs(b.box.x - from.x) -
          Math.abs(b.box.y - from.y),
      )[0]?.one;
  };
  const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  group.addEventListener("keydown", (event) => {
    const element = targetOf(event).closest("[data-value]"),
      { section, name } = element.dataset,
      arrow = !event.altKey && ARROWS[event.key];
    const acts = {
      Enter: () => open(element),
      " ": () => open(element),
      ContextMenu: () => name && studio.declarationMenu(element, section, name),
      Delete: () => name && studio.removePart(section, name),
      F2: () => name && studio.rename(section, name),
    };
    const act = arrow ? () => focus(next(keyAt(element), arrow) || "") : acts[event.key];
    if (act || (event.key === "F10" && event.shiftKey)) {
      event.preventDefault();
      (act || acts.ContextMenu)();
    }
    // what the keys of the diagram do is about resources
    if (act || (event.key.length === 1 && !/[-+0-9lmfipt/?]/i.test(event.key))) event.stopPropagation();
  });
  group.addEventListener("focusin", ({ target }) => {
    current = keyAt(target);
    mark();
  });
  group.addEventListener("click", (event) => {
    event.stopPropagation();
    const element = targetOf(event).closest("[data-value]");
    if (element) open(element);
  });
  group.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const element = targetOf(event).closest("[data-value]");
    const { section, name } = element?.dataset || {};
    if (name) studio.declarationMenu(element, section, name, [event.clientX, event.clientY]);
  });

  // -- using a value: dragged onto a resource

  /** @type {{ section: string, name: string, at: number[], is: boolean } | null} */
  let dragged = null;
  group.addEventListener("pointerdown", (event) => {
    event.stopPropagation();
    const element = targetOf(event).closest("[data-value]"),
      { section, name } = element?.dataset || {};
    if (event.button || !studio.mayEdit || !name || section === "outputs") return;
    dragged = { section, name, at: [event.clientX, event.clientY], is: false };
  });
  addEventListener("pointermove", (event) => {
    if (!dragged) return;
    dragged.is ||= Math.hypot(event.clientX - dragged.at[0], event.clientY - dragged.at[1]) > 5;
    if (dragged.is) studio.hint(words.useAs.replace("%s", dragged.name));
    const over = dragged.is ? graph.over(event) : null;
    graph.canvas.classList.toggle("dragging", dragged.is);
    graph.markFits(over ? [over] : null);
  });
  addEventListener("pointerup", (event) => {
    if (!dragged) return;
    const { section, name, is } = dragged,
      over = is ? graph.over(event) : null;
    dragged = null;
    studio.hint("");
    graph.canvas.classList.remove("dragging");
    graph.markFits(null);
    if (over) studio.useAt(over, section, name);
  });

  // -- on and off

  const show = (does) => {
    isOn = does;
    button.setAttribute("aria-pressed", String(does));
    if (does && studio.root.dataset.view !== "map") studio.show("map");
    lay();
  };
  const toggle = () => {
    show(!isOn);
    remember(KEPT, isOn ? "on" : "off");
    graph.viewport.fit();
    studio.emit("viewport");
  };
  button.addEventListener("click", toggle);
  studio.command({
    id: "values",
    area: "page",
    keys: ["l"],
    text: () => `${isOn ? words.hide : words.show} ${words.valuesLayer}`,
    sheet: () => words.valuesLayer,
    does: toggle,
  });
  studio.on("diagram", lay);
  studio.on("placed", lay);
  studio.on("view", lay);
  studio.on("select", () => {
    mark();
    light();
  });
  studio.on("ready", () => {
    const { nodes = [], parameters = {} } = studio.diagram || {},
      count = Object.keys(parameters).length,
      kept = localStorage.getItem(KEPT);
    const isAsked = kept ? kept === "on" : count > MANY * nodes.length;
    if (!isAsked) return;
    show(true);
    if (!kept) remember(KEPT, "on");
    graph.viewport.fit();
  });
}
