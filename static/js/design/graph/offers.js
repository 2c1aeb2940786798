// The menu of what fits next: a search over new and existing resources and patterns.
import { CARD_WIDTH, COLUMN_GAP, ROW } from "../../diagram/metrics.js";
import { focused, targetOf } from "../../site/dom.js";
import { HOLDS } from "./drawing.js";
import { shortType } from "./svg.js";

/**
 * @import { Neighbour, Offer } from "../types.js"
 * @import { Studio } from "../studio.js"
 */

const GAP = 6; // px between a handle and its menu

export const textOf = (one) => one.name || (one.pattern ? one.type : shortType(one.type));

/** @param {Studio} studio */
export function offers(studio) {
  const { words, $ } = studio;
  /** @type {HTMLElement} */
  const menu = $("[data-neighbours]"),
    title = $("[data-neighbours-title]"),
    /** @type {HTMLInputElement} */ search = $("input", menu),
    list = $("ul", menu),
    none = $("[data-none]", menu);
  /** @type {Offer | null} */
  let offer = null;
  /** @type {Neighbour[]} */
  let all = [];
  /** @type {Neighbour[]} */
  let shown = [];
  /** @type {HTMLElement | null} */
  let opener = null;
  let at = 0; // the option that Enter takes
  let isBusy = false; // while a resource is added

  // -- the options
  const light = (one) => offer?.lit(menu.matches(":popover-open") && !isBusy ? one || null : null);
  const point = (index) => {
    at = Math.max(0, Math.min(index, shown.length - 1));
    const options = [...list.querySelectorAll("[role=option]")];
    for (const [number, option] of options.entries()) option.setAttribute("aria-selected", String(number === at));
    if (options[at]) search.setAttribute("aria-activedescendant", options[at].id);
    else search.removeAttribute("aria-activedescendant");
    options[at]?.scrollIntoView({ block: "nearest" });
    light(shown[at]);
  };
  const make = (tag, className, textContent = "") =>
    Object.assign(document.createElement(tag), { className, textContent });
  const option = (one, index) => {
    const item = Object.assign(make("div", "item"), { id: `neighbour-${index}`, role: "option" }),
      face = one.pattern ? "" : " mono";
    item.append(
      studio.icon(one.icon),
      make("span", `cut${face}`, textOf(one)),
      make("span", `meta end${face}`, one.where),
    );
    item.dataset.at = String(index);
    item.dataset.testid = `neighbour-${one.pattern || textOf(one)}`;
    return item;
  };
  const group = (text, options) => {
    const box = Object.assign(make("li", "fitting"), { role: "group", ariaLabel: text });
    box.append(Object.assign(make("p", "meta head", text), { ariaHidden: "true" }), ...options);
    return box;
  };
  const filter = () => {
    const wanted = search.value.trim().toLowerCase().split(/\s+/);
    shown = all.filter((one) => {
      const text = `${textOf(one)} ${one.type} ${one.where}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    const items = shown.map(option);
    /** @type {[string, (one: Neighbour) => boolean][]} */
    const kinds = [
      [words.newResources, (one) => !one.name && !one.pattern],
      [words.presentResources, (one) => Boolean(one.name)],
      [words.patterns, (one) => Boolean(one.pattern)],
    ];
    const groups = kinds
      .map(([text, is]) => ({ text, own: items.filter((_item, index) => is(shown[index])) }))
      .filter(({ own }) => own.length);
    list.replaceChildren(...groups.map(({ text, own }) => group(text, own)));
    none.hidden = items.length > 0;
    none.textContent = all.length ? words.noneFound : words.nothingFits;
    if (!items.length) studio.announce(none.textContent);
    point(0);
  };

  // -- opening and closing
  const place = ({ box, side }) => {
    const { width, height } = menu.getBoundingClientRect(),
      { zoomed } = studio.graph.viewport,
      ghost = (COLUMN_GAP + CARD_WIDTH) * zoomed + GAP,
      beyond = side === "uses" ? innerWidth - box.right : box.left,
      gap = beyond > ghost + width + 2 * GAP ? ghost : GAP; // the ghost is visible if there is room for both
    const below = box.bottom + ROW * zoomed + GAP,
      isBelow = side === "holds" && below + height + 8 <= innerHeight,
      beside = box.right + HOLDS * zoomed + GAP; // where it does not cover the ghost
    const left = {
      uses: box.right + gap,
      used: box.left - width - gap,
      holds: isBelow ? (box.left + box.right - width) / 2 : beside,
    };
    const top = isBelow ? below : box.top - GAP;
    Object.assign(menu.style, {
      inset: "auto",
      left: `${Math.max(8, Math.min(left[side], innerWidth - width - 8))}px`,
      top: `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`,
    });
  };
  const load = async (wanted) => {
    let found;
    try {
      found = await wanted.load();
    } catch {
      studio.say(words.lost, [], true);
      return false;
    }
    [offer, all] = [wanted, found];
    return true;
  };
  studio.offerChoice = async (wanted) => {
    if (!studio.mayEdit) {
      studio.refuse(words.readOnly);
      return;
    }
    const stays = studio.watchFocus();
    if (!(await load(wanted)) || !stays()) return;
    search.value = "";
    title.textContent = wanted.title;
    opener = focused();
    menu.showPopover();
    filter();
    place({ box: wanted.box(opener), side: wanted.side });
    search.focus();
  };
  menu.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    offer?.lit(null);
    if (!menu.contains(document.activeElement) && document.activeElement !== document.body) return;
    if (opener?.isConnected && opener !== document.body) opener.focus();
    else offer.back();
  });

  // -- taking an option
  /** @type {{ goesOn: boolean } | null} */
  let next = null; // Enter, pressed while a resource is added
  const take = async (one, goesOn) => {
    const stays = goesOn && !one.pattern;
    isBusy = true;
    next = null;
    if (stays) {
      search.value = ""; // further typing searches for the next one
      filter();
    } else menu.hidePopover();
    const done = await offer.take(one, stays).finally(() => {
      isBusy = false;
    });
    if (done && stays && menu.matches(":popover-open") && (await load(offer))) filter();
    if (next && shown[at] && menu.matches(":popover-open")) await take(shown[at], next.goesOn);
  };
  const enter = (goesOn) => {
    if (isBusy) next = { goesOn };
    else if (shown[at]) take(shown[at], goesOn);
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
  const indexAt = (event) => {
    /** @type {HTMLElement} */
    const item = targetOf(event).closest("[data-at]");
    return item ? Number(item.dataset.at) : -1;
  };
  list.addEventListener("pointermove", (event) => {
    const index = indexAt(event);
    if (index >= 0 && index !== at) point(index);
  });
  list.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays in the search
  list.addEventListener("click", (event) => {
    const index = indexAt(event);
    if (index >= 0 && !isBusy) take(shown[index], event.shiftKey);
  });
}
