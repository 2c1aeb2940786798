// The panes around the stage: their sizes, folding them, and going from one to the next with F6.
import { targetOf } from "../site/dom.js";

/** @import { Studio } from "./studio.js" */

const WITHOUT = { canvas: ["text", "problems"], split: [], text: ["stage"] }; // the panes that arrangements hide

/** @param {Studio} studio */
export function panes(studio) {
  const { root, words, $, $$ } = studio;
  const KEY = "design-panes",
    STEP = 16;
  const kept = (() => {
    try {
      return JSON.parse(localStorage.getItem(KEY) || "{}");
    } catch {
      return {};
    }
  })();
  const sizes = kept.sizes || {},
    folded = new Set(kept.folded || []);
  let arrangement = Object.hasOwn(WITHOUT, kept.arrangement) ? kept.arrangement : "split";
  const keep = () => {
    try {
      localStorage.setItem(KEY, JSON.stringify({ sizes, folded: [...folded], arrangement }));
    } catch {
      /* storage is full: remembered for this visit only */
    }
  };

  // -- folding
  const never = studio.mayEdit ? [] : ["palette"]; // read-only users have nothing to add
  /** @returns {HTMLInputElement[]} */
  const boxes = () => $$("[data-fold]", document);
  const arrange = () => {
    root.dataset.folded = [...new Set([...folded, ...never, ...WITHOUT[arrangement]])].join(" ");
    root.dataset.arrangement = arrangement;
    for (const button of $$("[data-arranges]"))
      button.setAttribute("aria-pressed", String(button.dataset.arranges === arrangement));
    for (const box of boxes()) box.checked = !folded.has(box.dataset.fold);
    for (const splitter of $$("[data-splits]")) measure(splitter);
  };
  const fold = (name, away) => {
    if (away) folded.add(name);
    else folded.delete(name);
    arrange();
    keep();
  };
  const change = (name) => {
    arrangement = name;
    arrange();
    keep();
  };
  studio.unfold = (name) => {
    if (WITHOUT[arrangement].includes(name)) change("split");
    if (folded.has(name)) fold(name, false);
  };
  for (const button of $$("[data-arranges]")) {
    const name = button.dataset.arranges;
    button.addEventListener("click", () => change(name));
    studio.command({
      id: `arrange-${name}`,
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
      text: () => `${folded.has(name) ? words.show : words.hide} ${text}`,
      does: () => fold(name, !folded.has(name)),
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
  studio.on("ready", arrange);
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
