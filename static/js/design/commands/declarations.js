// Commands on declarations: rename, duplicate, and add parameters, conditions and outputs.
import { HEAD } from "../../diagram/metrics.js";
import { addSeveral } from "../graph/arrivals.js";
import { cardOf, withRows } from "../graph/map.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function declarations(studio) {
  const { words, graph } = studio;
  const ask = studio.ask.bind(studio),
    field = studio.field.bind(studio),
    choice = studio.choice.bind(studio);

  studio.rename = (section, name) =>
    ask(
      `${words.rename} ${name}`,
      async (form) => {
        const chosen = form.get("new").trim(),
          stays = studio.watchFocus(),
          isStill = studio.watchSelection();
        if (chosen === name || !(await studio.gesture("rename", { section, name, new: chosen })) || !isStill()) return;
        if (section === "resources") graph.go(chosen, { focus: stays() });
        else studio.select(chosen, section);
      },
      { fields: [field(words.name, studio.input("new", name))], yes: words.rename },
    );

  /* The copy is selected, unless the user has selected something else meanwhile. */
  studio.duplicate = async (section, name) => {
    const names = () =>
      section === "resources" ? studio.diagram.nodes.map((node) => node.name) : Object.keys(studio.diagram[section]);
    const before = new Set(names()),
      stays = studio.watchFocus(),
      isStill = studio.watchSelection();
    if (!(await studio.gesture("duplicate", { section, name })) || !isStill()) return;
    const copy = names().find((each) => !before.has(each));
    if (copy && section === "resources") graph.go(copy, { focus: stays() });
    else if (copy) studio.select(copy, section);
  };

  // -- new parameters, conditions and outputs
  studio.addPart = async (kind) => {
    const made = await studio.declare(kind);
    if (!made?.isStill) return;
    studio.select(made.name, kind);
    if (made.isHere) studio.openForm();
  };
  /* Asks for a declaration and adds it. Returns its name, and whether the focus and the selection are unchanged.
     A parameter to be read `at` a path gets the constraints of the property there. */
  studio.declare = async (kind, called = "", { at = null, type = "" } = {}) => {
    /** @type {HTMLElement[]} */
    const fields = [field(words.name, studio.input("name", called))];
    if (kind === "parameters")
      fields.push(
        field(
          words.type,
          choice(
            "type",
            Object.keys(studio.definitions.types).map((one) => [one, one]),
            type,
          ),
        ),
      );
    const builder = await builderOf(kind);
    if (kind === "conditions" && !builder) return studio.refuse(words.lost);
    if (builder) fields.push(builder.element);
    return ask(
      words[`add_${kind}`],
      async (form) => {
        const name = form.get("name").trim(),
          stays = studio.watchFocus(),
          isStill = studio.watchSelection();
        /** @type {[string, Record<string, any>][]} */
        const steps = builder
          ? builder.steps(name)
          : [["add", { section: kind, name, body: { type: form.get("type") }, ...(at && { at }) }]];
        return (await studio.gestures(steps, steps.length > 1 ? `${words[`add_${kind}`]}: ${name}` : ""))
          ? { name, isHere: stays(), isStill: isStill() }
          : null;
      },
      { fields, yes: words.add },
    );
  };
  /* What asks for the definition of a condition, or for the value of an output. */
  const builderOf = async (kind) => {
    if (kind === "conditions") return studio.conditionBuilder.dialog();
    return kind === "outputs" ? studio.outputBuilder.dialog() : null;
  };

  // read-only users are told immediately, not after filling in a dialog
  const { mayEdit } = studio;
  if (!mayEdit)
    for (const name of ["rename", "connect", "disconnect", "addPart", "declare"])
      studio[name] = () => studio.refuse(words.readOnly);

  // -- the same as commands, named after the selection
  const one = () => mayEdit && Boolean(studio.chosen.name);
  const resource = () => one() && studio.chosen.kind === "resources";
  const several = () => graph.chosen.size > 1;
  /* The selected resources with the rows of their cards. */
  const withItsRows = (names = graph.chosen) => [...withRows(graph.byName, new Set(names))];
  /* The copies are selected, but for the rows of other copies. */
  const withoutRows = (fresh) => {
    const all = new Set(fresh);
    return fresh.filter((name) => !all.has(graph.byName.get(name)?.inside));
  };
  const duplicateAll = (names) => addSeveral(studio, "duplicate-all", { names }, withoutRows);
  studio.duplicateAt = async (names, dx, dy) => {
    if (!studio.mayEdit) return void studio.refuse(words.readOnly);
    const { x, y, height } = graph.byName.get(cardOf(graph.byName, names[0]));
    graph.near = { name: "", point: [x + dx, y + dy - height / 2 + Math.min(height, HEAD) / 2] };
    await duplicateAll(withItsRows(new Set(names)));
    graph.near = null;
  };
  for (const kind of ["parameters", "conditions", "outputs"])
    studio.command({
      id: `add-${kind}`,
      text: () => words[`add_${kind}`],
      when: () => mayEdit,
      does: () => studio.addPart(kind),
    });
  studio.command({
    id: "open-form",
    text: () => `${words.openForm} ${studio.chosen.name || ""}`,
    when: () => Boolean(studio.chosen.name),
    does: () => {
      studio.unfold("inspector");
      studio.$("aside[data-inspector] :is(input, select, textarea, button)")?.focus();
    },
  });
  studio.command({
    id: "connect",
    area: "graph",
    text: () => `${words.connect} ${studio.chosen.name || ""}`,
    sheet: () => words.connect,
    keys: ["c"],
    when: resource,
    does: () => studio.connect(studio.chosen.name, null),
  });
  studio.command({
    id: "rename",
    area: "graph",
    text: () => `${words.rename} ${studio.chosen.name || ""}`,
    sheet: () => words.rename,
    keys: ["F2"],
    when: one,
    does: () => studio.rename(studio.chosen.kind, studio.chosen.name),
  });
  studio.command({
    id: "remove",
    area: "graph",
    text: () =>
      `${words.remove} ${several() ? words.resourcesCount.replace("%s", graph.chosen.size) : studio.chosen.name || ""}`,
    sheet: () => words.remove,
    keys: ["Delete"],
    when: one,
    does: () =>
      resource() ? studio.remove([...graph.chosen]) : studio.removePart(studio.chosen.kind, studio.chosen.name),
  });
  studio.command({
    id: "duplicate",
    area: "graph",
    keys: ["Mod-d"],
    sheet: () => words.duplicate,
    text: () => {
      const rows = resource() ? withItsRows().length - graph.chosen.size : 0;
      const what = resource() && several() ? words.resourcesCount.replace("%s", graph.chosen.size) : studio.chosen.name;
      return `${words.duplicate} ${what || ""}${rows > 0 ? ` ${words.withRows.replace("%s", rows)}` : ""}`;
    },
    when: one,
    does: () => (resource() ? duplicateAll(withItsRows()) : studio.duplicate(studio.chosen.kind, studio.chosen.name)),
  });
}
