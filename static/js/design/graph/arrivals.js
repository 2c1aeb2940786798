// Edits that add several resources: the new ones are selected and moved into view.

/** @import { Studio } from "../studio.js" */

/**
 * Performs a gesture that adds resources. Returns their names, or null if it was refused.
 * @param {Studio} studio
 * @param {string} gesture
 * @param {Record<string, any>} args
 * @param {(fresh: string[]) => string[]} [selected] which of them are selected
 */
export async function addSeveral(studio, gesture, args, selected = (fresh) => fresh) {
  const before = new Set(studio.diagram.nodes.map((node) => node.name)),
    stays = studio.watchFocus(),
    isStill = studio.watchSelection();
  if (!(await studio.gesture(gesture, args))) return null;
  const fresh = studio.diagram.nodes.map((node) => node.name).filter((name) => !before.has(name));
  if (!isStill() || !fresh.length) return fresh;
  const chosen = selected(fresh);
  studio.graph.selectAll(chosen);
  for (const name of chosen.toReversed()) studio.graph.reveal(name); // the first one last: it is in view for certain
  if (stays()) studio.graph.focus(chosen[0]);
  return fresh;
}

/**
 * Adds the resources of a pattern, joined to resources with these names where they fit.
 * @param {Studio} studio
 * @param {string} name
 * @param {string[]} names
 */
export function addPattern(studio, name, names) {
  const folder = studio.file.slice(0, studio.file.lastIndexOf("/") + 1),
    files = studio.files.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length));
  return addSeveral(studio, "pattern", { name, names, files });
}
