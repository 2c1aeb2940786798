// The menus of the diagram: of a resource, of several, of a line, and of the ground. What they contain are commands,
// which keys and the command palette run too.

import { focused } from "../../site/dom.js";
import { isMac, written } from "../commands/keys.js";

/**
 * @import { Way } from "../types.js"
 * @import { Studio } from "../studio.js"
 */

/** The commands of each menu with their icons; null parts them. */
const RESOURCE = [
  ["add-uses", "plus-lg"],
  ["add-used", "plus-lg"],
  ["add-holds", "plus-lg"],
  ["connect", "bounding-box-circles"],
  ["lines", "arrow-right"],
  ["rename", "pencil"],
  ["duplicate", "copy"],
  ["created-when", "signpost"],
  ["unfold-rows", "arrows-expand"],
  ["open-nested", "box-arrow-in-down"],
  ["live-in", "box-arrow-in-down"],
  ["tidy-inside", "columns-gap"],
  null,
  ["choose-needed", "diagram-2"],
  ["extract", "file-earmark-code"],
  ["repeat-group", "boxes"],
  ["repeat-scaling", "arrows-expand"],
  null,
  ["show-text", "list-check"],
  ["copies", "clipboard"],
  ["type-about", "question-circle"],
  null,
  ["remove", "trash"],
];
const COPIES = [
  ["copy", "copy"],
  ["copy-name", "clipboard"],
  ["copy-reference", "clipboard"],
  ["copy-attribute", "clipboard"],
];
const SEVERAL = [
  ["align-left", "align-start"],
  ["align-centre", "align-center"],
  ["align-right", "align-end"],
  ["align-top", "align-top"],
  ["align-middle", "align-middle"],
  ["align-bottom", "align-bottom"],
  ["spread-across", "distribute-horizontal"],
  ["spread-down", "distribute-vertical"],
  ["tidy-selection", "columns-gap"],
  null,
  ["duplicate", "copy"],
  ["created-when", "signpost"],
  ["live-in", "box-arrow-in-down"],
  ["make-group", "boxes"],
  ["extract", "file-earmark-code"],
  ["copy", "clipboard"],
  ["cut", "clipboard"],
  null,
  ["remove", "trash"],
];
const GROUND = [
  ["add", "plus-lg"],
  ["patterns", "stack"],
  ["paste", "clipboard"],
  null,
  ["choose-all-named", "bounding-box-circles"],
  ["find", "search"],
  ["fit", "fullscreen"],
  ["tidy", "columns-gap"],
  ["frames-given", "bounding-box-circles"],
  null,
  ["export-svg", "download"],
];

