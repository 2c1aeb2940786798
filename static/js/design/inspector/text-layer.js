// The layer with a large editor for a text of several lines. What is typed there is in the field at once; the text of
// the template gets it when the layer is closed, as when a field is left.
import { mount } from "../../../editor/editor.js";
import { finders, targetOf } from "../../site/dom.js";
import { partOf, read } from "./value-paths.js";

/**
 * @import { Editor } from "../../../editor/editor.js"
 * @import { Studio } from "../studio.js"
 */

/** @param {Studio} studio */
export function textLayer(studio) {
  const { words } = studio;
  const { panel } = studio.inspector;
  const /** @type {HTMLDialogElement} */ dialog = document.querySelector("[data-text-layer]"),
    { $ } = finders(dialog),
    /** @type {HTMLTextAreaElement} */ textarea = $("textarea"),
    /** @type {HTMLButtonElement} */ mover = $("[data-move-text]");
  let /** @type {Editor} */ editor = null,
    /** @type {HTMLInputElement} */ field = null,
    isMoved = false; // whether the text becomes a file once it is in the template

  /** @type {(name: string) => HTMLInputElement} */
  const named = (name) => panel.querySelector(`[name="${CSS.escape(name)}"]`);
  /* The field as it is now: the form may have been drawn again. */
  const current = () => named(field.name) || field;

  const open = (button) => {
    const part = partOf(button);
    field = part.querySelector(":scope > .pair [data-value]");
    isMoved = false;
    textarea.value = field.value;
    mover.hidden = !("movable" in button.dataset);
    const title = read(part)
      .filter((key, at) => at > 0 && !(at === 2 && key === "properties"))
      .join(" › ");
    studio.write($("[data-title]"), title);
    editor = mount(textarea, {
      nonce: studio.root.dataset.nonce,
      label: title,
      phrases: words.phrases,
      language: part.dataset.expression === "yaml" ? "yaml" : "content",
      readOnly: field.readOnly,
      keys: [
        {
          key: "Mod-Enter",
          run() {
            dialog.close();
            return true;
          },
        },
      ],
      changed(text) {
        current().value = text;
      },
    });
    dialog.showModal();
    editor.focus();
  };
  const put = async () => {
    editor.unmount();
    const control = current(),
      part = partOf(control);
    named(`open-${part.id.slice("part-".length)}`)?.focus();
    await studio.values.commit(control);
    if (!isMoved || studio.inspector.isTyped(control)) return;
    const now = partOf(current());
    if (now.isConnected) studio.values.moveIntoFile(now);
  };

  dialog.addEventListener("close", () => studio.inspector.inTurn(put));
  dialog.addEventListener("click", (event) => {
    const button = targetOf(event).closest("button");
    if (button === mover) isMoved = true;
    if (button === mover || button?.matches("[data-done]")) dialog.close();
  });
  panel.addEventListener("click", (event) => {
    const button = targetOf(event).closest("[data-open-text]");
    if (button && !dialog.open) open(button);
  });
}
