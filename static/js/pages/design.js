// The design page.

import { commandPalette } from "../design/commands/command-palette.js";
import { declarations } from "../design/commands/declarations.js";
import { extract } from "../design/commands/extract.js";
import { removal } from "../design/commands/removal.js";
import { reorder } from "../design/commands/reorder.js";
import { resources } from "../design/commands/resources.js";
import { dialogs } from "../design/dialogs.js";
import { drafts } from "../design/files/drafts.js";
import { files } from "../design/files/files.js";
import { save } from "../design/files/save.js";
import { templateVersion } from "../design/files/template-version.js";
import { footBar } from "../design/foot-bar.js";
import { fragment } from "../design/fragment.js";
import { fullScreen } from "../design/full-screen.js";
import { adding } from "../design/graph/adding.js";
import { clipboard } from "../design/graph/clipboard.js";
import { connections } from "../design/graph/connections.js";
import { declarationMenus } from "../design/graph/declaration-menus.js";
import { exports } from "../design/graph/export.js";
import { givenNetworks } from "../design/graph/given-networks.js";
import { homes } from "../design/graph/homes.js";
import { keyboard } from "../design/graph/keyboard.js";
import { lastValid } from "../design/graph/last-valid.js";
import { menus } from "../design/graph/menus.js";
import { minimap } from "../design/graph/minimap.js";
import { naming } from "../design/graph/naming.js";
import { neighbours } from "../design/graph/neighbours.js";
import { offers } from "../design/graph/offers.js";
import { outline } from "../design/graph/outline.js";
import { typePalette } from "../design/graph/palette.js";
import { patterns } from "../design/graph/patterns.js";
import { pointer } from "../design/graph/pointer.js";
import { positions } from "../design/graph/positions.js";
import { search } from "../design/graph/search.js";
import { selection } from "../design/graph/selection.js";
import { stage } from "../design/graph/stage.js";
import { tidying } from "../design/graph/tidying.js";
import { unfolding } from "../design/graph/unfolding.js";
import { valuesLayer } from "../design/graph/values-layer.js";
import { view } from "../design/graph/view.js";
import { combobox } from "../design/inspector/combobox.js";
import { conditionBuilder } from "../design/inspector/condition-builder.js";
import { inspector } from "../design/inspector/inspector.js";
import { outputBuilder } from "../design/inspector/output-builder.js";
import { parameter } from "../design/inspector/parameter.js";
import { parameterGroups } from "../design/inspector/parameter-groups.js";
import { parameterTrial } from "../design/inspector/parameter-trial.js";
import { propertyAbout } from "../design/inspector/property-about.js";
import { textLayer } from "../design/inspector/text-layer.js";
import { unsent } from "../design/inspector/unsent.js";
import { valueDeclarations } from "../design/inspector/value-declarations.js";
import { valueItems } from "../design/inspector/value-items.js";
import { values } from "../design/inspector/values.js";
import { leftPanel } from "../design/left-panel.js";
import { fresh } from "../design/needed/fresh.js";
import { needed } from "../design/needed/needed.js";
import { panes } from "../design/panes.js";
import { problemsLayer } from "../design/problems-layer.js";
import { regions } from "../design/regions.js";
import { splitters } from "../design/splitters.js";
import { Studio } from "../design/studio.js";
import { changeBar } from "../design/text/change-bar.js";
import { cursor } from "../design/text/cursor.js";
import { diagnostics } from "../design/text/diagnostics.js";
import { quickFixes } from "../design/text/quick-fixes.js";
import { symbols } from "../design/text/symbols.js";
import { text } from "../design/text/text.js";
import { unsavedCount } from "../design/text/unsaved-count.js";
import { wayOut } from "../design/way-out.js";
import { codeView } from "../site/code-view.js";

// Each part gets the studio, with the members that earlier parts have added.
const TEXT = [dialogs, text, unsavedCount, fresh, diagnostics, quickFixes, changeBar];
const GRAPH = [
  symbols,
  cursor,
  positions,
  view,
  stage,
  tidying,
  unfolding,
  givenNetworks,
  pointer,
  keyboard,
  outline,
  menus,
  declarations,
  removal,
  connections,
  homes,
  adding,
  typePalette,
  patterns,
  offers,
  naming,
  neighbours,
  minimap,
  combobox,
  search,
  selection,
  exports,
  declarationMenus,
  panes,
  splitters,
  leftPanel,
  footBar,
  problemsLayer,
  fullScreen,
  regions,
  inspector,
  needed,
  values,
  valueItems,
  valueDeclarations,
  textLayer,
  propertyAbout,
  unsent,
  conditionBuilder,
  outputBuilder,
  parameterTrial,
  parameterGroups,
  parameter,
  clipboard,
  resources,
  valuesLayer,
  extract,
  reorder,
  templateVersion,
  wayOut,
  lastValid,
  fragment,
];
const FILES = [drafts, files, save, commandPalette];

document.addEventListener("DOMContentLoaded", () => {
  codeView();
  const root = document.querySelector("[data-studio]");
  /** @type {HTMLTextAreaElement} */
  const textarea = root?.querySelector("[data-paper] textarea");
  if (!textarea) return;
  root.classList.add("live");
  const studio = new Studio(root, textarea);
  window.designer = { studio }; // for the console, and for tests
  const isTemplate = Boolean(root.querySelector("[data-graph]"));
  for (const setUp of [...TEXT, ...(isTemplate ? GRAPH : []), ...FILES]) setUp(studio);
  window.designer.editor = studio.editor;
  studio.emit("ready");
});
