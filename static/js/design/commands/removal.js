// Removing declarations: at once if nothing else reads them. Otherwise a dialog lists each reader, with what happens to
// it, and asks what to do with the references.
/** @import { Studio } from "../studio.js" */
/** @import { Section } from "../types.js" */

/** @param {Studio} studio */
export function removal(studio) {
  const { words, graph } = studio;

  /* The readers of declarations; null if they cannot be determined now. */
  const readersOf = async (section, names) => {
    const body = new URLSearchParams({ text: studio.editor.text(), at: "0", what: "readers", section });
    for (const name of names) body.append("name", name);
    try {
      return (await (await studio.post(studio.address.assist, body)).json()).readers;
    } catch {
      return null;
    }
  };
  const kinds = { resources: words.readerResource, outputs: words.readerOutput, conditions: words.readerCondition };
  const item = ({ section, name, where, stays }) => {
    const row = document.createElement("li"),
      places = where.length ? `: ${where.join(", ")}` : "",
      fate = Object.assign(document.createElement("span"), { className: "fate" });
    row.append(
      Object.assign(document.createElement("strong"), { className: "mono", textContent: name }),
      ` ${kinds[section]}${places}. `,
      fate,
    );
    return { row, tell: (removes) => fate.replaceChildren(fateOf(removes, stays)) };
  };
  const fateOf = (removes, stays) => {
    if (!removes) return words.breaks;
    return stays ? words.losesReference : words.removedToo;
  };
  /* The list of readers, and the choice of what happens to them. */
  const readersAsked = (readers) => {
    const about = Object.assign(document.createElement("div"), { className: "stack" }),
      list = Object.assign(document.createElement("ul"), { className: "readers plain" }),
      rows = readers.map(item);
    list.dataset.readers = "";
    list.append(...rows.map(({ row }) => row));
    const uses = studio.choice("uses", [
      ["with", words.removeUses],
      ["keep", words.keepUses],
    ]);
    const tell = () => {
      for (const row of rows) row.tell(uses.value === "with");
    };
    uses.addEventListener("change", tell);
    tell();
    about.append(
      Object.assign(document.createElement("p"), { textContent: words.readBy.replace("%s", String(readers.length)) }),
      list,
      studio.field(words.whatUsers, uses),
    );
    return about;
  };

  /**
   * Removes declarations, after asking if anything else reads them; `then` follows unless the selection has moved on.
   * @param {Section} section
   * @param {string[]} names
   * @param {(stays: boolean) => unknown} then told whether the focus is unchanged
   */
  const remove = async (section, names, then) => {
    const what = names.length > 3 ? words.resourcesCount.replace("%s", String(names.length)) : names.join(", "),
      waits = studio.watchFocus(),
      was = studio.watchSelection();
    const readers = await readersOf(section, names);
    if (!readers) return studio.refuse(words.lost);
    const perform = async (with_uses, staying, isStill) => {
      const done = await studio.gestures(
        [["remove-all", { section, names, with_uses }]],
        names.length === 1 ? "" : `${words.remove} ${what}`,
      );
      if (done && isStill()) then(staying());
      return done;
    };
    if (!readers.length) return perform(false, waits, was);
    return studio.ask(
      `${words.remove} ${what}?`,
      (form) => perform(form.get("uses") === "with", studio.watchFocus(), studio.watchSelection()),
      { fields: [readersAsked(readers)], yes: words.remove },
    );
  };

  studio.remove = (names) => {
    const first = graph.byName.get(names[0]),
      row = studio.diagram.nodes.findIndex((node) => node.name === names[0]),
      inList = Boolean(document.activeElement?.closest("[data-list]"));
    return remove("resources", names, (stays) => {
      graph.select(null);
      if (!stays) return;
      if (inList) return void studio.focusRow(row);
      const next = first && graph.closest(first);
      if (!next) return void studio.$("[data-testid=palette-search]").focus();
      graph.current = next;
      graph.select(null);
      graph.focus(next);
    });
  };
  studio.removePart = (section, name) => remove(section, [name], () => studio.select(null));
  if (!studio.mayEdit) for (const name of ["remove", "removePart"]) studio[name] = () => studio.refuse(words.readOnly);
}
