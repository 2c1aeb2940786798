// The design page: diagram, forms and text show one model. The text is the source of truth; the server turns every
// gesture into an edit of it, and every change of the text redraws the diagram. This is the state that all parts share;
// each part has its own file.
import { finders, focused } from "../site/dom.js";
import { Parts } from "./parts.js";
import { editedText } from "./text/changed-lines.js";

/** @import { Asked, Brought, Change, Command, Diagram, Section } from "./types.js" */

export class Studio extends Parts {
  /**
   * @param {HTMLElement} root
   * @param {HTMLTextAreaElement} textarea
   */
  constructor(root, textarea) {
    super();
    const { $, $$ } = finders(root);
    this.$ = $;
    this.$$ = $$;
    this.root = root;
    this.textarea = textarea;
    /** @type {Record<string, any>} */
    this.words = JSON.parse(root.querySelector("#words").textContent);
    this.definitions = JSON.parse(root.querySelector("#definitions").textContent);
    this.address = root.dataset;
    /** @type {HTMLInputElement} */
    const token = document.querySelector("[name=csrfmiddlewaretoken]");
    this.token = token.value;
    this.mayEdit = !textarea.readOnly;
    this.file = root.dataset.file || "";
    this.store = this.storeOf(this.file);
    /** @type {Command[]} */
    this.commands = [];
    /** @type {Record<string, ((detail?: any) => unknown)[]>} */
    this.listeners = {};
    /** @type {WeakSet<Element>} */
    this.pressed = new WeakSet();
    /** @type {Set<Promise<Change | null>>} */
    this.performing = new Set(); // requested edits that are not in the text yet
    this.isLost = false; // whether the last edit did not reach the server
    /** @type {{ name: string | null, kind: Section }} */
    this.chosen = { name: null, kind: "resources" };
    /** @type {Diagram} */
    this.diagram = JSON.parse(root.querySelector("#diagram").textContent);
    /** @type {{ text: string, line: number, column: number, message: string } | null} */
    this.unparsed = null; // the text that cannot be parsed, and its error
    const error = JSON.parse(root.querySelector("#broken")?.textContent || "null");
    if (error) this.unparsed = { text: textarea.defaultValue, ...error };
    const saved = error && document.getElementById("saved-text");
    this.parsedText = saved ? JSON.parse(saved.textContent) : textarea.defaultValue; // the last that could be parsed
  }

  /* Whether the text cannot be parsed: the diagram and the forms show the last one that could. */
  get isUnparsed() {
    return this.unparsed?.text === this.editor.text();
  }
  /* Whether gestures are possible; if not, it says why. */
  mayGesture() {
    if (!this.isUnparsed) return true;
    this.refuse(this.words.gesturesOff.replace("%s", String(this.unparsed.line)));
    return false;
  }

  /**
   * Subscribes to an event: `text`, `typing` (in the text), `diagram`, `needed` (some values were touched), `fresh`
   * (what is fresh or was touched has changed), `broken`, `lost`, `select`, `member` (whether the form of a group is
   * that of its members), `diagnostics`, `history`, `ready`, `view` (its name), `trial` (of parameters, drawn),
   * `performing` (an edit is requested), `gesture` (its steps), `step` ({files, way}: an undo step that changed
   * files), `changed` ({title, edits, before}), `say`, `moved` (the cursor), `placed` (nodes), `viewport` (what is
   * in view).
   * @param {string} event
   * @param {(detail?: any) => unknown} listener
   */
  on(event, listener) {
    (this.listeners[event] ||= []).push(listener);
  }
  emit(event, detail) {
    for (const listener of this.listeners[event] || []) listener(detail);
  }

  /**
   * The storage key for a file of the template on this device.
   * @param {string} file
   */
  storeOf(file) {
    return `design:${location.pathname}${file ? `?${file}` : ""}`;
  }

  /**
   * @param {string} address
   * @param {any} fields names with their values
   */
  async post(address, fields) {
    const body = new URLSearchParams(fields);
    if (!body.has("file")) body.set("file", this.file);
    const response = await fetch(address, { method: "POST", headers: { "X-CSRFToken": this.token }, body });
    if (!response.ok) throw new Error(String(response.status));
    return response;
  }
  /** @param {Record<string, any>} fields */
  async askServer(fields) {
    return (await this.post(this.address.assist, { text: this.editor.text(), at: 0, ...fields })).json();
  }

