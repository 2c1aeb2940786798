// Pointer handling of the diagram: panning, selecting, moving nodes, and drawing an edge.
import { targetOf } from "../../site/dom.js";
import { Fingers, turnWheel } from "./fingers.js";
import { nameAt } from "./picture.js";

const LONG_PRESS = 500; // ms

export function pointer({ graph }) {
  const { canvas } = graph;
  const fingers = new Fingers(canvas, () => graph.viewport);
  let drag = null,
    last = null,
    frame = 0;

  const cancelDrag = () => {
    if (drag?.kind === "connect") graph.markFits(null);
    graph.showCopies([]);
    if (drag?.kind === "node" && drag.far && !drag.copies) {
      graph.put(drag.from);
      graph.on.drags(null);
    }
    drag = null;
    for (const shape of [graph.rubber, graph.band]) shape.setAttribute("visibility", "hidden");
    canvas.classList.remove("dragging");
  };
  graph.cancelGesture = () => {
    const had = Boolean(drag?.far);
    cancelDrag();
    return had;
  };

  const menu = (event) => {
    const name = nameAt(targetOf(event)),
      at = [event.clientX, event.clientY],
      link = graph.lineAt(event);
    graph.cancelGesture();
    if (name && graph.byName.has(name)) graph.on.menu(name, at);
    else if (link) graph.on.edge(link.dataset.source, link.dataset.target, at);
    else graph.on.ground(at, graph.viewport.point(event));
  };
  canvas.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    if (!isHeld) menu(event); // some browsers tell of a long press themselves, others do not
  });
  let pressing = 0, // the timer of a long press
    isHeld = false, // by the finger that opened a menu, until it is lifted
    isTap = false; // that chose a node: the view and the sheet may have moved by the time of its click
  const press = (event) => {
    clearTimeout(pressing);
    if (event.pointerType !== "touch") return;
    pressing = setTimeout(() => {
      isHeld = true;
      menu(event);
    }, LONG_PRESS);
  };
  canvas.addEventListener("touchend", (event) => {
    if (isHeld || isTap) event.preventDefault(); // no click, which would hit what is under the finger by now
    isHeld = isTap = false;
  });
  canvas.addEventListener("touchcancel", () => {
    isHeld = isTap = false;
  });
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    if (fingers.press(event)) {
      clearTimeout(pressing);
      cancelDrag();
      return;
    }
    press(event);
    const name = nameAt(targetOf(event));
    const handle = /** @type {SVGElement} */ (targetOf(event).closest(".handle"));
    const kind = handle ? "connect" : name ? "node" : event.shiftKey ? "band" : "ground";
    drag = {
      x: event.clientX,
      y: event.clientY,
      name,
      kind,
      member: Boolean(targetOf(event).closest(".member:not(.chained)")),
      side: handle?.dataset.side,
      inserts: Boolean(targetOf(event).closest(".insert")),
      far: false,
      start: graph.viewport.point(event),
      before: [...graph.chosen],
    };
    canvas.setPointerCapture(event.pointerId);
    if (name) graph.focus(name);
    else canvas.focus({ preventScroll: true });
  });

  const begin = () => {
    if ((drag.kind === "connect" || drag.kind === "node") && !graph.on.mayMove()) {
      drag = null;
      return;
    }
    drag.far = true;
    canvas.classList.add("dragging");
    if (drag.kind === "connect") {
      const from = graph.byName.get(drag.name);
      drag.offset = [drag.start[0] - from.x, drag.start[1] - from.y];
      graph.on.draws(drag.name, drag.side);
    }
    if (drag.kind === "node") {
      drag.names = graph.chosen.has(drag.name) ? [...graph.chosen] : [drag.name];
      drag.copies = last.altKey;
      drag.places = graph.corners();
      if (!drag.copies) graph.on.lifts(drag.names);
      drag.from = Object.fromEntries(
        drag.names.map((name) => {
          const { x, y } = graph.byName.get(name);
          return [name, [x, y]];
        }),
      );
    }
  };
  const moved = () => {
    frame = 0;
    if (!drag || !last) return;
    const [x, y] = graph.viewport.point(last);
    if (drag.kind === "ground") graph.viewport.look(last.clientX - drag.x, last.clientY - drag.y);
    else if (drag.copies) graph.showCopies(drag.names, x - drag.start[0], y - drag.start[1]);
    else if (drag.kind === "node") {
      graph.put(
        Object.fromEntries(
          Object.entries(drag.from).map(([name, at]) => [name, [at[0] + x - drag.start[0], at[1] + y - drag.start[1]]]),
        ),
      );
      graph.on.drags(last);
    } else if (drag.kind === "band") band(x, y);
    else {
      const from = graph.byName.get(drag.name);
      graph.rubber.setAttribute("visibility", "visible");
      const [right, down] = drag.offset;
      graph.rubber.setAttribute("d", `M${from.x + right} ${from.y + down}L${x} ${y}`);
    }
    [drag.x, drag.y] = [last.clientX, last.clientY];
  };
  const band = (x, y) => {
    const [from, top] = drag.start,
      left = Math.min(from, x),
      up = Math.min(top, y),
      right = Math.max(from, x),
      down = Math.max(top, y);
    for (const [key, value] of Object.entries({
      x: left,
      y: up,
      width: right - left,
      height: down - up,
      visibility: "visible",
    }))
      graph.band.setAttribute(key, value);
    const inside = [...graph.byName.values()].filter(
      (node) =>
        node.x + node.width / 2 > left &&
        node.x - node.width / 2 < right &&
        node.y + node.height / 2 > up &&
        node.y - node.height / 2 < down,
    );
    drag.names = [...new Set([...drag.before, ...inside.map((node) => node.name)])];
  };

  canvas.addEventListener("pointermove", (event) => {
    if (fingers.move(event)) return;
    if (!drag) return;
    if (!drag.far && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 4) return;
    last = event;
    clearTimeout(pressing);
    if (!drag.far) begin();
    if (!drag) return;
    frame ||= requestAnimationFrame(moved);
  });

  const stop = (event) => {
    clearTimeout(pressing);
    if (fingers.lift(event) || !drag) return;
    if (event.type === "pointercancel") {
      cancelDrag();
      return;
    }
    if (drag.far) {
      last = event;
      cancelAnimationFrame(frame);
      moved();
    }
    const done = drag;
    drag = null;
    cancelDrag();
    if (done.kind === "connect") {
      graph.markFits(null);
      const target = done.far && graph.over(event);
      if (!done.far) graph.on.next(done.name, done.side, true);
      else if (target && target !== done.name)
        graph.on.connect(...(done.side === "uses" ? [done.name, target] : [target, done.name]));
    } else if (done.copies) {
      const [x, y] = graph.viewport.point(event);
      graph.on.copies(done.names, x - done.start[0], y - done.start[1]);
    } else if (done.kind === "node" && done.far) graph.on.drops(done.names, done.places, event);
    else if (done.kind === "band" && done.far) graph.selectAll(done.names || []);
    else if (!done.far && done.name) {
      isTap = event.pointerType === "touch";
      graph.select(done.name, { add: event.shiftKey || event.ctrlKey || event.metaKey, byPointer: true });
      graph.on.member(done.member);
    } else if (!done.far) click(event, done.inserts);
  };
  const click = (event, inserts) => {
    const link = graph.lineAt(event);
    if (link && inserts) graph.on.insert(link.dataset.source, link.dataset.target, [event.clientX, event.clientY]);
    else if (link) graph.on.edge(link.dataset.source, link.dataset.target, [event.clientX, event.clientY]);
    else if (!event.shiftKey) graph.select(null);
  };
  canvas.addEventListener("pointerup", stop);
  canvas.addEventListener("pointercancel", stop);
  canvas.addEventListener("dblclick", (event) => {
    const name = graph.over(event);
    if (name && graph.isOnName(name, event)) graph.on.rename(name);
    else if (name) graph.on.open(name);
    else if (!graph.lineAt(event)) graph.on.add(graph.viewport.point(event));
  });
  turnWheel(canvas, () => graph.viewport);
  // a line under the pointer shows its property
  for (const type of ["pointerover", "pointerout"])
    graph.edges.addEventListener(type, (event) => {
      const to = type === "pointerover" ? event.target : event.relatedTarget,
        link = /** @type {Element | null} */ (to)?.closest?.(".link");
      graph.lines.hover(link ? link.dataset : null, link && graph.on.takes(link.dataset));
    });
}
