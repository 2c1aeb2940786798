// The declaration of the selected parameter in the inspector, field by field and constraint by constraint.
import { targetOf } from "../../site/dom.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function parameter(studio) {
  const { words, $, $$ } = studio;
  const panel = $("[data-inspector]");
  const own = (element) => element.closest("[data-parameter]");
  /** @type {(selector: string, within?: HTMLElement) => HTMLInputElement} */
  const control = (selector, within = panel) => $(selector, within);
  const typeOf = () => control("[data-declares=type]").value;

  // -- fields
  const knownType = () => studio.definitions.types[typeOf()] || {};
  const typed = (text) => {
    const { entry, propertyType } = knownType();
    if (entry === "yaml" || (entry === "items" && text.trim().startsWith("["))) return { yaml: text };
    if (entry === "typed") return { typed: text.trim(), type: propertyType };
    return { value: text };
  };
  const declare = (name, control) => {
    const key = control.dataset.declares,
      path = ["parameters", name, key],
      text = control.value;
    if (control.type === "checkbox")
      return control.checked ? studio.gesture("set", { path, value: true }) : studio.gesture("unset", { path });
    if (key === "default")
      return text || (knownType().entry === "text" && control("[data-has-default]").checked)
        ? studio.gesture("set", { path, ...typed(text) })
        : studio.gesture("unset", { path });
    if (!text.trim()) return studio.gesture("unset", { path });
    if (key === "tags")
      return studio.gesture("set", {
        path,
        value: text
          .split(",")
          .map((tag) => tag.trim())
          .filter(Boolean),
      });
    return studio.gesture("set", { path, value: text });
  };
  const defaulted = (name, box) => {
    const path = ["parameters", name, "default"];
    if (!box.checked) return studio.gesture("unset", { path });
    const { empty } = knownType();
    // there is no neutral number: the user has to type one
    if (empty !== undefined && typeof empty !== "number") return studio.gesture("set", { path, value: empty });
    return $("[data-declares=default]", panel).focus();
  };
  const askedIn = (name, select) => {
    if (select.value !== "new")
      return studio.gesture("place-parameter", { name, group: select.value === "" ? null : Number(select.value) });
    const index =
      Math.max(
        -1,
        ...[...select.options]
          .map((option) => option.value)
          .filter((value) => /^\d+$/.test(value))
          .map(Number),
      ) + 1;
    return studio.ask(
      words.newGroup,
      (form) =>
        studio.gestures(
          [
            ["add-group", { label: form.get("label") }],
            ["place-parameter", { name, group: index }],
          ],
          "",
        ),
      { fields: [studio.field(words.label, studio.input("label", ""))], yes: words.add },
    );
  };

  // -- constraints
  const optionsOf = (kind) => studio.definitions.constraints[kind];
  const read = (kind, value) =>
    Object.fromEntries(
      optionsOf(kind).map(({ name, kind: holds }) => [name, holds === "list" ? lines(value(name)) : value(name)]),
    );
  /* Without the empty lines at the end; a pattern for them would look through each run of empty lines. */
  const lines = (text) => {
    let end = text.length;
    while (text[end - 1] === "\n") end -= 1;
    return text.slice(0, end).split("\n");
  };
  const constrain = (name, item) =>
    studio.gesture("constrain", {
      name,
      index: Number(item.dataset.constraint),
      kind: item.dataset.kind,
      options: read(item.dataset.kind, (option) => control(`[data-option=${option}]`, item).value),
    });
  const controlOf = ({ name, kind, required, choices }) => {
    const control =
      kind === "list"
        ? Object.assign(document.createElement("textarea"), { name, className: "form-control mono", rows: 3 })
        : studio.input(name, "");
    if (choices) control.setAttribute("list", choices);
    return Object.assign(control, { required });
  };
  const addConstraint = (name, select) => {
    const kind = select.value;
    select.value = "";
    const fields = optionsOf(kind).map((option) => studio.field(option.label, controlOf(option)));
    const about = studio.input("description", "");
    about.required = false;
    studio.ask(
      `${words.addConstraint}: ${kind}`,
      (form) => {
        const index = $$("[data-constraint]", panel).length,
          /** @type {[string, object][]} */ steps = [
            ["constrain", { name, kind, options: read(kind, (option) => form.get(option)) }],
          ];
        if (form.get("description"))
          steps.push(["describe-constraint", { name, index, text: form.get("description") }]);
        return studio.gestures(steps, "");
      },
      { fields: [...fields, studio.field(words.breaksIt, about)], yes: words.add },
    );
  };

  panel.addEventListener("change", async (event) => {
    const /** @type {HTMLInputElement} */ target = targetOf(event),
      name = own(target)?.dataset.parameter;
    if (!name || studio.inspector.busy) return;
    target.dataset.sent = target.value;
    if (target.matches("[data-add-constraint]")) {
      if (target.value) addConstraint(name, target);
      return;
    }
    if ((await written(name, target)) !== null) return;
    // it was refused or cancelled: typed input stays to be fixed, a selection returns to the text's value
    delete target.dataset.sent;
    if (target.matches("select, [type=checkbox]")) studio.inspector.redraw();
  });
  const written = (name, target) => {
    const item = target.closest("[data-constraint]");
    if (target.matches("[data-declares]")) return declare(name, target);
    if (target.matches("[data-has-default]")) return defaulted(name, target);
    if (target.matches("[data-option]")) return constrain(name, item);
    if (target.matches("[data-words]"))
      return studio.gesture("describe-constraint", {
        name,
        index: Number(item.dataset.constraint),
        text: target.value,
      });
    if (target.matches("[data-constraint-yaml]"))
      return studio.gesture("set", {
        path: ["parameters", name, "constraints", Number(item.dataset.constraint)],
        yaml: target.value,
      });
    if (target.matches("[data-asked-in]")) return askedIn(name, target);
    return undefined;
  };
  panel.addEventListener("click", (event) => {
    const button = targetOf(event).closest("button"),
      item = button?.closest("[data-constraint]"),
      name = button && own(button)?.dataset.parameter;
    if (!item || !name) return;
    const index = Number(item.dataset.constraint),
      path = ["parameters", name, "constraints", index];
    /** @param {Parameters<Studio["gesture"]>} args */
    const gesture = (...args) => studio.once(item, () => studio.gesture(...args));
    if ("constraintRemove" in button.dataset) gesture("unset", { path });
    if ("constraintUp" in button.dataset) gesture("move", { path, index: index - 1 });
    if ("constraintDown" in button.dataset) gesture("move", { path, index: index + 1 });
  });
}
