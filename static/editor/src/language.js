// The languages of texts: that of templates, or the one that the beginning of a text shows.
import { closeBrackets } from "@codemirror/autocomplete";
import { yaml } from "@codemirror/lang-yaml";
import { StreamLanguage } from "@codemirror/language";
import { shell } from "@codemirror/legacy-modes/mode/shell";
import { Compartment, EditorState } from "@codemirror/state";
import { yamlIndent } from "./indent.js";

const LANGUAGES = {
  yaml: [yamlIndent, yaml(), closeBrackets()],
  shell: StreamLanguage.define(shell),
  none: [],
};

/* The language of a text: "shell" for a script, "yaml" for a configuration of cloud-init, else "none". */
export const languageOf = (text) =>
  text.startsWith("#!") ? "shell" : /^#cloud-config\s*(?:\n|$)/.test(text) ? "yaml" : "none";

const follows = new Compartment();
const ofContent = (doc) => languageOf(doc.line(1).text);
const following = (text) => [
  follows.of(LANGUAGES[languageOf(text)]),
  EditorState.transactionExtender.of(({ docChanged, startState, newDoc }) => {
    const next = docChanged && ofContent(newDoc);
    return next && next !== ofContent(startState.doc) ? { effects: follows.reconfigure(LANGUAGES[next]) } : null;
  }),
];

/* The extensions for a language by its name; that of "content" follows the text. */
export const language = (name, text) => (name === "content" ? following(text) : LANGUAGES[name] || LANGUAGES.yaml);
