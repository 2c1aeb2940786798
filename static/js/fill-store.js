// What was typed survives a reload, in this tab and for this person. Hidden values never leave the page.
"use strict";

(() => {
  const form = document.getElementById("fill");
  if (!form) return;
  const key = `fill:${location.pathname}`;
  const NEVER = /^(csrfmiddlewaretoken$|revision$|environment_|set_name$|everything$|hidden$|check$|ask$|seen$|open$|turn$)/;
  let restored = null; // what was kept, until an answer has brought it back

  // Whoever types before that would lose either what was kept or what they type.
  const wait = (isWaiting) => { for (const id of ["fields", "preview-pane"]) document.getElementById(id).inert = isWaiting; };

  const entries = () => {
    const hidden = new Set([...form.querySelectorAll("[data-hidden]")].map((wrap) => `param-${wrap.dataset.name}`));
    return [...new FormData(form)].filter(([name, value]) => typeof value === "string" && !NEVER.test(name) && !hidden.has(name));
  };

  const keep = () => {
    if (restored) return;
    const isUsed = form.elements.touched.value !== "[]" || [...form.querySelectorAll("#stand-ins input")].some((input) => input.value);
    try {
      const before = JSON.parse(sessionStorage.getItem(key));
      // Whose they are stays with them while nobody is signed in; those of somebody else are only written over by use.
      const person = form.dataset.person || before?.person || "";
      if (isUsed) sessionStorage.setItem(key, JSON.stringify({ person, entries: entries() }));
      else if (!before || before.person === form.dataset.person || !before.person) sessionStorage.removeItem(key);
    } catch {
      // No room, or not allowed: the values are on the page all the same.
    }
  };

  const kept = () => {
    try {
      const found = JSON.parse(sessionStorage.getItem(key));
      const isTheirs = found && (!found.person || !form.dataset.person || found.person === form.dataset.person);
      return isTheirs ? found.entries : null;
    } catch {
      return null;
    }
  };

  const cameBack = () => ["reload", "back_forward"].includes(performance.getEntriesByType("navigation")[0]?.type);

  document.addEventListener("fill:asks", (event) => {
    const { parameters } = event.detail;
    if (!restored) return;
    for (const name of Object.keys(parameters)) if (/^(param-|attribute-|touched|answered|checked|set$|source$)/.test(name)) delete parameters[name];
    for (const [name, value] of restored) parameters[name] = [].concat(parameters[name] ?? [], value);
    parameters.restore = "1";
    parameters.seen = "{}";
  });

  const restore = () => {
    // A page that was made by posting would be posted again by a reload; from here on it is asked for like any other.
    const isPosted = form.hasAttribute("data-posted");
    if (isPosted) history.replaceState(null, "", form.getAttribute("action"));
    const found = kept();
    if (!found || isPosted || (form.hasAttribute("data-chosen") && !cameBack())) return keep();
    if (form.elements.as_yaml) form.elements.as_yaml.checked = found.some(([name]) => name === "as_yaml");
    for (const [name, value] of found) {
      const field = name.startsWith("attribute-") && form.elements[name];
      if (field) field.value = value;
    }
    restored = found;
    wait(true);
    window.htmx.trigger(form, "refresh");
  };

  document.addEventListener("click", (event) => { if (event.target.closest("[data-starts-anew]")) { sessionStorage.removeItem(key); removeEventListener("pagehide", keep); } });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (restored && event.detail.requestConfig?.parameters?.restore) {
      restored = null;
      wait(false);
    }
    keep();
  });
  addEventListener("pagehide", keep);
  if (document.readyState === "complete") restore();
  else addEventListener("load", restore, { once: true });
})();
