// The template version: its requirements, what later versions add, and rewriting to another version.
import { focused, targetOf } from "../../site/dom.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function templateVersion(studio) {
  const { words } = studio,
    /** @type {HTMLDialogElement} */ layer = document.querySelector("[data-versions-layer]"),
    opener = studio.$("[data-open-versions]");
  studio.$("[data-more-versions]", document).addEventListener("click", () => {
    studio.$("#more-menu", document).hidePopover();
    show();
  });
  const now = studio.$("[data-version-now]");
  // blanks, but no line ends: at each of many empty lines, the pattern would look through all that follow
  const VERSION = /^[ \t\uFEFF"'{]*heat_template_version["']?:\s*["']?([\w-]+)/m;
  const read = () => {
    now.textContent = VERSION.exec(studio.textarea.value)?.[1] || "";
    opener.setAttribute("aria-label", `${opener.dataset.label} ${now.textContent}`.trim());
  };
  studio.on("text", read);
  read();

  const show = async () => {
    let response;
    try {
      response = await studio.post(studio.address.versions, { text: studio.editor.text() });
    } catch {
      return studio.refuse(words.lost);
    }
    if (layer.open) return undefined; // it was requested twice
    const from = focused();
    layer.innerHTML = await response.text();
    layer.onclose = () => {
      if (from?.isConnected) from.focus();
    };
    layer.showModal();
    return studio.$("[data-closes]", layer).focus();
  };
  const rewrite = async (to) => {
    const body = new URLSearchParams({ text: studio.editor.text(), file: studio.file, to });
    let plan;
    try {
      plan = await (
        await fetch(studio.address.versions, { method: "POST", headers: { "X-CSRFToken": studio.token }, body })
      ).json();
    } catch {
      return studio.refuse(words.lost);
    }
    return plan.refused ? studio.refuse(plan.refused) : studio.perform({ steps: plan.steps, title: plan.title });
  };
  layer.addEventListener("click", (event) => {
    const button = targetOf(event).closest("button");
    if (!button) return;
    if ("closes" in button.dataset) return;
    if (button.dataset.atLine)
      layer.onclose = () => studio.editor.jump(Number(button.dataset.atLine), Number(button.dataset.atColumn));
    layer.close();
    if (button.dataset.to) rewrite(button.dataset.to);
  });
  opener.addEventListener("click", show);
  studio.command({ id: "versions", text: () => words.versions, does: show });
  if (location.hash === "#versions") studio.on("ready", show); // where another page leads
}
