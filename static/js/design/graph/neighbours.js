// Candidates for a connection on each of the three sides of a resource, and for insertion between two: new and
// existing resources, and patterns. The highlighted option shows its ghost.
import { addPattern } from "./arrivals.js";

/**
 * @import { Between, Neighbour, Side, Act } from "../types.js"
 * @import { Studio } from "../studio.js"
 */

/**
 * The connection of a new resource to another one.
 * @param {string} name
 * @param {Neighbour} one
 * @param {string} fresh
 */
export const joined = (name, one, fresh) => {
  const [source, target] = one.isWriter ? [fresh, name] : [name, fresh];
  return { source, target, path: one.path, attribute: one.attribute };
};

/**
 * The steps that insert a new resource into the reference of one to another.
 * @param {string} source
 * @param {string} target
 * @param {Between} one
 * @param {string} fresh
 * @returns {Act[]}
 */
export const insertion = (source, target, one, fresh) => [
  ["add", { section: "resources", name: fresh, body: { type: one.type } }],
  ["connect", { source, target: fresh, path: one.path, attribute: one.attribute }],
  ...(one.replaced.length ? /** @type {Act[]} */ ([["disconnect", { source, target, path: one.replaced }]]) : []),
  ["connect", { source: fresh, target, path: one.inner.path, attribute: one.inner.attribute }],
];

const SETTLE = 120; // ms that an option is highlighted before its ghost is requested

/** @param {Studio} studio */
export function neighbours(studio) {
  const { words, graph } = studio;
  const TITLES = { uses: words.addUses, used: words.addUsed, holds: words.addHolds };
  const KEYS = { uses: "n", used: "Shift-n", holds: "b" };

  // -- the ghost
  let waiting = 0,
    /** @type {object | null} */ lit = null;
  const clear = () => {
    clearTimeout(waiting);
    lit = null;
    graph.showGhost(null);
    graph.markFits(null);
  };
  /* Shows the ghost of what some steps would add, connected to their source node. */
  const preview = ({ steps, fresh, from, isWriter }) => {
    clear();
    const mine = {};
    lit = mine;
    waiting = setTimeout(async () => {
      const text = studio.editor.text();
      try {
        const change = await studio.tried(steps),
          diagram = change && (await studio.preview(change));
        if (lit === mine && diagram && studio.editor.text() === text) graph.showGhost(fresh, diagram, from, isWriter);
      } catch {
        /* an option needs no ghost */
      }
    }, SETTLE);
  };

  /* Adds and connects; returns whether it succeeded. */
  const perform = async (steps, fresh, title, goesOn) => {
    const isStill = studio.watchSelection(),
      isKept = studio.watchFocus();
    if (!(await studio.gestures(steps, title))) return false;
    if (goesOn || !isStill()) return true;
    const stays = isKept();
    graph.go(fresh, { focus: stays });
    if (stays) studio.nameFresh(fresh);
    return true;
  };

  // -- at one side of a resource
  /** @type {(name: string, one: Neighbour, fresh: string) => Act[]} */
  const stepsOf = (name, one, fresh) => [
    ["add", { section: "resources", name: fresh, body: { type: one.type } }],
    ["connect", joined(name, one, fresh)],
  ];
  const take = async (name, one, goesOn) => {
    if (one.pattern) return addPattern(studio, one.pattern, [name]);
    if (!one.name) {
      const fresh = studio.freeName(one.type);
      return perform(stepsOf(name, one, fresh), fresh, `${words.add} ${fresh}`, goesOn);
    }
    const isStill = studio.watchSelection(),
      isKept = studio.watchFocus(),
      done = await studio.gesture("connect", joined(name, one, one.name));
    if (done && !goesOn && isStill()) graph.go(one.name, { focus: isKept() });
    return Boolean(done);
  };
  const light = (name, one) => {
    if (!one || one.pattern) clear();
    else if (one.name) {
      clear();
      graph.markFits([one.name], name);
    } else {
      const fresh = studio.freeName(one.type);
      preview({ steps: stepsOf(name, one, fresh), fresh, from: name, isWriter: one.isWriter });
    }
  };
  /* The box of the handle, or of the element that opened the menu if there is none. */
  const boxOf = (name, side, opener) => {
    const node = graph.element(name),
      handle = graph.canvas.querySelector(`[data-testid="plus-${CSS.escape(name)}-${side}"]`);
    return [handle, node, opener]
      .find((each) => each?.checkVisibility({ visibilityProperty: true }))
      .getBoundingClientRect();
  };
  const open = (studio.offerNeighbours = (name, side) =>
    studio.offerChoice({
      title: TITLES[side].replace("%s", name),
      side,
      load: async () => {
        const answer = await studio.askServer({ what: "neighbours", source: name, side });
        return [...answer.neighbours, ...answer.patterns];
      },
      box: (opener) => boxOf(name, side, opener),
      take: (one, goesOn) => take(name, one, goesOn),
      lit: (one) => light(name, one),
      back: () => graph.focus(name),
    }));

  // -- between two resources
  studio.offerBetween = (source, target, at = null) =>
    studio.offerChoice({
      title: words.insertBetween.replace("%1", source).replace("%2", target),
      side: "uses",
      load: async () => (await studio.askServer({ what: "between", source, target })).neighbours,
      box: (opener) => (at ? new DOMRect(at[0], at[1], 0, 0) : opener.getBoundingClientRect()),
      take: (one) => {
        const fresh = studio.freeName(one.type);
        return perform(insertion(source, target, one, fresh), fresh, `${words.insert} ${fresh}`, false);
      },
      lit: (one) => {
        if (!one) return clear();
        const fresh = studio.freeName(one.type);
        return preview({ steps: insertion(source, target, one, fresh), fresh, from: source, isWriter: false });
      },
      back: () => graph.focus(source),
    });

  for (const side of /** @type {Side[]} */ (["uses", "used", "holds"]))
    studio.command({
      id: `add-${side}`,
      area: "graph",
      keys: [KEYS[side]],
      text: () => TITLES[side].replace("%s", studio.chosen.name || ""),
      sheet: () => TITLES[side].replace("%s", "…"),
      when: () => studio.mayEdit && studio.chosen.kind === "resources" && Boolean(studio.chosen.name),
      does: () => open(studio.chosen.name, side),
    });
}
