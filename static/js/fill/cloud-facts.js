// What the connected project has: read in the background when the page does not know it, or shall know it anew. Then
// the form asks for its preview again; typing never waits.
import { targetOf } from "../site/dom.js";

/** @param {HTMLFormElement} form */
export function cloudFacts(form) {
  let isReading = false;
  let isLost = false; // our own server did not answer: nothing is tried again until somebody asks

  const read = async (address) => {
    if (isReading) return;
    isReading = true;
    try {
      const response = await fetch(address, { headers: { "HX-Request": "true" } });
      isLost = !response.ok;
      if (response.headers.has("HX-Trigger")) window.htmx.trigger(document.body, "cloud-told");
    } catch {
      isLost = true;
    }
    isReading = false;
    window.htmx.trigger(form, "refresh");
  };
  const readStale = () => {
    /** @type {HTMLElement} */
    const place = form.querySelector("#in-cloud[data-reads]");
    if (place && !isLost) read(place.dataset.reads);
  };

  form.addEventListener("click", (event) => {
    /** @type {HTMLAnchorElement} */
    const link = targetOf(event).closest("[data-reads-again]");
    if (!link) return;
    event.preventDefault();
    read(link.href);
  });
  document.addEventListener("fill:settled", readStale);
  readStale();
}
