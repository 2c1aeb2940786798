// The minimap: the whole diagram in small, with the part that is in view. A click, a drag and the arrow keys move the
// view. It shows while a part is out of view, or too small to have a name.
import { remember } from "../../site/storage.js";

/** @import { Node } from "../types.js" */
/** @import { Studio } from "../studio.js" */

const WIDTH = 208,
  HEIGHT = 104,
  INSET = 6; // px
const ROOM = { width: 560, height: 320 }; // px: in a smaller view it would cover too much
const STEP = 0.25; // of the view that an arrow key moves it
const KINDS = ["frame", "card", "warning", "error", "chosen"]; // later ones are drawn above

/** @type {(node: Node) => string} */
const kindOf = ({ role, errors, warnings }) => {
  if (role === "frame") return "frame";
  return errors ? "error" : warnings ? "warning" : "card";
};

/** @param {Studio} studio */
export function minimap(studio) {
  const { graph, words, $ } = studio,
    { viewport } = graph;
  /** @type {SVGSVGElement} */
  const map = $("[data-minimap]"),
    toggle = $("[data-toggle-minimap]");
  const paths = Object.fromEntries(KINDS.map((kind) => [kind, $(`.${kind}`, map)]));
  const frame = $(".in-view", map);
  let isWanted = localStorage.getItem("design-minimap") !== "hidden";
  let isDragged = false;
  let scale = 1,
    left = 0,
    top = 0; // a point of the diagram is drawn at `(x - left) * scale`

  const boxOf = ({ x, y, width, height }) =>
    `M${((x - width / 2 - left) * scale).toFixed(1)} ${((y - height / 2 - top) * scale).toFixed(1)}` +
    `h${(width * scale).toFixed(1)}v${(height * scale).toFixed(1)}h${(-width * scale).toFixed(1)}z`;
  /** @type {(node: Node) => boolean} */
  const isPlaced = ({ role }) => !["row", "lane"].includes(role);

  const draw = () => {
    const nodes = [...graph.byName.values()].filter(isPlaced);
    if (!nodes.length) {
      look();
      return;
    }
    const whole = graph.extent();
    scale = Math.min(
      (WIDTH - 2 * INSET) / (whole.right - whole.left),
      (HEIGHT - 2 * INSET) / (whole.bottom - whole.top),
    );
    left = (whole.left + whole.right - WIDTH / scale) / 2;
    top = (whole.top + whole.bottom - HEIGHT / scale) / 2;
    const drawn = Object.fromEntries(KINDS.map((kind) => [kind, ""]));
    for (const node of nodes) drawn[graph.chosen.has(node.name) ? "chosen" : kindOf(node)] += boxOf(node);
    for (const kind of KINDS) paths[kind].setAttribute("d", drawn[kind]);
    look();
  };

  const look = () => {
    const seen = viewport.seen(),
      { width, height } = viewport.free,
      isRoomy = width >= ROOM.width && height >= ROOM.height,
      isIdle = map !== document.activeElement && !isDragged;
    if (isIdle || !isWanted)
      map.toggleAttribute("hidden", !isWanted || !isRoomy || !graph.byName.size || (viewport.isWhole && graph.isNamed));
    for (const [name, value] of Object.entries({
      x: (seen.left - left) * scale,
      y: (seen.top - top) * scale,
      width: (seen.right - seen.left) * scale,
      height: (seen.bottom - seen.top) * scale,
    }))
      frame.setAttribute(name, value.toFixed(1));
  };

  // at most one redraw per animation frame
  let isWaiting = false,
    isStale = false;
  const soon = (isNew) => {
    isStale ||= isNew;
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      if (isStale) draw();
      else look();
      isWaiting = isStale = false;
    });
  };
  for (const event of ["diagram", "select", "placed", "view"]) studio.on(event, () => soon(true));
  studio.on("viewport", () => soon(false));
  new ResizeObserver(() => soon(false)).observe(graph.canvas);

  // -- moving the view
  const go = (event) => {
    const box = map.getBoundingClientRect();
    viewport.centreOn((event.clientX - box.left) / scale + left, (event.clientY - box.top) / scale + top);
  };
  map.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    map.setPointerCapture(event.pointerId);
    isDragged = true;
    go(event);
  });
  map.addEventListener("lostpointercapture", () => {
    isDragged = false;
    soon(false);
  });
  map.addEventListener("blur", () => soon(false));
  map.addEventListener("pointermove", (event) => {
    if (map.hasPointerCapture(event.pointerId)) go(event);
  });
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  map.addEventListener("keydown", (event) => {
    const way = ARROWS[event.key];
    if (!way) return;
    const { left: from, right, top: up, bottom } = viewport.seen();
    viewport.centreOn(
      (from + right) / 2 + way[0] * STEP * (right - from),
      (up + bottom) / 2 + way[1] * STEP * (bottom - up),
    );
    event.preventDefault();
    event.stopPropagation();
  });

  // -- shown or hidden, as the user prefers
  const change = () => {
    isWanted = !isWanted;
    remember("design-minimap", isWanted ? "shown" : "hidden");
    toggle.setAttribute("aria-pressed", String(isWanted));
    if (!isWanted && map.contains(document.activeElement)) toggle.focus();
    look();
  };
  toggle.setAttribute("aria-pressed", String(isWanted));
  toggle.addEventListener("click", change);
  studio.command({
    id: "minimap",
    text: () => `${isWanted ? words.hide : words.show} ${toggle.title}`,
    sheet: () => toggle.title,
    keys: ["m"],
    does: change,
  });
}