  /**
   * Registers a command for the command palette and the keyboard help. `keys` are like "Mod-Shift-z"; `area` says where
   * they work: "any", "page" (outside fields), "graph" (on a node, in the diagram or the outline), "editor" (the
   * editor's own keys). `text` and `when` are called when the command is shown; for a key, `when` and `does` get its
   * event.
   * @param {Command} command
   */
  command(command) {
    this.commands.push({ area: "page", when: () => true, ...command });
  }
  /** @param {string} id */
  run(id) {
    const command = this.commands.find((one) => one.id === id);
    if (command?.when()) {
      command.does();
      return true;
    }
    return false;
  }

  /**
   * Selects a declaration; null selects nothing.
   * @param {string | null} name
   * @param {Section} kind
   * @param {{ all?: string[], extra?: string, quiet?: boolean }} [options]
   */
  select(name, kind = "resources", { all = name ? [name] : [], extra = "", quiet = false } = {}) {
    this.chosen = { name, kind };
    if (!quiet) this.emit("select", { name, kind, all, extra });
  }

  /* Remembers the focus. Returns a function that tells whether the focus is still there, or nowhere: a late answer must
     not move the focus away from where the user has gone. Redrawn elements count by their pane. */
  watchFocus() {
    const pane = (element) =>
      element.closest("[data-palette], [data-stage], [data-change], .paper, form > aside, [data-inspector], dialog");
    const /** @type {HTMLInputElement} */ from = focused(),
      { value } = from,
      home = pane(from);
    return () => {
      const /** @type {HTMLInputElement} */ at = focused();
      if (at === from) return at.value === value;
      return at === document.body || (!from.isConnected && pane(at) === home);
    };
  }

  /* Remembers the selection. Returns a function that tells whether it is unchanged or empty: a late answer must not
     override a later selection. */
  watchSelection() {
    const { name, kind } = this.chosen;
    return () => !this.chosen.name || (this.chosen.name === name && this.chosen.kind === kind);
  }

