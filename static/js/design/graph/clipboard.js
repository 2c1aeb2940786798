// Copy, cut and paste of resources, also between templates: the system clipboard holds plain YAML, a complete template
// with the parameters and conditions that the resources need.
import { focused, targetOf } from "../../site/dom.js";
import { addSeveral } from "./arrivals.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function clipboard(studio) {
  const { words } = studio;
  const chosen = () => (studio.chosen.kind === "resources" && studio.chosen.name ? [...studio.graph.chosen] : []);
  /* The resources that a key applies to: the focused one if it is not selected, else the selection. */
  const targets = (event) => {
    const on = event?.target.closest?.(".node[data-name], [data-outline] [data-name]")?.dataset.name;
    return !on || chosen().includes(on) ? chosen() : [on];
  };
  const selected = () => !getSelection().isCollapsed;
  const few = (names) => (names.length < 4 ? names.join(", ") : words.resourcesCount.replace("%s", names.length));

  // without permission to write to the clipboard, the text is copied from a field
  const written = (studio.toClipboard = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      /* not allowed or not available */
    }
    const from = focused(),
      field = Object.assign(document.createElement("textarea"), {
        value: text,
        className: "visually-hidden",
        ariaHidden: "true",
      });
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    from?.focus({ preventScroll: true });
    return done;
  });
  studio.copyWords = async (text) => {
    if (await written(text)) studio.say(`${words.copied} ${text}`);
    else showPiece(text);
  };
  const copy = async (event) => {
    const names = targets(event),
      body = new URLSearchParams({ text: studio.editor.text(), at: "0", what: "clip" });
    for (const name of names) body.append("name", name);
    let answer;
    try {
      answer = await (await studio.post(studio.address.assist, body)).json();
    } catch {
      return studio.refuse(words.lost);
    }
    if (answer.refused) return studio.refuse(answer.refused);
    if (!(await written(answer.piece))) return showPiece(answer.piece);
    const about = [
      answer.left.length && `${words.notCopied} ${answer.left.join(", ")}`,
      answer.files.length && `${words.filesNeeded} ${answer.files.join(", ")}`,
    ].filter(Boolean);
    studio.say([`${words.copied} ${few(names)}`, ...about].join(". "));
    return names;
  };
  const showPiece = (piece) => {
    const field = Object.assign(document.createElement("textarea"), {
      name: "piece",
      className: "form-control mono",
      rows: 12,
      readOnly: true,
      value: piece,
    });
    studio.ask(words.copyByHand, () => null, { fields: [studio.field(words.piece, field)] });
    field.select();
    return null;
  };
  const cut = async (event) => {
    const names = await copy(event),
      isStill = studio.watchSelection();
    if (
      names &&
      (await studio.gestures([["remove-all", { section: "resources", names }]], `${words.cut} ${few(names)}`)) &&
      isStill()
    )
      studio.select(null);
  };

  const WHOLE = /^heat_template_version\s*:/m;
  const isEmpty = () =>
    ["nodes", "parameters", "conditions", "outputs"].every((part) => !Object.keys(studio.diagram[part] || {}).length);
  /* A whole template becomes the text of one that is empty; else its resources are added. */
  const paste = async (piece) => {
    if (!piece.trim()) return studio.refuse(words.nothingToPaste);
    if (isEmpty() && WHOLE.test(piece)) return studio.editor.replace(piece, words.paste);
    return addSeveral(studio, "paste", { piece });
  };
  const pasteAsked = async () => {
    try {
      return await paste(await navigator.clipboard.readText());
    } catch {
      /* not allowed: ask for the text */
    }
    const field = Object.assign(document.createElement("textarea"), {
      name: "piece",
      className: "form-control mono",
      rows: 8,
      required: true,
    });
    return studio.ask(words.paste, (form) => paste(form.get("piece")), {
      fields: [studio.field(words.pasteHere, field)],
      yes: words.paste,
    });
  };
  document.addEventListener("paste", (event) => {
    const place = targetOf(event) instanceof Element ? targetOf(event) : document.body;
    if (
      event.defaultPrevented ||
      !studio.mayEdit ||
      document.querySelector("dialog[open]") ||
      place.closest("input, textarea, select, [contenteditable=true]")
    )
      return;
    event.preventDefault();
    paste(event.clipboardData.getData("text/plain"));
  });

  const some = (event) => targets(event).length > 0;
  studio.command({
    id: "copy",
    area: "graph",
    keys: ["Mod-c"],
    text: () => `${words.copy} ${few(chosen())}`,
    sheet: () => words.copy,
    when: (event) => some(event) && !selected(),
    does: copy,
  });
  studio.command({
    id: "cut",
    area: "graph",
    keys: ["Mod-x"],
    text: () => `${words.cut} ${few(chosen())}`,
    sheet: () => words.cut,
    when: (event) => studio.mayEdit && some(event) && !selected(),
    does: cut,
  });
  studio.command({ id: "paste-keys", area: "graph", keys: ["Mod-v"], text: () => words.paste });
  studio.command({ id: "paste", text: () => words.paste, when: () => studio.mayEdit, does: pasteAsked });
}
