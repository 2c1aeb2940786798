// The button of the problems, and the layer below it beside the diagram; with the text alone they stand at its right.

/** @import { Studio } from "./studio.js" */

const GAP = 8; // px

/** @param {Studio} studio */
export function problemsLayer(studio) {
  const { root, words, $ } = studio;
  const opener = $("[data-open-problems]", document),
    layer = $("form > aside");
  const isOpen = () => root.classList.contains("shows-problems");
  const isLayer = () => root.dataset.folded.split(" ").includes("problems");
  /* Its button; narrow windows have only the link to what is still needed as long as there are no problems. */
  const anchor = () => (opener.checkVisibility() ? opener : $("[data-go-needed]", document));
  /* Below its button; beside the selected card if the layer would cover it and there is room. */
  const place = () => {
    const button = anchor().getBoundingClientRect(),
      { width, height } = layer.getBoundingClientRect(),
      top = button.bottom + GAP,
      most = innerWidth - width - GAP;
    const box = studio.graph.element(studio.graph.current || "")?.getBoundingClientRect();
    let left = Math.max(GAP, Math.min(most, button.right - width));
    if (box && box.right > left && box.left < left + width && box.top < top + height && box.bottom > top)
      left = [box.left - width - GAP, box.right + GAP].find((one) => one >= GAP && one <= most) ?? left;
    root.style.setProperty("--problems-left", `${left}px`);
    root.style.setProperty("--problems-top", `${top}px`);
  };
  const open = (does) => {
    root.classList.toggle("shows-problems", does);
    opener.setAttribute("aria-expanded", String(does));
    if (does) {
      if (isLayer()) place();
      layer.focus();
    } else if (layer.contains(document.activeElement)) anchor().focus();
  };
  studio.closeProblems = () => {
    if (!isOpen() || !isLayer()) return false;
    open(false);
    return true;
  };
  const toggle = () => {
    if (isLayer()) open(!isOpen());
    else layer.focus();
  };
  studio.on("diagnostics", () => {
    const counts = studio.$$("#diagnostics .counts > :not([hidden])");
    opener.replaceChildren(...(counts.length ? counts.map((one) => one.cloneNode(true)) : [words.noProblems]));
    opener.classList.toggle("is-clear", !counts.length);
  });
  opener.addEventListener("click", toggle);
  layer.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && studio.closeProblems()) event.stopPropagation();
  });
  studio.command({ id: "problems", area: "any", keys: ["Alt-p"], text: () => opener.ariaLabel, does: toggle });
}
