// The keys of the history: Space compares to the focused revision, Shift+Space from it; Alt with the arrow keys goes
// through the impact and then through the text differences.
import { targetOf } from "../site/dom.js";

document.addEventListener("keydown", (event) => {
  const revision = targetOf(event).closest(".rev .says");
  if (revision && event.key === " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    sessionStorage.setItem("revision-in-focus", revision.id);
    location.assign(event.shiftKey ? revision.dataset.from : revision.dataset.to);
  }
  if (event.altKey && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    const differences = [...document.querySelectorAll(".effects li, [data-hunk]")].filter((each) =>
      each.checkVisibility(),
    );
    if (!differences.length) return;
    event.preventDefault();
    const at = differences.indexOf(document.activeElement.closest(".effects li, [data-hunk]"));
    const next = event.key === "ArrowDown" ? Math.min(at + 1, differences.length - 1) : Math.max(at - 1, 0);
    differences[next].focus({ preventScroll: true });
    differences[next].scrollIntoView({ block: "nearest" });
  }
  if (revision && (event.key === "ArrowDown" || event.key === "ArrowUp") && !event.altKey) {
    const all = [...document.querySelectorAll(".rev .says")];
    const next = all[all.indexOf(revision) + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  }
});

const revisionInFocus = sessionStorage.getItem("revision-in-focus");
if (revisionInFocus) {
  sessionStorage.removeItem("revision-in-focus");
  document.getElementById(revisionInFocus)?.focus();
}
