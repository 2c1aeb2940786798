// Changes of fields that could not be sent: each stays in its field, marked, and is sent again by itself.
/** @import { Studio } from "../studio.js" */

const PAUSE = 4000;

/** @param {Studio} studio */
export function unsent(studio) {
  const { words, $, $$ } = studio;
  const { panel } = studio.inspector;
  const kept = new Map(); // the marked fields by name, with their values; a new form has no marks
  /** @type {HTMLInputElement[]} */
  const held = []; // in forms that are not shown any more
  let timer;

  /** @type {() => HTMLInputElement[]} */
  const waiting = () => $$("[data-unsent]", panel);
  const note = (control) =>
    Object.assign(document.createElement("p"), {
      className: "meta tone-warn",
      id: `unsent-${control.id || control.name}`,
      textContent: words.notSent,
    });
  const later = () => {
    clearTimeout(timer);
    if (waiting().length && !studio.isUnparsed) timer = setTimeout(look, PAUSE);
  };
  /* Asks for something small first, so that what is sent again does not fail, and say so, every few seconds. */
  const look = () => fetch(studio.address.icons, { cache: "no-store", method: "HEAD" }).then(send, later);
  const send = () => {
    if (studio.isUnparsed) return;
    for (const control of held.splice(0)) studio.values.commit(control);
    for (const control of waiting()) {
      clear(control);
      control.dispatchEvent(new Event("change", { bubbles: true }));
    }
  };
  const clear = (control) => {
    kept.delete(control.name);
    delete control.dataset.unsent;
    document.getElementById(control.dataset.unsentNote || "")?.remove();
  };

  studio.unsent = {
    /** Marks a field whose change could not be sent. @param {HTMLInputElement} control */
    mark(control) {
      clear(control);
      const told = note(control);
      kept.set(control.name, control.value);
      control.dataset.unsent = "";
      control.dataset.unsentNote = told.id;
      (control.closest(".pair") || control).after(told);
      later();
    },
  };
  studio.on("drawn", () => {
    for (const [name, value] of [...kept]) {
      /** @type {HTMLInputElement} */
      const control = $(`[name="${CSS.escape(name)}"]`, panel);
      if (control?.value === value && studio.inspector.isTyped(control)) studio.unsent.mark(control);
    }
  });
  addEventListener("online", send);
  // another form is about to take the place of this one
  studio.on("select", ({ name }) => {
    if (name === panel.dataset.name) return;
    if (!studio.isUnparsed) send();
    else
      for (const control of waiting()) {
        clear(control);
        held.push(control);
      }
  });
  studio.on("diagram", send);
}
