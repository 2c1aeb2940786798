// What is declared for a value in the inspector: a resource or a parameter that it names, an output of it.
import { languageOf } from "../../../editor/editor.js";
import { targetOf } from "../../site/dom.js";
import { nameFor, partOf, read } from "./value-paths.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function valueDeclarations(studio) {
  const { words } = studio;
  const { after, gesture } = studio.values;
  const { panel, inTurn } = studio.inspector;

  const makeParameter = (part) => {
    const path = read(part);
    return studio.ask(
      `${words.makeParameter}: ${path.at(-1)}`,
      (form) => gesture("make-parameter", { path, name: form.get("name").trim() }),
      { fields: [studio.field(words.name, studio.input("name", nameFor(path)))], yes: words.makeParameter },
    );
  };
  /* Names a thing in a field: what exists, a new resource, or a new parameter. */
  const answer = (part, control, { value, type, attribute }) => {
    const path = read(part);
    control.dataset.sent = control.value; // what was typed to find it
    if (!value && !type) return part.matches("[data-unset-yet]") ? newParameter(part) : makeParameter(part);
    after(path);
    if (value) return gesture("set", { path, value });
    const name = studio.freeName(type),
      named = attribute ? { get_attr: [name, attribute] } : { get_resource: name };
    return studio.gestures(
      [
        ["add", { section: "resources", name, body: { type } }],
        ["set", { path, value: named }],
      ],
      `${words.add} ${name}`,
    );
  };
  const newParameter = async (part) => {
    const path = read(part),
      made = await studio.declare("parameters", nameFor(path), { at: path });
    if (!made) return undefined;
    after(path);
    return gesture("set", { path, value: { get_param: made.name } });
  };
  panel.addEventListener("answer", (event) => {
    /** @type {HTMLInputElement} */
    const control = targetOf(event);
    inTurn(() => answer(partOf(control), control, /** @type {CustomEvent} */ (event).detail));
  });
  const makeOutput = (name, does) =>
    studio.ask(
      words.makeOutput,
      async (form) => {
        const made = form.get("name").trim();
        if (await does(made)) studio.announce(made);
      },
      { fields: [studio.field(words.name, studio.input("name", name))], yes: words.add },
    );

  /* Moves a text into a new file next to the template. */
  const moveIntoFile = (studio.values.moveIntoFile = (part) => {
    const path = read(part),
      text = /** @type {HTMLTextAreaElement} */ (part.querySelector("[data-value]")).value,
      ending = { shell: "sh", yaml: "yaml", none: "txt" }[languageOf(text)],
      folder = studio.file.split("/").slice(0, -1),
      stem = `${path[1]}_${path.at(-1)}`;
    let name = stem;
    for (let number = 2; studio.files.includes([...folder, `${name}.${ending}`].join("/")); number += 1)
      name = `${stem}_${number}`;
    return studio.ask(
      words.moveIntoFile,
      (form) => {
        const file = form.get("file").trim();
        if (studio.files.includes([...folder, file].join("/"))) {
          studio.refusal = words.fileExists.replace("%s", file);
          return undefined;
        }
        after(path);
        return gesture("move-into-file", { path, file });
      },
      { fields: [studio.field(words.extractFile, studio.input("file", `${name}.${ending}`))], yes: words.moveIntoFile },
    );
  });

  panel.addEventListener("click", (event) => {
    const button = targetOf(event).closest("button"),
      part = button && partOf(button);
    if (!button) return;
    if (button.matches("[data-parameter]")) makeParameter(part);
    if (button.matches("[data-into-file]")) moveIntoFile(part);
    if (button.matches("[data-insert]")) {
      const control = /** @type {HTMLInputElement} */ (part.querySelector(":scope > .pair [data-value]"));
      control.setRangeText(button.dataset.insert, control.selectionStart, control.selectionEnd, "end");
      control.focus();
    }
    if (button.matches("[data-make-output]")) {
      const path = read(part);
      makeOutput(nameFor(path), (name) => gesture("make-output", { path, name }));
    }
    if (button.matches("[data-output]")) {
      const { name } = panel.dataset,
        key = button.dataset.output;
      makeOutput(`${name}_${key}`, (made) =>
        gesture("add", { section: "outputs", name: made, body: { value: { get_attr: [name, key] } } }),
      );
    }
  });
}
