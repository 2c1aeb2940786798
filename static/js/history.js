// The history's keys: Space compares up to the revision in focus, Shift+Space from it; Alt with the arrows goes through the differences.
"use strict";

document.addEventListener("keydown", (event) => {
  const revision = event.target.closest(".rev .says");
  if (revision && event.key === " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    sessionStorage.setItem("revision-in-focus", revision.id);
    location.assign(event.shiftKey ? revision.dataset.from : revision.dataset.to);
  }
  if (event.altKey && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    const hunks = [...document.querySelectorAll("[data-hunk]")];
    if (!hunks.length) return;
    event.preventDefault();
    const at = hunks.indexOf(document.activeElement);
    const next = event.key === "ArrowDown" ? Math.min(at + 1, hunks.length - 1) : Math.max(at - 1, 0);
    hunks[next].focus({ preventScroll: true });
    hunks[next].scrollIntoView({ block: "nearest" });
  }
  if (revision && (event.key === "ArrowDown" || event.key === "ArrowUp") && !event.altKey) {
    const all = [...document.querySelectorAll(".rev .says")];
    const next = all[all.indexOf(revision) + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) { event.preventDefault(); next.focus(); }
  }
});

const revisionInFocus = sessionStorage.getItem("revision-in-focus");
if (revisionInFocus) {
  sessionStorage.removeItem("revision-in-focus");
  document.getElementById(revisionInFocus)?.focus();
}
