// The focus in a form that is about to change: it stays on its control, or goes to what comes next.
import { finders } from "../../site/dom.js";

/** @import { Path } from "../types.js" */

/**
 * @param {HTMLElement} form
 * @param {HTMLInputElement} control the focused one
 */
export function successor(form, control) {
  const { $$ } = finders(form);
  /** @type {() => HTMLInputElement[]} */
  const reachable = () => $$("a[href], button, input, select, summary, textarea");
  /** @type {() => HTMLElement[]} */
  const parts = () => $$("[data-part]");
  const all = reachable(),
    at = all.indexOf(control),
    { name, selectionStart: start, selectionEnd: end } = control,
    after = all.slice(at + 1).map((each) => each.name),
    own = control.closest("[data-part]"),
    next = own
      ? parts()
          .slice(parts().indexOf(own) + 1)
          .map((part) => part.dataset.part)
      : [];
  const named = (wanted) => wanted && form.querySelector(`[name="${CSS.escape(wanted)}"]`);

  /**
   * Focuses the control of the same name, else the next part, else the next control, else the title.
   * @param {(place: { path: Path }) => boolean} focusPart
   * @param {() => HTMLElement} title
   */
  return (focusPart, title) => {
    if (document.activeElement === control && control.name === name) return;
    const same = named(name);
    if (!same && name) {
      const shown = new Map(parts().map((part) => [part.dataset.part, part]));
      const there = next.find((path) => shown.get(path)?.checkVisibility());
      if (there && focusPart({ path: JSON.parse(there) })) return;
    }
    const again = /** @type {HTMLInputElement} */ (
      same || (name && after.map(named).find(Boolean)) || reachable()[at] || title()
    );
    if (!again) return;
    again.focus({ preventScroll: true });
    if (!same && name) return;
    if (start !== null && again.matches("textarea, input:not([type]), input[type=text], input[type=search]"))
      again.setSelectionRange(start, end);
  };
}
