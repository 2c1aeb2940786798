// The palette: all resource types by purpose, searchable by any part of their name, and the other parts of a template.

import { targetOf } from "../../site/dom.js";
import { remember } from "../../site/storage.js";
import { FAR } from "../drag.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function typePalette(studio) {
  const { words, graph, $, $$ } = studio;
  const palette = $("[data-palette]"),
    /** @type {HTMLInputElement} */ search = $("[data-testid=palette-search]"),
    tip = $("[data-type-tip]");
  /** @type {HTMLElement[]} */ let items;
  /** @type {HTMLDetailsElement[]} */ let groups;
  const byType = new Map(),
    rows = new Map();
  const learn = () => {
    items = $$("[data-service] [data-type]");
    groups = $$("[data-service]");
    byType.clear();
    for (const item of items) byType.set(item.dataset.type, item);
    rows.clear();
    for (const group of groups) rows.set(group, $$("li", group));
  };
  learn();

  // -- recently used types come first
  const KEY = "recent-types",
    MOST = 6;
  let recent = (() => {
    try {
      return JSON.parse(localStorage.getItem(KEY) || "[]").filter((type) => byType.has(type));
    } catch {
      return [];
    }
  })();
  const showRecent = () => {
    const group = $("[data-recent]");
    group.hidden = !recent.length || Boolean(search.value.trim());
    $("ul", group).replaceChildren(
      ...recent.map((type) => {
        const row = document.createElement("li"),
          item = /** @type {HTMLElement} */ (byType.get(type).cloneNode(true));
        delete item.dataset.testid;
        item.removeAttribute("id");
        item.classList.remove("taken");
        row.append(item);
        return row;
      }),
    );
    keepStop();
  };
  const used = (type) => {
    recent = [type, ...recent.filter((one) => one !== type)].slice(0, MOST);
    remember(KEY, JSON.stringify(recent));
    // keeps the item under the pointer in place while the list above it grows
    const item = items.find((one) => one.checkVisibility()),
      before = item?.getBoundingClientRect().top;
    showRecent();
    if (item) palette.scrollTop += item.getBoundingClientRect().top - before;
  };

  // -- search: any part of a type's own name, or the start of a word of its service or purpose
  const shortName = (item) => item.dataset.type.split("::").at(-1),
    LAST = 100,
    ASIDE = 10000,
    NOT = 1e9;
  const rankOf = (item, word) => {
    const name = shortName(item),
      lower = name.toLowerCase(),
      at = lower.indexOf(word);
    if (lower === word) return 0;
    if (at === 0) return 1;
    if (at > 0)
      return name
        .replace(/([a-z\d])(?=[A-Z])/g, "$1 ")
        .toLowerCase()
        .split(/[\W_]+/)
        .some((part) => part.startsWith(word))
        ? 2
        : 3;
    if (word.includes(":") && item.dataset.type.toLowerCase().includes(word)) return 3;
    return `${item.dataset.type.split("::").slice(0, -1).join(" ")} ${item.dataset.about || ""}`
      .toLowerCase()
      .split(/[^a-z\d]+/)
      .some((part) => part.startsWith(word))
      ? LAST
      : NOT;
  };
  const wanted = () => search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const scores = new Map();
  /* Exact names rank first, deprecated types last; the lowest score is the best. */
  const score = (item, looked) => {
    const rank = looked.reduce((sum, word) => sum + rankOf(item, word), 0),
      aside = item.hasAttribute("data-aside");
    return looked.length && rank === 0 ? Number(aside) / 2 : rank + (aside ? ASIDE : 0);
  };
  const best = () =>
    items
      .filter((item) => !item.parentElement.hidden)
      .reduce((first, item) => (first && scores.get(first) <= scores.get(item) ? first : item), null);
  const arrange = (now, by, put) => {
    const sorted = by.toSorted((a, b) => a[1] - b[1]).map(([element]) => element);
    if (sorted.some((element, at) => element !== now[at])) put(sorted);
  };
  const filter = () => {
    const looked = wanted();
    for (const item of items) {
      scores.set(item, score(item, looked));
      item.parentElement.hidden = looked.length ? scores.get(item) >= NOT : item.hasAttribute("data-aside");
    }
    const place = (row) => (looked.length ? scores.get($("[data-type]", row)) : 0);
    for (const group of groups) {
      const own = rows.get(group),
        left = own.filter((row) => !row.hidden).length;
      arrange(
        $$("li", group),
        own.map((row) => [row, place(row)]),
        (sorted) => $("ul", group).append(...sorted),
      );
      group.hidden = !left;
      group.open = Boolean(looked.length) || group.hasAttribute("data-open");
      $("[data-count]", group).textContent = String(left);
    }
    arrange(
      $$("[data-service]"),
      groups.map((group) => [group, Math.min(...rows.get(group).map(place))]),
      (sorted) => $("[data-none]").before(...sorted),
    );
    $("[data-none]").hidden = items.some((item) => !item.parentElement.hidden);
    showRecent();
    markBest();
  };
  /* Marks the type that Enter adds while the search field has the focus. */
  const markBest = () => {
    const taken = search === document.activeElement ? best() : null;
    for (const item of items) {
      item.classList.toggle("taken", item === taken);
      if (item === taken) item.id = "palette-taken";
      else item.removeAttribute("id");
    }
    if (taken) search.setAttribute("aria-activedescendant", "palette-taken");
    else search.removeAttribute("aria-activedescendant");
  };
  // one type is a tab stop, the last focused or the first shown one; the arrow keys lead to the others
  const stopAt = (item) => {
    for (const one of $$("[data-type]", palette)) one.tabIndex = one === item ? 0 : -1;
  };
  const keepStop = () => {
    const now = $("[data-type][tabindex='0']", palette);
    stopAt(now?.checkVisibility() ? now : $$("[data-type]", palette).find((one) => one.checkVisibility()));
  };
  palette.addEventListener("focusin", (event) => {
    const item = targetOf(event).closest("[data-type]");
    if (item) stopAt(item);
  });
  palette.addEventListener("toggle", keepStop, true);
  search.addEventListener("focus", markBest);
  search.addEventListener("blur", markBest);

  /* Adds a resource: joined to what was selected when the palette was opened by its key, else on its own. */
  const add = (type) => {
    const onto = joining;
    join(null);
    return studio.addResource(type, { onto });
  };
  const note = $("[data-joins]");
  /** @type {string | null} */
  let joining = null;
  const join = (name) => {
    joining = name;
    note.hidden = !name;
    if (name) studio.write(note, words.joins.replace("%s", `\`${name}\``));
  };
  studio.on("added", (type) => byType.has(type) && used(type));

  search.addEventListener("input", () => {
    palette.toggleAttribute("data-searching", Boolean(search.value.trim()));
    filter();
    palette.scrollTop = 0; // the best match comes first
  });
  const clear = () => {
    search.value = "";
    search.dispatchEvent(new Event("input"));
  };
  $("[data-clear]").addEventListener("click", () => {
    clear();
    search.focus();
  });
  const visible = () => $$("[data-type]", palette).filter((one) => one.checkVisibility());
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      const item = best();
      if (!item) return; // a pattern may fit
      add(item.dataset.type);
    } else if (event.key === "ArrowDown") visible()[0]?.focus();
    else if (event.key === "Escape") {
      if (search.value) clear();
      else {
        studio.placeNext(null);
        studio.focusStage();
      }
    } else return;
    event.preventDefault();
  });
  /* The second click of a double click adds nothing more, nor does the release of a drag that ends where it began. */
  palette.addEventListener("click", (event) => {
    const item = targetOf(event).closest("[data-type]");
    const isDragged = event.detail && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > FAR;
    if (item && event.detail <= 1 && !isDragged) add(item.dataset.type);
  });
  palette.addEventListener("keydown", (event) => {
    const item = targetOf(event).closest("[data-type]");
    if (!item) return;
    const there = visible(),
      at = there.indexOf(item);
    if (event.key === "Enter" || event.key === " ") add(item.dataset.type);
    else if (event.key === "ArrowDown") there[at + 1]?.focus();
    else if (event.key === "ArrowUp") (there[at - 1] || search).focus();
    else if (event.key === "Escape") {
      hideTip();
      search.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  palette.addEventListener("click", (event) => {
    const button = targetOf(event).closest("[data-part]");
    if (button) studio.addPart(button.dataset.part);
  });

  // -- the tooltip of a type
  const helpFor = (type) => `${studio.address.types}${encodeURIComponent(type)}/`;
  let showing = 0,
    on = null;
  const hideTip = () => {
    clearTimeout(showing);
    on = null;
    if (tip.matches(":popover-open")) tip.hidePopover();
  };
  const showTip = (item, delay) => {
    if (on === item) return;
    hideTip();
    on = item;
    showing = setTimeout(async () => {
      const type = item.dataset.type,
        answer = await studio.askServer({ what: "type", type, text: "" }).catch(() => ({}));
      if (on !== item || !item.isConnected) return;
      $("[data-name]", tip).textContent = type;
      $("[data-about]", tip).textContent = (answer.about || []).join(" ");
      $("[data-needs]", tip).textContent = answer.required?.length
        ? `${words.required}: ${answer.required.join(", ")}`
        : "";
      tip.showPopover();
      const at = item.getBoundingClientRect(),
        { height } = tip.getBoundingClientRect();
      Object.assign(tip.style, {
        inset: "auto",
        left: `${at.right + 6}px`,
        top: `${Math.max(8, Math.min(at.top, innerHeight - height - 8))}px`,
      });
    }, delay);
  };
  // a row that scrolls under a resting pointer shows no tooltip
  let pressed = [];
  const moved = (at) => at.clientX !== pressed[0] || at.clientY !== pressed[1];
  palette.addEventListener(
    "pointerdown",
    (event) => {
      pressed = [event.clientX, event.clientY];
    },
    true,
  );
  palette.addEventListener("pointerover", (event) => {
    const item = targetOf(event).closest("[data-type]");
    if (event.pointerType === "mouse" && item && !event.buttons && moved(event)) showTip(item, 600);
  });
  palette.addEventListener("pointerleave", hideTip);
  palette.addEventListener("focusin", (event) => {
    const item = targetOf(event).closest("[data-type]");
    if (item?.matches(":focus-visible")) showTip(item, 600);
    else if (!item) hideTip();
  });
  palette.addEventListener("focusout", (event) => {
    if (!palette.contains(/** @type {Element} */ (event.relatedTarget))) hideTip();
  });
  palette.addEventListener("scroll", hideTip, { passive: true });

  palette.addEventListener("pointerdown", hideTip);

  // on narrow pages it covers the diagram while it is used
  const open = (studio.openPalette = () => {
    join(null);
    studio.unfold("palette");
    palette.classList.add("open");
    studio.turnPanel("add");
    search.focus();
    search.select();
  });
  palette.addEventListener("focusout", (event) => {
    if (!event.relatedTarget || palette.contains(/** @type {Element} */ (event.relatedTarget))) return;
    palette.classList.remove("open");
    join(null);
    if (studio.isFolded("palette") && search.value) clear(); // the next search begins anew: only the field is left
  });
  document.addEventListener(
    "pointerdown",
    (event) => {
      if (!palette.contains(targetOf(event))) palette.classList.remove("open");
    },
    true,
  );
  studio.command({
    id: "add",
    text: () => words.addResource,
    keys: ["a"],
    when: () => studio.mayEdit,
    does: () => {
      const [only, another] = studio.chosen.kind === "resources" ? graph.chosen : [];
      open();
      if (only && !another) join(only);
    },
  });
  studio.command({ id: "type-walk", area: "palette", text: () => words.typeWalk, keys: ["ArrowUp", "ArrowDown"] });
  studio.command({ id: "type-help", area: "palette", text: () => words.typeHelp, keys: ["F1"] });
  addEventListener("keydown", (event) => {
    const item = document.activeElement?.closest("[data-palette] [data-type]") || on;
    if (event.key !== "F1" || !item) return;
    event.preventDefault();
    window.open(helpFor(item.dataset.type), "_blank", "noopener");
  });
  const offer = () => {
    for (const item of items)
      if (!item.hasAttribute("data-aside"))
        studio.command({
          id: `add-${item.dataset.type}`,
          text: () => `${words.add} ${item.dataset.type}`,
          when: () => studio.mayEdit,
          does: () => studio.addResource(item.dataset.type),
        });
  };
  offer();
  studio.on("ready", filter);

  // -- another cloud, or its types when they are read: they take the place of these, and everything is checked anew
  let turn = 0;
  const renew = async (event) => {
    const now = ++turn;
    const answer = await fetch(location.href).catch(() => null);
    const page = new DOMParser().parseFromString(answer?.ok ? await answer.text() : "", "text/html");
    const found = page.querySelectorAll("[data-palette] [data-service]");
    if (now !== turn || !found.length) return;
    for (const group of groups) group.remove();
    $("[data-none]").before(...found);
    if (event.type === "cloud-changed") showLine(page.querySelector(".catalogue-line"));
    studio.commands = studio.commands.filter((one) => !one.id.startsWith("add-") || !byType.has(one.id.slice(4)));
    learn();
    recent = recent.filter((type) => byType.has(type));
    offer();
    filter();
    studio.textarea.dispatchEvent(new Event("check"));
  };
  const showLine = (line) => {
    $(".catalogue-line")?.remove();
    if (!line) return;
    search.parentElement.before(line);
    window.htmx.process(line);
  };
  for (const name of ["catalogue-changed", "cloud-changed"]) document.body.addEventListener(name, renew);
}
