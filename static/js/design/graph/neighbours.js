// What can be joined to a resource: a menu of new resources, and of those that are there, for each of its three sides.
import { focused, targetOf } from "../../site/dom.js";
import { shortType } from "./svg.js";

/**
 * @import { Neighbour, Side } from "../types.js"
 * @import { Studio } from "../studio.js"
 */

const GAP = 6; // px between a handle and its menu

/** @param {Studio} studio */
export function neighbours(studio) {
  const { words, graph, $ } = studio;
  /** @type {HTMLElement} */
  const menu = $("[data-neighbours]"),
    title = $("[data-neighbours-title]"),
    /** @type {HTMLInputElement} */ search = $("input", menu),
    list = $("ul", menu),
    none = $("[data-none]", menu);
  const TITLES = { uses: words.addUses, used: words.addUsed, holds: words.addHolds };
  const KEYS = { uses: "n", used: "Shift-n", holds: "b" };
  /** @type {{ name: string, side: Side, all: Neighbour[] } | null} */
  let asked = null;
  /** @type {Neighbour[]} */
  let offered = [];
  /** @type {HTMLElement | null} */
  let opener = null;
  let at = 0; // the option that Enter takes
  let isBusy = false; // while a resource is added

  // -- the options
  const textOf = (one) => one.name || shortType(one.type);
  const point = (index) => {
    at = Math.max(0, Math.min(index, offered.length - 1));
    const options = [...list.querySelectorAll("[role=option]")];
    for (const [number, option] of options.entries()) option.setAttribute("aria-selected", String(number === at));
    if (options[at]) search.setAttribute("aria-activedescendant", options[at].id);
    else search.removeAttribute("aria-activedescendant");
    options[at]?.scrollIntoView({ block: "nearest" });
  };
  const make = (tag, className, textContent = "") =>
    Object.assign(document.createElement(tag), { className, textContent });
  const option = (one, index) => {
    const item = Object.assign(make("div", "item"), { id: `neighbour-${index}`, role: "option" });
    item.append(studio.icon(one.icon), make("span", "mono cut", textOf(one)), make("span", "meta mono end", one.where));
    item.dataset.at = String(index);
    item.dataset.testid = `neighbour-${textOf(one)}`;
    return item;
  };
  const group = (text, options) => {
    const box = Object.assign(make("li", "fitting"), { role: "group", ariaLabel: text });
    box.append(Object.assign(make("p", "meta head", text), { ariaHidden: "true" }), ...options);
    return box;
  };
  const filter = () => {
    const wanted = search.value.trim().toLowerCase().split(/\s+/);
    offered = asked.all.filter((one) => {
      const text = `${textOf(one)} ${one.type} ${one.where}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    const fresh = offered.filter((one) => !one.name).length,
      items = offered.map(option);
    list.replaceChildren(
      ...(fresh ? [group(words.newResources, items.slice(0, fresh))] : []),
      ...(fresh < items.length ? [group(words.presentResources, items.slice(fresh))] : []),
    );
    none.hidden = items.length > 0;
    none.textContent = asked.all.length ? words.noneFound : words.nothingFits;
    if (!items.length) studio.announce(none.textContent);
    point(0);
  };

  // -- opening and closing
  const place = (box) => {
    const { width, height } = menu.getBoundingClientRect();
    const left = { uses: box.right + GAP, used: box.left - width - GAP, holds: (box.left + box.right - width) / 2 };
    const top = asked.side === "holds" ? box.bottom + GAP : box.top - GAP;
    Object.assign(menu.style, {
      inset: "auto",
      left: `${Math.max(8, Math.min(left[asked.side], innerWidth - width - 8))}px`,
      top: `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`,
    });
  };
  const open = (studio.offerNeighbours = async (name, side) => {
    if (!studio.mayEdit) {
      studio.refuse(words.readOnly);
      return;
    }
    const stays = studio.watchFocus();
    search.value = "";
    if (!(await load(name, side)) || !stays()) return;
    title.textContent = TITLES[side].replace("%s", name);
    opener = focused();
    menu.showPopover();
    place(anchor(name, side).getBoundingClientRect());
    search.focus();
  });
  const load = async (name, side) => {
    let answer;
    try {
      answer = await studio.askServer({ what: "neighbours", source: name, side });
    } catch {
      studio.say(words.lost, [], true);
      return false;
    }
    asked = { name, side, all: answer.neighbours };
    filter();
    return true;
  };
  /* The handle, or what the menu was opened from where there is none. */
  const anchor = (name, side) => {
    const node = graph.element(name),
      handle = (node?.item || node)?.querySelector(`[data-side=${side}]`);
    return [handle, node].find((each) => each?.checkVisibility({ visibilityProperty: true })) || opener;
  };
  menu.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    if (!menu.contains(document.activeElement) && document.activeElement !== document.body) return;
    if (opener?.isConnected && opener !== document.body) opener.focus();
    else graph.focus(asked.name);
  });

  // -- joining: what is new is added and joined in one step
  const join = async (one, goesOn) => {
    const { name, side } = asked,
      fresh = one.name || studio.freeName(one.type),
      [source, target] = one.isWriter ? [fresh, name] : [name, fresh],
      link = { source, target, path: one.path, attribute: one.attribute };
    if (goesOn) {
      search.value = ""; // what is typed from now on is for the next one
      filter();
    } else menu.hidePopover();
    const isStill = studio.watchSelection(),
      isKept = studio.watchFocus();
    const done = one.name
      ? await studio.gesture("connect", link)
      : await studio.gestures(
          [
            ["add", { section: "resources", name: fresh, body: { type: one.type } }],
            ["connect", link],
          ],
          `${words.add} ${fresh}`,
        );
    if (!done) return;
    if (goesOn && menu.matches(":popover-open")) await load(name, side);
    else if (isStill()) graph.go(fresh, { focus: isKept() });
  };
  /** @type {{ goesOn: boolean } | null} */
  let next = null; // Enter, pressed while a resource is added
  const take = async (one, goesOn) => {
    isBusy = true;
    next = null;
    await join(one, goesOn).finally(() => {
      isBusy = false;
    });
    if (next && offered[at] && menu.matches(":popover-open")) await take(offered[at], next.goesOn);
  };
  const enter = (goesOn) => {
    if (isBusy) next = { goesOn };
    else if (offered[at]) take(offered[at], goesOn);
  };
  search.addEventListener("input", filter);
  search.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown") point(at + 1);
    else if (event.key === "ArrowUp") point(at - 1);
    else if (event.key === "Enter") enter(event.shiftKey);
    else if (event.key === "Tab") menu.hidePopover();
    else return;
    event.preventDefault();
  });
  list.addEventListener("click", (event) => {
    /** @type {HTMLElement} */
    const item = targetOf(event).closest("[data-at]");
    if (item && !isBusy) take(offered[Number(item.dataset.at)], event.shiftKey);
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
