// The stage: its views (the diagram, the outline, and more), and the notice when the server does not answer.
import { remember } from "../../site/storage.js";
import { Graph } from "./graph.js";
import { showZoom, zoomByButtons } from "./zooming.js";

/** @import { Studio } from "../studio.js" */

const SETTLE = 150; // ms

/** @param {Studio} studio */
export function stage(studio) {
  const { root, words, $, $$ } = studio;
  const layout = { view: "map", items: [], shared: [], lines: [] },
    nothing = { nodes: [], edges: [], layout, parameters: {}, conditions: {}, outputs: {} };
  let lost = false; // whether the diagram could not be loaded; the check of the text reports that itself

  // The server finds the lines between cards that were moved, and the nearest free place of one that lies on another.
  let settling = 0;
  const settle = () => {
    clearTimeout(settling);
    settling = setTimeout(() => (graph.canvas.matches(".dragging, .landing") ? settle() : studio.refresh()), SETTLE);
  };
  const recordMove = (studio.recordNodeMove = (names, before, isRepeated = false) => {
    const one = names.length === 1;
    const title = (one ? words.moveOne : words.moveSeveral).replace("%s", one ? names[0] : names.length);
    return studio.recordMove(title, before, { isRepeated });
  });
  const graph = (studio.graph = new Graph($("[data-graph]"), {
    words,
    sprite: studio.address.icons,
    free: $("[data-free]"),
    on: {
      select: (name, all) => studio.select(name, "resources", { all }),
      member: (open) => studio.inspector.openMember(open),
      open: () => {
        studio.unfold("inspector");
        studio.openForm();
      },
      mayMove: () => studio.mayGesture(),
      connect: (source, target) => studio.connect(source, target),
      draws: (source, side) =>
        studio.possibleEnds(source, side).then((names) => {
          if (graph.canvas.classList.contains("dragging")) graph.markFits(names.length ? names : null, source);
        }),
      next: (name, side, byPointer = false) => {
        if (!studio.mayGesture()) return;
        graph.select(name, { add: graph.chosen.has(name), toggle: false, byPointer });
        studio.offerNeighbours(name, side);
      },
      menu: (name, at) => {
        graph.focus(name);
        studio.openMenu(graph.element(name), name, at);
      },
      remove: (names) => studio.remove(names),
      rename: (name) => studio.rename("resources", name),
      edge: (source, target, at) => studio.lineMenu(source, target, at),
      takes: ({ source, target }) =>
        studio.mayEdit &&
        studio.diagram.edges.some(
          (one) => one.source === source && one.target === target && one.links.some(({ by }) => by !== "depends_on"),
        ),
      insert: (source, target, at) => studio.offerBetween(source, target, at),
      ground: (at, point) => studio.groundMenu(at, point),
      add: (point) => {
        if (!studio.mayEdit) return;
        studio.placeNext(point);
        studio.openPalette();
      },
      keptView: () => studio.keptView(),
      viewport: (percent) => {
        showZoom($("[data-zoom]"), percent);
        studio.emit("viewport");
      },
      // the height of the view that overlays cover at its bottom, between two screen positions
      covered: (left, right) => {
        const view = graph.canvas.getBoundingClientRect();
        const tops = $$("[data-change], [data-minimap]")
          .filter((each) => each.checkVisibility())
          .map((each) => each.getBoundingClientRect())
          .filter((box) => box.right > left && box.left < right && box.top < view.bottom)
          .map((box) => view.bottom - box.top);
        return Math.max(0, ...tops);
      },
      moved: () => {
        studio.emit("placed");
        settle();
      },
      done: (names, before) => recordMove(names, before, true),
      lifts: (names) => studio.liftNodes(names),
      drags: (at) => studio.dragNodes(at),
      copies: (names, dx, dy) => studio.duplicateAt(names, dx, dy),
      drops: (names, before, at) => studio.dropNodes(names, before, at),
    },
  }));
  graph.canvas.classList.toggle("read-only", !studio.mayEdit);
  studio.on("diagram", (diagram) => {
    if (lost) {
      lost = false;
      $("[data-lost]").hidden = true;
    }
    graph.draw(diagram);
    $("[data-bare]").hidden = diagram.nodes.length > 0;
    $("[data-note]").textContent = diagram.note || "";
    $("[data-note]").hidden = !diagram.note;
    const { name, kind } = studio.chosen,
      there = kind === "resources" ? graph.byName.has(name) : Object.hasOwn(diagram[kind] || {}, name);
    if (!name || there) return;
    if (graph.chosen.size) graph.selectAll([...graph.chosen]);
    else studio.select(null); // clears the selection of a removed node
  });
  studio.on("needed", () => graph.recount());
  studio.on("select", ({ name, kind }) => {
    if (kind !== "resources" && name) graph.select(null, { quiet: true });
  });
  studio.on("member", (open) => graph.canvas.classList.toggle("of-members", open));
  studio.on("ready", () => {
    if (!studio.diagram) studio.diagram = nothing;
    else if (studio.diagramView === "map") studio.emit("diagram", studio.diagram);
    else {
      graph.change(studio.diagramView);
      load(); // the page came with the map
    }
    if (studio.textarea.value !== studio.textarea.defaultValue) studio.refresh(); // this device had a later text
  });

  // the server did not answer
  studio.on("lost", () => {
    lost = true;
    $("[data-lost]").hidden = false;
  });
  $("[data-try-again]").addEventListener("click", () => studio.refresh());

  // a hint above the diagram about the current gesture
  studio.hint = (text) => {
    const hint = $("[data-hint]");
    hint.hidden = !text;
    hint.textContent = text || "";
  };

  // -- views, each with its button
  studio.diagramView = localStorage.getItem("design-view") === "graph" ? "graph" : "map";
  const load = async () => {
    if (!studio.isUnparsed) return studio.refresh();
    const diagram = await studio.preview(studio.parsedText).catch(() => null);
    if (!diagram || graph.diagram) return undefined;
    studio.diagram = diagram;
    graph.draw(diagram);
    return graph.broken();
  };
  const show = (name) => {
    if (!$(`[data-shows="${CSS.escape(name)}"]`)) return;
    studio.root.dataset.view = name;
    if (["map", "graph"].includes(name) && studio.diagramView !== name) {
      studio.diagramView = name;
      graph.change(name);
      load();
    }
    for (const button of $$("[data-shows]")) button.setAttribute("aria-pressed", String(button.dataset.shows === name));
    remember("design-view", name);
    studio.emit("view", name);
  };
  studio.show = show;
  const isNarrow = () => matchMedia("(max-width: 47.99em)").matches;
  const isDrawn = () => ["map", "graph"].includes(studio.root.dataset.view);
  /* Leaves a view that does not show new resources: the outline for the first view, any other for the map. */
  studio.showResources = ({ isFirst = false } = {}) => {
    const isListed = studio.root.dataset.view === "outline";
    if (!isDrawn() && !(isListed && (!isFirst || isNarrow()))) show(isNarrow() ? "outline" : "map");
  };
  /* Focuses the selected resource, the first one, or the button of the view. */
  studio.focusStage = () => {
    const name = graph.current || studio.diagram.nodes[0]?.name;
    if (isDrawn() && name) graph.focus(name);
    else $(`[data-shows="${studio.root.dataset.view}"]`).focus();
  };
  for (const button of $$("[data-shows]")) button.addEventListener("click", () => show(button.dataset.shows));
  studio.on("ready", () => {
    show(localStorage.getItem("design-view") || (isNarrow() ? "outline" : "map"));
    for (const button of $$("[data-shows]"))
      studio.command({
        id: `show-${button.dataset.shows}`,
        text: () => `${words.show} ${button.ariaLabel || button.textContent.trim()}`,
        when: () => studio.root.dataset.view !== button.dataset.shows,
        does: () => {
          show(button.dataset.shows);
          button.focus();
        },
      });
  });

  zoomByButtons(root, graph.viewport);
  studio.command({ id: "fit", text: () => words.fit, does: () => graph.viewport.fit() });
  // the diagram's own keys, for the keyboard help
  const KEYS = [
    ["walk", ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"], words.keyWalk],
    ["ends", ["Home", "End"], words.keyEnds],
    ["needed", ["]"], words.keyNeeded],
    ["user", ["["], words.keyUser],
    ["choose-more", ["Shift-ArrowUp"], words.keyMore],
    ["choose-this", ["Shift-Space"], words.keyThis],
    ["choose-all", ["Mod-a"], words.keyAll],
    ["choose-none", ["Escape"], words.keyNone],
    ["shift", ["Alt-ArrowUp"], words.keyShift],
    ["zoom", ["+", "-", "0"], words.keyZoom],
    ["show", ["1", "2"], words.keyShow],
    ["path", ["h"], words.keyPath],
    ["path-needed", ["Shift-]"], words.keyPathNeeded],
    ["path-users", ["Shift-["], words.keyPathUsers],
    ["open", ["Enter"], words.keyOpen],
  ];
  for (const [id, keys, text] of KEYS) studio.command({ id, area: "graph", keys, text: () => text });
}
