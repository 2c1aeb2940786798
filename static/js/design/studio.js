// The design page: graph, forms and text are one thing. The text is the truth; every gesture is an edit of it that the
// server works out, and whatever changes the text draws the graph anew. Here is what all parts share; each
// part does its own work in a file of its own.
import { finders, focused } from "../site/dom.js";
import { Parts } from "./parts.js";

/** @import { Asked, Brought, Change, Command, Picture, Question, Section } from "./types.js" */

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
    this.performing = new Set(); // edits that were asked for and are not in the text yet
    /** @type {{ name: string | null, kind: Section }} */
    this.chosen = { name: null, kind: "resources" };
    /** @type {Picture} */
    this.picture = JSON.parse(root.querySelector("#picture").textContent);
  }

  /**
   * Parts hear of: `text`, `picture`, `broken`, `lost`, `select`, `findings`, `history`, `ready`, `view` (the name of
   * what is shown), `gesture` (the steps that were made), `step` ({files, way}: a step of undo that had changed files),
   * `changed` ({title, edits, before}), `say`, `moved` (nodes, by hand).
   * @param {string} event
   * @param {(detail?: any) => unknown} hears
   */
  on(event, hears) {
    (this.listeners[event] ||= []).push(hears);
  }
  tell(event, detail) {
    for (const hears of this.listeners[event] || []) hears(detail);
  }

  /**
   * Under which name this device keeps what belongs to a file of the template.
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
  async ask_server(fields) {
    return (await this.post(this.address.assist, { text: this.editor.text(), at: 0, ...fields })).json();
  }

  /**
   * What can be done, by its name: shown among the commands and on the key sheet. `keys` are like "Mod-Shift-z"; `area`
   * says where they work: "any", "page" (outside fields), "graph" (on a node, in the graph or the list), "editor" (the
   * editor's own keys). `text` and `when` are asked when the command is shown; when it was a key, `when` and `does` are
   * given its event.
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
   * Chooses a declaration: null chooses nothing.
   * @param {string | null} name
   * @param {Section} kind
   * @param {{ all?: string[], extra?: string, quiet?: boolean }} [options]
   */
  select(name, kind = "resources", { all = name ? [name] : [], extra = "", quiet = false } = {}) {
    this.chosen = { name, kind };
    if (!quiet) this.tell("select", { name, kind, all, extra });
  }

  /* Remembers where the focus is; what it returns tells whether it is there still, or nowhere: an answer that comes
       late leads nobody away from where they have gone meanwhile. What is drawn anew counts by its pane. */
  staying() {
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

  /* Remembers what is chosen; what it returns tells whether it is so still, or nothing is: an answer that comes late
       takes back no choice that was made meanwhile. */
  choosing() {
    const { name, kind } = this.chosen;
    return () => !this.chosen.name || (this.chosen.name === name && this.chosen.kind === kind);
  }

  /** @param {string} text */
  announce(text) {
    document.getElementById("announce").textContent = text.replaceAll("`", "");
  }
  /**
   * Writes a sentence into an element, with every name in backticks set as code.
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
   * What was done, and what is to be noted about it, as sentences one after the other.
   * @param {string[]} said
   */
  sentences(said) {
    return said.map((one, at) => (at + 1 === said.length || /[.!?…]$/.test(one) ? one : `${one}.`)).join(" ");
  }

  /**
   * Tells in the change bar what happened, perhaps with lines, or with a way back that `undo` is.
   * @param {string} text
   * @param {string[]} lines
   * @param {boolean} bad
   * @param {(() => unknown) | null} undo
   */
  say(text, lines = [], bad = false, undo = null) {
    this.tell("say", { text, lines, bad, undo });
    this.announce(text);
  }

  /**
   * One edit by its name, as the server makes it; null when it cannot be made, which is said.
   * @param {string} name
   * @param {Record<string, any>} args
   */
  gesture(name, args) {
    return this.perform({ name, arguments: args });
  }
  /**
   * Several, all or none, as one step of undo.
   * @param {[string, Record<string, any>][]} steps
   * @param {string} title
   */
  gestures(steps, title) {
    return this.perform({ steps: steps.map(([name, args]) => ({ name, arguments: args })), title });
  }

  /**
   * @param {Asked} asked
   * @returns {Promise<Change | null>}
   */
  async perform(asked, address = this.address.gesture) {
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
      return this.refuse(words.lost);
    }
    const answer = await response.json().catch(() => ({ refused: words.lost }));
    if (response.status === 409)
      return this.ask(
        `${answer.refused} ${words.whereShared}`,
        () => this.#edit({ ...asked, everywhere: true }, address),
        { yes: words.everywhere, also: [words.onlyHere, () => this.#edit({ ...asked, here: true }, address)] },
      );
    if (!response.ok || answer.refused) return this.refuse(answer.refused || words.lost);
    if (editor.text() !== text) return this.#edit(asked, address); // somebody typed in between
    if (!answer.edits.length) return answer;
    const brought = asked.brought || (await this.bring(answer.files));
    if (!brought) return null;
    if (editor.text() !== text) return this.#edit({ ...asked, brought }, address);
    editor.apply(answer.edits, answer.title);
    if (brought.length)
      this.stepTook({
        back: brought.map(({ file }) => ({ do: "remove", file })),
        forth: brought.map((one) => ({ do: "restore", ...one })),
      });
    this.tell("gesture", asked.steps || (asked.name ? [asked] : []));
    this.tell("changed", {
      title: this.sentences([answer.title, ...(answer.notes || [])]),
      edits: answer.edits,
      before: text,
    });
    return answer;
  }
  /**
   * Files that an edit made come into the draft before the text names them; null when one cannot come.
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
  /* The fields of forms in which something is typed that the text has not, `all` or those that it can come from now:
       the part with the forms says which. */
  /**
   * @param {{ all?: boolean }} [_]
   * @returns {HTMLInputElement[]}
   */
  typed(_) {
    return [];
  }
  /* Whether the text lacks something that was typed into a form or asked for, and that can come into it. */
  get isBehind() {
    return this.performing.size > 0 || this.typed().length > 0;
  }
  /* Brings it into the text, as leaving the field does; whether all of it came. What was refused has the focus. */
  async takeOver() {
    const fields = this.typed();
    for (const field of fields) field.dispatchEvent(new Event("change", { bubbles: true }));
    const edits = await Promise.allSettled(this.performing);
    if (edits.every((edit) => edit.status === "fulfilled" && edit.value)) return true;
    await new Promise((done) => {
      setTimeout(done);
    }); // who asked for the edits learns first that they were refused
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
   * Does what was pressed at an element that will be drawn anew, not twice: by then it would be about another one.
   * @param {Element} element
   * @param {() => unknown} does
   */
  async once(element, does) {
    if (this.pressed.has(element)) return;
    this.pressed.add(element);
    if (!(await does())) this.pressed.delete(element);
  }

  // -- dialogs
  /**
   * `also` is a second way to say yes: its words, and what it does. What is refused is asked again, as it was filled
   * in.
   * @param {string} title
   * @param {(form: any) => unknown} then
   * @param {Question} [question]
   * @returns {Promise<any>}
   */
  ask(title, then, { fields = [], yes = this.words.ok, also = null, wrong = "" } = {}) {
    /** @type {HTMLDialogElement} */
    const dialog = document.querySelector("[data-asks]");
    if (dialog.open)
      return new Promise((resolve) => {
        dialog.addEventListener("close", () => resolve(this.ask(title, then, { fields, yes, also, wrong })), {
          once: true,
        });
      }); // one question after the other
    return new Promise((resolve) => {
      this.write(this.$("[data-title]", dialog), title);
      this.write(this.$("[data-wrong]", dialog), wrong);
      this.$("[data-wrong]", dialog).hidden = !wrong;
      this.$("[data-fields]", dialog).replaceChildren(...fields);
      this.$("[data-yes]", dialog).textContent = yes;
      this.$("[data-also]", dialog).hidden = !also;
      this.$("[data-also]", dialog).textContent = also ? also[0] : "";
      dialog.returnValue = "";
      /** @type {HTMLInputElement} */
      const from = focused();
      dialog.onclose = async () => {
        // the form may be a new one by now
        const again = from?.isConnected ? from : from?.name && this.$(`[name="${CSS.escape(from.name)}"]`);
        if (again) again.focus();
        const does = { yes: then, also: also?.[1] }[dialog.returnValue];
        this.refusal = "";
        const answer = does ? await does(new FormData(this.$("form", dialog))) : null;
        resolve(
          this.refusal && fields.length ? this.ask(title, then, { fields, yes, also, wrong: this.refusal }) : answer,
        );
      };
      dialog.showModal();
      (fields[0]?.querySelector("input, select, textarea") || this.$("[data-yes]", dialog)).focus();
    });
  }
  /**
   * @param {string} label
   * @param {HTMLElement} control
   */
  field(label, control) {
    const wrapper = Object.assign(document.createElement("label"), { className: "stack" });
    wrapper.append(Object.assign(document.createElement("span"), { textContent: label }), control);
    return wrapper;
  }
  /**
   * @param {string} name
   * @param {string} value
   */
  input(name, value) {
    return Object.assign(document.createElement("input"), {
      name,
      value,
      className: "form-control mono",
      required: true,
      autocomplete: "off",
    });
  }
  /**
   * @param {string} name
   * @param {string[][]} options each a value and its words
   */
  choice(name, options) {
    const control = Object.assign(document.createElement("select"), { name, className: "form-select mono" });
    control.append(...options.map(([value, text]) => new Option(text, value)));
    return control;
  }
}
