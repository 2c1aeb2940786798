// Saving: at once by its key, or from the layer that shows the whole difference and takes a message.
import { focused, targetOf } from "../../site/dom.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function save(studio) {
  if (!studio.mayEdit) return;
  const { words, textarea } = studio,
    { form } = textarea;
  const /** @type {HTMLDialogElement} */ layer = document.querySelector("[data-review-layer]"),
    /** @type {HTMLButtonElement} */ button = studio.$("[data-save-button]", document),
    isMerging = button.name === "merge", // the choices of a merge are on the page, and are what is saved
    message = form.elements.message;

  const review = async () => {
    if (!(await studio.applyTyped())) return undefined;
    studio.fresh.touchAll();
    await studio.drafts.flush();
    const /** @type {HTMLInputElement} */ from = focused(),
      body = new URLSearchParams({
        text: textarea.value,
        file: studio.file,
        based_on: form.elements.based_on.value,
        counter: form.elements.counter.value,
        message: message.value,
      });
    let response;
    try {
      response = await fetch(studio.address.review, {
        method: "POST",
        headers: { "X-CSRFToken": studio.token, "X-Part": "review" },
        body,
      });
    } catch {
      return studio.refuse(words.lost);
    }
    if (!response.ok || response.redirected) return studio.refuse(words.lost);
    const html = await response.text();
    if (layer.open) return undefined; // it was requested twice
    layer.innerHTML = html;
    layer.onclose = () => {
      (from?.isConnected ? from : from?.name && studio.$(`[name="${CSS.escape(from.name)}"]`))?.focus();
    }; // its form may have been replaced by now
    layer.showModal();
    return (studio.$("[data-message]", layer) || studio.$("[data-closes]", layer)).focus(); // no message, no changes
  };
  const confirm = () => {
    /** @type {HTMLInputElement} */
    const written = studio.$("[data-message]", layer);
    message.value = written.value;
    layer.onclose = null;
    layer.close();
    form.requestSubmit();
  };
  layer.addEventListener("click", (event) => {
    if (targetOf(event).closest("[data-confirm]")) confirm();
  });
  layer.addEventListener("keydown", (event) => {
    const saves = event.key.toLowerCase() === "s" && (event.ctrlKey || event.metaKey);
    if (!saves && !(event.key === "Enter" && targetOf(event).matches("[data-message]"))) return;
    event.preventDefault();
    event.stopPropagation();
    /** @type {HTMLButtonElement} */
    const button = studio.$("[data-confirm]", layer);
    if (button && !button.disabled) confirm();
  });
  const save = () => (isMerging ? form.requestSubmit(button) : review());
  button.addEventListener("click", (event) => {
    event.preventDefault();
    save();
  });
  document.addEventListener(
    "keydown",
    (event) => {
      const saves = event.key.toLowerCase() === "s" && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!saves || event.shiftKey || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      event.stopPropagation();
      form.requestSubmit(isMerging ? button : undefined);
    },
    true,
  );
  studio.command({ id: "review", area: "any", keys: ["Mod-Shift-s"], text: () => words.review, does: review });
  studio.command({ id: "save", text: () => words.save, does: save });
}
