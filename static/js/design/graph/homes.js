// Where a resource lives: the menu of the networks, subnets and groups that it fits in, and cards that are dragged into
// a frame or out of it. Which property says so is shown before it is written.
import { cardOf, containersOf, movedWith } from "./map.js";

/**
 * @import { Home } from "../types.js"
 * @import { Studio } from "../studio.js"
 */

const MOST = 20; // cards that are dragged together into a frame

/** @param {Studio} studio */
export function homes(studio) {
  const { words, graph, mayEdit } = studio;

  /* Where resources can live, each with the edits that move them there; rejected if the server does not answer. */
  const homesOf = (studio.homesOf = (names, text = studio.editor.text()) => {
    const body = new URLSearchParams({ text, at: "0", what: "homes" });
    for (const name of names) body.append("name", name);
    return studio
      .post(studio.address.assist, body)
      .then((answer) => answer.json())
      .then(({ homes: found }) => /** @type {Home[]} */ (found));
  });
  const nameOf = (home) => home.name ?? words.outside;
  const edits = ({ edits: all }) =>
    all
      .map(({ where, resource, removes }) =>
        (removes ? words.homeRemoves : words.homeWrites).replace("%1", where).replace("%2", resource),
      )
      .join(", ");
  /* Moves resources into a home; returns whether it did. */
  const move = async (names, home) => {
    const isStill = studio.watchSelection(),
      stays = studio.watchFocus();
    if (!(await studio.gesture("live-in", { names, home: home.name }))) return false;
    if (names.length === 1 && isStill()) graph.go(home.kind === "group" ? home.name : names[0], { focus: stays() });
    return true;
  };

  // -- the menu
  const chosen = () => (studio.chosen.kind === "resources" ? [...graph.chosen] : []);
  studio.command({
    id: "live-in",
    text: () => `${words.liveIn} …`,
    when: () => mayEdit && chosen().length > 0 && chosen().every((name) => graph.byName.get(name)?.lives),
    does: async () => {
      const names = chosen(),
        button = graph.element(studio.chosen.name),
        stays = studio.watchFocus(),
        all = await homesOf(names).catch(() => null);
      if (!all) return void studio.refuse(words.lost);
      const found = all.filter(({ isHere }) => !isHere);
      if (!stays()) return;
      if (!found.length) studio.say(words.noHome, [], true);
      else
        studio.rowMenu(
          button,
          found.map((home) => ({
            text: nameOf(home),
            about: edits(home),
            icon: home.name === null ? "box-arrow-right" : "bounding-box-circles",
            does: () => move(names, home),
          })),
          undefined,
          words.liveIn,
        );
    },
  });

  // -- dragging
  /** @type {{ names: string[], moving: Set<string>, homes: Home[] | null, asked: Promise<unknown> } | null} */
  let lifted = null;
  studio.liftNodes = (names) => {
    lifted = null;
    if (!mayEdit || !graph.isMap) return;
    const cards = new Set(names.map((name) => cardOf(graph.byName, name))),
      moving = movedWith(graph.byName, cards),
      isInside = (name) => [...containersOf(graph.byName, [name])].some((around) => cards.has(around)),
      top = [...cards].filter((name) => !isInside(name));
    if (top.length > MOST || !graph.shown.nodes.some(({ role }) => role === "frame")) return;
    const mine = (lifted = { names: top, moving, homes: null, asked: Promise.resolve() });
    mine.asked = homesOf(top).then(
      (found) => {
        mine.homes = found;
      },
      () => {}, // no frame takes them: they are only moved
    );
  };
  /** @type {(at: PointerEvent) => { home: Home, frame: string | null } | null} */
  const homeAt = (at) => {
    if (!lifted?.homes || at.ctrlKey || at.metaKey) return null;
    const { moving, homes: found } = lifted;
    for (const node of graph.framesAt(graph.viewport.point(at))) {
      const home = moving.has(node.name) ? null : found.find(({ name }) => name === node.title);
      if (home) return home.isHere ? null : { home, frame: node.name };
    }
    const outside = found.find(({ name }) => name === null);
    return outside && !outside.isHere ? { home: outside, frame: null } : null;
  };
  const title = (home) =>
    (home.name === null ? words.livesOutside : words.livesThen).replace("%1", edits(home)).replace("%2", nameOf(home));
  let shown = ""; // what the hint says
  const show = (there) => {
    const says = there ? `${title(there.home)} ${words.onlyMoveHint}` : "";
    if (says === shown) return;
    shown = says;
    studio.hint(says || null);
    graph.markOnto(there?.frame ?? null);
  };
  studio.dragNodes = (at) => show(at && homeAt(at));
  /* Ends a move by hand: a move into a frame or out of it is one of the text, whose undo gives the places back too. */
  studio.dropNodes = async (names, before, at) => {
    const mine = lifted,
      wasShown = shown,
      plain = () => studio.recordNodeMove(names, before);
    show(null);
    if (!mine) return plain();
    graph.canvas.classList.add("landing"); // nothing settles until it is known where they live
    const text = studio.editor.text(),
      dropped = graph.corners();
    const land = async (home) => {
      studio.holdPlaces(dropped);
      const done = await move(mine.names, home).finally(() => studio.holdPlaces(null));
      if (done) studio.keepPlaces(text, before);
      else studio.refresh({ places: before });
      return true;
    };
    try {
      await mine.asked;
      lifted = mine;
      const there = homeAt(at);
      lifted = null;
      if (!there || studio.editor.text() !== text) return plain();
      if (wasShown) return await land(there.home);
      const done = await studio.ask(title(there.home), () => land(there.home), {
        yes: words.moveIt,
        also: [words.onlyMove, () => null],
      });
      return done || plain();
    } finally {
      graph.canvas.classList.remove("landing");
    }
  };
}
