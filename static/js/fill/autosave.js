// Autosave of typed values: for signed-in users the server stores them in the account with every response; for
// visitors, or after the session ended, this script stores them on the device. Hidden values are never stored.
import { targetOf } from "../site/dom.js";
import { hiddenControls, typedHidden } from "./hidden-values.js";

/** @import { Device } from "./device-copies.js" */

/**
 * @param {HTMLFormElement} form
 * @param {Device} device
 */
export function autosave(form, device) {
  const NEVER = new RegExp(
    "^(csrfmiddlewaretoken|revision|environment_.*|set_name|everything|hidden|check|seen|idle|open|turn|draft|" +
      "window.*|fields_shown|find_field)$",
  );
  const REPLACED = /^(param-|attribute-|environment|touched|answered|checked|set$|set_owner$|former$)/;
  const isKeptByServer = form.hasAttribute("data-keeps");
  let restored = null; // the kept copy, until an answer has restored it
  let isUsed = false; // whether the user changed any value
  let isLost = false; // whether the server no longer answers for this user
  let uses = 0; // counts changes by the user
  let answered = 0; // how many of them the server has
  let answeredBefore = null; // how many it had when the next page was requested
  let changed = 0; // time of the last change by the user, by this device's clock
  let keptText = ""; // what the page has stored, or need not store

  // Typing before that would lose either the kept copy or the typed values.
  const wait = (isWaiting) => {
    for (const id of ["fields", "preview-pane"]) document.getElementById(id).inert = isWaiting;
  };

  // For an uploaded file, only the text that the server sent is kept: without hidden values.
  /** @returns {[string, string][]} */
  const entries = () => {
    const hidden = new Set(hiddenControls(form).map((control) => control.name));
    const open = [...new FormData(form)].filter(([name]) => !NEVER.test(name) && !hidden.has(name));
    return open.map(([name, value]) => {
      const text = name.startsWith("environment-text-") && form.elements[name];
      return /** @type {[string, string]} */ ([name, text ? text.defaultValue : value]);
    });
  };

  // -- on this device ------------------------------------------------------------------

  const isInAccount = (known = answered) =>
    isKeptByServer && !isLost && known === uses && !document.querySelector("#newer [role=alert]");
  const keep = (known = answered) => {
    if (restored || !isUsed || isInAccount(known)) return;
    const now = entries();
    const text = JSON.stringify(now);
    if (text === keptText) return;
    const person = form.dataset.person || device.current()?.person || "";
    const copy = { entries: now, search: location.search, person, changed: changed || Date.now() };
    const unseen = device.unseen(now);
    const isKept = unseen ? device.setAside(copy, device.page) : device.put(copy);
    if (unseen) ask(unseen, { isInForce: true });
    if (isKept) keptText = text;
    const words = document.querySelector("[data-kept-here]");
    if (words && !isKept) words.textContent = words.dataset.wordTab;
  };
  // What another tab removed is still shown here, and is kept again.
  device.onRemovedAside(() => {
    keptText = "";
  });
  let keeping = 0;
  // Lets the answer appear before the whole form is serialized.
  const keepSoon = () => {
    clearTimeout(keeping);
    keeping = setTimeout(keep);
  };

  // -- restoring -----------------------------------------------------------------------

  const cameBack = () => {
    const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    return ["reload", "back_forward"].includes(navigation?.type);
  };
  const age = (copy) => (copy.changed ? Math.max(0, Date.now() - copy.changed) : Infinity); // ms

  // Ages are compared, not times, because this device's clock may be wrong. A copy by the draft's own window is newer.
  const isOlderThanDraft = (copy) => {
    if (!("draftAge" in form.dataset) || copy.window === form.dataset.draftWindow) return false;
    return age(copy) > Number(form.dataset.draftAge) + performance.now();
  };

  document.addEventListener("fill:asks", (event) => {
    const { parameters, formData } = event.detail;
    Object.assign(parameters, device.sender());
    event.detail.uses = uses;
    if (!restored) return;
    const stays = new Set(typedHidden(form).map((control) => control.name));
    for (const name of Object.keys(parameters)) if (REPLACED.test(name) && !stays.has(name)) delete parameters[name];
    for (const [name, value] of restored.entries) formData.append(name, value);
    Object.assign(parameters, restored.says);
    parameters.seen = parameters.idle = "{}";
    if (parameters.arrive) event.detail.path = location.pathname + location.search;
  });

  const bringBack = (copy, says, onceThere = () => {}) => {
    const showsYaml = copy.entries.some(([name]) => name === "as_yaml");
    if (showsYaml && form.elements.as_yaml) form.elements.as_yaml.checked = true;
    isUsed = true;
    changed = copy.changed || changed;
    if (copy.changed) says["restored-age"] = String(Math.floor(age(copy) / 1000));
    restored = { entries: copy.entries, says, onceThere };
    wait(true);
    window.htmx.trigger(form, "refresh");
  };

  // A button works on the values of this device: one that is pressed before they are there waits for them.
  let pressed = null;
  document.addEventListener(
    "submit",
    (event) => {
      const { submitter } = event;
      if (!restored || isLost || targetOf(event) !== form || submitter?.matches("[data-native]")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      pressed ??= submitter;
    },
    true,
  );
  const press = () => {
    if (!pressed) return;
    const { name, value } = pressed;
    const isSame = (control) => control.type === "submit" && control.name === name && control.value === value;
    const button = pressed.isConnected ? pressed : [...form.elements].find(isSame);
    pressed = null;
    if (button) form.requestSubmit(button);
  };

  const restore = () => {
    // Reloading a posted page would post it again; replacing its address avoids that.
    if (form.hasAttribute("data-posted")) {
      history.replaceState(null, "", form.getAttribute("action"));
      isUsed = true;
      const before = device.current();
      if (before?.window === device.pageBefore) device.see(before);
      return keep();
    }
    const own = device.takeOver();
    const found = device.current();
    if (!own && found && isOlderThanDraft(found)) device.demote(found);
    else if (own || found) {
      if (own && found) ask(found, { isInForce: true });
      else device.see(found);
      const copy = own || found;
      const isHere = cameBack() && copy.search === location.search;
      return bringBack(copy, form.hasAttribute("data-chosen") && !isHere ? { arrive: "1" } : { restore: "device" });
    }
    askForAside();
  };

  // -- a choice between what the page shows and another copy --------------------------------

  const line = document.getElementById("newer-here");
  let other = null; // the copy that the notice offers

  /** @type {[Intl.RelativeTimeFormatUnit, number][]} each with its minutes */
  const UNITS = [
    ["day", 1440],
    ["hour", 60],
    ["minute", 1],
  ];
  const ago = (copy) => {
    const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
    const minutes = Math.floor(age(copy) / 60_000);
    if (!Number.isFinite(minutes)) return line.dataset.wordOnce;
    if (minutes < 1) return line.dataset.wordJustNow;
    const [unit, length] = UNITS.find(([, least]) => minutes >= least);
    return words.format(-Math.floor(minutes / length), unit);
  };
  const ask = (copy, { isInForce = false }) => {
    const isOfTab = isInForce || !isOlderThanDraft(copy);
    other = { copy, isInForce, kind: isOfTab ? "tab" : "device" };
    const words = isOfTab ? line.dataset.wordsTab : line.dataset.wordsDevice;
    line.querySelector("span").textContent = words.replace("{ago}", ago(copy));
    line.hidden = false;
  };
  const askForAside = () => {
    const now = entries();
    for (const copy of device.asides()) {
      if (!device.holdsSame(copy, now)) return ask(copy, {});
      device.forgetAside(copy.window);
    }
  };
  // Returns what to do once the choice has taken effect.
  const decide = () => {
    const { copy, isInForce } = other;
    [other, line.hidden] = [null, true];
    if (isInForce) {
      device.see(device.current());
      keptText = "";
    }
    return () => {
      device.forgetAside(device.page);
      if (!isInForce) device.forgetAside(copy.window);
    };
  };
  line.querySelector("[data-use-that]").addEventListener("click", () => {
    const over = new URLSearchParams(entries()).toString();
    const { copy, kind, isInForce } = other;
    const onceThere = decide();
    uses += 1;
    bringBack((isInForce && device.current()) || copy, { restore: kind, over }, onceThere);
  });
  line.querySelector("[data-keep-mine]").addEventListener("click", () => {
    const onceThere = decide();
    keep();
    onceThere();
    askForAside();
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    const asked = event.detail.requestConfig?.parameters ?? {};
    if (restored && (asked.restore || asked.arrive)) {
      const { says, onceThere } = restored;
      restored = null;
      wait(false);
      // A restored copy is already kept.
      if (!says.arrive && !says.over) keptText = JSON.stringify(entries());
      onceThere();
      if (!other) askForAside();
      press();
    }
    if (!isKeptByServer || isLost) keepSoon();
    else if (isInAccount()) device.forget();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig, xhr } = event.detail;
    const isAnswer = requestConfig?.parameters.window === device.page && xhr.status === 200;
    if (isAnswer) answered = Math.max(answered, requestConfig.uses);
  });

  const use = () => {
    isUsed = true;
    uses += 1;
    changed = Date.now();
    // The values are no longer those of the address.
    if (location.search) history.replaceState(null, "", form.getAttribute("action"));
  };
  form.addEventListener("input", (event) => {
    /** @type {HTMLInputElement} */
    const control = targetOf(event);
    if (control.name !== "unfolded" && control.closest("[data-name], #stand-ins, #environments")) use();
  });
  const USING = [
    "[data-name] button[name]",
    "[data-decides]",
    "#step button:not([name=dismiss])",
    "#values-menu button[name]",
    "#save button[name]",
    "#add-button",
  ].join();
  // before the button sends its own request, which says how many changes the server has
  document.addEventListener(
    "click",
    (event) => {
      if (targetOf(event).closest(USING)) use();
    },
    true,
  );
  document.addEventListener("fill:rearranged", use);
  // The next page may have been rendered without the answers from here on.
  addEventListener("beforeunload", () => {
    answeredBefore = answered;
  });
  addEventListener("pagehide", () => keep(answeredBefore ?? answered));
  document.addEventListener("fill:lost", () => {
    isLost = true;
    isUsed = true;
    keep();
  });
  if (document.readyState === "complete") restore();
  else addEventListener("load", restore, { once: true });
}
