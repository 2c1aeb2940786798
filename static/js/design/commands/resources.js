// Commands on selected resources: repeating, selecting what they need, conditions, copying of names and references.
/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function resources(studio) {
  const { words, graph, mayEdit } = studio;
  const chosen = () => (studio.chosen.kind === "resources" && studio.chosen.name ? [...graph.chosen] : []);
  const one = () => chosen().length === 1;
  const name = () => studio.chosen.name;
  const nodeOf = (wanted) => studio.diagram.nodes.find((node) => node.name === wanted);

  // -- several of the same
  for (const [id, group] of [
    ["repeat-group", "OS::Heat::ResourceGroup"],
    ["repeat-scaling", "OS::Heat::AutoScalingGroup"],
  ])
    studio.command({
      id,
      text: () => words.repeatWith.replace("%1", name() || "…").replace("%2", group.split("::").at(-1)),
      when: () => mayEdit && one() && nodeOf(name())?.type !== group,
      does: async () => {
        const isStill = studio.watchSelection(),
          of = name(),
          stays = studio.watchFocus();
        if ((await studio.gesture("repeat", { name: of, into: group })) && isStill()) graph.go(of, { focus: stays() });
      },
    });

  // -- selecting what a resource needs
  const needed = (names) => {
    const found = new Set(names);
    for (const each of found) for (const other of graph.needs.get(each) || []) found.add(other);
    return [...found];
  };
  studio.command({
    id: "choose-needed",
    text: () => words.chooseNeeded,
    when: () => chosen().some((each) => graph.needs.get(each)?.length),
    does: () => {
      graph.selectAll(needed(chosen()));
      graph.focus(graph.current);
    },
  });

  // -- the condition of one, in its form, or of several
  const askCondition = () => {
    const names = chosen(),
      condition = Object.assign(studio.names("condition", "condition"), { required: false });
    const set = (value) =>
      studio.gestures(
        names.flatMap((each) =>
          value
            ? [["set", { path: ["resources", each, "condition"], value }]]
            : nodeOf(each).condition
              ? [["unset", { path: ["resources", each, "condition"] }]]
              : [],
        ),
        `${words.createdWhen} ${value}`,
      );
    const add = async (called) => {
      const made = await studio.declare("conditions", called);
      return made && set(made.name);
    };
    return studio.ask(
      `${words.createdWhen}: ${names.length < 4 ? names.join(", ") : words.resourcesCount.replace("%s", names.length)}`,
      (form) => {
        const value = form.get("condition").trim();
        return !value || value in studio.diagram.conditions ? set(value) : add(value);
      },
      { fields: [studio.field(words.createdWhen, condition)], also: [words.add_conditions, () => add("")] },
    );
  };
  studio.command({
    id: "created-when",
    area: "graph",
    keys: ["w"],
    text: () => `${words.createdWhen} …`,
    sheet: () => words.createdWhen,
    when: () => mayEdit && chosen().length > 0,
    does: askCondition,
  });

  // -- the text, the type, and the clipboard
  studio.command({
    id: "show-text",
    text: () => words.showInText,
    when: () => one(),
    does: () => {
      studio.unfold("text");
      studio.editor.jump(nodeOf(name()).line, 1);
    },
  });
  studio.command({
    id: "type-about",
    text: () => words.typeAbout.replace("%s", nodeOf(name())?.type || "…"),
    when: () => one() && nodeOf(name())?.type.startsWith("OS::"),
    does: () => window.open(`${studio.address.types}${encodeURIComponent(nodeOf(name()).type)}/`, "_blank", "noopener"),
  });
  const copies = {
    "copy-name": [words.copyName, (of) => studio.copyWords(of)],
    "copy-reference": ["get_resource", (of) => studio.copyWords(`{get_resource: ${of}}`)],
    "copy-attribute": [
      "get_attr …",
      async (of) => {
        const { names } = await studio.askServer({ what: "attributes", resource: of }).catch(() => ({ names: [] }));
        const attribute = studio.names("attribute", "attribute");
        studio.offerNames(attribute, names);
        return studio.ask(
          `${words.copy} get_attr: ${of}`,
          (form) => studio.copyWords(`{get_attr: [${of}, ${form.get("attribute").trim()}]}`),
          { fields: [studio.field(words.attribute, attribute)], yes: words.copy },
        );
      },
    ],
  };
  for (const [id, [text, does]] of Object.entries(copies))
    studio.command({ id, text: () => `${words.copy} ${text}`, when: one, does: () => does(name()) });
}
