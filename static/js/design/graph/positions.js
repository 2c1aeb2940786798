// Where nodes were put by hand: kept with the design for this person, or on this device for who is not signed in.
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
        /* no room on the device: only this visit keeps them */
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

  // a node keeps its place under another name, and gets it back when that is undone
  studio.on("gesture", (steps) => {
    const { places } = studio.graph;
    for (const { name, arguments: args } of steps) {
      if (name !== "rename" || args.section !== "resources" || !places[args.name]) continue;
      places[args.new] = places[args.name];
      studio.tell("moved");
    }
  });

  // the place for what is added next, when one was pointed at
  let next = null;
  studio.placeNext = (point) => {
    next = point;
  };
  studio.takePlace = (name) => {
    if (!next) return;
    studio.graph.places[name] = next.map((at) => Math.round(at));
    studio.graph.own = true; // what was pointed at stays under the pointer
    next = null;
    studio.tell("moved");
  };
}
