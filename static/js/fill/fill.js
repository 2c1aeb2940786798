// The fill page while the user types: touched fields, when errors show, and what an answer replaces. Without this
// script the page works by submitting the form.
import { finders, targetOf } from "../site/dom.js";
import { pressed, USE } from "./buttons.js";

/** @param {HTMLFormElement} form */
export function fill(form) {
  const { $, $$ } = finders(form);
  const REST = 800; // ms without a key after which a half-typed value counts as typed
  const SLOW = 400; // ms after which a waiting indicator shows
  const QUIET = 2000; // ms between two announcements
  const PATIENCE = 10; // s after which a server that refuses for now, and does not say until when, is asked again
  const BUTTONS = [
    "check",
    "reset",
    "answer",
    "show",
    "fields_from",
    "undo",
    "dismiss",
    "choose",
    "revert",
    "add",
    "draft-use",
    "draft-mine",
    "environment-up",
    "environment-down",
    "environment-remove",
    "environment-open",
  ];

  // -- touched fields ---------------------------------------------------------

  const touched = new Set();
  const answered = new Set();
  let edits = 0; // counts every edit: an answer to an older one is dropped

  const readState = () => {
    for (const [names, field] of /** @type {[Set<string>, string][]} */ ([
      [touched, "touched"],
      [answered, "answered"],
    ])) {
      names.clear();
      for (const name of JSON.parse(form.elements[field].value || "[]")) names.add(name);
    }
  };
  const writeState = () => {
    form.elements.touched.value = JSON.stringify([...touched]);
    form.elements.answered.value = JSON.stringify([...answered]);
  };
  const wrapOf = (element) => element.closest("[data-name]");
  const wraps = new Map();
  const wrapNamed = (name) => {
    if (!wraps.get(name)?.isConnected) for (const wrap of $$("[data-name]")) wraps.set(wrap.dataset.name, wrap);
    return wraps.get(name)?.isConnected ? wraps.get(name) : null;
  };
  const keyOf = (wrap) => wrap.id.slice("field-".length);
  const slot = (kind, wrap) => document.getElementById(`${kind}-${keyOf(wrap)}`);

  form.addEventListener("input", (event) => {
    /** @type {HTMLInputElement} */
    const control = targetOf(event);
    if (control.name === "unfolded") return;
    const wrap = wrapOf(control);
    edits += 1;
    if (!wrap) return;
    const name = wrap.dataset.name;
    touched.add(name);
    if (control.type === "checkbox") answered.add(name);
    else answered.delete(name);
    $("[data-undecided]", wrap)?.removeAttribute("data-undecided");
    writeState();
    if (control.matches("input:not([type=checkbox], [type=radio]), textarea")) startTyping(wrap);
  });

  form.addEventListener("click", (event) => {
    /** @type {HTMLButtonElement} */
    const button = targetOf(event).closest("button[name]");
    if (!button) return;
    if (pressed(button, touched, answered)) edits += 1;
    writeState();
  });

  // -- when an error shows -----------------------------------------------------

  const held = new Map(); // errors that wait until typing rests, by field name
  let typing = null; // the field being typed in, until it loses the focus or typing rests
  let resting = 0;

  const startTyping = (wrap) => {
    if (typing && typing !== wrap) stopTyping();
    typing = wrap;
    clearTimeout(resting);
    resting = setTimeout(stopTyping, REST);
  };
  const stopTyping = () => {
    clearTimeout(resting);
    const wrap = typing;
    typing = null;
    const error = wrap && held.get(wrap.dataset.name);
    if (!error) return;
    held.delete(wrap.dataset.name);
    document.dispatchEvent(new CustomEvent("fill:rests", { detail: wrap.dataset.name }));
    slot("error", wrap)?.replaceWith(error);
    const said = $$(".fault", error).map((message) => message.textContent);
    for (const words of $$("[data-author]", wrap)) if (said.includes(words.textContent)) words.remove();
    showState(wrap);
  };
  form.addEventListener("focusout", (event) => {
    if (typing && wrapOf(targetOf(event)) === typing && !typing.contains(event.relatedTarget)) stopTyping();
  });

  const showState = (wrap) => {
    const isWrong = slot("error", wrap).childElementCount > 0;
    wrap.classList.toggle("bad", isWrong);
    for (const control of $$("input, select, textarea", wrap)) {
      if (isWrong) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
    }
  };

  // -- requests and answers ----------------------------------------------------------

  const changed = new Set(); // fields whose error or rule the current answer replaces
  const isOurs = (element) => element === form || element?.form === form;
  let sent = null; // details of the pending request
  let answers = 0; // counts swapped answers: one that was requested before the last may lack parts

  const usedIn = (formData) =>
    [...formData.keys()].filter((key) => key.startsWith(USE)).map((key) => key.slice(USE.length));

  // A suggested value whose answer has not come: a request that overtakes it says it again, unless it is typed over.
  let suggested = null;
  form.addEventListener("input", (event) => {
    if (suggested && targetOf(event).closest("[data-name]")?.dataset.name === suggested.name.slice(USE.length))
      suggested = null;
  });
  // htmx remembers the last button; only a submit event counts as a press, and a submit without a button is a check.
  const onlyWhatWasPressed = (parameters, formData, event) => {
    for (const name of BUTTONS) delete parameters[name];
    for (const name of usedIn(formData)) delete parameters[USE + name];
    if (event?.type !== "submit") {
      if (suggested) parameters[suggested.name] = suggested.value;
      return;
    }
    const button = event.submitter;
    suggested = button?.name.startsWith(USE) ? { name: button.name, value: button.value } : null;
    parameters[button?.name || "check"] = button?.value || "1";
  };

  document.addEventListener("htmx:configRequest", (event) => {
    const { elt, parameters, formData, triggeringEvent } = event.detail;
    if (!isOurs(elt)) return;
    if (elt === form) onlyWhatWasPressed(parameters, formData, triggeringEvent);
    const isCheck = Boolean(parameters.check || parameters.ask);
    if (isCheck) stopTyping();
    const shown =
      isCheck || form.elements.checked.value
        ? $$("[data-name]").map((wrap) => wrap.dataset.name)
        : [
            ...touched,
            ...$$(".field.bad, .field[data-hidden], .field[data-in-cloud]").map((wrap) => wrap.dataset.name),
          ];
    const marks = shown.map((name) => [name, wrapNamed(name)]).filter(([, wrap]) => wrap);
    parameters.seen = JSON.stringify(
      Object.fromEntries(marks.map(([name, wrap]) => [name, slot("about", wrap).dataset.mark])),
    );
    parameters.idle = JSON.stringify(
      Object.fromEntries($$("[data-irrelevant]").map((wrap) => [wrap.dataset.name, slot("why", wrap).dataset.mark])),
    );
    parameters.turn = String(edits);
    event.detail.answers = answers;
    sent = {
      isCheck,
      isForKeeping: Boolean(parameters.ask),
      fields: [].concat(parameters.reset || parameters.answer || usedIn(formData)),
    };
    document.dispatchEvent(new CustomEvent("fill:asks", { detail: event.detail }));
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig } = event.detail;
    if (!isOurs(requestConfig?.elt)) return;
    // A button's answer that was swapped in the meantime, such as a saved set, is newer than this one.
    const [isOfForm, isOvertaken] = [requestConfig.elt === form, requestConfig.answers < answers];
    if (isOfForm && (isOvertaken || Number(requestConfig.parameters.turn) < edits)) event.detail.shouldSwap = false;
    else if (event.detail.xhr.status === 200) answers += 1;
    if (isOfForm && isOvertaken) setTimeout(refresh);
  });

  // All changed parts arrive as one fragment and are placed here, because htmx is slow with hundreds of parts.
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (event.detail.target.id !== "slots") return;
    event.detail.shouldSwap = false;
    for (const part of /** @type {HTMLElement[]} */ ([...event.detail.fragment.children])) {
      const place = document.getElementById(part.id);
      if (place && "part" in part.dataset) {
        document.dispatchEvent(new CustomEvent("fill:part", { detail: { place, part } }));
        continue;
      }
      const wrap = place && wrapOf(place);
      if (!wrap) continue;
      if (part.classList.contains("why")) {
        document.dispatchEvent(new CustomEvent("fill:relevance", { detail: { wrap, place, part } }));
        continue;
      }
      changed.add(wrap);
      if (part.classList.contains("error") && isTooEarly(wrap, place, part)) held.set(wrap.dataset.name, part);
      else {
        // The author's words stay until they become the error.
        if (held.has(wrap.dataset.name)) keepAuthor(place, part);
        place.replaceWith(part);
      }
    }
  });
  const keepAuthor = (place, part) => {
    const said = $$("[data-author]", part).map((words) => words.textContent);
    part.append(...$$("[data-author]", place).filter((words) => !said.includes(words.textContent)));
  };
  const isTooEarly = (wrap, place, error) => {
    held.delete(wrap.dataset.name);
    return error.childElementCount > 0 && place.childElementCount === 0 && typing === wrap && !sent?.isCheck;
  };

  document.addEventListener("htmx:afterSettle", (event) => {
    if (!isOurs(event.detail.requestConfig?.elt)) return;
    for (const wrap of changed) if (wrap.isConnected) showState(wrap);
    changed.clear();
    readState();
    if (sent?.isCheck && document.getElementById("summary-box"))
      form.elements.checked.value = sent.isForKeeping ? "keep" : "1";
    const detail = { fields: sent?.fields || [], isCheck: Boolean(sent?.isCheck), held: [...held.keys()] };
    document.dispatchEvent(new CustomEvent("fill:settled", { detail }));
    if (keepsInAccount && $("[data-kept-here]")) showLost(signedOut);
    sent = null;
    say();
    if (event.detail.requestConfig.answers < answers - 1) refresh();
  });
  document.addEventListener("fill:touched", readState);
  readState();

  // -- slow and missing answers ----------------------------------------------------------

  let slow = 0;
  const lost = document.getElementById("lost");
  const gone = document.getElementById("gone");
  const signedOut = document.getElementById("signed-out");
  const keepsInAccount = form.hasAttribute("data-keeps");
  const [kept, notKept] = [document.getElementById("kept"), document.getElementById("not-kept")];
  const showNotice = (line) => {
    for (const each of [gone, signedOut, lost]) each.hidden = each !== line;
    [kept.hidden, notKept.hidden] = keepsInAccount && line === lost ? [true, false] : [false, true];
  };
  // The server keeps nothing for this user any more: typed values are kept on this device until it does again.
  const showLost = (line) => {
    showNotice(line);
    document.dispatchEvent(new CustomEvent("fill:lost"));
  };
  const clearWaiting = () => {
    clearTimeout(slow);
    $("#preview").classList.remove("waiting");
    for (const ring of $$(".checking")) ring.remove();
  };
  const showWaiting = () => {
    $("#preview").classList.add("waiting");
    const wrap = document.activeElement && wrapOf(document.activeElement);
    const about = wrap && slot("about", wrap);
    /** @type {HTMLTemplateElement} */
    const ring = document.querySelector("#checking");
    if (about) about.prepend(ring.content.cloneNode(true));
  };
  let underWay = null;
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!isOurs(event.detail.elt)) return;
    clearWaiting();
    underWay = event.detail.xhr;
    slow = setTimeout(showWaiting, SLOW);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.xhr !== underWay) return;
    clearWaiting();
    if (event.detail.successful) suggested = null;
    if (event.detail.successful && !lost.hidden) showNotice(null);
  });
  const refresh = () => window.htmx.trigger(form, "refresh");
  for (const failure of /** @type {const} */ (["htmx:sendError", "htmx:responseError", "htmx:timeout"])) {
    document.addEventListener(failure, (event) => {
      if (!isOurs(event.detail.elt)) return;
      clearWaiting();
      const { xhr } = event.detail;
      if (xhr?.status === 429) setTimeout(refresh, 1000 * (Number(xhr.getResponseHeader("Retry-After")) || PATIENCE));
      else if (![403, 404].includes(xhr?.status)) showNotice(lost);
      else showLost(keepsInAccount && xhr.getResponseHeader("X-Sign-In") ? signedOut : gone);
    });
  }
  document.getElementById("try-again").addEventListener("click", refresh);
  window.addEventListener("online", () => {
    if (!lost.hidden) refresh();
  });

  // -- one polite status message, at most every two seconds ---------------------------------------

  const said = document.getElementById("preview-said");
  const status = document.getElementById("preview-status");
  let lastSaid = 0;
  let saying = 0;
  const say = () => {
    clearTimeout(saying);
    if (!said.innerHTML || said.textContent === status.textContent) return;
    const wait = Math.max(0, lastSaid + QUIET - performance.now());
    saying = setTimeout(() => {
      lastSaid = performance.now();
      status.innerHTML = said.innerHTML;
    }, wait);
  };

  // -- layers, files -------------------------------------------------------------

  // A button that leads to a download or to a plan is left to the browser, not htmx.
  document.addEventListener(
    "submit",
    (event) => {
      if (targetOf(event) === form && event.submitter?.matches("[data-native]")) event.stopImmediatePropagation();
    },
    true,
  );
  document.addEventListener("click", (event) => {
    const link = targetOf(event).closest("[data-copies-link], [data-reload]");
    if (!link) return;
    event.preventDefault();
    if (link.matches("[data-reload]")) location.reload();
  });
}
