// The questions of the design page: a dialog with a title, fields and one or two buttons.
import { focused } from "../site/dom.js";

/**
 * @import { Studio } from "./studio.js"
 * @import { Question } from "./types.js"
 */

/** @param {Studio} studio */
export function dialogs(studio) {
  const { $, words } = studio;
  /**
   * @param {string} title
   * @param {(form: any) => unknown} then
   * @param {Question} [question]
   * @returns {Promise<any>}
   */
  studio.ask = (title, then, { fields = [], yes = words.ok, also = null, wrong = "" } = {}) => {
    /** @type {HTMLDialogElement} */
    const dialog = document.querySelector("[data-asks]");
    if (dialog.open)
      return new Promise((resolve) => {
        dialog.addEventListener("close", () => resolve(studio.ask(title, then, { fields, yes, also, wrong })), {
          once: true,
        });
      }); // one dialog after the other
    return new Promise((resolve) => {
      studio.write($("[data-title]", dialog), title);
      studio.write($("[data-wrong]", dialog), wrong);
      $("[data-wrong]", dialog).hidden = !wrong;
      $("[data-fields]", dialog).replaceChildren(...fields);
      $("[data-yes]", dialog).textContent = yes;
      $("[data-also]", dialog).hidden = !also;
      $("[data-also]", dialog).textContent = also ? also[0] : "";
      dialog.returnValue = "";
      /** @type {HTMLInputElement} */
      const from = focused();
      dialog.onclose = async () => {
        // the form may have been replaced by now, and a quick user may be elsewhere already
        const again = from?.isConnected ? from : from?.name && $(`[name="${CSS.escape(from.name)}"]`);
        const at = focused();
        if (again && (at === document.body || dialog.contains(at))) again.focus();
        const does = { yes: then, also: also?.[1] }[dialog.returnValue];
        studio.refusal = "";
        const answer = does ? await does(new FormData($("form", dialog))) : null;
        resolve(
          studio.refusal && fields.length
            ? studio.ask(title, then, { fields, yes, also, wrong: studio.refusal })
            : answer,
        );
      };
      dialog.showModal();
      /** @type {HTMLElement} */
      const first = fields[0]?.querySelector("input, select, textarea") || $("[data-yes]", dialog);
      first.focus();
      // What is suggested gives way to what is typed; a combobox begins with what was typed already.
      if (first instanceof HTMLInputElement && first.role !== "combobox") first.select();
    });
  };
  studio.field = (label, control) => {
    const wrapper = Object.assign(document.createElement("label"), { className: "stack" });
    wrapper.append(Object.assign(document.createElement("span"), { textContent: label }), control);
    return wrapper;
  };
  studio.input = (name, value) =>
    Object.assign(document.createElement("input"), {
      name,
      value,
      className: "form-control mono",
      required: true,
      autocomplete: "off",
    });
  studio.choice = (name, options, chosen = "") => {
    const control = Object.assign(document.createElement("select"), { name, className: "form-select mono" });
    control.append(...options.map(([value, text]) => new Option(text, value, value === chosen, value === chosen)));
    return control;
  };
}
