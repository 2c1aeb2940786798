// Drafts: unsaved text is kept on the server, a second after the last change and when the page is left, so that it is
// available on any device. Each write names the version of the draft that this window shows; if another window has
// written a newer one, nothing is written and the user chooses. The device keeps what did not reach the server.
import { targetOf } from "../../site/dom.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function drafts(studio) {
  if (!studio.mayEdit) return;
  const PAUSE = 1000,
    KEEPALIVE_LIMIT = 60000; // browsers send no more than 64 KiB when a page unloads
  const UNLOAD_TIME = 5000; // after that, the page has stayed: the link was a download, for example
  const { words, textarea } = studio,
    { form } = textarea;
  const { counter, based_on: base } = form.elements;
  const outdatedNote = studio.$("[data-outdated]"),
    unsaved = document.querySelector("[data-unsaved]");
  // the name of this page, and of the page before it in this window, which may still be writing; a duplicated window
  // has the storage of the first one, which is still open
  const name = crypto.randomUUID?.() || String(Math.random()).slice(2),
    before = sessionStorage.getItem("left") || "";
  sessionStorage.removeItem("left");
  for (const [key, value] of [
    ["window", name],
    ["before", before],
  ])
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: key, value }));
  let known = textarea.closest("[data-paper]").hasAttribute("data-typed") ? null : textarea.defaultValue;
  // the texts of this window that the server may have
  const own = new Set(textarea.value === textarea.defaultValue ? [] : [textarea.value]);
  let queue = Promise.resolve(),
    waiting = 0,
    timer,
    outdated = null,
    leaving = false,
    givenUp = false,
    gone = -Infinity;
  // the next page may have been rendered before this write, so the device keeps the text
  addEventListener("beforeunload", (event) => {
    gone = performance.now();
    // the browser asks for confirmation
    if (!givenUp && (studio.isBehind || studio.typed({ all: true }).length)) event.preventDefault();
  });
  const isUnloading = () => performance.now() - gone < UNLOAD_TIME;

  const request = (fields, options = {}) => {
    const body = fields.upload ? new FormData() : new URLSearchParams();
    for (const [key, value] of Object.entries({
      counter: counter.value,
      base: base.value,
      window: name,
      before,
      ...fields,
    }))
      for (const one of [value].flat()) body.append(key, one);
    return fetch(studio.address.draft, { method: "POST", headers: { "X-CSRFToken": studio.token }, body, ...options });
  };
  const post = async (fields) => {
    let response;
    try {
      response = await request(fields);
    } catch {
      return refuse(words.notKept);
    }
    const answer = await response.json().catch(() => ({}));
    if (isUnloading() && fields.do === "write") return null;
    if (response.status === 409) return fields.do === "fresh" ? null : conflict(answer, fields);
    if (!response.ok || answer.counter === undefined) return refuse(answer.refused || words.notKept);
    counter.value = answer.counter;
    show(answer);
    return answer;
  };
  const refuse = (text) => {
    studio.refuse(text);
    return null;
  };
  const show = (answer) => {
    studio.changed = answer.changed;
    unsaved.toggleAttribute("data-changed", answer.changed.length > 0);
    unsaved.hidden = !answer.changed.length;
    studio.emit("draft", answer);
  };
  // one after the other: each is based on the version that the previous one made
  const send = (fields) => {
    waiting += 1;
    const done = queue
      .then(() => post(fields))
      .finally(() => {
        waiting -= 1;
      });
    queue = done.catch(() => {});
    return done;
  };

  /* What the server does not have yet: the text, or only which values are still needed. */
  let knownFresh = studio.fresh.written();
  const unwritten = () => {
    const text = textarea.value,
      fresh = studio.fresh.written();
    if (text !== known) return { do: "write", file: studio.file, text, fresh };
    return fresh !== knownFresh && counter.value !== "0" && !leaving ? { do: "fresh", file: studio.file, fresh } : null;
  };
  const write = async () => {
    clearTimeout(timer);
    const fields = unwritten();
    if (!fields || outdated) return queue;
    const { text = known, fresh } = fields;
    own.add(text);
    textarea.dispatchEvent(new CustomEvent("sent", { detail: text }));
    const answer = await send(fields);
    if (!answer) return null;
    knownFresh = fresh;
    known = text;
    if (textarea.value !== text) writeSoon(); // it may be the known state
    own.clear();
    own.add(text);
    textarea.dispatchEvent(new CustomEvent("kept", { detail: text }));
    return answer;
  };
  // A write that overtakes the page's own save, or is overtaken by it, would be taken for that of another window.
  const writeSoon = () => {
    clearTimeout(timer);
    if (!leaving || !isUnloading()) timer = setTimeout(write, PAUSE);
  };
  studio.on("fresh", writeSoon);
  studio.on("text", () => {
    writeSoon();
    if (textarea.value !== known) unsaved.hidden = false;
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && !leaving) write();
  });
  addEventListener("online", write);
  // Once signed out the server takes no text: it is kept first. If that fails, the page stays, until it is asked again.
  let isAskedAgain = false;
  const keepBeforeSignOut = async (event) => {
    const form = /** @type {HTMLFormElement} */ (targetOf(event));
    if (!form.matches("[data-sign-out]") || isAskedAgain || outdated || textarea.value === known) return;
    event.preventDefault();
    isAskedAgain = true;
    if (!(await write())) return;
    leaving = true;
    form.requestSubmit();
  };
  document.addEventListener("submit", keepBeforeSignOut, true);
  addEventListener("pagehide", () => {
    const fields = unwritten();
    sessionStorage.setItem("left", name);
    if (!leaving && !outdated && fields && textarea.value.length + fields.fresh.length < KEEPALIVE_LIMIT)
      request(fields, { keepalive: true }).catch(() => {});
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });

  /* Reloads the page from the server, or opens the template if the file is gone. */
  const again = (files) => {
    leaving = givenUp = true;
    textarea.dispatchEvent(new CustomEvent("kept"));
    location.assign(
      files.includes(studio.file)
        ? `${location.pathname}?${new URLSearchParams({ file: studio.file })}`
        : location.pathname,
    );
  };

  // -- a newer version from another window
  const conflict = (answer, fields) => {
    if (fields.do === "write" && own.has(answer.text)) {
      // what this window wrote when it was closed
      counter.value = answer.counter;
      return post(fields);
    }
    outdated = answer;
    studio.$("[data-merge]", outdatedNote).hidden = !answer.merged;
    studio.$("[data-elsewhere]", outdatedNote).innerHTML = answer.difference || "";
    outdatedNote.hidden = false;
    studio.announce(outdatedNote.textContent.trim());
    return null;
  };
  studio.$("[data-take]").addEventListener("click", () => {
    again(outdated.files);
  });
  /* Goes on from the state of the other window with the text of this one, which is written. */
  const goOn = () => {
    counter.value = outdated.counter;
    outdated = null;
    outdatedNote.hidden = true;
    studio.editor.focus();
    known = null;
    return write();
  };
  studio.$("[data-keep]").addEventListener("click", goOn);
  studio.$("[data-merge]").addEventListener("click", () => {
    base.value = outdated.base; // the merged text has what the other window saved
    studio.editor.replace(outdated.merged, words.mergeBoth);
    goOn();
  });

  // -- leaving: links wait until typed text is kept; saved text needs no draft
  let taking = false,
    taken = false;
  form.addEventListener(
    "submit",
    async (event) => {
      const { submitter } = event;
      if (taking) {
        event.preventDefault();
        return;
      } // it was requested twice
      if (outdated) {
        event.preventDefault();
        outdatedNote.scrollIntoView();
        outdatedNote.focus();
        return;
      }
      if (studio.isBehind && !taken) {
        event.preventDefault();
        taking = true;
        taken = await studio.applyTyped().finally(() => {
          taking = false;
        });
        if (taken) form.requestSubmit(submitter);
        taken = false;
        return;
      }
      clearTimeout(timer);
      if (waiting) {
        event.preventDefault();
        await queue;
        form.requestSubmit(submitter);
        return;
      }
      leaving = true;
    },
    true,
  ); // before the device regards it as sent
  const go = async (address) => {
    if (!(await studio.applyTyped())) return;
    await write();
    leaving = textarea.value === known;
    location.href = address;
  };
  document.addEventListener("click", (event) => {
    /** @type {HTMLAnchorElement} */
    const link = targetOf(event).closest("a[href]");
    if (
      !link ||
      event.defaultPrevented ||
      event.button ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      link.target ||
      link.hasAttribute("download")
    )
      return;
    const to = new URL(link.href);
    if (
      to.origin !== location.origin ||
      (to.pathname === location.pathname && to.search === location.search && to.hash) ||
      (textarea.value === known && !studio.isBehind)
    )
      return;
    event.preventDefault();
    go(link.href);
  });

  // -- discarding the draft, and restoring it
  const mark = `${studio.store}:given-up`;
  const giveUp = async () => {
    await write();
    if (counter.value !== "0" && !(await send({ do: "give-up" }))) return;
    sessionStorage.setItem(mark, "1");
    again(studio.files);
  };
  const bringBack = async () => {
    if (await send({ do: "bring-back" })) again(studio.files);
  };
  document.addEventListener(
    "click",
    (event) => {
      if (!targetOf(event).closest("[data-discard]")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      giveUp();
    },
    true,
  );
  const note = studio.$("[data-given-up]");
  if (note && sessionStorage.getItem(mark)) {
    note.hidden = false;
    studio.announce(note.firstElementChild.textContent.trim());
  }
  sessionStorage.removeItem(mark);
  note && studio.$("button", note).addEventListener("click", bringBack);
  studio.command({
    id: "give-up",
    text: () => words.giveUp,
    when: () => counter.value !== "0" || textarea.value !== known,
    does: () => studio.ask(`${words.giveUp}?`, giveUp, { yes: words.giveUp }),
  });

  /* A text that the server derived from the one it knew, merged with what was typed meanwhile: only the lines that it
     changed are new. */
  const withTyped = (text) => {
    const old = known?.split("\n"),
      fresh = text.split("\n");
    if (textarea.value === known || old?.length !== fresh.length) return text;
    const changed = new Map(
      old.map((line, at) => /** @type {const} */ ([line, fresh[at]])).filter(([line, now]) => line !== now),
    );
    return textarea.value
      .split("\n")
      .map((line) => changed.get(line) ?? line)
      .join("\n");
  };

  studio.changed = JSON.parse(studio.$("#changed").textContent);
  studio.drafts = {
    flush: write,
    send,
    go,
    /* A text of this file that the server derived and stores. */
    adopt(text, title) {
      studio.editor.replace(withTyped(text), title);
      known = text;
      textarea.dispatchEvent(new CustomEvent("kept", { detail: text }));
    },
    /* Leaves the page without keeping its text. */
    leave() {
      leaving = givenUp = true;
      textarea.dispatchEvent(new CustomEvent("kept"));
    },
    get outdated() {
      return Boolean(outdated);
    },
  };
  // a text that this device kept, or that could not be saved, is not on the server yet
  studio.on("ready", () => {
    if (textarea.value !== known) {
      writeSoon();
      unsaved.hidden = false;
    }
  });
}
