// The search in the diagram: dims what does not match and lists what does. The arrow keys go through the list, the view
// following; Enter goes to a resource and closes the search, Escape gives the focus back.
import { focused, targetOf } from "../../site/dom.js";
import { entriesOf, matches } from "./matches.js";
import { shortType } from "./svg.js";

/**
 * @import { Studio } from "../studio.js"
 * @import { Entry, Field, Match } from "./matches.js"
 */

const GAP = 12; // px between the list and the node that would be below it

/** @param {Studio} studio */
export function search(studio) {
  const { graph, words, $ } = studio;
  const bar = $("[data-find]"),
    wish = $("input", bar),
    count = $("[data-find-count]", bar),
    list = $("ul", bar);
  /** @type {Entry[]} */
  let entries = [];
  /** @type {Match[]} */
  let found = [];
  /** @type {HTMLElement | null} */
  let opener = null;
  let at = 0;

  // -- the list
  const make = (tag, className, textContent) => Object.assign(document.createElement(tag), { className, textContent });
  /** @type {(field: Field) => string} */
  const said = ({ kind, text }) => {
    if (kind === "type") return shortType(text);
    if (kind === "condition") return `${words.if} ${text}`;
    return kind === "property" ? words.foundProperty.replace("%s", text) : text;
  };
  /** @type {(match: Match, index: number) => HTMLElement} */
  const option = ({ name, where }, index) => {
    const item = Object.assign(make("li", "item", ""), { id: `found-${index}`, role: "option" }),
      node = graph.byName.get(name),
      besides = where.filter(({ kind }) => kind !== "name").map(said);
    item.append(
      studio.icon(node?.icon || "box"),
      make("span", "mono cut", name),
      make("span", "meta", besides.join(" · ") || shortType(node?.type || "")),
    );
    return item;
  };
  const rowOf = (name) => $(`[data-outline] [data-name="${CSS.escape(name || "")}"]`);
  const isOutline = () => studio.root.dataset.view === "outline";

  /* Moves what is under the list beside it, or below it where there is no room. */
  const uncover = (name) => {
    const node = graph.element(name)?.getBoundingClientRect(),
      covered = bar.getBoundingClientRect(),
      desk = graph.canvas.getBoundingClientRect();
    if (!node || node.right < covered.left || node.top > covered.bottom) return;
    if (node.width + 2 * GAP < covered.left - desk.left) graph.viewport.look(covered.left - GAP - node.right, 0);
    else graph.viewport.look(0, covered.bottom + GAP - node.top);
  };
  const show = (name) => {
    if (isOutline()) rowOf(name)?.scrollIntoView({ block: "center" });
    else {
      graph.reveal(name, { isNext: true });
      uncover(name);
    }
  };
  /* Marks a match, the first after the last one. */
  const point = (index) => {
    list.children[at]?.setAttribute("aria-selected", "false");
    at = found.length ? (index + found.length) % found.length : 0;
    const item = list.children[at];
    item?.setAttribute("aria-selected", "true");
    item?.scrollIntoView({ block: "nearest" });
    if (item) wish.setAttribute("aria-activedescendant", item.id);
    else wish.removeAttribute("aria-activedescendant");
    const isAny = Boolean(wish.value.trim());
    graph.markFound(isAny ? found.map(({ name }) => name) : null, found[at]?.name);
    count.textContent = item
      ? words.foundAt.replace("%1", String(at + 1)).replace("%2", String(found.length))
      : isAny
        ? words.noneFound
        : "";
  };
  const step = (index) => {
    point(index);
    if (found[at]) show(found[at].name);
  };
  const filter = () => {
    found = matches(entries, wish.value);
    list.replaceChildren(...found.map(option));
    list.hidden = !found.length;
    wish.setAttribute("aria-expanded", String(!list.hidden));
    point(0);
  };
  const read = () => {
    const problems = studio
      .problems()
      .filter(studio.isHere)
      .map((one) => ({
        line: Number(one.dataset.line),
        text: $(".says", one)?.textContent.trim().replace(/\s+/g, " ") || "",
      }));
    entries = entriesOf(studio.diagram.nodes, studio.diagnosedText, problems);
  };
  /* Searches again, and stays at the same match. */
  const update = () => {
    const was = found[at]?.name;
    if (bar.hidden) return;
    read();
    filter();
    const index = found.findIndex(({ name }) => name === was);
    if (index > 0) point(index);
  };

  // -- opening, going there, closing
  const open = () => {
    if (bar.hidden) opener = focused();
    bar.hidden = false;
    update();
    if (found.length) show(found[at].name);
    wish.focus();
    wish.select();
  };
  const focusOn = (name) => {
    if (isOutline()) rowOf(name)?.focus();
    else graph.focus(name);
  };
  const close = () => {
    bar.hidden = true;
    graph.markFound(null);
  };
  const go = () => {
    if (!found[at]) return;
    const { name } = found[at];
    close();
    graph.select(name, { isNext: true });
    graph.goTo(name);
    focusOn(name);
  };
  const back = () => {
    const name = found[at]?.name || graph.current || studio.diagram.nodes[0]?.name;
    close();
    if (opener?.isConnected && opener !== document.body && opener.checkVisibility()) opener.focus();
    else if (name) focusOn(name);
    else $("[data-open-find]").focus();
  };
  wish.addEventListener("input", () => {
    filter();
    if (found.length) show(found[0].name);
  });
  bar.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const isTyping = targetOf(event) === wish;
    if (event.key === "Escape") back();
    else if (event.key === "ArrowDown" && isTyping) step(at + 1);
    else if (event.key === "ArrowUp" && isTyping) step(at - 1);
    else if (event.key === "Enter" && isTyping) go();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  list.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays in the search
  list.addEventListener("click", (event) => {
    const item = targetOf(event).closest("li");
    if (!item) return;
    point([...list.children].indexOf(item));
    go();
  });
  $("[data-find-next]", bar).addEventListener("click", () => step(at + 1));
  $("[data-find-previous]", bar).addEventListener("click", () => step(at - 1));
  $("[data-find-close]", bar).addEventListener("click", back);
  $("[data-open-find]").addEventListener("click", () => {
    if (bar.hidden) open();
    else back();
  });
  studio.on("diagram", update);
  studio.on("diagnostics", update);
  studio.command({
    id: "find",
    text: () => words.find,
    keys: ["/"],
    when: () => studio.root.dataset.view !== "parameters",
    does: open,
  });
}
