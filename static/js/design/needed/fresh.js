// Fresh resources: a value that is missing in a resource that a gesture of this draft made is no error but still
// needed, until its field is left empty, the form is left by Enter, or the changes are saved or reviewed. Kept with the
// draft until it is saved, and on this device, where undo may bring resources back after the draft is gone.
import { remember } from "../../site/storage.js";

/**
 * @import { Diagram, Missing, Path } from "../types.js"
 * @import { Studio } from "../studio.js"
 */

/** @type {(path: Path) => string} */
const keyOf = (path) => JSON.stringify(path);

/** @param {Studio} studio */
export function fresh(studio) {
  const { textarea } = studio,
    store = `${studio.store}:fresh`,
    { based_on: base, counter } = textarea.form.elements;
  /** @type {Map<string, Set<string>>} */
  const touched = new Map(); // by fresh resource, the paths that are errors when they are missing
  /** @type {(fresh: [string, string[]][]) => void} */
  const add = (fresh) => {
    for (const [name, paths] of fresh) touched.set(name, new Set([...(touched.get(name) || []), ...paths]));
  };
  const written = () => [...touched].map(([name, paths]) => [name, [...paths]]);
  try {
    const kept = JSON.parse(localStorage.getItem(store) || "null");
    if (kept?.base === base.value) add(kept.fresh);
  } catch {
    /* what is kept cannot be read: what the draft says is fresh */
  }
  // these are saved
  if (counter.value === "0") for (const { name } of studio.diagram?.nodes || []) touched.delete(name);
  add(JSON.parse(studio.$("#fresh")?.textContent || "[]"));
  const keep = () => {
    remember(store, touched.size ? JSON.stringify({ base: base.value, fresh: written() }) : null);
    studio.emit("fresh");
  };

  /** @type {(path: Path) => boolean} */
  const isUntouched = (path) => {
    const paths = touched.get(String(path[1]));
    return Boolean(paths) && !paths.has(keyOf(path));
  };
  /** @type {(missing: Missing) => boolean} whether none of the values is an error */
  const isNeeded = ({ paths }) => paths.every(isUntouched);
  /** @type {(missing: Missing) => Path[][]} the path of each value that is still needed, before those instead of it */
  const neededOf = (missing) => {
    if (missing.all) return missing.paths.filter(isUntouched).map((path) => [path]);
    return isNeeded(missing) ? [missing.paths] : [];
  };

  /** @param {Diagram} diagram */
  const count = ({ nodes }) => {
    for (const node of nodes) {
      node.found ??= { errors: node.errors, warnings: node.warnings };
      const of = (severity) => node.missing.filter((one) => one.severity === severity && isNeeded(one)).length;
      node.errors = node.found.errors - of("error");
      node.warnings = node.found.warnings - of("warning");
      node.needed = node.missing.flatMap(neededOf);
    }
  };

  // -- what is fresh: what gestures make, not what is typed in the text
  /** @type {Map<string, Set<string>> | null} */
  let before = null; // the missing values of the resources of the last diagram
  let isMade = false,
    isTyped = false;
  /** @type {Map<string, string>} */
  const renamed = new Map();
  /** @param {Diagram} diagram */
  const follow = (diagram) => {
    const { nodes } = diagram;
    for (const { name, missing } of nodes) {
      const known = before?.get(name),
        paths = missing.flatMap((one) => one.paths.map(keyOf));
      if (known && isTyped) for (const path of paths.filter((each) => !known.has(each))) touched.get(name)?.add(path);
      else if (!known && before && isTyped) touched.delete(name);
      else if (!known && before && isMade) make(name);
    }
    before = new Map(nodes.map(({ name, missing }) => [name, new Set(missing.flatMap((one) => one.paths.map(keyOf)))]));
    if (isMade || isTyped) keep();
    isMade = isTyped = false;
    renamed.clear();
    count(diagram);
  };
  const make = (name) => {
    const old = renamed.get(name);
    if (!old) touched.set(name, new Set());
    else if (touched.has(old))
      touched.set(name, new Set([...touched.get(old)].map((path) => keyOf(JSON.parse(path).with(1, name)))));
  };
  studio.on("typing", () => {
    isTyped = true;
  });
  studio.on("gesture", (steps) => {
    isMade = true;
    for (const { name, arguments: args } of steps) {
      if (name === "rename" && args.section === "resources") renamed.set(args.new, args.name);
      if (name === "unset" && args.path[0] === "resources") touched.get(args.path[1])?.add(keyOf(args.path));
    }
  });

  // -- what is touched
  /** @param {Path[]} paths */
  const touch = (paths) => {
    if (!paths.some(isUntouched)) return;
    for (const path of paths) touched.get(String(path[1]))?.add(keyOf(path));
    keep();
    count(studio.diagram);
    studio.emit("needed");
  };
  /* Makes errors of all values that are still needed, or of those of one resource. */
  const touchAll = (of = "") =>
    touch(
      (studio.diagram?.nodes || [])
        .filter(({ name }) => !of || name === of)
        .flatMap(({ needed = [] }) => needed.flat()),
    );
  textarea.form.addEventListener("submit", () => touchAll());
  studio.fresh = { follow, isNeeded, neededOf, touch, touchAll, written: () => JSON.stringify(written()) };
  if (studio.diagram?.nodes) follow(studio.diagram);
}
