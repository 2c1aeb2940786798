// Full screen: the bars of the page go, and a strip at the top shows the name, the changes and Save on hover.

/** @import { Studio } from "./studio.js" */

/** @param {Studio} studio */
export function fullScreen(studio) {
  const { words, $ } = studio;
  const { body } = document,
    button = $("[data-full-screen]"),
    strip = $("[data-full-strip]");
  const isFull = () => body.classList.contains("is-full");
  const turn = (does) => {
    body.classList.toggle("is-full", does);
    strip.hidden = !does;
    button.setAttribute("aria-pressed", String(does));
    if (does)
      $("[data-full-changes]").textContent =
        $("[data-unsaved]:not([hidden]) > [data-unsaved-count]", document)?.textContent.trim() || "";
  };
  const toggle = () => turn(!isFull());
  studio.leaveFullScreen = () => {
    const was = isFull();
    if (was) turn(false);
    return was;
  };
  studio.on("text", () => {
    if (isFull()) turn(true);
  });
  button.addEventListener("click", toggle);
  $("[data-leave-full]", strip).addEventListener("click", toggle);
  $("[data-full-save]", strip)?.addEventListener("click", () => $("[data-save-button]", document).click());
  studio.command({ id: "full-screen", keys: ["f"], text: () => words.fullScreen, does: toggle });
}
