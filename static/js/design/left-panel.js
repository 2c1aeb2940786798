// The panel at the left of the diagram: its tabs Add, Patterns and Outline, and the rail that opens it. Folded, it is a
// layer while it is used.

/** @import { Studio } from "./studio.js" */

/** @param {Studio} studio */
export function leftPanel(studio) {
  const { root, $, $$ } = studio;
  const panel = $("[data-palette]"),
    outline = $("[data-list]"),
    home = outline.parentElement,
    after = outline.nextElementSibling,
    tabs = $$("[data-panel-tab]", panel);
  const wide = matchMedia("(min-width: 62em)");
  let now = studio.mayEdit ? "add" : "outline";

  /* The outline is in the page once: in the panel while its tab shows it, else on the stage. */
  const placeOutline = () => {
    const isHere = now === "outline" && panel.checkVisibility();
    if (isHere === panel.contains(outline)) return;
    if (isHere) $("[data-panel-outline]").append(outline);
    else home.insertBefore(outline, after);
  };
  const mark = () => {
    const isShown = panel.checkVisibility();
    panel.dataset.panel = now;
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab.dataset.panelTab === now));
      tab.tabIndex = tab.dataset.panelTab === now ? 0 : -1;
    }
    for (const button of $$("[data-opens-panel]"))
      button.setAttribute("aria-pressed", String(isShown && button.dataset.opensPanel === now));
    placeOutline();
  };
  const turn = (studio.turnPanel = (name) => {
    now = name;
    if (name === "outline" && root.dataset.view === "outline") studio.show("map");
    mark();
  });
  /* The rail's button opens the panel, and folds it when it is open already. */
  const toggle = (name) => {
    const isOpen = wide.matches ? !studio.isFolded("palette") : panel.classList.contains("open");
    if (isOpen && now === name) return studio.fold("palette", true);
    if (!isOpen && wide.matches) studio.fold("palette", false);
    if (!wide.matches) panel.classList.add("open");
    turn(name);
    if (name === "add") return studio.openPalette();
    return $(`[data-panel-tab="${name}"]`).focus();
  };
  for (const button of $$("[data-opens-panel]"))
    button.addEventListener("click", () => toggle(button.dataset.opensPanel));
  for (const tab of tabs) {
    tab.addEventListener("click", () => turn(tab.dataset.panelTab));
    tab.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!way) return;
      event.preventDefault();
      const next = tabs.at((tabs.indexOf(tab) + way) % tabs.length);
      turn(next.dataset.panelTab);
      next.focus();
    });
  }
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || panel.dataset.panel === "add") return;
    event.preventDefault();
    studio.focusStage();
  });
  studio.on("arranged", mark);
  studio.on("view", (name) => {
    if (name === "outline" && now === "outline" && studio.mayEdit) now = "add";
    mark();
  });
}