/** @param {Studio} studio */
export function menus(studio) {
  const { words, graph, $, $$ } = studio;
  const menu = $("[data-row-menu]");
  /** @type {(Element & { focus(): void }) | null} */
  let opener = null;

  /** @type {(entries: (string[] | null)[]) => (Way | null)[]} */
  const waysOf = (entries) =>
    entries.map((entry) => {
      const command = entry && studio.commands.find((one) => one.id === entry[0] || one.id === `align-${entry[0]}`);
      return command?.does && command.when()
        ? {
            text: command.text(),
            keys: command.keys?.[0],
            icon: entry[1],
            isChecked: command.isChecked?.(),
            does: command.does,
          }
        : null;
    });
  studio.openMenu = (button, name, at = undefined) => {
    const isOneOfSeveral = graph.chosen.has(name) && graph.chosen.size > 1;
    graph.select(name, { add: isOneOfSeveral, toggle: false, byPointer: Boolean(at) });
    const count = words.resourcesCount.replace("%s", String(graph.chosen.size));
    studio.rowMenu(button, waysOf(isOneOfSeveral ? SEVERAL : RESOURCE), at, isOneOfSeveral ? count : name);
  };
  studio.groundMenu = (at, point) => {
    const [add, ...others] = waysOf(GROUND);
    const there = add && {
      ...add,
      does: () => {
        studio.placeNext(point);
        studio.openPalette();
      },
    };
    studio.rowMenu(graph.canvas, [there, ...others], at);
  };

  // -- a line: its references, what can be inserted, its ends
  const edgeOf = (source, target) => studio.diagram.edges.find((one) => one.source === source && one.target === target);
  studio.lineMenu = (source, target, at = undefined, button = graph.element(source) || graph.canvas) => {
    const edge = edgeOf(source, target);
    if (!edge) return;
    const isOrder = edge.links.every(({ by }) => by === "depends_on"),
      mayEdit = studio.mayEdit && !studio.isUnparsed;
    const remove = edge.links.map((link) => ({
      text: `${words.disconnect} ${link.where}`,
      icon: "x-lg",
      does: () => studio.disconnect(source, target, link.where),
    }));
    const insert = {
      text: `${words.insertBetween.replace("%1", source).replace("%2", target)} …`,
      icon: "plus-lg",
      does: () => studio.offerBetween(source, target, at),
    };
    const other = isOrder
      ? { text: words.usePropertyInstead, icon: "arrow-repeat", does: () => studio.connect(source, target) }
      : { text: words.useOrderInstead, icon: "arrow-repeat", does: () => studio.onlyOrder(source, target) };
    const edits = isOrder ? [other, null] : [insert, other, null];
    studio.rowMenu(
      button,
      [
        ...(mayEdit ? edits : []),
        ...[source, target].map((name) => ({
          text: `${words.goTo} ${name}`,
          icon: "arrow-right",
          does: () => graph.go(name),
        })),
        null,
        ...(mayEdit ? remove : []),
      ],
      at,
      `${source} → ${target}`,
    );
  };
  const linesOf = (name) => studio.diagram.edges.filter(({ source, target }) => source === name || target === name);
  studio.command({
    id: "copies",
    text: () => `${words.copy} …`,
    when: () => studio.chosen.kind === "resources" && graph.chosen.size === 1,
    does: () => studio.rowMenu(graph.element(studio.chosen.name) || graph.canvas, waysOf(COPIES)),
  });
  studio.command({
    id: "lines",
    area: "graph",
    keys: ["e"],
    text: () => `${words.linesOf.replace("%s", studio.chosen.name || "…")} …`,
    when: () => studio.chosen.kind === "resources" && linesOf(studio.chosen.name).length > 0,
    does: () => {
      const button = graph.element(studio.chosen.name) || graph.canvas;
      studio.rowMenu(
        button,
        linesOf(studio.chosen.name).map(({ source, target, links }) => ({
          text: `${source} → ${target}: ${links.map(({ where }) => where).join(", ")}`,
          icon: "arrow-right",
          does: () => studio.lineMenu(source, target, undefined, button),
        })),
      );
    },
  });

  /* Opens the menu below a button, or at a point of the screen; null parts its options. */
  studio.rowMenu = (button, options, point = undefined, title = "") => {
    const parted = options.filter(
      (one, at) => one || (at > 0 && options.slice(0, at).some(Boolean) && options[at + 1] && options[at - 1]),
    );
    menu.replaceChildren(
      ...(title
        ? [Object.assign(document.createElement("p"), { className: "head meta mono", textContent: title })]
        : []),
      ...parted.map((one) =>
        one ? optionOf(one) : Object.assign(document.createElement("hr"), { role: "separator" }),
      ),
    );
    menu.showPopover();
    const at = button.getBoundingClientRect(),
      { height, width } = menu.getBoundingClientRect(),
      below = at.bottom + height > innerHeight ? at.top - height : at.bottom,
      [left, top] = point || [at.right - width, below];
    Object.assign(menu.style, {
      inset: "auto",
      left: `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`,
      top: `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`,
    });
    menu.querySelector("button")?.focus();
    opener = button;
  };
  const optionOf = (one) => {
    const item = Object.assign(document.createElement("button"), {
      className: "item",
      type: "button",
      role: "menuitem",
      tabIndex: -1,
      onclick: () => {
        menu.hidePopover();
        one.does();
      },
    });
    if (one.isChecked !== undefined) {
      item.setAttribute("role", "menuitemcheckbox");
      item.ariaChecked = String(one.isChecked);
    }
    if (one.icon) item.append(studio.icon(one.icon));
    item.append(Object.assign(document.createElement("span"), { textContent: one.text }));
    if (one.about)
      item.append(
        Object.assign(document.createElement("span"), { className: "meta mono end", textContent: one.about }),
      );
    if (one.isChecked) item.append(studio.icon("check2", "icon end"));
    if (one.keys)
      item.append(
        Object.assign(document.createElement("kbd"), { className: "end", textContent: written(one.keys, isMac) }),
      );
    return item;
  };
  // The menu key opens the menu of the browser too, where the focus is by then.
  menu.addEventListener("contextmenu", (event) => event.preventDefault());
  menu.addEventListener("keydown", (event) => {
    const items = $$("button", menu),
      at = items.indexOf(focused());
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    items.at(to % items.length)?.focus();
  });
  menu.addEventListener("toggle", (event) => {
    if (
      event.newState === "closed" &&
      (menu.contains(document.activeElement) || document.activeElement === document.body)
    )
      opener?.focus();
  });
}
