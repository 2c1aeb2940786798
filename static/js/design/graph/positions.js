// The positions of moved nodes: kept with the design per user, or on this device for visitors.
/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function positions(studio) {
  const { address, store, file } = studio;
  const server = address.positions || "",
    local = `${store}:places`;
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(local) || "{}");
    } catch {
      return {};
    }
  };
  studio.keptPlaces = () => (server ? JSON.parse(studio.$("#positions").textContent) : read());

  let waiting = 0;
  const keep = () => {
    clearTimeout(waiting);
    waiting = 0;
    const { places } = studio.graph;
    if (!server) {
      try {
        localStorage.setItem(local, JSON.stringify(places));
      } catch {
        /* storage is full: kept for this visit only */
      }
      return;
    }
    fetch(server, {
      method: "POST",
      keepalive: true,
      headers: { "X-CSRFToken": studio.token, "Content-Type": "application/json" },
      body: JSON.stringify({ file, places }),
    }).catch(() => {
      /* the next move keeps them all */
    });
  };
  studio.on("moved", () => {
    clearTimeout(waiting);
    waiting = setTimeout(keep, 400);
  });
  addEventListener("pagehide", () => {
    if (waiting) keep();
  });

  // a renamed node keeps its position, also when the renaming is undone
  studio.on("gesture", (steps) => {
    const { places } = studio.graph;
    for (const { name, arguments: args } of steps) {
      if (name !== "rename" || args.section !== "resources" || !places[args.name]) continue;
      places[args.new] = places[args.name];
      studio.emit("moved");
    }
  });

  // the position for the next added node, if the user pointed at one
  let next = null;
  studio.placeNext = (point) => {
    next = point;
  };
  studio.takePlace = (name) => {
    if (!next) return;
    studio.graph.places[name] = next.map((at) => Math.round(at));
    studio.graph.own = true; // the point stays under the pointer
    next = null;
    studio.emit("moved");
  };
}
