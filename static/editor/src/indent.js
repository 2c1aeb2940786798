// Indentation of a new YAML line: one step deeper below a key without a value, aligned with the first key of a list
// item, else as the previous line.
import { getIndentUnit, indentService } from "@codemirror/language";

// A colon and no value: at most the head of a block scalar, up to a comment or the end.
const NO_VALUE = /:\s*(?:[|>][-+\d]*\s*)?(?:#|$)/g;

/* Whether the next line holds the value. A comment may end within the line, at U+2028; the last one decides. */
const begins = (value) => {
  const last = [...value.matchAll(NO_VALUE)].at(-1);
  return last !== undefined && /^.*$/.test(value.slice(last.index + last[0].length));
};

export const yamlIndent = indentService.of((context, position) => {
  const { doc } = context.state,
    here = doc.lineAt(position);
  const broken =
    context.simulatedBreak !== null && context.simulatedBreak >= here.from && context.simulatedBreak <= here.to;
  let number = here.number - (broken ? 0 : 1);
  const before = broken ? here.text.slice(0, context.simulatedBreak - here.from) : "";
  let text = before;
  while (!text.trim() && number > 0) {
    text = number === here.number ? before : doc.line(number).text;
    if (!text.trim()) number -= 1;
    else break;
  }
  if (!text.trim()) return 0;
  const [, blanks, dashes] = text.match(/^( *)((?:- +)*)/),
    column = blanks.length + dashes.length;
  if (/^ *(?:- +)*-$/.test(text)) return column;
  const value = text.slice(column);
  return /^#/.test(value)
    ? blanks.length
    : !/^["'{[]/.test(value) && begins(value)
      ? column + getIndentUnit(context.state)
      : column === blanks.length || /^[^\s:]+:(\s|$)/.test(value)
        ? column
        : blanks.length;
});
