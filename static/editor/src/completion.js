// Completion at the cursor; the embedding page returns the options. An option may have fields to fill in, which Tab
// visits, and may request further completion.
import {
  autocompletion,
  insertCompletionText,
  pickedCompletion,
  snippet,
  startCompletion,
} from "@codemirror/autocomplete";
import { fromPoints, toPoints } from "./offsets.js";

const WORD = /^[\w:.$<>/-]*$/;
const LONGEST_QUESTION = 600_000;

const put = (option) => (view, completion, from, to) => {
  let text = option.apply || option.label;
  const line = view.state.doc.lineAt(from);
  if (text.startsWith("\n")) {
    // text inserted below its key leaves no trailing spaces
    const kept = view.state.sliceDoc(line.from, from).trimEnd().length;
    if (line.from + kept < from && to === line.to) from = line.from + kept;
  }
  const behind = view.state.sliceDoc(to, line.to);
  if (/: $/.test(text) && behind.startsWith(" ")) text = text.slice(0, -1);
  if (option.fields) snippet(text.replace(/\n( *)/g, (_, blanks) => `\n${blanks}`))(view, completion, from, to);
  else
    view.dispatch({
      ...insertCompletionText(view.state, text, from, to),
      annotations: pickedCompletion.of(completion),
    });
  if (option.on) startCompletion(view);
};

export const completion = (complete) => {
  const source = async (context) => {
    const text = context.state.doc.toString();
    if (text.length > LONGEST_QUESTION) return null;
    const before = context.state.sliceDoc(Math.max(0, context.pos - 200), context.pos);
    if (!context.explicit && !/[\w.$<:[{/-]$|[:[{,-] $/.test(before)) return null;
    const answer = await complete(text, toPoints(text, context.pos), context.explicit);
    if (!answer || context.aborted || !answer.options.length) return null;
    const options = answer.options.map((option, rank) => ({
      label: option.label,
      detail: option.detail,
      info: option.info || undefined,
      type: option.old ? `${option.sort} old` : option.sort,
      rank,
      boost: option.old ? -50 : 0,
      apply: put(option),
    }));
    return { from: fromPoints(text, answer.from), options, validFor: answer.all === false ? undefined : WORD };
  };
  return autocompletion({
    override: [source],
    activateOnTypingDelay: 120,
    interactionDelay: 0,
    icons: false,
    maxRenderedOptions: 100,
    compareCompletions: (a, b) => a.rank - b.rank,
    optionClass: (option) => (option.type?.endsWith(" old") ? "cm-old" : ""),
  });
};
