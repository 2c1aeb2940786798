// Extracting resources into a nested template: a new file of the draft, and one resource in place of several.
/** @import { Studio } from "../studio.js" */

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
  const extract = () => {
    const names = chosen(),
      name = free(names.length === 1 ? `${names[0]}_part` : "part");
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
      `${words.extract}: ${names.join(", ")}`,
      async (form) => {
        const made = form.get("resource").trim(),
          staying = studio.watchFocus(),
          isStill = studio.watchSelection();
        if (!(await studio.gesture("extract", { names, resource: made, file: form.get("file").trim() })) || !isStill())
          return;
        const stays = staying();
        studio.graph.go(made, { focus: stays });
        if (stays && studio.root.dataset.view === "outline")
          studio.focusRow(studio.diagram.nodes.findIndex((node) => node.name === made));
      },
      {
        fields: [studio.field(words.extractName, resource), studio.field(words.extractFile, file)],
        yes: words.extract,
      },
    );
  };
  studio.command({
    id: "extract",
    text: () => words.extract,
    when: () => studio.mayEdit && Boolean(studio.addFile) && chosen().length > 0,
    does: extract,
  });
}
