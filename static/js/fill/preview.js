// The preview of the fill page: places the parts of an answer, and loads the contents of a resource or of a long text
// when it is expanded.
import { finders, targetOf } from "../site/dom.js";

/** @param {HTMLFormElement} form */
export function preview(form) {
  const pane = document.getElementById("preview-pane");
  const { $$ } = finders(pane);
  const foldOf = (element) => element.closest("[data-fold]");
  const foldNamed = (name, within = pane) => within.querySelector(`[data-fold="${CSS.escape(name)}"]`);

  // -- parts --------------------------------------------------------------------

  const insideOf = (fold) => fold.querySelector(":scope > .resolved");
  const empty = (inside) => {
    inside.replaceChildren();
    inside.dataset.part = "";
  };

  // Collapsed parts are not kept up to date: they are emptied, and loaded again when they are expanded.
  document.addEventListener("fill:asks", (event) => {
    const { parameters } = event.detail;
    for (const inside of $$("details.resource:not([open]) > .resolved:not(:empty)")) empty(inside);
    parameters.open = $$("details[data-fold][open]").map((fold) => fold.dataset.fold);
    parameters.parts = [...document.querySelectorAll("[data-part]")].map((part) => part.dataset.part).join("");
  });

  const focusedWithin = (place) => {
    const focused = document.activeElement;
    if (!place.contains(focused)) return () => {};
    const [id, fold] = [focused.id, foldOf(focused)?.dataset.fold];
    const find = () => (id ? document.getElementById(id) : fold && foldNamed(fold)?.querySelector("summary"));
    return () => find()?.focus({ preventScroll: true });
  };
  const folds = (within) => [within, ...$$("[data-fold]", within)].filter((fold) => fold.matches("[data-fold]"));

  const fillIn = (place, part) => {
    place.dataset.part = part.dataset.part;
    place.replaceChildren(...part.childNodes);
    if (place.querySelector("[hx-post]")) window.htmx.process(place);
  };

  // The element stays and takes over all attributes and children: for a new one among hundreds, browsers recompute the
  // styles of all. Only a link that turns into a button, or the reverse, needs a new element.
  const become = (place, part) => {
    if (place.localName !== part.localName) return place.replaceWith(part);
    for (const { name } of [...place.attributes]) if (!part.hasAttribute(name)) place.removeAttribute(name);
    for (const { name, value } of part.attributes) {
      if (place.getAttribute(name) !== value) place.setAttribute(name, value);
    }
    place.replaceChildren(...part.childNodes);
  };

  document.addEventListener("fill:part", (event) => {
    const { place, part } = event.detail;
    if ("inner" in part.dataset) return fillIn(place, part);
    const focus = focusedWithin(place);
    const before = new Map(folds(place).map((fold) => [fold.dataset.fold, fold]));
    for (const fold of folds(part)) {
      const old = before.get(fold.dataset.fold);
      const breaks = "broken" in fold.dataset && !("broken" in (old?.dataset || {}));
      if (old && !breaks) fold.open = old.open;
    }
    become(place, part);
    focus();
  });

  pane.addEventListener(
    "toggle",
    (event) => {
      const fold = targetOf(event);
      if (!fold.matches("details[open]")) return;
      const isMissing = fold.matches(".resource") ? insideOf(fold).dataset.part === "" : "asks" in fold.dataset;
      if (isMissing) window.htmx.trigger(form, "refresh");
    },
    true,
  );

  // The address with the values is sent once; other links copy it from the prefilled link.
  document.addEventListener("fill:settled", () => {
    /** @type {HTMLAnchorElement} */
    const link = document.querySelector("#prefilled-link");
    /** @type {HTMLAnchorElement[]} */
    const others = link ? $$("[data-takes-query]") : [];
    for (const other of others) other.href = other.dataset.takesQuery + link.search;
  });

  // -- keys -----------------------------------------------------------------------

  const enter = (fold) => {
    if (fold.open) insideOf(fold)?.querySelector("summary")?.focus();
    else fold.open = true;
  };
  const leave = (fold) => {
    if (fold.open) fold.open = false;
    else fold.parentElement.closest("details.resource")?.querySelector("summary").focus();
  };
  pane.addEventListener("keydown", (event) => {
    if (!targetOf(event).matches(".resource > summary") || event.ctrlKey || event.metaKey || event.altKey) return;
    const does = { ArrowRight: enter, ArrowLeft: leave }[event.key];
    if (!does) return;
    event.preventDefault();
    does(foldOf(targetOf(event)));
  });

  const layer = document.getElementById("problems");
  const step = (links, back) => {
    const at = links.indexOf(document.activeElement);
    links.at(back ? (at < 0 ? -1 : at - 1) : (at + 1) % links.length)?.focus();
  };
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "F8") return;
      event.stopImmediatePropagation();
      event.preventDefault();
      const links = $$(".broken a").filter((link) => link.checkVisibility());
      if (layer?.querySelector("a")) layer.showPopover();
      step([...links, ...$$(".problem .where a", layer || pane)], event.shiftKey);
    },
    true,
  );

  // -- stand-in attributes --------------------------------------------------------

  for (const button of form.querySelectorAll("[data-unfolds]")) {
    const part = document.getElementById(button.dataset.unfolds);
    const unfold = (open) => {
      part.classList.toggle("open", open);
      button.setAttribute("aria-expanded", String(open));
    };
    const showTyped = () => {
      if ([...part.querySelectorAll("input")].some((input) => input.value)) unfold(true);
    };
    showTyped();
    document.addEventListener("htmx:oobAfterSwap", (event) => {
      if (part.contains(event.detail.target)) showTyped();
    });
    button.addEventListener("click", () => {
      unfold(!part.classList.contains("open"));
      if (part.classList.contains("open")) part.querySelector("input")?.focus();
    });
  }
}
