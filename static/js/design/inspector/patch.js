// Patches a form with its next state: an element that the next form has too stays the same one, with the focus, the
// cursor, what is typed into it and what is unfolded.
import { Idiomorph } from "../../../vendor/idiomorph/idiomorph.js";

const BUILT = "[data-condition-parts], [data-output-parts]"; // scripts fill them
const OFFERING = ["aria-expanded", "aria-controls", "aria-activedescendant"]; // while a list of names is open

/**
 * @param {HTMLElement} form
 * @param {DocumentFragment} next
 * @param {(HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement)[]} kept the fields whose text stays
 */
export function patch(form, next, kept) {
  /** @type {(root: ParentNode, name: string) => HTMLInputElement | null} */
  const named = (root, name) => root.querySelector(`[name="${CSS.escape(name)}"]`);
  const values = new Map();
  for (const old of kept) {
    const now = named(next, old.name);
    if (!now || now.tagName !== old.tagName) continue;
    now.value = old.value; // an equal value is not written, so that the cursor and the field's own undo stay
    if (old.dataset.sent === old.value) now.dataset.sent = old.value;
    values.set(old.name, old.value);
  }
  Idiomorph.morph(form, next, {
    morphStyle: "innerHTML",
    restoreFocus: false,
    callbacks: {
      beforeNodeRemoved: (node) => !node.parentElement?.matches(BUILT),
      beforeAttributeUpdated: (attribute, element, way) => {
        if (attribute === "open") return !element.matches("details");
        if (OFFERING.includes(attribute)) return element.getAttribute("aria-controls") !== "offers";
        return attribute !== "value" || way === "update" || !values.has(element.getAttribute("name"));
      },
    },
  });
  for (const [name, value] of values) {
    const now = named(form, name);
    if (now && now.value !== value) now.value = value;
  }
}
