// While the text cannot be parsed, the diagram and the forms stay as they last were. They can be looked at and say what
// is wrong with the text; gestures are refused for that reason.

/** @import { Studio } from "../studio.js" */

/** What opens a menu or asks a question before it makes a gesture. */
const GESTURES = [
  "addPart",
  "addResource",
  "askTarget",
  "connect",
  "declare",
  "disconnect",
  "duplicate",
  "offerBetween",
  "offerNeighbours",
  "onlyOrder",
  "remove",
  "removePart",
  "rename",
];

/** @param {Studio} studio */
export function lastValid(studio) {
  const { words, graph, $ } = studio;
  const note = $("[data-broken]"),
    link = $("[data-first-problem]");
  const goToError = () => {
    const { line, column } = studio.unparsed;
    studio.unfold("text");
    studio.editor.jump(line, column);
  };
  const asItWas = () => words.asItWas.replace("%s", String(studio.unparsed.line));

  // -- the diagram
  studio.on("broken", () => {
    graph.broken();
    $("[data-as-it-was]", note).textContent = asItWas();
    studio.write(link, studio.unparsed.message);
    note.hidden = false;
  });
  studio.on("diagram", () => {
    note.hidden = true;
  });
  link.addEventListener("click", (event) => {
    event.preventDefault();
    goToError();
  });

  // -- the form
  const { panel } = studio.inspector;
  const tell = () => {
    const told = $("[data-unparsed]", panel);
    if (!told || !studio.unparsed) return;
    $("[data-as-it-was]", told).textContent = asItWas();
    studio.write($("[data-error]", told), studio.unparsed.message);
  };
  studio.on("drawn", () => {
    if (!panel.matches(".stale")) return;
    /** @type {HTMLTemplateElement} */
    const template = $("[data-last-valid]");
    panel.prepend(template.content.cloneNode(true));
    tell();
  });
  studio.on("broken", tell);
  panel.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("[data-go-to-error]")) goToError();
  });

  for (const name of GESTURES) {
    const does = studio[name];
    studio[name] = (...args) => (studio.mayGesture() ? does(...args) : null);
  }
  studio.on("ready", () => {
    if (studio.isUnparsed) studio.emit("broken");
  });
}
