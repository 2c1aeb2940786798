// Names in the text: go to declaration, find uses, and rename.
/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function symbols(studio) {
  const { words, editor } = studio;
  const LONGEST = 200_000,
    REST = 250;

  const ask = async (at = editor.position()) => {
    const text = editor.text(),
      answer = await studio.askServer({ what: "declaration", text, at });
    return answer.name && editor.text() === text ? answer : null;
  };
  const here = (does) => async () => {
    const stays = studio.watchFocus(),
      answer = await ask().catch(() => undefined);
    if (answer === undefined) studio.refuse(words.lost);
    else if (!answer) studio.say(words.nothing);
    else if (stays()) does(answer);
  };
  const go = ({ line, column }) => editor.jump(line, column);

  const declared = ({ kind, name, start }) => {
    const file =
      kind === "files" &&
      [...document.querySelectorAll("[data-files] [data-file]")].find((link) => link.dataset.file === name);
    if (file) return file.click();
    if (start === null || start === undefined) return studio.say(words.nothing);
    return go(editor.places([start]).get(start));
  };
  const used = ({ name, start, uses }) => {
    const points = [...(start === null ? [] : [start]), ...uses.map(([from]) => from)],
      places = editor.places(points);
    const options = points
      .map((point) => ({
        ...places.get(point),
        mark: String(places.get(point).line),
        text: `${places.get(point).text.slice(0, 120)}${point === start ? `  (${words.declared})` : ""}`,
      }))
      .sort((a, b) => a.offset - b.offset);
    const from = { line: studio.place.line, column: studio.place.column };
    studio.announce(`${words.usesOf} ${name}: ${options.length}`);
    editor.menu({
      title: `${words.usesOf} ${name}: ${uses.length}`,
      options,
      at: Math.max(
        0,
        options.findIndex((one) => one.line === from.line),
      ),
      preview: (option) => editor.showBlock(option.line, option.line),
      pick: (option) => {
        editor.showBlock();
        go(option);
      },
      back: () => {
        editor.showBlock();
        editor.show(from.line, from.column);
      },
    });
  };
  studio.command({
    id: "definition",
    area: "editor",
    text: () => words.definition_of,
    keys: ["F12"],
    does: here(declared),
  });
  studio.command({
    id: "references",
    area: "editor",
    text: () => words.references,
    keys: ["Shift-F12"],
    does: here(used),
  });
  studio.command({
    id: "rename-here",
    area: "editor",
    text: () => words.renameHere,
    keys: ["F2"],
    when: () => studio.mayEdit,
    does: here(({ kind, name }) => studio.rename(kind, name)),
  });
  studio.on("point", async (at) => {
    const answer = await ask(at).catch(() => studio.refuse(words.lost));
    if (answer) declared(answer);
  });

  // highlights the uses of the name at the cursor once the cursor rests
  let waiting;
  const known = () =>
    new Set([
      ...(studio.diagram?.nodes?.map((node) => node.name) || []),
      ...["parameters", "conditions"].flatMap((kind) => Object.keys(studio.diagram?.[kind] || {})),
    ]);
  const mark = async () => {
    const { view } = editor,
      at = view.state.selection.main.head,
      word = view.state.wordAt(at);
    const line = view.state.doc.lineAt(at),
      name = [...line.text.matchAll(/[\w.-]+/g)].find(
        (one) => line.from + one.index <= at && at <= line.from + one.index + one[0].length,
      )?.[0];
    if (!word || !name || !view.hasFocus || view.state.doc.length > LONGEST || !known().has(name))
      return editor.showUses([]);
    const answer = await ask().catch(() => null);
    if (view.state.selection.main.head !== at) return undefined;
    if (!answer) return editor.showUses([]);
    const points = [
        ...answer.uses.flat(),
        ...(answer.start === null ? [] : [answer.start, answer.start + [...answer.name].length]),
      ],
      places = editor.places(points);
    const ranges = [
      ...answer.uses,
      ...(answer.start === null ? [] : [[answer.start, answer.start + [...answer.name].length]]),
    ];
    return editor.showUses(ranges.map(([from, to]) => [places.get(from).offset, places.get(to).offset]));
  };
  studio.on("moved", () => {
    clearTimeout(waiting);
    waiting = setTimeout(mark, REST);
  });
}
