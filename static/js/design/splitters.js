// The splitters between the panes: `text` has a share of the page's width in per cent, the others a width in pixels.
import { targetOf } from "../site/dom.js";

/** @import { Studio } from "./studio.js" */

const STEP = 16; // px
const LIMITS = { text: [25, 60], palette: [180, 420], inspector: [280, 640] };
const PANES = { palette: "[data-palette]", text: ".paper", inspector: "aside[data-inspector]" };

/** @param {Studio} studio */
export function splitters(studio) {
  const { root, $, $$ } = studio;
  const kept = studio.keptPanes,
    sizes = (kept.widths ||= {});
  const unit = (name) => (name === "text" ? "%" : "px");
  const apply = (name) => {
    if (sizes[name] === undefined) root.style.removeProperty(`--${name}`);
    else root.style.setProperty(`--${name}`, `${sizes[name]}${unit(name)}`);
  };
  const whole = () => root.getBoundingClientRect().width;
  const measured = (name) => {
    const { width } = $(PANES[name]).getBoundingClientRect();
    return Math.round(name === "text" ? (width / Math.max(whole(), 1)) * 100 : width);
  };
  const measure = (splitter) => {
    const name = splitter.dataset.splits,
      [least, most] = LIMITS[name];
    for (const [key, value] of Object.entries({
      valuemin: least,
      valuemax: most,
      valuenow: Math.min(most, Math.max(least, measured(name))),
    }))
      splitter.setAttribute(`aria-${key}`, String(value));
  };
  const resize = (splitter, size) => {
    const name = splitter.dataset.splits,
      [least, most] = LIMITS[name];
    if (size === null) delete sizes[name];
    else sizes[name] = Math.round(Math.min(most, Math.max(least, size)));
    apply(name);
    measure(splitter);
    studio.keepPanes();
  };
  for (const splitter of $$("[data-splits]")) {
    const name = splitter.dataset.splits,
      grows = name === "inspector" ? -1 : 1,
      step = name === "text" ? 2 : STEP;
    apply(name);
    splitter.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (way) resize(splitter, measured(name) + way * grows * step);
      else if (event.key === "Home") resize(splitter, LIMITS[name][0]);
      else if (event.key === "End") resize(splitter, LIMITS[name][1]);
      else if (event.key === "Enter" && name !== "text") studio.fold(name, true);
      else return;
      event.preventDefault();
    });
    splitter.addEventListener("dblclick", () => resize(splitter, null));
    splitter.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      const from = event.clientX,
        size = measured(name);
      targetOf(event).setPointerCapture(event.pointerId);
      const move = (at) => {
        const far = (at.clientX - from) * grows;
        resize(splitter, size + (name === "text" ? (far / whole()) * 100 : far));
      };
      const stop = () => splitter.removeEventListener("pointermove", move);
      splitter.addEventListener("pointermove", move);
      splitter.addEventListener("pointerup", stop, { once: true });
      splitter.addEventListener("pointercancel", stop, { once: true });
    });
  }
  const measureAll = () => {
    for (const splitter of $$("[data-splits]")) measure(splitter);
  };
  studio.on("arranged", measureAll);
  addEventListener("resize", measureAll);
}
