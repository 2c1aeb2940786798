// What was typed survives a reload, and values that a link brings, in this tab and for this person. Hidden values never
// leave the page. There are two places: what stands on the page, and what was typed before a link took its place.
"use strict";

(() => {
  const form = document.getElementById("fill");
  if (!form) return;
  const key = `fill:${location.pathname}`;
  const formerKey = `fill:former:${location.pathname}`;
  const NEVER = /^(csrfmiddlewaretoken$|revision$|environment_|set_name$|everything$|hidden$|check$|ask$|seen$|idle$|open$|turn$)/;
  let restored = null; // what was kept, until an answer has brought it back
  let edited = false; // whether somebody typed or chose any of the values, and not only a link

  // Whoever types before that would lose either what was kept or what they type.
  const wait = (isWaiting) => { for (const id of ["fields", "preview-pane"]) document.getElementById(id).inert = isWaiting; };

  const entries = () => {
    const hidden = new Set([...form.querySelectorAll("[data-hidden]")].map((wrap) => `param-${wrap.dataset.name}`));
    return [...new FormData(form)].filter(([name, value]) => typeof value === "string" && !NEVER.test(name) && !hidden.has(name));
  };

  const isOurs = (found) => !found.person || !form.dataset.person || found.person === form.dataset.person;
  const read = (place) => JSON.parse(sessionStorage.getItem(place));
  const write = (place, values) => {
    try {
      // Whose they are stays with them while nobody is signed in; those of somebody else are only written over by use.
      const before = read(place);
      const person = form.dataset.person || before?.person || "";
      if (values) sessionStorage.setItem(place, JSON.stringify({ ...values, person }));
      else if (!before || before.person === form.dataset.person || !before.person) sessionStorage.removeItem(place);
    } catch {
      // No room, or not allowed: the values are on the page all the same.
    }
  };
  const kept = (place) => {
    try {
      const found = read(place);
      return found && isOurs(found) ? found : null;
    } catch {
      return null;
    }
  };

  const present = () => ({ entries: entries(), edited, search: location.search });
  const keep = () => {
    if (restored) return;
    const isUsed = form.elements.touched.value !== "[]" || [...form.querySelectorAll("#stand-ins input")].some((input) => input.value);
    write(key, isUsed ? present() : null);
  };

  const cameBack = () => ["reload", "back_forward"].includes(performance.getEntriesByType("navigation")[0]?.type);

  document.addEventListener("fill:asks", (event) => {
    const { parameters } = event.detail;
    if (!restored) return;
    for (const name of Object.keys(parameters)) if (/^(param-|attribute-|touched|answered|checked|set$|source$)/.test(name)) delete parameters[name];
    for (const [name, value] of restored) parameters[name] = [].concat(parameters[name] ?? [], value);
    parameters.restore = "1";
    parameters.seen = parameters.idle = "{}";
  });

  const restore = () => {
    // A page that was made by posting would be posted again by a reload; from here on it is asked for like any other.
    const isPosted = form.hasAttribute("data-posted");
    if (isPosted) history.replaceState(null, "", form.getAttribute("action"));
    const [draft, former] = [kept(key), kept(formerKey)];
    edited ||= isPosted;
    if (isPosted) return keep();
    if (form.hasAttribute("data-chosen") && !isOfThisPage(draft)) return arrive(draft, former);
    if (former && !draft?.edited) return giveBack(former, null);
    if (!draft) return keep();
    edited ||= draft.edited;
    bringBack(draft.entries);
  };
  const isOfThisPage = (draft) => cameBack() && draft?.edited && draft.search === location.search;

  // Values that a link brings take the place of those that were typed, which stay until somebody decides.
  const arrive = (draft, former) => {
    if (draft?.edited && isAsHere(draft)) edited = true;
    else if (draft?.edited) write(formerKey, draft);
    offer();
    tellHidden([draft, former]);
    keep();
  };

  const values = (list) => JSON.stringify(list.filter(([name]) => name.startsWith("param-")));
  const isAsHere = (found) => values(found.entries) === values(entries());
  const offer = () => {
    const [button, former] = [document.querySelector("[data-goes-back]"), kept(formerKey)];
    if (!button || !former || isAsHere(former)) return;
    button.hidden = false;
    button.addEventListener("click", () => {
      button.closest(".notice").remove();
      giveBack(former, edited ? present() : null);
    }, { once: true });
  };

  // What was typed before is there again, and what was made of the link's values takes its place.
  const giveBack = (former, instead) => {
    write(formerKey, instead);
    edited = true;
    bringBack(former.entries);
  };

  // Hidden values that were typed are not kept; their fields say so.
  const tellHidden = (all) => {
    const typed = all.flatMap((found) => JSON.parse(found?.entries.find(([name]) => name === "touched")?.[1] || "[]"));
    const hidden = [...form.querySelectorAll("[data-hidden]")].map((wrap) => wrap.dataset.name).filter((name) => typed.includes(name));
    if (!hidden.length) return;
    form.elements.touched.value = JSON.stringify([...new Set([...JSON.parse(form.elements.touched.value), ...hidden])]);
    document.dispatchEvent(new CustomEvent("fill:touched"));
    window.htmx.trigger(form, "refresh");
  };

  const bringBack = (found) => {
    if (form.elements.as_yaml) form.elements.as_yaml.checked = found.some(([name]) => name === "as_yaml");
    for (const [name, value] of found) {
      const field = name.startsWith("attribute-") && form.elements[name];
      if (field) field.value = value;
    }
    restored = found;
    wait(true);
    window.htmx.trigger(form, "refresh");
  };

  const startsAnew = () => {
    for (const place of [key, formerKey]) sessionStorage.removeItem(place);
    removeEventListener("pagehide", keep);
  };
  const decides = () => { edited = true; };
  form.addEventListener("input", (event) => { if (event.target.name !== "unfolded" && event.target.closest("[data-name], #stand-ins")) decides(); });
  form.addEventListener("click", (event) => { if (event.target.closest("[data-name] button[name], [data-decides]")) decides(); });
  document.addEventListener("values-loaded", decides);
  document.addEventListener("click", (event) => { if (event.target.closest("[data-starts-anew]")) startsAnew(); });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (restored && event.detail.requestConfig?.parameters?.restore) {
      restored = null;
      wait(false);
      offer();
    }
    keep();
  });
  addEventListener("pagehide", keep);
  if (document.readyState === "complete") restore();
  else addEventListener("load", restore, { once: true });
})();
