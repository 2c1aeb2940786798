// A menu at a position in the text: locations to go to, or quick fixes. The arrow keys select, Enter applies, Esc
// returns to the start; the menu is a list box that has the focus while it is open.
import { StateEffect, StateField } from "@codemirror/state";
import { EditorView, showTooltip } from "@codemirror/view";

const opens = StateEffect.define();
let counted = 0;

const box = (view, menu) => {
  const dom = document.createElement("div"),
    list = document.createElement("ul"),
    id = `menu-${(counted += 1)}`;
  dom.className = "cm-menu";
  const title = Object.assign(document.createElement("p"), {
    id: `${id}-title`,
    className: "cm-menu-title",
    textContent: menu.title,
  });
  list.tabIndex = 0;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-labelledby", title.id);
  list.append(
    ...menu.options.map((option, index) => {
      const item = Object.assign(document.createElement("li"), { id: `${id}-${index}`, role: "option" });
      item.append(
        Object.assign(document.createElement("span"), { className: "cm-menu-mark", textContent: option.mark || "" }),
        Object.assign(document.createElement("span"), { textContent: option.text }),
      );
      return item;
    }),
  );
  let at = Math.max(0, menu.at || 0);
  const point = (index, quiet) => {
    at = (index + menu.options.length) % menu.options.length;
    for (const [number, item] of [...list.children].entries())
      item.setAttribute("aria-selected", String(number === at));
    list.setAttribute("aria-activedescendant", `${id}-${at}`);
    list.children[at].scrollIntoView({ block: "nearest" });
    if (!quiet && menu.preview) menu.preview(menu.options[at]);
  };
  const close = (taken) => {
    if (view.state.field(field) !== menu) return;
    view.dispatch({ effects: opens.of(null) });
    if (!taken && menu.back) menu.back();
    view.focus();
  };
  const take = () => {
    const option = menu.options[at];
    close(true);
    menu.pick(option);
  };
  list.addEventListener("keydown", (event) => {
    const goes = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: menu.options.length - 1 }[event.key];
    if (goes !== undefined) point(goes);
    else if (event.key === "Enter" || event.key === " ") take();
    else if (event.key === "Escape") close(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const item = event.target.closest("li");
    if (item) {
      point([...list.children].indexOf(item), true);
      take();
    }
  });
  list.addEventListener("blur", () =>
    setTimeout(() => {
      if (view.state.field(field) === menu && !dom.contains(document.activeElement))
        view.dispatch({ effects: opens.of(null) });
    }),
  );
  dom.append(title, list);
  return {
    dom,
    mount: () => {
      point(at, true);
      list.focus({ preventScroll: true });
    },
  };
};

const field = StateField.define({
  create: () => null,
  update(menu, transaction) {
    for (const effect of transaction.effects) if (effect.is(opens)) return effect.value;
    return transaction.docChanged ? null : menu;
  },
  provide: (self) =>
    showTooltip.from(self, (menu) => menu && { pos: menu.pos, above: false, create: (view) => box(view, menu) }),
});

/* Opens a menu: `title`, `options` of { text, mark }, `pick(option)`, `preview(option)` during selection, `back()`
   if it is closed without a choice, `pos` its position (default: the cursor), `at` the initial selection. */
export const openMenu = (view, menu) =>
  view.dispatch({ effects: opens.of({ pos: view.state.selection.main.head, ...menu }) });

export const menus = [field, EditorView.baseTheme({})];
