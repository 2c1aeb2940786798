// The inspector: the form of the selected declaration, patched after every change of the text. The behaviour of the
// fields is in values.js.
import { focused, targetOf } from "../../site/dom.js";
import { patch } from "./patch.js";
import { successor } from "./successor.js";

/** @import { Studio } from "../studio.js" */

const TYPING = 120; // the pause in milliseconds after which a search begins

/** @param {Studio} studio */
export function inspector(studio) {
  const { words, $, $$ } = studio;
  const panel = $("[data-inspector]");
  /** @type {HTMLSelectElement} */
  const states = $("[data-states]");
  let showing = 0,
    swapping = false,
    late = null,
    drawn = null,
    line = Promise.resolve();
  let wanted = null; // the last requested form, loaded or not
  const fresh = () => ({
    texts: [],
    begun: [],
    opened: [],
    complete: [],
    pending: null,
    expression: "",
    name: "",
    themes: [],
    folded: new Set(),
    find: "",
    member: false,
    folds: new Map(),
    tab: "properties",
    focus: null,
  });
  let look = fresh();

  const isShown = (name, kind) => panel.dataset.name === name && panel.dataset.kind === kind;
  /* The paths of what is unfolded: it stays so, however much there is in it. */
  const unfolded = () =>
    folds()
      .filter((fold) => fold.getAttribute("aria-expanded") === "true")
      .map((fold) => JSON.parse(fold.closest("[data-part]").dataset.part));
  /* Draws the form of a declaration. Returns whether it was loaded and not superseded by a later one. */
  const inspect = async (name, kind = "resources") => {
    const number = ++showing;
    if (!wanted || wanted.name !== name || wanted.kind !== kind) {
      look = { ...fresh(), tab: look.tab };
      studio.emit("member", false);
    }
    wanted = name ? { name, kind } : null;
    if (!name) {
      empty();
      return true;
    }
    panel.inert = !isShown(name, kind);
    if (!panel.dataset.name) panel.replaceChildren(); // something is selected by now
    const { texts, begun, complete, pending, expression, themes, find, member } = look,
      opened = isShown(name, kind) ? [...look.opened, ...unfolded()] : look.opened,
      isStale = studio.isUnparsed,
      text = isStale ? studio.parsedText : studio.editor.text(),
      view = JSON.stringify({
        texts,
        begun,
        opened,
        complete,
        pending,
        expression,
        name: look.name,
        themes,
        find,
        member,
      });
    let html;
    try {
      html = await (
        await studio.post(studio.address.inspector, {
          text,
          name,
          kind,
          view,
          set: states?.value || "",
          ...(isStale && { "read-only": true }),
        })
      ).text();
    } catch {
      if (number !== showing) return true;
      panel.inert = false;
      opening = null;
      studio.refuse(words.lost);
      return false;
    }
    if (number === showing) swap({ html, name, kind, text, isStale });
    return true;
  };
  const redraw = () => (wanted ? inspect(wanted.name, wanted.kind) : true);
  const empty = () => {
    panel.inert = false;
    panel.classList.remove("stale");
    delete panel.dataset.name;
    /** @type {HTMLTemplateElement} */
    const nothing = $("[data-empty-inspector]");
    panel.replaceChildren(nothing.content.cloneNode(true));
  };

  // -- typed input survives a redraw
  /** @type {(selector: string) => HTMLInputElement[]} */
  const controls = (selector) => $$(selector, panel);
  /** @type {(control: HTMLInputElement) => boolean} */
  const isTyped = (control) =>
    control.matches("input:not([data-find-property]), textarea") &&
    control.value !== control.defaultValue &&
    control.value !== control.dataset.sent;
  /* Whether what is typed into a field stays when the form is patched: also what is on its way into the text. */
  const isKept = (control) =>
    isTyped(control) ||
    (studio.performing.size > 0 && "sent" in control.dataset && control.value === control.dataset.sent);
  const swap = (loaded) => {
    const { html, name, kind, text, isStale } = loaded;
    const same = isShown(name, kind),
      /** @type {HTMLInputElement} */ active = panel.contains(document.activeElement) ? focused() : null;
    const next = document.createRange().createContextualFragment(html);
    if (same && active?.name && isTyped(active) && !next.querySelector(`[name="${CSS.escape(active.name)}"]`)) {
      late = loaded;
      panel.inert = false;
      return;
    }
    const back = active ? successor(panel, active) : null,
      isEarlier = studio.performing.size > 0, // than the form after an edit, which may bring what is to be focused
      place = !isEarlier && look.focus?.stays() ? look.focus : null,
      enters = opening?.();
    if (!isEarlier) look.focus = null;
    opening = null;
    restoreState(next);
    swapping = true;
    if (same) patch(panel, next, controls("input[name], textarea[name], select[name]").filter(isKept));
    else panel.replaceChildren(next);
    swapping = false;
    late = null;
    panel.inert = false;
    panel.classList.toggle("stale", isStale);
    Object.assign(panel.dataset, { name, kind });
    drawnOf = text;
    studio.emit("drawn", panel);
    if (!same) panel.scrollTop = 0;
    if (place && studio.values.focus(place)) return;
    if (enters) enters();
    else if (same) back?.(studio.values.focus, title);
  };
  /* Focuses the form of the selection, at once or once it is loaded, unless the user has moved the focus meanwhile. */
  let opening = null,
    drawnOf = "";
  const title = () => {
    const heading = $("h2", panel);
    if (heading) heading.tabIndex = -1;
    return heading;
  };
  /* The first field that is wrong or needed, else the first of a property, else the first of any form. */
  const firstField = () =>
    [
      ":is(.wrong, [data-need]) > .pair [data-value]",
      "[data-required][data-unset-yet] > .pair [data-value]",
      ".theme-body [data-value]",
      "input:not([data-find-property])",
    ]
      .map((selector) => $(`#in-properties ${selector}`, panel))
      .find(Boolean) || $("input, select, textarea", panel);
  const enter = (to = "fields") => {
    if (to === "fields") return firstField()?.focus();
    const heading = title();
    panel.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    return heading.focus({ preventScroll: true });
  };
  studio.openForm = (to) => {
    if (!panel.inert && panel.dataset.name === wanted?.name) {
      enter(to);
      return;
    }
    const stays = studio.watchFocus();
    opening = () => stays() && (() => enter(to));
  };
  /* Scrolls the form into view where it is far below the selection. */
  studio.showForm = () => {
    if (matchMedia("(max-width: 61.99em)").matches) studio.openForm("name");
  };
  /** @type {(form?: ParentNode) => HTMLButtonElement[]} */
  const folds = (form = panel) => $$("[data-fold]", form);
  /* Focuses the field of a resource at a path, once the form is redrawn. */
  studio.openField = (path) => {
    studio.unfold("inspector");
    studio.graph.select(path[1]);
    look.tab = path[2] === "update_policy" ? "policies" : "properties";
    for (const fold of folds())
      if (JSON.parse(fold.closest("[data-part]").dataset.part).every((key, at) => key === path[at]))
        look.folds.delete(fold.name);
    look.focus = { path, stays: studio.watchFocus() };
  };
  /* Gives a form that was loaded its expressions, folds and tabs. */
  const restoreState = (form) => {
    for (const template of /** @type {HTMLTemplateElement[]} */ ($$("template[data-expressions]", form))) {
      for (const part of $$(`[data-part][data-context="${template.dataset.expressions}"]`, form)) {
        const /** @type {HTMLSelectElement} */ select = $(":scope > .pair > [data-function]", part),
          own = select?.options[0];
        if (!own) continue;
        const others = [...template.content.querySelectorAll("option")].filter(
          (one) => one.value !== own.value || part.matches("[data-unset-yet]"),
        );
        select.append(...others.map((one) => one.cloneNode(true)));
      }
    }
    for (const fold of folds(form))
      if (look.folds.has(fold.name) && !fold.matches("[data-lazy]")) setFold(fold, look.folds.get(fold.name), form);
    for (const theme of $$("[data-theme]", form)) setTheme(theme, !look.folded.has(theme.dataset.theme));
    const open = new Set(
      $$("[data-part][data-unset-yet]", form).map((part) => JSON.stringify(JSON.parse(part.dataset.part))),
    );
    look.begun = look.begun.filter((path) => open.has(JSON.stringify(path))); // no longer pending
    /** @type {HTMLInputElement} */
    const search = $("[data-find-property]", form);
    if (search) search.value = look.find;
    choose(look.tab, form);
  };
  /** @type {(control: HTMLElement, form: ParentNode) => HTMLElement} */
  const controlled = (control, form) => $(`#${CSS.escape(control.getAttribute("aria-controls"))}`, form);
  /** @type {(fold: HTMLButtonElement, open: boolean, form?: ParentNode) => unknown} */
  const setFold = (fold, open, form = panel) => {
    look.folds.set(fold.name, open);
    if (open && fold.matches("[data-lazy]")) {
      // its parts are loaded on demand
      look.opened.push(JSON.parse(fold.closest("[data-part]").dataset.part));
      return inspect(wanted.name, wanted.kind);
    }
    fold.setAttribute("aria-expanded", String(open));
    controlled(fold, form).hidden = !open;
    return undefined;
  };

  // -- parts by theme, the search, the members of a group
  const setTheme = (theme, open) => {
    const head = $("[data-theme-fold]", theme);
    if (!head || (open && head.matches("[data-lazy]"))) return;
    theme.classList.toggle("folded", !open);
    head.setAttribute("aria-expanded", String(open));
  };
  const toggleTheme = (head) => {
    const theme = head.closest("[data-theme]"),
      title = theme.dataset.theme,
      open = head.getAttribute("aria-expanded") !== "true";
    look.folded[open ? "delete" : "add"](title);
    if (!open || !head.matches("[data-lazy]")) return setTheme(theme, open);
    look.themes.push(title);
    return redraw();
  };
  const find = (words) => {
    look.find = words;
    return redraw();
  };
  let soon = 0;
  panel.addEventListener("input", (event) => {
    /** @type {HTMLInputElement} */
    const search = targetOf(event);
    if (!search.matches("[data-find-property]")) return;
    clearTimeout(soon);
    look.find = search.value;
    soon = setTimeout(redraw, TYPING);
  });
  panel.addEventListener("keydown", (event) => {
    /** @type {HTMLInputElement} */
    const search = targetOf(event);
    if (event.key !== "Escape" || !search.matches("[data-find-property]") || !search.value) return;
    event.preventDefault();
    event.stopPropagation();
    search.value = "";
    find("");
  });
  /* Shows the members of a group, or the group itself. */
  const openMember = (open) => {
    if (look.member === open) return undefined;
    Object.assign(look, { member: open, find: "", tab: "properties" });
    studio.emit("member", open);
    const stays = studio.watchFocus();
    opening = () =>
      stays() && panel.contains(document.activeElement) && (() => title()?.focus({ preventScroll: true }));
    return redraw();
  };

  // -- tabs
  const choose = (tab, form = panel) => {
    const tabs = $$("[role=tab]", form);
    if (!tabs.length) return;
    const chosen = tabs.find((one) => one.dataset.tab === tab) || tabs[0];
    look.tab = chosen.dataset.tab;
    for (const one of tabs) {
      one.setAttribute("aria-selected", String(one === chosen));
      one.tabIndex = one === chosen ? 0 : -1;
      controlled(one, form).hidden = one !== chosen;
    }
  };
  panel.addEventListener("keydown", (event) => {
    const tab = targetOf(event).closest?.("[role=tab]"),
      step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!tab || !step) return;
    const tabs = $$("[role=tab]", panel),
      other = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    event.preventDefault();
    choose(other.dataset.tab);
    other.focus();
  });

  panel.addEventListener("click", (event) => {
    const button = targetOf(event).closest("button");
    if (!button) return;
    const { name, kind } = panel.dataset;
    if (button.matches("[data-tab]")) choose(button.dataset.tab);
    if (button.matches("[data-theme-fold]")) toggleTheme(button);
    if (button.matches("[data-member]")) openMember(button.dataset.member === "open");
    if (button.matches("[data-fold]")) setFold(button, button.getAttribute("aria-expanded") !== "true");
    if (button.matches("[data-rename]")) studio.rename(kind, name);
    if (button.matches("[data-remove]")) {
      if (kind === "resources") studio.remove([name]);
      else studio.removePart(kind, name);
    }
    if (button.matches("[data-duplicate]")) studio.duplicate(kind, name);
    if (button.matches("[data-more]")) studio.openMenu(button, name);
    if (button.matches("[data-fold-inspector]")) studio.run("fold-inspector");
    if (button.matches("[data-go]")) {
      const to = button.dataset.goKind || "resources";
      if (to === "resources") studio.graph.select(button.dataset.go);
      else studio.select(button.dataset.go, to);
    }
    if (button.matches("[data-fix], [data-quick-fix]")) studio.fix(button);
  });
  panel.addEventListener("focusout", () => {
    if (late && !swapping) {
      const loaded = late;
      late = null;
      if (wanted?.name === loaded.name) swap(loaded);
    }
  });

  // while the text cannot be parsed, it cannot be edited here
  studio.typed = ({ all = false } = {}) =>
    panel.matches(".stale") && !all ? [] : controls("input, textarea").filter(isTyped);
  studio.inspector = {
    panel,
    isTyped,
    get look() {
      return look;
    },
    get busy() {
      return swapping;
    },
    /* The text that the form was made from. */
    get text() {
      return drawnOf;
    },
    /* Whether the form is of an older text: an edit or a form is on its way. */
    get isLate() {
      return studio.performing.size > 0 || drawnOf !== studio.editor.text();
    },
    redraw,
    openMember,
    /* Runs one action after the other: an action on a form that is about to be redrawn has to see the new one. */
    inTurn(does) {
      line = line
        .then(does)
        .then(() => drawn)
        .catch(() => {});
    },
    tab: choose,
  };
  studio.on("select", ({ name, kind, all }) => {
    inspect(name, kind);
    if (all?.length > 1) studio.announce(`${all.length} ${words.chosen}`);
  });
  studio.on("diagram", () => {
    if (wanted) drawn = inspect(wanted.name, wanted.kind);
  });
  // such a text cannot be edited here: the form of the last valid one is shown
  studio.on("broken", () => {
    showing += 1;
    if (!wanted || (panel.matches(".stale") && panel.dataset.name === wanted.name)) return;
    panel.classList.add("stale");
    drawn = inspect(wanted.name, wanted.kind);
  });
  studio.on("ready", () => inspect(null));
}
