// The positions of moved nodes: kept with the design per user, or on this device for visitors.
/** @import { Studio } from "../studio.js" */

const MOST_TEXTS = 50;

/** @param {Studio} studio */
export function positions(studio) {
  const { address, store, file } = studio;
  const server = address.positions || "",
    local = `${store}:places`,
    localMap = `${store}:map`;
  const read = (name) => {
    try {
      return JSON.parse(localStorage.getItem(name) || "{}");
    } catch {
      return {};
    }
  };
  studio.keptPlaces = () => (server ? JSON.parse(studio.$("#positions").textContent) : read(local));

  let waiting = 0;
  const keep = () => {
    clearTimeout(waiting);
    waiting = 0;
    const { isMap } = studio.graph,
      places = isMap ? studio.graph.corners() : studio.graph.places;
    if (!server) {
      try {
        localStorage.setItem(isMap ? localMap : local, JSON.stringify(places));
      } catch {
        /* storage is full: kept for this visit only */
      }
      return;
    }
    fetch(server, {
      method: "POST",
      keepalive: true,
      headers: { "X-CSRFToken": studio.token, "Content-Type": "application/json" },
      body: JSON.stringify({ file, view: isMap ? "map" : "graph", places }),
    }).catch(() => {
      /* the next move keeps them all */
    });
  };
  studio.on("placed", () => {
    clearTimeout(waiting);
    waiting = setTimeout(keep, 400);
  });
  addEventListener("pagehide", () => {
    if (waiting) keep();
  });

  studio.on("ready", () => {
    const map = server ? {} : read(localMap);
    if (Object.keys(map).length) studio.refresh({ map });
  });

  // edited nodes keep their positions on the map; viewing alone stores none. Undo restores the positions
  const known = new Map(); // of the last texts
  let isFirst = true;
  const remember = () => {
    const { graph, editor } = studio;
    if (!graph?.isMap) return;
    known.delete(editor.text());
    known.set(editor.text(), graph.corners());
    if (known.size > MOST_TEXTS) known.delete(known.keys().next().value);
  };
  studio.on("placed", remember);
  studio.on("ready", () => {
    remember();
    // subscribed last, so that the diagram is drawn by then
    studio.on("diagram", () => {
      if (studio.graph.isMap && !isFirst) studio.emit("placed");
      isFirst = false;
    });
  });
  /** @type {Record<string, number[]> | null} */
  let held = null;
  studio.holdPlaces = (places) => {
    held = places;
  };
  studio.keepPlaces = (text, places) => known.set(text, places);
  studio.mapPlaces = (text) => known.get(text) || held || studio.graph?.corners() || {};

  // a renamed node keeps its position, also when the renaming is undone
  studio.on("gesture", (steps) => {
    const { places } = studio.graph;
    for (const { name, arguments: args } of steps) {
      if (name !== "rename" || args.section !== "resources" || !places[args.name]) continue;
      places[args.new] = places[args.name];
      studio.emit("placed");
    }
  });

  // a copy goes beside its original: the origin of what is new in a text
  let origin = { name: "", text: "" };
  studio.on("gesture", (steps) => {
    const copied = steps.find(({ name }) => name === "duplicate" || name === "duplicate-all")?.arguments;
    if (copied && (copied.section || "resources") === "resources")
      origin = { name: copied.name || copied.names[0], text: studio.editor.text() };
  });
  studio.mapOrigin = (text) => (text === origin.text ? origin.name : "");

  // the position for the next added node: where the user pointed, else on the map near the middle of the view
  let next = null;
  studio.placeNext = (point) => {
    next = point;
  };
  studio.takePlace = (name) => {
    if (studio.graph.isMap) {
      studio.graph.near = { name, point: next || studio.graph.viewport.centre() };
      next = null;
      return;
    }
    if (!next) return;
    studio.graph.places[name] = next.map((at) => Math.round(at));
    studio.graph.viewport.own = true; // the point stays under the pointer
    next = null;
    studio.emit("placed");
  };
}
