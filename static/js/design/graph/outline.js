// The outline: the same model as a list, in the order of the map's tree, or of creation. It is always in the page, so
// that nothing exists only in the diagram.
import { arrange, targetOf } from "../../site/dom.js";
import { filter, treeOf } from "./outline-tree.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function outline(studio) {
  const { words, graph, $, $$ } = studio;
  const list = $("[data-outline]"),
    find = /** @type {HTMLInputElement} */ ($("[data-outline-find]")),
    inOrder = list.getAttribute("aria-label");
  const make = (tag, className = "", textContent = "", data = {}) => {
    const element = Object.assign(document.createElement(tag), { className, textContent });
    Object.assign(element.dataset, data);
    return element;
  };
  const SVG = "http://www.w3.org/2000/svg";
  const icon = (name, className = "icon") => {
    const svg = document.createElementNS(SVG, "svg"),
      use = document.createElementNS(SVG, "use");
    svg.setAttribute("class", className);
    svg.setAttribute("aria-hidden", "true");
    use.setAttribute("href", `${studio.address.icons}#${name}`);
    svg.append(use);
    return svg;
  };
  studio.icon = icon;
  const STATES = {
    on: ["check-circle-fill", "tone-ok"],
    off: ["dash-circle", "tone-quiet"],
    unknown: ["question-circle", "tone-unknown"],
  };
  const FOUND = [
    ["errors", "error", "x-circle-fill", "tone-bad"],
    ["warnings", "warning", "exclamation-triangle-fill", "tone-warn"],
    ["hints", "hintWord", "info-circle", "tone-quiet"],
  ];

  // marks a reference that the diagram does not draw
  const undrawn = ({ name }, target) =>
    graph.isDrawn(name, target) ? {} : { testid: `edge-${name}-${target}`, drawn: "false" };
  const links = (word, names, more = (_name) => ({})) => {
    const line = make("li", "meta", `${word} `);
    names.forEach((name, index) => {
      if (index) line.append(", ");
      line.append(make("button", "go-link mono", name, { go: name, ...more(name) }));
    });
    for (const button of line.querySelectorAll("button")) button.type = "button";
    return line;
  };
  const actions = (name, data = {}) => {
    const more = make("button", "btn btn-quiet btn-icon btn-small", "", { menu: name, ...data });
    Object.assign(more, { type: "button", ariaLabel: `${words.actions} ${name}`, ariaHasPopup: "menu" });
    more.append(icon("three-dots"));
    return more;
  };
  const given = (branch) => {
    const item = make("li", "resource"),
      head = make("p", "item");
    head.append(icon("sliders"), make("span", "mono name", branch.name), make("span", "meta", words.givenNetwork));
    item.append(head);
    return item;
  };
  const resource = (node, branch) => {
    const item = make("li", `resource ${node.state}`),
      head = make("div", "head"),
      name = make("button", "item", "", { name: node.name });
    const [shape, tone] = STATES[node.state],
      state = make("span", `meta state ${tone}`);
    name.type = "button";
    name.append(
      icon(node.icon || "box"),
      make("span", "mono name", node.name),
      make("span", "meta", node.type.replace(/^OS::/, "")),
    );
    if (branch.inside) name.append(make("span", "visually-hidden", ` ${words.inside.replace("%s", branch.inside)} `));
    state.append(icon(shape), ` ${node.condition ? `${words.if} ${node.condition}: ` : ""}${words[node.state]}`);
    name.append(state);
    for (const [key, one, shape2, tone2] of FOUND)
      if (node[key]) {
        const mark = make("span", `meta ${tone2}`);
        mark.append(icon(shape2), ` ${node[key]} ${node[key] === 1 ? words[one] : words[key]}`);
        name.append(mark);
      }
    if (node.needed?.length) name.append(make("span", "meta", words.stillNeeded.replace("%s", node.needed.length)));
    head.append(name, actions(node.name));
    item.append(head);
    const needs = [...new Set(graph.needs.get(node.name))],
      users = [...new Set(graph.users.get(node.name))];
    if (needs.length || users.length) {
      const below = make("ul", "plain below");
      if (needs.length) below.append(links(words.needs, needs, (name) => undrawn(node, name)));
      if (users.length) below.append(links(words.usedBy, users));
      item.append(below);
    }
    return item;
  };
  const part = (name, about, kind) => {
    const item = make("li"),
      head = make("div", "head"),
      button = make("button", "item", "", { name, kind });
    button.type = "button";
    button.append(make("span", "mono name", name), make("span", "meta", about));
    head.append(button, actions(name, { of: kind }));
    item.append(head);
    return item;
  };

  /* The references that only the outline has, as one text. */
  const undrawnOf = ({ edges }) =>
    edges
      .filter(({ source, target }) => !graph.isDrawn(source, target))
      .map(({ source, target }) => `${source} ${target}`)
      .join("\n");

  // unchanged rows keep their elements and focus; while the diagram is shown, updates can wait, except of what only the
  // outline has
  let kept = new Map(),
    late = 0,
    marked = "";
  const keptParts = new Map();
  const saysOf = (node, branch) =>
    JSON.stringify([
      branch.depth,
      branch.inside,
      node && [
        node.type,
        node.state,
        node.condition,
        node.errors,
        node.warnings,
        node.hints,
        node.needed?.length,
        graph.needs.get(node.name),
        graph.users.get(node.name),
        graph.needs.get(node.name)?.filter((name) => graph.isDrawn(node.name, name)),
      ],
    ]);
  const narrow = () => {
    const isFound = filter($$("[data-list] li:has(> .item, > .head)"), find.value);
    $("[data-outline-none]").hidden = isFound || !find.value.trim();
  };
  const draw = () => {
    late = 0;
    const { diagram } = studio,
      held = document.activeElement?.closest?.("[data-list] [data-name]")?.dataset;
    const nodes = new Map(diagram.nodes.map((node) => [node.name, node])),
      tree = graph.isMap
        ? treeOf(diagram.layout)
        : diagram.nodes.map(({ name }) => ({ name, depth: 0, inside: "", given: false }));
    list.setAttribute("aria-label", graph.isMap ? words.asOnTheMap : inOrder);
    const fresh = new Map(
      tree
        .filter(({ name, given: isGiven }) => isGiven || nodes.has(name))
        .map((branch) => {
          const key = branch.given ? `${branch.name}\n` : branch.name,
            node = branch.given ? null : nodes.get(branch.name),
            says = saysOf(node, branch),
            was = kept.get(key);
          if (was?.says === says) return [key, was];
          const item = node ? resource(node, branch) : given(branch);
          item.style.setProperty("--depth", String(branch.depth));
          return [key, { says, item }];
        }),
    );
    arrange(
      list,
      [...fresh.values()].map((row) => row.item),
    );
    kept = fresh;
    mark();
    for (const one of $$("[data-parts]")) {
      const kind = one.dataset.parts,
        parts = Object.entries(diagram[kind]),
        says = JSON.stringify(parts);
      if (keptParts.get(kind) === says) continue;
      keptParts.set(kind, says);
      one.replaceChildren(...parts.map(([name, about]) => part(name, words[about] || about, kind)));
      /** @type {HTMLElement} */ (one.previousElementSibling).hidden = !one.children.length;
    }
    $("[data-no-resources]").hidden = diagram.nodes.length > 0;
    narrow();
    if (held?.name && !document.activeElement?.closest?.("[data-list]"))
      $(`[data-list] [data-name="${CSS.escape(held.name)}"]`)?.focus();
  };
  const soon = () => {
    const undrawn = undrawnOf(studio.diagram),
      isMarked = undrawn === marked;
    marked = undrawn;
    if (!isMarked || studio.root.dataset.view === "outline" || list.contains(document.activeElement)) return draw();
    if (!late) late = (window.requestIdleCallback || setTimeout)(draw);
    return undefined;
  };
  const mark = () => {
    for (const button of $$("[data-name]", list)) {
      if (graph.chosen.has(button.dataset.name)) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  };
  studio.on("diagram", soon);
  studio.on("needed", soon);
  studio.on("view", (name) => {
    if (name === "outline" ? late : name !== "parameters") soon();
  });
  studio.on("select", () => {
    if (!late) mark();
  });

  const go = (name) => {
    graph.select(name);
    if (find.value) {
      find.value = "";
      narrow();
    }
    $(`[data-outline] [data-name="${CSS.escape(name)}"]`)?.focus();
  };
  find.addEventListener("input", narrow);
  find.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown")
      $$("[data-list] button.item")
        .find((one) => one.checkVisibility())
        ?.focus();
    else if (event.key === "Escape" && find.value) find.value = "";
    else return;
    narrow();
    event.preventDefault();
    event.stopPropagation();
  });
  $("[data-list]").addEventListener("click", (event) => {
    const target = targetOf(event).closest("button");
    if (!target) return;
    const { name, kind, go: to, menu: of, of: section } = target.dataset;
    const add = event.shiftKey || event.ctrlKey || event.metaKey;
    if (kind) studio.select(name, kind);
    else if (name) graph.select(name, { add });
    else if (to) go(to);
    else if (section) studio.declarationMenu(target, section, of);
    else if (of) studio.openMenu(target, of);
    if (name && !add) studio.showForm();
  });
  // -- the menu of an entry, and the keys of those that are no resources
  const menuAt = (element, at = undefined) => {
    const { name, kind } = element.dataset;
    if (kind) studio.declarationMenu(element, kind, name, at);
    else studio.openMenu(element, name, at);
  };
  $("[data-list]").addEventListener("contextmenu", (event) => {
    const entry = targetOf(event).closest("li")?.querySelector(":scope > .head > [data-name]");
    if (!entry) return;
    event.preventDefault();
    menuAt(entry, [event.clientX, event.clientY]);
  });
  $("[data-list]").addEventListener("keydown", (event) => {
    const entry = targetOf(event).closest("[data-name]"),
      { name, kind } = entry?.dataset || {};
    const does = {
      ContextMenu: () => menuAt(entry),
      F10: event.shiftKey && (() => menuAt(entry)),
      Delete: kind && (() => studio.removePart(kind, name)),
      F2: kind && (() => studio.rename(kind, name)),
    }[event.key];
    if (!name || !does) return;
    does();
    event.preventDefault();
    event.stopPropagation();
  });
  list.addEventListener("keydown", (event) => {
    const { name } = targetOf(event).dataset;
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = targetOf(event).closest(".resource"),
      shown = [...list.children].filter(
        (one) => !(/** @type {HTMLElement} */ (one).hidden) && one.querySelector("button.item"),
      ),
      round = (names) => {
        if (names?.length) go(names[0]);
      };
    const does = {
      Delete: () => studio.remove(graph.chosen.has(name) ? [...graph.chosen] : [name]),
      F2: () => studio.rename("resources", name),
      c: () => studio.askTarget(name),
      "]": () => round(graph.needs.get(name)),
      "[": () => round(graph.users.get(name)),
      ArrowDown: () => shown[shown.indexOf(row) + 1]?.querySelector(".item").focus(),
      ArrowUp: () => shown[shown.indexOf(row) - 1]?.querySelector(".item").focus(),
      Home: () => shown[0].querySelector(".item").focus(),
      End: () => shown.at(-1).querySelector(".item").focus(),
    }[event.key];
    if (!does) return;
    does();
    event.preventDefault();
    event.stopPropagation();
  });
  // focuses the row that took the place of a removed one
  studio.focusRow = (at) => $$("[data-outline] [data-name]")[Math.min(at, studio.diagram.nodes.length - 1)]?.focus();
}
