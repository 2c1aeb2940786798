// What is declared for a value in the inspector: a resource or a parameter that it names, an output of it.
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

  panel.addEventListener("click", (event) => {
    const button = targetOf(event).closest("button"),
      part = button && partOf(button);
    if (!button) return;
    if (button.matches("[data-parameter]")) makeParameter(part);
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
