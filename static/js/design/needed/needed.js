// Values that are still needed: a link in the template bar, a folded line among the problems, "Needed" below fields.
import { targetOf } from "../../site/dom.js";
import { read } from "../inspector/value-paths.js";

/**
 * @import { Missing, Path } from "../types.js"
 * @import { Studio } from "../studio.js"
 */

const NOTE = "need-"; // what the ids of notes begin with
const SHOWN = 3; // keys of a path that say where every property is

/** @param {Studio} studio */
export function needed(studio) {
  const { words, $, $$ } = studio,
    { panel } = studio.inspector,
    bar = $("[data-go-needed]", document);
  /** @type {() => Path[][]} */
  const all = () => (studio.diagram?.nodes || []).flatMap((node) => node.needed || []);
  /** @type {(paths: Path[]) => string} */
  const named = (paths) => listed(paths.map((path) => path.slice(SHOWN).join(".")));
  /** @type {(names: string[]) => string} */
  const listed = (names) =>
    names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${words.or} ${names.at(-1)}`;
  /** @type {(element: HTMLElement) => Missing} */
  const missingOf = (element) => JSON.parse(element.dataset.missing);

  // -- the bar, and the list of problems
  let isOpen = false;
  const list = () => {
    const fields = all(),
      text = words.stillNeeded.replace("%s", fields.length),
      details = /** @type {HTMLDetailsElement} */ ($("#diagnostics [data-needed]"));
    bar.hidden = details.hidden = !fields.length;
    bar.title = text;
    $(".ring", bar).dataset.number = String(fields.length);
    for (const each of [bar, details]) $("[data-needed-count]", each).textContent = text;
    $("ul", details).replaceChildren(...fields.map(line));
    details.open = isOpen;
    details.ontoggle = () => {
      isOpen = details.open;
    };
  };
  const line = (paths) => {
    const item = document.createElement("li"),
      button = Object.assign(document.createElement("button"), { type: "button", className: "go-link mono" });
    item.className = "problem";
    button.dataset.goNeeded = JSON.stringify(paths[0]);
    button.textContent = `${paths[0][1]}: ${named(paths)}`;
    item.append(button);
    return item;
  };
  document.addEventListener("click", (event) => {
    const button = targetOf(event).closest("[data-go-needed]");
    if (!button) return;
    const path = button.dataset.goNeeded ? JSON.parse(button.dataset.goNeeded) : all()[0]?.[0];
    if (path) studio.openField(path);
  });

  // -- the form
  const parts = () => $$("[data-part]", panel);
  /** @type {(path: Path) => HTMLElement | undefined} */
  const partAt = (path) => parts().find((part) => JSON.stringify(read(part)) === JSON.stringify(path));
  const below = (part, text, isError) => {
    const note = Object.assign(document.createElement("p"), {
        id: `${NOTE}${$$(".need", panel).length}`,
        className: `need meta${isError ? " tone-bad" : ""}`,
        textContent: text,
      }),
      control = $(":scope > .pair [data-value]", part);
    part.dataset.need = isError ? "error" : "needed";
    $(":scope > .pair", part).after(note);
    if (!control) return;
    control.ariaRequired = "true";
    control.ariaInvalid = isError ? "true" : null;
    control.setAttribute("aria-describedby", [...describers(control), note.id].join(" "));
  };
  const describers = (control) =>
    (control.getAttribute("aria-describedby") || "").split(" ").filter((id) => id && !id.startsWith(NOTE));
  const mark = (missing) => {
    const fields = missing.all ? missing.paths.map((path) => [path]) : [missing.paths];
    for (const [path, ...others] of fields) {
      const part = partAt(path),
        isError = !studio.fresh.neededOf(missing).some(([one]) => one === path);
      if (part?.matches("[data-unset-yet]"))
        below(part, others.length ? words.neededUnless.replace("%s", named(others)) : words.needed, isError);
    }
  };
  const form = () => {
    for (const note of $$(".need", panel)) note.remove();
    for (const part of $$("[data-need]", panel)) delete part.dataset.need;
    const found = $$("[data-missing]", panel);
    for (const one of found) one.hidden = studio.fresh.isNeeded(missingOf(one));
    for (const one of found) mark(missingOf(one));
    // a value is not wrong because of a key that is still needed in it
    for (const part of parts().filter((each) => $(":scope > .under > [data-missing]", each)))
      part.classList.toggle("wrong", Boolean($(":scope > .under > .error:not([hidden])", part)));
  };
  studio.on("drawn", form);
  studio.on("needed", form);
  studio.on("diagnostics", list);
  studio.on("diagram", list);

  /* Runs something once no pointer is down: what is clicked must not move away from under it. */
  let isDown = false;
  for (const kind of ["pointerdown", "pointerup", "pointercancel"])
    addEventListener(
      kind,
      () => {
        isDown = kind === "pointerdown";
      },
      true,
    );
  const whenReleased = (does) => {
    if (isDown) addEventListener("pointerup", () => setTimeout(does), { once: true, capture: true });
    else setTimeout(does);
  };

  // -- a field that is left empty, and Enter in a field with nothing to apply, which leaves the form
  panel.addEventListener("focusout", (event) => {
    const part = targetOf(event).closest("[data-need=needed]");
    if (!part || studio.inspector.busy || panel.matches(".stale")) return;
    whenReleased(() => {
      const at = document.activeElement;
      if (!document.hasFocus() || at.closest("dialog, [popover]") || part.contains(at) || isFilled(part)) return;
      studio.fresh.touch([read(part)]);
    });
  });
  const isFilled = (part) =>
    $$("[data-value]", part).some((control) => /** @type {HTMLInputElement} */ (control).value);
  panel.addEventListener(
    "keydown",
    (event) => {
      const /** @type {HTMLInputElement} */ target = targetOf(event);
      if (event.key !== "Enter" || event.isComposing) return;
      if (!target.matches("input[data-value]") || studio.inspector.isTyped(target)) return;
      studio.fresh.touchAll(panel.dataset.name);
      $("[data-need=error] > .pair [data-value]", panel)?.focus();
    },
    true, // before the value of the field is applied
  );
}
