// Adding a resource: on its own, joined to a card, in a frame, or into a line; and dropping it from the palette there.
import { targetOf } from "../../site/dom.js";
import { FAR } from "../drag.js";
import { insertion, joined } from "./neighbours.js";

/**
 * @import { Between, Neighbour, Act } from "../types.js"
 * @import { Studio } from "../studio.js"
 * @typedef {{ point?: number[] | null, onto?: string | null, frames?: string[], line?: DOMStringMap | null }} Spot
 *   where a resource is added: a point of the diagram, a resource, the frames around the point, a line under it
 */

/** @param {Studio} studio */
export function adding(studio) {
  const { words, graph, $ } = studio;

  const freeName = (studio.freeName = (type) => {
    const stem = type
      .split("::")
      .at(-1)
      .replace(/\.\w+$/, "")
      .replace(/([a-z\d])([A-Z])/g, "$1_$2")
      .toLowerCase()
      .replace(/\W+/g, "_");
    const taken = new Set([
      ...studio.diagram.nodes.map((node) => node.name),
      ...Object.keys(studio.diagram.parameters),
    ]);
    let name = stem,
      number = 2;
    while (taken.has(name)) name = `${stem}_${number++}`;
    return name;
  });

  // -- what joins a new resource to where it is added: steps of the same change, none, or null if the user declines
  /** @typedef {(name: string, type: string) => Promise<Act[] | null>} Joining */
  /** @type {(name: string, type: string) => Act} */
  const adds = (name, type) => ["add", { section: "resources", name, body: { type } }];
  const isIn = (frame) => ["frame", "lane"].includes(graph.laid.get(frame)?.role);

  /** @type {(frame: string) => Joining} a network or subnet that it can live in, or a group that it is a row of */
  const into = (frame) => async (name, type) => {
    const text = await studio.tried([adds(name, type)]),
      title = graph.laid.get(frame)?.title ?? frame,
      found = text ? await studio.homesOf([name], text) : [],
      home = found.find((one) => one.name === title && !one.isHere);
    if (home) return [["live-in", { names: [name], home: title }]];
    if (!graph.byName.has(frame)) return [];
    /** @type {{ neighbours: Neighbour[] }} */
    const { neighbours } = await studio.askServer({ what: "neighbours", source: frame, side: "holds" });
    const one = neighbours.find((each) => each.type === type && !each.name);
    return one ? [["connect", joined(frame, one, name)]] : [];
  };
  /** @type {(line: DOMStringMap) => Joining} */
  const between =
    ({ source, target }) =>
    async (name, type) => {
      /** @type {{ neighbours: Between[] }} */
      const { neighbours } = await studio.askServer({ what: "between", source, target });
      const one = neighbours.find((each) => each.type === type);
      return one ? insertion(source, target, one, name).slice(1) : [];
    };
  /** @type {(onto: string, asks?: boolean) => Joining} */
  const beside = (onto, asks) => async (name, type) => {
    const text = await studio.tried([adds(name, type)]);
    return text ? studio.chooseLink(name, onto, text, asks) : [];
  };
  /** @type {(spot: Spot) => Promise<Joining[]>} */
  const ways = async ({ onto, frames = [], line }) => {
    const around = onto && isIn(onto) ? [onto, ...frames] : frames,
      [inner] = around.filter((frame) => graph.byName.has(frame));
    return [
      ...(onto && !isIn(onto) ? [beside(onto)] : []),
      ...(line ? [between(line)] : []),
      ...around.map(into),
      ...(inner ? [beside(inner, true)] : []),
    ];
  };

  /* Adds a resource of a type, joined to what is at its spot by the first way that fits. */
  studio.addResource = async (type, spot = {}) => {
    const name = freeName(type),
      isFocusKept = studio.watchFocus(),
      isStill = studio.watchSelection();
    /** @type {Act[] | null} */
    let joins = [];
    try {
      for (const way of await ways(spot)) {
        joins = await way(name, type);
        if (!joins || joins.length) break;
      }
    } catch {
      return void studio.say(words.lost, [], true);
    }
    if (!joins) return;
    if (spot.point) studio.placeNext(spot.point);
    if (spot.point || !joins.length) studio.takePlace(name);
    const answer = await studio.gestures([adds(name, type), ...joins], ""),
      stays = isFocusKept();
    if (!answer) {
      graph.near = null;
      return;
    }
    studio.emit("added", type);
    studio.showResources({ isFirst: studio.diagram.nodes.length === 1 });
    const shows = graph.byName.has(name) ? name : graph.laid.get(spot.frames?.[0] ?? spot.onto)?.name; // a member
    if (isStill() && shows) graph.go(shows, { focus: stays });
  };

  // -- dropping a type from the palette
  /** @type {(at: PointerEvent) => Spot | null} */
  const spotAt = (at) => {
    if (!document.elementFromPoint(at.clientX, at.clientY)?.closest("[data-graph]")) return null;
    const point = graph.viewport.point(at),
      over = graph.over(at) || null,
      frames = graph.framesAt(point).map(({ name }) => name),
      isOn = over && !isIn(over);
    return { point, frames, onto: isOn ? over : null, line: isOn ? null : graph.lineAt(at)?.dataset || null };
  };
  $("[data-palette]").addEventListener("pointerdown", (event) => {
    const item = targetOf(event).closest("[data-type]");
    if (!item || event.button) return;
    const start = [event.clientX, event.clientY];
    /** @type {HTMLElement | null} */
    let ghost = null;
    studio.root.classList.add("is-dropping");
    const move = (at) => {
      if (!ghost && Math.hypot(at.clientX - start[0], at.clientY - start[1]) > FAR) {
        ghost = Object.assign(document.createElement("div"), { className: "ghost" });
        ghost.append(
          item.querySelector(".icon").cloneNode(true),
          Object.assign(document.createElement("span"), {
            className: "mono",
            textContent: item.dataset.type.split("::").at(-1),
          }),
        );
        studio.root.append(ghost);
      }
      if (!ghost) return;
      ghost.style.transform = `translate(${at.clientX}px, ${at.clientY}px)`;
      const spot = spotAt(at);
      graph.markOnto(spot?.onto ?? (spot?.line ? null : spot?.frames[0]) ?? null, spot?.line);
    };
    const end = (at) => {
      const spot = at.type === "pointerup" ? spotAt(at) : null;
      for (const [name, does] of LISTENERS) removeEventListener(name, does, true);
      studio.root.classList.remove("is-dropping");
      graph.markOnto(null);
      if (!ghost) return;
      ghost.remove();
      if (at.type !== "pointerup") return;
      const stage = document.elementFromPoint(at.clientX, at.clientY)?.closest("[data-stage]");
      if (spot) studio.addResource(item.dataset.type, { ...spot, point: spot.onto ? null : spot.point });
      else if (stage) studio.addResource(item.dataset.type);
    };
    const cancel = (key) => {
      if (key.key === "Escape" && ghost) {
        key.preventDefault();
        key.stopPropagation();
        end(key);
      }
    };
    /** @type {[string, (event: Event) => void][]} */
    const LISTENERS = [
      ["pointermove", move],
      ["pointerup", end],
      ["pointercancel", end],
      ["keydown", cancel],
    ];
    for (const [name, does] of LISTENERS) addEventListener(name, does, true);
  });
}
