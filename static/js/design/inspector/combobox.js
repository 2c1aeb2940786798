// A combobox that searches names: lists the matches while the user types, the most likely first. Any input with
// `data-names` becomes one; it fires `change` when a name is picked.
import { targetOf } from "../../site/dom.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function combobox(studio) {
  const MOST = 60,
    { words } = studio;
  const list = Object.assign(document.createElement("ul"), {
    className: "offers plain",
    id: "offers",
    role: "listbox",
    hidden: true,
  });
  list.setAttribute("aria-label", words.names);
  let /** @type {HTMLInputElement} */ input = null,
    offered = [],
    at = -1;
  let asked = null; // the search text when the list was opened, until it is closed

  const sorted = (entries, fits) =>
    entries.sort((one, other) => Number(fits.includes(other.about)) - Number(fits.includes(one.about)));
  const sources = {
    parameter: (fits) => [
      ...sorted(
        Object.entries(studio.diagram.parameters).map(([name, about]) => ({ name, about })),
        fits,
      ),
      ...["OS::stack_name", "OS::stack_id", "OS::project_id"].map((name) => ({ name, about: words.pseudo })),
    ],
    resource: (fits) =>
      sorted(
        studio.diagram.nodes.map(({ name, type }) => ({ name, about: type })),
        fits,
      ),
    condition: () =>
      Object.entries(studio.diagram.conditions).map(([name, about]) => ({ name, about: words[about] || about })),
  };
  /* What a property can name: resources, parameters, a new resource, a new parameter. A taken one is an `answer`. */
  const references = (options) => [
    ...JSON.parse(options).map(({ name, type, value, attribute }) =>
      value
        ? { name, about: type, answer: { value } }
        : { name: `${words.newResources} ${type.replace(/^OS::/, "")}`, about: "", answer: { type, attribute } },
    ),
    { name: words.makeParameter, about: "", answer: { isParameter: true } },
  ];
  const all = () => {
    const { names, fits, options, but } = input.dataset;
    if (names === "reference") return references(options);
    const found = sources[names]
      ? sources[names](JSON.parse(fits || "[]"))
      : JSON.parse(options || "[]").map((name) => ({ name, about: "" }));
    return found.filter(({ name }) => name !== but);
  };
  const filtered = (typed) => {
    const wanted = typed.trim().toLowerCase(),
      every = all();
    const found = wanted
      ? every.filter(({ name, about }) => name.toLowerCase().includes(wanted) || about.toLowerCase().includes(wanted))
      : every;
    return found
      .sort(
        (one, other) =>
          Number(other.name.toLowerCase().startsWith(wanted)) - Number(one.name.toLowerCase().startsWith(wanted)),
      )
      .slice(0, MOST);
  };

  const open = (typed) => {
    offered = filtered(typed);
    const fresh = input.dataset.names,
      kind = { parameter: "parameters", condition: "conditions" }[fresh];
    if (kind && studio.mayEdit && !input.closest("dialog"))
      offered.push({ name: words[`add_${kind}`], about: "", make: kind });
    list.replaceChildren(
      ...offered.map(({ name, about }, index) => {
        const item = Object.assign(document.createElement("li"), { id: `offer-${index}`, role: "option" });
        item.append(
          Object.assign(document.createElement("span"), { className: "mono", textContent: name }),
          Object.assign(document.createElement("span"), { className: "meta", textContent: about }),
        );
        return item;
      }),
    );
    if (!offered.length) close();
    asked = typed;
    if (!offered.length) return undefined;
    (input.closest("dialog") || studio.root).append(list);
    place();
    input.setAttribute("aria-expanded", "true");
    input.setAttribute("aria-controls", "offers");
    point(typed.trim() && fresh !== "reference" ? 0 : -2); // a typed name or ID is taken as it is
    return undefined;
  };
  /* Puts the list below its field, or above it. */
  const place = () => {
    const box = input.getBoundingClientRect(),
      below = innerHeight - box.bottom;
    Object.assign(list.style, {
      left: `${box.left}px`,
      width: `${Math.max(box.width, 220)}px`,
      maxHeight: `${Math.max(Math.min(280, below > 160 ? below - 12 : box.top - 12), 80)}px`,
    });
    if (below > 160) Object.assign(list.style, { top: `${box.bottom + 2}px`, bottom: "auto" });
    else Object.assign(list.style, { top: "auto", bottom: `${innerHeight - box.top + 2}px` });
    list.hidden = false;
    if (box.left + list.offsetWidth > innerWidth) list.style.left = `${innerWidth - list.offsetWidth - 8}px`;
  };
  const close = () => {
    list.hidden = true;
    at = -1;
    asked = null;
    input?.setAttribute("aria-expanded", "false");
    input?.removeAttribute("aria-activedescendant");
    input?.removeAttribute("aria-controls");
  };
  const point = (index) => {
    const least = input.value.trim() && index > -2 && offered.length ? 0 : -1;
    at = offered.length ? Math.max(least, Math.min(index, offered.length - 1)) : -1;
    for (const [number, item] of [...list.children].entries())
      item.setAttribute("aria-selected", String(number === at));
    if (at < 0) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", `offer-${at}`);
    list.children[at].scrollIntoView({ block: "nearest" });
    return undefined;
  };
  const take = (index) => {
    const chosen = input,
      { name, make, answer } = offered[index];
    close();
    if (answer) return chosen.dispatchEvent(new CustomEvent("answer", { bubbles: true, detail: answer }));
    if (make) return create(chosen, make);
    chosen.value = name;
    chosen.dispatchEvent(new Event("change", { bubbles: true }));
    return undefined;
  };

  /* A new name: its declaration is added first. */
  const create = async (control, kind) => {
    const { name } = control,
      typed = control.value,
      part = control.closest("[data-part]"),
      stays = studio.watchFocus();
    const made = await studio.declare(kind, typed in studio.diagram[kind] ? "" : typed, {
      at: part && JSON.parse(part.dataset.part),
      type: JSON.parse(control.dataset.fits || "[]")[0],
    });
    /** @type {HTMLInputElement} */
    const again = document.querySelector(`[name="${CSS.escape(name)}"]`);
    if (!made || !again) return;
    again.value = made.name;
    if (stays()) again.focus();
    again.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const mine = ({ target }) =>
    target instanceof HTMLInputElement && target.dataset.names && !target.readOnly ? target : null;
  document.addEventListener("focusin", (event) => {
    if (targetOf(event) !== input) {
      if (!list.hidden) close();
      input = mine(event);
    }
  });
  document.addEventListener("focusout", (event) => {
    if (targetOf(event) === input && !list.contains(/** @type {Element} */ (event.relatedTarget))) close();
  });
  document.addEventListener("input", (event) => {
    if (mine(event)) {
      input = targetOf(event);
      open(input.value);
    }
  });
  document.addEventListener("click", (event) => {
    if (mine(event)) {
      input = targetOf(event);
      if (list.hidden) open("");
    }
  });
  document.addEventListener(
    "keydown",
    (event) => {
      if (!mine(event)) return;
      input = targetOf(event);
      const shown = !list.hidden;
      if (event.key === "ArrowDown" && !event.altKey) {
        if (shown) point(at + 1);
        else {
          open("");
          point(0);
        }
      } else if (event.key === "ArrowUp" && !event.altKey && shown) point(at - 1);
      else if (event.key === "Enter" && shown && at >= 0) take(at);
      else if (event.key === "Escape" && shown) close();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
  list.addEventListener("click", (event) => {
    const item = targetOf(event).closest("li");
    if (item) take([...list.children].indexOf(item));
  });
  // The list follows its field, and ends when that is scrolled out of view. The event also comes after a click, for the
  // scrolling before it.
  addEventListener(
    "scroll",
    ({ target }) => {
      if (list.hidden || target === list || !(/** @type {Node} */ (target).contains(input))) return;
      const { top, bottom } =
        target instanceof Element ? target.getBoundingClientRect() : { top: 0, bottom: innerHeight };
      const box = input.getBoundingClientRect();
      box.bottom > top && box.top < bottom ? place() : close();
    },
    true,
  );

  // its field may have moved
  studio.on("drawn", () => {
    if (!list.hidden) input.isConnected ? place() : close();
  });

  /* A field for dialogs that searches names. */
  studio.names = (name, names, value = "") => {
    const made = Object.assign(studio.input(name, value), { role: "combobox" });
    made.setAttribute("aria-expanded", "false");
    made.setAttribute("aria-autocomplete", "list");
    made.dataset.names = names;
    return made;
  };
  /* Sets the names to choose from; an open list is updated. */
  studio.offerNames = (control, names) => {
    control.dataset.options = JSON.stringify(names);
    if (control === input && asked !== null) open(asked);
  };
  /* Opens the list. */
  studio.offer = (control) => {
    const field = mine({ target: control });
    if (field) {
      input = field;
      open("");
    }
  };
}
