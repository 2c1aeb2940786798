// The search in the diagram: marks the nodes whose name, type or condition matches; Enter goes to the next match.
import { targetOf } from "../../site/dom.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function search(studio) {
  const { graph, words, $ } = studio;
  const bar = $("[data-find]"),
    wish = $("input", bar),
    count = $("[data-find-count]", bar);
  let found = [],
    at = -1;

  const search = () => {
    const wanted = wish.value.toLowerCase().split(/\s+/).filter(Boolean);
    const has = (node) => {
      const text = `${node.name} ${node.type} ${node.condition || ""}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    };
    found = wanted.length ? studio.diagram.nodes.filter(has).map((node) => node.name) : [];
    at = -1;
    graph.markFound(wanted.length ? found : null);
    update(wanted.length);
    if (found.length) graph.reveal(found[0], { isNext: true });
  };
  const update = (any) => {
    count.textContent = !any
      ? ""
      : !found.length
        ? words.noneFound
        : at < 0
          ? `${found.length} ${words.found}`
          : `${at + 1} / ${found.length}`;
  };
  const step = (way) => {
    if (!found.length) return;
    at = at < 0 ? (way > 0 ? 0 : found.length - 1) : (at + way + found.length) % found.length;
    graph.select(found[at], { isNext: true });
    graph.goTo(found[at]);
    if (studio.root.dataset.view === "outline")
      $(`[data-outline] [data-name="${CSS.escape(found[at])}"]`)?.scrollIntoView({ block: "center" });
    update(true);
  };
  const open = () => {
    bar.hidden = false;
    wish.focus();
    wish.select();
    search();
  };
  const close = () => {
    bar.hidden = true;
    graph.markFound(null);
    const name = found[Math.max(at, 0)] || graph.current || studio.diagram.nodes[0]?.name;
    if (studio.root.dataset.view === "outline") $(`[data-outline] [data-name="${CSS.escape(name || "")}"]`)?.focus();
    else graph.focus(name);
    if (!name) $("[data-open-find]").focus();
  };
  wish.addEventListener("input", search);
  bar.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && targetOf(event) === wish) step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  $("[data-find-next]", bar).addEventListener("click", () => step(1));
  $("[data-find-previous]", bar).addEventListener("click", () => step(-1));
  $("[data-find-close]", bar).addEventListener("click", close);
  $("[data-open-find]").addEventListener("click", () => {
    if (bar.hidden) open();
    else close();
  });
  studio.on("diagram", () => {
    if (!bar.hidden) {
      const was = found[at];
      search();
      at = found.indexOf(was);
      update(wish.value.trim());
    }
  });
  studio.command({
    id: "find",
    text: () => words.find,
    keys: ["/"],
    when: () => studio.root.dataset.view !== "parameters",
    does: open,
  });
}
