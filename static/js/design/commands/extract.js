// Extracting resources into a nested template: a new file of the draft, and one resource, or a group, in their place.
/** @import { Act } from "../types.js" */
/** @import { Studio } from "../studio.js" */

const GROUPS = ["OS::Heat::ResourceGroup", "OS::Heat::AutoScalingGroup"];

/** @param {Studio} studio */
export function extract(studio) {
  const { words } = studio;
  const chosen = () => (studio.chosen.kind === "resources" && studio.chosen.name ? [...studio.graph.chosen] : []);
  const free = (stem) => {
    const taken = new Set([
      ...studio.diagram.nodes.map((node) => node.name),
      ...Object.keys(studio.diagram.parameters),
    ]);
    const file = (name) => studio.file.split("/").slice(0, -1).concat(`${name}.yaml`).join("/");
    let name = stem,
      number = 2;
    while (taken.has(name) || studio.files.includes(file(name))) name = `${stem}_${number++}`;
    return name;
  };
  /* Asks for the names of the file and of the resource that takes their place, or of a group of it. */
  const ask = (title, group = null) => {
    const names = chosen(),
      stem = group ? "group" : "part",
      name = free(names.length === 1 ? `${names[0]}_${stem}` : stem);
    const resource = studio.input("resource", name),
      file = studio.input("file", `${name}.yaml`);
    let isOwn = false;
    file.addEventListener("input", () => {
      isOwn = true;
    });
    resource.addEventListener("input", () => {
      if (!isOwn) file.value = `${resource.value}.yaml`;
    });
    studio.ask(
      `${title}: ${names.join(", ")}`,
      async (form) => {
        const made = form.get("resource").trim(),
          staying = studio.watchFocus(),
          isStill = studio.watchSelection();
        /** @type {Act[]} */
        const steps = [["extract", { names, resource: made, file: form.get("file").trim() }]];
        if (group) steps.push(["repeat", { name: made, into: form.get("group") }]);
        if (!(await studio.gestures(steps, group ? `${title}: ${made}` : "")) || !isStill()) return;
        const stays = staying();
        studio.graph.go(made, { focus: stays });
        if (stays && studio.root.dataset.view === "outline")
          studio.focusRow(studio.diagram.nodes.findIndex((node) => node.name === made));
      },
      {
        fields: [
          studio.field(words.extractName, resource),
          studio.field(words.extractFile, file),
          ...(group ? [studio.field(words.groupType, group)] : []),
        ],
        yes: title,
      },
    );
  };
  studio.command({
    id: "extract",
    text: () => words.extract,
    when: () => studio.mayEdit && Boolean(studio.addFile) && chosen().length > 0,
    does: () => ask(words.extract),
  });
  studio.command({
    id: "make-group",
    text: () => words.makeGroup,
    when: () => studio.mayEdit && Boolean(studio.addFile) && chosen().length > 1,
    does: () =>
      ask(
        words.makeGroup,
        studio.choice(
          "group",
          GROUPS.map((type) => [type, type]),
        ),
      ),
  });
}
