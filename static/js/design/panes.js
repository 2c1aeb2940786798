// The panes around the stage: their sizes, folding them, and going from one to the next with F6.
import { focused, targetOf } from "../site/dom.js";

/** @import { Studio } from "./studio.js" */

const WITHOUT = { canvas: ["text", "problems"], split: [], text: ["stage"] }; // the panes that arrangements hide
const KEYS = { inspector: ["i"], canvas: ["t"], split: ["t"] }; // T brings the text, and takes it away
const ROOMY = 1800; // px: a window in which the palette is open from the first visit on

/** @param {Studio} studio */
export function panes(studio) {
  const { root, words, $, $$ } = studio;
  const KEY = "design-panes",
    STEP = 16,
    wide = matchMedia("(min-width: 62em)");
  const kept = (() => {
    try {
      return JSON.parse(localStorage.getItem(KEY) || "{}");
    } catch {
      return {};
    }
  })();
  const sizes = kept.sizes || {},
    /** @type {Record<string, Set<string>>} */
    folds = { canvas: new Set(kept.canvas || (innerWidth < ROOMY ? ["palette"] : [])), beside: new Set(kept.folded) };
  let arrangement = Object.hasOwn(WITHOUT, kept.arrangement) ? kept.arrangement : "canvas";
  const foldedNow = () => folds[arrangement === "canvas" ? "canvas" : "beside"];
  const keep = () => {
    try {
      const [canvas, folded] = [[...folds.canvas], [...folds.beside]];
      localStorage.setItem(KEY, JSON.stringify({ sizes, folded, canvas, arrangement }));
    } catch {
      /* storage is full: remembered for this visit only */
    }
  };

  // -- folding
  const never = studio.mayEdit ? [] : ["palette"]; // read-only users have nothing to add
  /* The panes that are hidden now: narrow windows stack all of them. */
  const away = () => {
    const without = wide.matches ? WITHOUT[arrangement] : [];
    return [...new Set([...foldedNow(), ...never, ...without, ...(isIdle() ? ["inspector"] : [])])].join(" ");
  };
  /* Whether the inspector has nothing to show, and lies over the diagram. */
  const isIdle = () => wide.matches && arrangement === "canvas" && !studio.chosen.name;
  root.classList.toggle("read-only", !studio.mayEdit);
  /** @returns {HTMLInputElement[]} */
  const boxes = () => $$("[data-fold]", document);
  const arrange = () => {
    const held = focused();
    root.dataset.folded = away();
    root.dataset.arrangement = arrangement;
    for (const button of $$("[data-arranges]"))
      button.setAttribute("aria-pressed", String(button.dataset.arranges === arrangement));
    for (const box of boxes()) box.checked = !foldedNow().has(box.dataset.fold);
    for (const splitter of $$("[data-splits]")) measure(splitter);
    if (held && held !== document.body && !held.checkVisibility()) studio.focusStage();
  };
  const fold = (name, isAway) => {
    if (isAway) foldedNow().add(name);
    else foldedNow().delete(name);
    arrange();
    keep();
  };
  const change = (name) => {
    arrangement = name;
    arrange();
    keep();
  };
  /* For this visit, a text that does not parse when the page opens is shown, and one whose problems are announced. */
  let opening = false;
  const showText = () => {
    if ($("[data-broken]").hidden && !$("[data-about=problems]", document)) return;
    opening = false;
    if (arrangement === "canvas") arrangement = "split";
    arrange();
  };
  studio.unfold = (name) => {
    if (WITHOUT[arrangement].includes(name)) change("split");
    if (foldedNow().has(name) && !studio.isFloating(name)) fold(name, false);
  };
  studio.isFloating = (name) => name === "palette" && arrangement === "canvas" && foldedNow().has(name);
  wide.addEventListener("change", arrange);
  for (const button of $$("[data-arranges]")) {
    const name = button.dataset.arranges;
    button.addEventListener("click", () => change(name));
    studio.command({
      id: `arrange-${name}`,
      keys: KEYS[name],
      text: () => `${words.show} ${button.textContent.trim()}`,
      when: () => arrangement !== name,
      does: () => change(name),
    });
  }
  for (const box of boxes()) {
    const name = box.dataset.fold,
      text = box.parentElement.textContent.trim();
    box.parentElement.hidden = never.includes(name);
    if (never.includes(name)) continue;
    box.addEventListener("change", () => fold(name, !box.checked));
    studio.command({
      id: `fold-${name}`,
      keys: KEYS[name],
      text: () => `${foldedNow().has(name) ? words.show : words.hide} ${text}`,
      when: () => !WITHOUT[arrangement].includes(name) && !(name === "inspector" && isIdle()),
      does: () => fold(name, !foldedNow().has(name)),
    });
  }
  addEventListener(
    "click",
    (event) => {
      if (targetOf(event).closest("[data-jump]")) studio.unfold("text");
    },
    true,
  );
  studio.on("select", ({ name, kind }) => {
    if (name && kind !== "resources") studio.unfold("inspector");
    if (root.dataset.folded !== away()) arrange();
  });

  // -- beside the canvas alone, the problems are a layer over it
  const opener = $("[data-open-problems]"),
    problems = $("form > aside");
  const open = (does) => {
    root.classList.toggle("shows-problems", does);
    opener.setAttribute("aria-expanded", String(does));
    if (does) problems.focus();
    else if (problems.contains(document.activeElement)) opener.focus();
  };
  studio.on("diagnostics", () => {
    const counts = $("#diagnostics .counts");
    opener.replaceChildren(...(counts.childElementCount ? counts.cloneNode(true).childNodes : [words.noProblems]));
  });
  opener.addEventListener("click", () => open(!root.classList.contains("shows-problems")));
  problems.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || arrangement !== "canvas") return;
    event.stopPropagation();
    open(false);
  });
  studio.command({
    id: "problems",
    area: "any",
    keys: ["Alt-p"],
    text: () => opener.ariaLabel,
    does: () => {
      if (arrangement === "canvas") open(!root.classList.contains("shows-problems"));
      else {
        studio.unfold("problems");
        problems.focus();
      }
    },
  });

  // -- splitters: `text` has a share of the stage's height in per cent, the others a width in pixels
  const limits = (name) => (name === "text" ? [15, 85] : name === "problems" ? [160, 560] : [180, 640]);
  const paneOf = {
    palette: "[data-palette]",
    text: ".paper",
    problems: "form > aside",
    inspector: "aside[data-inspector]",
  };
  const apply = (name) => {
    if (sizes[name] === undefined) root.style.removeProperty(`--${name}`);
    else
      root.style.setProperty(
        `--${name}`,
        name === "text" ? `${sizes[name] / (100 - sizes[name])}fr` : `${sizes[name]}px`,
      );
  };
  const measured = (name) => {
    const box = $(paneOf[name]).getBoundingClientRect();
    if (name !== "text") return Math.round(box.width);
    const stage = $("[data-stage]").getBoundingClientRect().height;
    return Math.round((box.height / Math.max(box.height + stage, 1)) * 100);
  };
  const measure = (splitter) => {
    const name = splitter.dataset.splits,
      [least, most] = limits(name);
    for (const [key, value] of Object.entries({
      valuemin: least,
      valuemax: most,
      valuenow: Math.min(most, Math.max(least, measured(name))),
    }))
      splitter.setAttribute(`aria-${key}`, value);
  };
  const resize = (splitter, size) => {
    const name = splitter.dataset.splits,
      [least, most] = limits(name);
    sizes[name] = Math.round(Math.min(most, Math.max(least, size)));
    apply(name);
    measure(splitter);
    keep();
  };
  for (const splitter of $$("[data-splits]")) {
    const name = splitter.dataset.splits,
      upright = name !== "text",
      grows = name === "palette" ? 1 : -1;
    apply(name);
    splitter.addEventListener("keydown", (event) => {
      const way = {
        ArrowLeft: upright && -1,
        ArrowRight: upright && 1,
        ArrowUp: !upright && -1,
        ArrowDown: !upright && 1,
      }[event.key];
      if (way) resize(splitter, measured(name) + way * grows * (upright ? STEP : 3));
      else if (event.key === "Home") resize(splitter, limits(name)[0]);
      else if (event.key === "End") resize(splitter, limits(name)[1]);
      else if (event.key === "Enter") fold(name, true);
      else return;
      event.preventDefault();
    });
    splitter.addEventListener("dblclick", () => {
      delete sizes[name];
      apply(name);
      measure(splitter);
      keep();
    });
    splitter.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      const from = upright ? event.clientX : event.clientY,
        size = measured(name);
      const room = $(paneOf[name]).getBoundingClientRect().height + $("[data-stage]").getBoundingClientRect().height;
      splitter.setPointerCapture(event.pointerId);
      const move = (at) => {
        const far = ((upright ? at.clientX : at.clientY) - from) * grows;
        resize(splitter, size + (upright ? far : (far / room) * 100));
      };
      const stop = () => {
        splitter.removeEventListener("pointermove", move);
      };
      splitter.addEventListener("pointermove", move);
      splitter.addEventListener("pointerup", stop, { once: true });
      splitter.addEventListener("pointercancel", stop, { once: true });
    });
  }
  studio.on("ready", () => {
    if (!studio.diagram.nodes.length) folds.canvas.delete("palette"); // until it has a resource
    opening = studio.textarea.value !== studio.textarea.defaultValue; // the text of this device is checked first
    arrange();
    showText();
  });
  studio.on("broken", () => {
    if (opening) showText();
  });
  studio.on("diagram", () => {
    opening = false;
  });
  addEventListener("resize", () => {
    for (const splitter of $$("[data-splits]")) measure(splitter);
  });

  // -- small menus open below their button
  for (const menu of $$("[data-below]")) {
    menu.addEventListener("toggle", (event) => {
      if (event.newState !== "open") return;
      const at = $(`[popovertarget="${menu.id}"]`).getBoundingClientRect();
      Object.assign(menu.style, {
        inset: "auto",
        top: `${at.bottom + 4}px`,
        left: `${Math.max(8, at.right - menu.offsetWidth)}px`,
      });
      menu.querySelector("button, input").focus();
    });
  }

  // -- F6 goes from region to region, and there to the useful element
  /** @type {[string, () => HTMLElement | null][]} */
  const REGIONS = [
    [
      "[data-palette]",
      () => {
        studio.openPalette();
        return null;
      },
    ],
    [
      "[data-stage]",
      () =>
        ["map", "graph"].includes(root.dataset.view)
          ? studio.graph.element(studio.graph.current) || $("[data-graph] .node") || $("[data-graph]")
          : $(`[data-shows="${root.dataset.view}"]`),
    ],
    ["[data-change]", () => $("[data-change] button:not([hidden])") || $("[data-change]")],
    [".paper", () => $(".cm-content") || $(".paper textarea")],
    ["form > aside", () => $("form > aside")],
    [
      "aside[data-inspector]",
      () =>
        $("aside[data-inspector] :is(input, select, textarea, button):not([disabled])") || $("aside[data-inspector]"),
    ],
  ];
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "F6" || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const there = REGIONS.filter(([region]) => $(region)?.checkVisibility());
      const at = there.findLastIndex(([region]) => $(region).contains(document.activeElement));
      const next = there.at(event.shiftKey ? (at < 0 ? -1 : at - 1) : (at + 1) % there.length);
      next[1]()?.focus();
    },
    true,
  );
}
