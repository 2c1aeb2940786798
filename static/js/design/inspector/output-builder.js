// The output builder: a resource, what of it, and how it is handed out, in the form of an output and in the dialog that
// adds one.
/** @import { Studio } from "../studio.js" */

/** @typedef {{ resource: string, attribute: string, items: string, shape: string, text: string }} Form */

/** @param {Studio} studio */
export function outputBuilder(studio) {
  const { words } = studio;
  const SHAPES = [
    ["value", words.asValue],
    ["list", words.asList],
    ["text", words.asText],
  ];

  const select = (name, entries, chosen) => studio.choice(name, entries, chosen);
  const loose = (name, value) => {
    const input = studio.input(name, value);
    input.required = false;
    input.defaultValue = value;
    return input;
  };
  /**
   * The fields of an output. `changed` gets the form whenever it is another one; a dialog (`isAsked`) needs a resource.
   * @param {Form} form
   */
  const builder = (form, { owns = true, changed = (_form) => null, mark = "output", isAsked = false } = {}) => {
    const whole = document.createElement("fieldset");
    whole.className = "builder stack";
    whole.disabled = !owns;
    whole.setAttribute("aria-label", words.valueOfRow);
    const names = studio.diagram.nodes.map(({ name }) => name);
    if (form.resource && !names.includes(form.resource)) names.push(form.resource);
    const resource = select(
        `${mark}-resource`,
        [...(form.resource ? [] : [["", words.choose]]), ...names.map((name) => [name, name])],
        form.resource,
      ),
      attribute = select(`${mark}-attribute`, [["", words.wholeResource]], ""),
      items = loose(`${mark}-items`, form.items),
      shape = select(`${mark}-shape`, SHAPES, form.shape),
      text = loose(`${mark}-text`, form.text || "$value");
    resource.required = isAsked;
    items.placeholder = words.itemHint;
    const rows = {
      items: studio.field(words.item, items),
      text: studio.field(words.textAround, text),
    };
    const read = () => ({
      resource: resource.value,
      attribute: attribute.value,
      items: attribute.value ? items.value.trim() : "",
      shape: shape.value,
      text: shape.value === "text" ? text.value : "",
    });
    for (const [control, label] of /** @type {[HTMLElement, string][]} */ ([
      [resource, words.resource],
      [attribute, words.attribute],
      [shape, words.handedOut],
    ]))
      control.setAttribute("aria-label", label); // an option is no part of the name
    let sent = JSON.stringify(form),
      written = sent; // what the text says, as far as it is known
    const show = () => {
      rows.items.hidden = !attribute.value;
      rows.text.hidden = shape.value !== "text";
    };
    const tell = async () => {
      show();
      const now = read(),
        asked = JSON.stringify(now);
      if (!now.resource || asked === sent || (now.shape === "text" && !now.text.includes("$value"))) return;
      sent = asked;
      if (await changed(now)) written = asked;
      else if (sent === asked) sent = written; // it was refused or lost: the form stays, and can be sent again
    };
    const offer = async (chosen) => {
      const { value } = resource;
      const answer = value
        ? await studio.askServer({ what: "attributes", resource: value }).catch(() => studio.refuse(words.lost))
        : { names: [] };
      if (!answer || resource.value !== value) return;
      const known = chosen && !answer.names.includes(chosen) ? [chosen, ...answer.names] : answer.names;
      const types = answer.types || {};
      attribute.replaceChildren(
        new Option(words.wholeResource, ""),
        ...known.map((one) => new Option(types[one] ? `${one}, ${types[one]}` : one, one)),
      );
      attribute.value = chosen;
      show();
    };
    if (form.attribute) attribute.append(new Option(form.attribute, form.attribute, true, true));
    resource.addEventListener("change", () => {
      attribute.value = "";
      offer("");
      tell();
    });
    for (const control of [attribute, items, shape, text]) control.addEventListener("change", tell);
    for (const input of [items, text])
      input.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || mark !== "output") return;
        event.preventDefault();
        event.stopPropagation();
        tell();
      });
    whole.append(
      studio.field(words.resource, resource),
      studio.field(words.attribute, attribute),
      rows.items,
      studio.field(words.handedOut, shape),
      rows.text,
    );
    show();
    offer(form.attribute);
    /* Whether the text says what the fields say, as far as they are filled in. */
    const isFor = (fresh) => JSON.stringify(fresh) === sent;
    return { whole, read, isFor };
  };

  studio.outputBuilder = {
    /* A builder for a dialog, and the step that it asks for. */
    dialog() {
      const current = studio.graph?.current,
        known = studio.diagram.nodes.some(({ name }) => name === current);
      const made = builder(
        { resource: known ? current : "", attribute: "", items: "", shape: "value", text: "" },
        { mark: "new-output", isAsked: true },
      );
      const names = Object.keys(studio.diagram.conditions),
        condition = select("condition", [["", words.always], ...names.map((name) => [name, name])], "");
      if (names.length) made.whole.append(studio.field(words.onlyIf, condition));
      return {
        element: made.whole,
        steps: (name) => [["set-output", { name, output: made.read(), condition: condition.value, is_new: true }]],
      };
    },
  };

  /** @type {{ name: string, builder: ReturnType<typeof builder> } | null} */
  let shown = null;
  studio.on("drawn", (panel) => {
    const place = panel.querySelector("[data-output-parts]"),
      { name } = panel.dataset;
    if (!place) {
      shown = null;
      return;
    }
    const form = JSON.parse(place.dataset.outputParts);
    if (shown?.name !== name || !(shown.builder.isFor(form) || studio.inspector.isLate))
      shown = {
        name,
        builder: builder(form, {
          owns: place.dataset.owns === "true",
          changed: (output) => studio.gesture("set-output", { name, output }),
        }),
      };
    if (shown.builder.whole.parentElement !== place) place.replaceChildren(shown.builder.whole);
  });
}