  /** @param {string} text */
  announce(text) {
    document.getElementById("announce").textContent = text.replaceAll("`", "");
  }
  /**
   * Writes a sentence into an element, with names in backticks as code.
   * @param {Element} element
   * @param {string} sentence
   */
  write(element, sentence) {
    element.replaceChildren(
      ...sentence
        .split(/`([^`\n]+)`/)
        .map((part, at) => (at % 2 ? Object.assign(document.createElement("code"), { textContent: part }) : part)),
    );
  }
  /**
   * Joins what was done and the notes about it as sentences.
   * @param {string[]} said
   */
  sentences(said) {
    return said.map((one, at) => (at + 1 === said.length || /[.!?…]$/.test(one) ? one : `${one}.`)).join(" ");
  }

  /**
   * Shows a message in the change bar, optionally with changed lines and an `undo` action.
   * @param {string} text
   * @param {string[]} lines
   * @param {boolean} bad
   * @param {(() => unknown) | null} undo
   */
  say(text, lines = [], bad = false, undo = null) {
    this.emit("say", { text, lines, bad, undo });
    this.announce(text);
  }

  /**
   * Performs a gesture on the server. Returns the change, or null after showing the error.
   * @param {string} name
   * @param {Record<string, any>} args
   */
  async gesture(name, args) {
    if (!this.mayGesture()) return null;
    return this.perform({ name, arguments: args });
  }
  /**
   * Performs several gestures, all or none, as one undo step.
   * @param {[string, Record<string, any>][]} steps
   * @param {string} title
   */
  async gestures(steps, title) {
    if (!this.mayGesture()) return null;
    return this.perform({ steps: steps.map(([name, args]) => ({ name, arguments: args })), title });
  }

  /**
   * The text as it would be after some gestures; null if they are not possible.
   * @param {[string, Record<string, any>][]} steps
   * @returns {Promise<string | null>}
   */
  async tried(steps) {
    const text = this.editor.text();
    const response = await fetch(this.address.gesture, {
      method: "POST",
      headers: { "X-CSRFToken": this.token, "Content-Type": "application/json" },
      body: JSON.stringify({ text, steps: steps.map(([name, args]) => ({ name, arguments: args })), title: "" }),
    });
    if (!response.ok) return null;
    const { edits } = await response.json();
    return editedText(text, edits);
  }

  /**
   * @param {Asked} asked
   * @returns {Promise<Change | null>}
   */
  async perform(asked, address = this.address.gesture) {
    this.emit("performing");
    const edit = this.#edit(asked, address).finally(() => this.performing.delete(edit));
    this.performing.add(edit);
    const answer = await edit;
    if (answer?.edits.length) await this.refresh();
    return answer;
  }
  /**
   * @param {Asked} asked
   * @param {string} address
   * @returns {Promise<Change | null>}
   */
  async #edit(asked, address) {
    const { words, editor } = this;
    if (!this.mayEdit) return this.refuse(words.readOnly);
    const text = editor.text();
    let response;
    try {
      response = await fetch(address, {
        method: "POST",
        headers: { "X-CSRFToken": this.token, "Content-Type": "application/json" },
        body: JSON.stringify({ text, ...asked }),
      });
    } catch {
      this.isLost = true;
      return this.refuse(words.lost);
    }
    this.isLost = response.status >= 500;
    const answer = await response.json().catch(() => ({ refused: words.lost }));
    if (response.status === 409)
      return this.ask(
        `${answer.refused} ${words.whereShared}`,
        () => this.#edit({ ...asked, everywhere: true }, address),
        { yes: words.everywhere, also: [words.onlyHere, () => this.#edit({ ...asked, here: true }, address)] },
      );
    if (!response.ok || answer.refused) return this.refuse(answer.refused || words.lost);
    if (editor.text() !== text) return this.#edit(asked, address); // the user has typed meanwhile
    if (!answer.edits.length) return answer;
    const brought = asked.brought || (await this.bring(answer.files));
    if (!brought) return null;
    if (editor.text() !== text) return this.#edit({ ...asked, brought }, address);
    editor.apply(answer.edits, answer.title);
    if (brought.length)
      this.recordFileSteps({
        back: brought.map(({ file }) => ({ do: "remove", file })),
        forth: brought.map((one) => ({ do: "restore", ...one })),
      });
    this.emit("gesture", asked.steps || (asked.name ? [asked] : []));
    this.emit("changed", {
      title: this.sentences([answer.title, ...(answer.notes || [])]),
      edits: answer.edits,
      before: text,
    });
    return answer;
  }
  /**
   * Adds the files that an edit made to the draft before the text names them; null if one cannot be added.
   * @param {Record<string, string>} files
   * @returns {Promise<Brought[] | null>}
   */
  async bring(files = {}) {
    const folder = this.file.split("/").slice(0, -1),
      brought = [];
    for (const [name, text] of Object.entries(files)) {
      const file = await this.addFile([...folder, name].join("/"), text);
      if (!file) return null;
      brought.push({ file, text });
    }
    return brought;
  }
  /* The form fields with typed input that is not in the text, `all` of them or those that can be applied now. The
     inspector overrides this. */
  /**
   * @param {{ all?: boolean }} [_]
   * @returns {HTMLInputElement[]}
   */
  typed(_) {
    return [];
  }
  /* Whether typed input or requested edits are missing in the text and can be applied. */
  get isBehind() {
    return this.performing.size > 0 || this.typed().length > 0;
  }
  /* Applies the typed input, as leaving the field does. Returns whether all of it was applied; a refused field gets the
     focus. */
  async applyTyped() {
    const fields = this.typed();
    for (const field of fields) field.dispatchEvent(new Event("change", { bubbles: true }));
    const edits = await Promise.allSettled(this.performing);
    if (edits.every((edit) => edit.status === "fulfilled" && edit.value)) return true;
    await new Promise((done) => {
      setTimeout(done);
    }); // the callers of the edits handle the refusal first
    const left = this.typed();
    (left.find((field) => field === document.activeElement) || left[0])?.focus();
    return false;
  }
  /**
   * @param {string} text
   * @returns {null}
   */
  refuse(text) {
    this.refusal = text;
    this.say(text, [], true);
    return null;
  }

  /**
   * Runs an action of an element that will be redrawn only once: a second time it would affect another one.
   * @param {Element} element
   * @param {() => unknown} does
   */
  async once(element, does) {
    if (this.pressed.has(element)) return;
    this.pressed.add(element);
    if (!(await does())) this.pressed.delete(element);
  }
}
