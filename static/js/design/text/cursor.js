// The cursor and the selection: marks the node declared at the cursor, and the lines of the selected declaration.
/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function cursor(studio) {
  const { editor } = studio;
  const REST = 120,
    KINDS = ["parameters", "conditions", "resources", "outputs"];
  const NAME = /^ +(?:"([^"]*)"\s*|'([^']*)'\s*|([^\s#'"[{][^:]*)):(?:\s|$)/;
  /* The name that a line declares, without blanks at its end: a pattern would look for them at each blank. */
  const nameIn = (line) => {
    const [, double, single, plain] = line.match(NAME) || [];
    return double ?? single ?? plain?.trimEnd();
  };
  const blank = (text) => /^\s*(?:#|$)/.test(text),
    indent = (text) => text.length - text.trimStart().length;

  /* The declaration around a line: kind, name, first and last line; null outside of declarations. */
  const declarationAt = (number) => {
    const { doc } = editor.view.state;
    let first = null,
      least = Infinity;
    for (let line = Math.min(number, doc.lines); line > 0; line -= 1) {
      const { text } = doc.line(line);
      if (blank(text)) continue;
      if (indent(text) === 0) {
        const kind = text.match(/^["']?(\w+)["']?\s*:/)?.[1];
        return first && KINDS.includes(kind) ? ended(kind, first) : null;
      }
      if (indent(text) < least) {
        least = indent(text);
        first = line;
      }
    }
    return null;
  };
  const ended = (kind, first) => {
    const { doc } = editor.view.state,
      start = doc.line(first).text,
      name = nameIn(start);
    let last = first;
    for (let line = first + 1; line <= doc.lines; line += 1) {
      const { text } = doc.line(line);
      if (blank(text)) continue;
      if (indent(text) <= indent(start)) break;
      last = line;
    }
    return name === undefined ? null : { kind, name, first, last };
  };
  /* The first line of a declaration, or 0. */
  const lineOf = (kind, name) => {
    const { doc } = editor.view.state;
    if (kind === "resources" && !studio.isUnparsed) {
      const node = studio.diagram?.nodes.find((one) => one.name === name);
      if (node) return node.line;
    }
    let inside = false,
      level = 0,
      number = 0;
    for (const text of doc.iterLines()) {
      number += 1;
      if (blank(text)) continue;
      if (indent(text) === 0) {
        inside = text.replace(/["']/g, "").startsWith(`${kind}:`);
        level = 0;
        continue;
      }
      level ||= indent(text);
      if (inside && indent(text) === level && nameIn(text) === name) return number;
    }
    return 0;
  };

  // the node declared at the cursor
  let waiting,
    near = null;
  const mark = () => {
    for (const element of studio.$$("[data-graph] .at-text")) element.classList.remove("at-text");
    if (near?.kind === "resources") studio.graph?.element(near.name)?.classList.add("at-text");
  };
  const look = () => {
    const found = declarationAt(studio.place.line);
    near = found;
    mark();
    if (found?.kind === "resources" && editor.view.hasFocus) studio.graph?.showIfOut(found.name);
    studio.emit("here", found);
  };
  studio.on("moved", () => {
    clearTimeout(waiting);
    waiting = setTimeout(look, REST);
  });
  studio.on("diagram", () => {
    mark();
    block();
  });

  // the lines of the selected declaration
  let chosen = null;
  const block = () => {
    const line = chosen ? lineOf(chosen.kind, chosen.name) : 0,
      found = line ? declarationAt(line) : null;
    editor.showBlock(found?.first, found?.last);
    return found;
  };
  studio.on("select", ({ name, kind }) => {
    const fresh = name && (chosen?.name !== name || chosen.kind !== kind);
    chosen = name ? { name, kind } : null;
    const found = block();
    if (fresh) scroll(found);
  });
  // only the text scrolls to it, never the page, and nothing moves while the user types or has just made a change
  const scroll = (found) => {
    const { view } = editor,
      { line } = studio.place;
    if (!found || view.hasFocus || (line >= found.first && line <= found.last && isSeen(found))) return;
    editor.show(found.first);
  };
  /* Whether the first line of a declaration is in view, or cannot be because the text is hidden. */
  const isSeen = ({ first }) => {
    const { scrollDOM, state } = editor.view,
      { top } = editor.view.lineBlockAt(state.doc.line(first).from);
    return (
      !scrollDOM.clientHeight || (top >= scrollDOM.scrollTop && top < scrollDOM.scrollTop + scrollDOM.clientHeight)
    );
  };
  // a text that was hidden is measured by the next frame
  studio.on("arranged", () => {
    if (chosen) requestAnimationFrame(() => scroll(block()));
  });
}
