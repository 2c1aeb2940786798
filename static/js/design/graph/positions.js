// The positions of moved nodes: kept with the design per user, or on this device for visitors.
import { remember } from "../../site/storage.js";

/** @import { Studio } from "../studio.js" */
/** @import { Places } from "../types.js" */

const MOST_TEXTS = 50;

/** @param {Studio} studio */
export function positions(studio) {
  const { address, store, file } = studio;
  const server = address.positions || "",
    local = { map: `${store}:map`, graph: `${store}:dependencies` };
  const read = (name) => {
    try {
      return JSON.parse(localStorage.getItem(name) || "{}");
    } catch {
      return {};
    }
  };
  /** @type {Record<string, Places>} */
  const last = server
    ? { map: {}, graph: JSON.parse(studio.$("#positions").textContent) } // the map comes with the page
    : { map: read(local.map), graph: read(local.graph) };

  let waiting = 0,
    view = ""; // whose positions are to be kept
  const keep = () => {
    if (!waiting) return;
    clearTimeout(waiting);
    waiting = 0;
    const places = last[view];
    if (!server) {
      remember(local[view], JSON.stringify(places));
      return;
    }
    fetch(server, {
      method: "POST",
      keepalive: true,
      headers: { "X-CSRFToken": studio.token, "Content-Type": "application/json" },
      body: JSON.stringify({ file, view, places }),
    }).catch(() => {
      /* the next move keeps them all */
    });
  };
  addEventListener("pagehide", keep);

  // the positions of the last texts, which undo brings back
  const known = new Map(),
    keyOf = (text, shown = studio.diagramView) => `${shown} ${text}`;
  const learn = (text) => {
    const { graph } = studio,
      key = keyOf(text, graph.mode);
    last[graph.mode] = graph.corners();
    known.delete(key);
    known.set(key, last[graph.mode]);
    if (known.size > MOST_TEXTS) known.delete(known.keys().next().value);
  };
  studio.on("placed", (text = studio.editor.text()) => {
    learn(text);
    if (view !== studio.graph.mode) keep();
    view = studio.graph.mode;
    clearTimeout(waiting);
    waiting = setTimeout(keep, 400);
  });

  // edited nodes keep their positions; viewing alone stores none
  let seen = "";
  studio.on("ready", () => {
    if (!server && studio.diagramView === "map" && Object.keys(last.map).length) studio.refresh();
    // Subscribed last, so that the diagram is drawn by then. It may be late: the positions are those of its own text,
    // not of one that undo has brought back meanwhile.
    studio.on("diagram", () => {
      if (studio.graph.mode === seen) studio.emit("placed", studio.parsedText);
      else learn(studio.parsedText);
      seen = studio.graph.mode;
    });
  });

  /** @type {Places | null} */
  let held = null;
  studio.holdPlaces = (places) => {
    held = places;
  };
  studio.keepPlaces = (text, places) => known.set(keyOf(text), places);
  studio.placesOf = (text) => known.get(keyOf(text)) || held || last[studio.diagramView];

  // a renamed node keeps its position in both views
  studio.on("gesture", (steps) => {
    for (const { name, arguments: args } of steps)
      if (name === "rename" && args.section === "resources")
        for (const [key, { [args.name]: place, ...others }] of Object.entries(last))
          if (place) last[key] = { ...others, [args.new]: place };
  });

  // a copy goes beside its original: the origin of what is new in a text
  let origin = { name: "", text: "" };
  studio.on("gesture", (steps) => {
    const copied = steps.find(({ name }) => name === "duplicate" || name === "duplicate-all")?.arguments;
    if (copied && (copied.section || "resources") === "resources")
      origin = { name: copied.name || copied.names[0], text: studio.editor.text() };
  });
  studio.originOf = (text) => (text === origin.text ? origin.name : "");

  // the position for the next added node: where the user pointed, else near the middle of the view
  let next = null;
  studio.placeNext = (point) => {
    next = point;
  };
  studio.takePlace = (name) => {
    studio.graph.near = { name, point: next || studio.graph.viewport.centre() };
    next = null;
  };
}
