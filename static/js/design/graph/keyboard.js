// Keyboard handling of the diagram: going from node to node, moving nodes, and choosing the target of an edge.
import { targetOf } from "../../site/dom.js";
import { zoomByKey } from "./zooming.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function keyboard(studio) {
  const { graph, words } = studio;
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const STEP = 12;
  const OF_FOCUSED = ["d", "e", "w"]; // commands of the selection, which the focused node becomes first
  const show = (name) => {
    graph.focus(name);
    graph.reveal(name);
  };
  const first = () => graph.diagram?.nodes[0]?.name;

  // choosing the target of an edge
  let target = null;
  const leave = (back = true) => {
    if (!target) return false;
    const { source } = target;
    target = null;
    graph.markFits(null);
    studio.hint(null);
    if (back) graph.go(source);
    return true;
  };
  graph.chooseTarget = (source, fits) => {
    const others = [...graph.byName.keys()].filter((name) => name !== source);
    if (!others.length) return studio.say(words.nothingToConnect, [], true);
    target = { source, fits };
    graph.markFits(fits.length ? fits : others, source);
    studio.hint(words.targetHint.replace("%s", source));
    return show(fits[0] || graph.nearest(source, 0, 1) || others[0]);
  };
  const aim = (event, name) => {
    if (ARROWS[event.key]) {
      show(graph.nearest(name, ...ARROWS[event.key]));
      return true;
    }
    if (event.key === "Escape") return leave();
    if (event.key === "Enter" || event.key === " ") {
      const { source } = target;
      leave(false);
      if (name === source) graph.go(source);
      else studio.connect(source, name);
      return true;
    }
    if (event.key.length === 1) {
      const { source, fits } = target;
      leave(false);
      studio.askTarget(source, event.key, fits);
      return true;
    }
    return false;
  };
  graph.canvas.addEventListener("focusout", (event) => {
    if (target && !graph.canvas.contains(/** @type {Element} */ (event.relatedTarget)))
      setTimeout(() => {
        if (!graph.canvas.contains(document.activeElement)) leave(false);
      });
  });

  // the path of what is chosen: all that it needs, all that needs it, or both
  const light = (event) => {
    const isShifted = event.shiftKey && !event.altKey;
    if (isShifted && (event.key === "}" || event.code === "BracketRight")) return graph.lightPath(["needs"]);
    if (isShifted && (event.key === "{" || event.code === "BracketLeft")) return graph.lightPath(["users"]);
    if (event.key !== "h" || event.altKey) return false;
    graph.lightPath(graph.path ? null : ["needs", "users"]);
    return true;
  };
  const press = (event) => {
    const name = targetOf(event).closest(".node")?.dataset.name || graph.current,
      plain = !event.ctrlKey && !event.metaKey;
    if (name && !target && !event.altKey && OF_FOCUSED.includes(event.key) && !graph.chosen.has(name))
      graph.select(name);
    if (!plain) {
      if (event.key.toLowerCase() !== "a" || event.shiftKey || event.altKey) return false;
      graph.selectAll();
      return true;
    }
    if (target && !event.altKey) return aim(event, name);
    const way = ARROWS[event.key];
    if (event.altKey) {
      if (!way || !name) return false;
      if (!graph.on.mayMove()) return true;
      const names = graph.chosen.has(name) ? [...graph.chosen] : [name],
        before = graph.corners();
      graph.shift(names, way[0] * STEP, way[1] * STEP);
      graph.on.done(names, before);
      return true;
    }
    if (way) {
      graph.go(name ? graph.nearest(name, ...way) : first(), { add: event.shiftKey, isNext: true });
      return true;
    }
    if (light(event)) return true;
    if (
      zoomByKey(event.key, { viewport: graph.viewport, natural: () => graph.natural(), goTo: () => graph.goTo(name) })
    )
      return true;
    switch (event.key) {
      case "]":
        if (name) graph.go(graph.needs.get(name)?.[0], { isNext: true });
        return true;
      case "[":
        if (name) graph.go(graph.users.get(name)?.[0], { isNext: true });
        return true;
      case "Home":
        graph.go(first());
        return true;
      case "End":
        graph.go(graph.diagram?.nodes.at(-1)?.name);
        return true;
      case "Escape":
        if (graph.cancelGesture() || graph.lightPath(null)) return true;
        if (!graph.chosen.size) return false;
        graph.select(null);
        return true;
      default:
        break;
    }
    const isMenu = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
    if (isMenu && !name) {
      const { left, top, width, height } = graph.canvas.getBoundingClientRect();
      graph.on.ground([left + width / 2, top + height / 2], null);
      return true;
    }
    if (!name) return false;
    if (event.key === "Enter") {
      graph.select(name);
      graph.on.open(name);
      return true;
    }
    if (event.key === " ") {
      graph.select(name, { add: event.shiftKey });
      return true;
    }
    if (event.key === "Delete" || event.key === "Backspace") {
      graph.on.remove(graph.chosen.size ? [...graph.chosen] : [name]);
      return true;
    }
    if (event.key === "F2") {
      graph.on.rename(name);
      return true;
    }
    if (isMenu) {
      graph.on.menu(name);
      return true;
    }
    const side = event.shiftKey ? { n: "used" }[event.key.toLowerCase()] : { n: "uses", b: "holds" }[event.key];
    if (side) {
      graph.on.next(name, side);
      return true;
    }
    if (event.key.toLowerCase() === "c" && !event.shiftKey) {
      graph.on.connect(name, null);
      return true;
    }
    return false;
  };
  graph.canvas.addEventListener("keydown", (event) => {
    if (press(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
}
