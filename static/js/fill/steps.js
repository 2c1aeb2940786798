// Steps that replace several values at once. The last one can be undone in its notice, all of them with Ctrl Z.
import { targetOf } from "../site/dom.js";

/** @param {HTMLFormElement} form */
export function steps(form) {
  const place = document.getElementById("step");
  const field = () => form.elements.former;
  const former = () => field()?.value ?? ""; // the last step, with those before it
  let sent = former(); // the steps that the server has
  let mayStep = false; // whether the pending answer may be a step, which is added to those before it

  const isTyped = (event) =>
    ["input", "change"].includes(event?.type) && targetOf(event).closest?.("[data-name], #stand-ins");
  document.addEventListener("fill:asks", (event) => {
    const { parameters, triggeringEvent } = event.detail;
    mayStep ||= !isTyped(triggeringEvent);
    if (!mayStep && former() === sent) delete parameters.former;
  });
  document.addEventListener("fill:settled", () => {
    mayStep = false;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.requestConfig?.parameters?.former === former()) sent = former();
  });
  document.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail.target === place) sent = former();
  });

  const isTyping = (target) => target.closest("input:not([type=radio], [type=checkbox]), textarea, select");
  document.addEventListener("keydown", (event) => {
    const isZ = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isZ || event.defaultPrevented || isTyping(targetOf(event)) || document.querySelector("dialog[open]")) return;
    if (!former()) return;
    event.preventDefault();
    place.querySelector(event.shiftKey ? "[data-redoes]" : "[data-undoes]")?.click();
  });

  place.addEventListener("click", (event) => {
    if (!targetOf(event).closest("button[name=dismiss]")) return;
    event.preventDefault();
    place.querySelector(".step-notice").hidden = true;
    field().value = JSON.stringify({ ...JSON.parse(former()), closed: true });
    window.htmx.trigger(form, "refresh");
  });
}
