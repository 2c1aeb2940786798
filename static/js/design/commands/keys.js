// Keys by their names: "Mod-Shift-z" is Ctrl, or ⌘ on a Mac, with Shift and Z.

/**
 * The name of the pressed keys.
 * @param {Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">} event
 */
export const pressed = ({ key, ctrlKey, metaKey, altKey, shiftKey }) =>
  [
    (ctrlKey || metaKey) && "Mod",
    altKey && "Alt",
    shiftKey && key !== "?" && "Shift",
    key.length === 1 ? key.toLowerCase() : key,
  ]
    .filter(Boolean)
    .join("-");

export const isMac = globalThis.navigator?.platform?.startsWith("Mac") ?? false;

/** @type {Record<string, string>} */
const SIGNS = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Escape: "Esc" };

/**
 * The keys of a name as labelled on the keyboard.
 * @param {string} keys
 * @param {boolean} isMac
 */
export const written = (keys, isMac) => {
  /** @type {Record<string, string>} */
  const signs = { ...SIGNS, Mod: isMac ? "⌘" : "Ctrl" };
  return keys
    .split(/(?<=.)-(?=.)/)
    .map((key) => signs[key] || (key.length === 1 ? key.toUpperCase() : key))
    .join(" ");
};
