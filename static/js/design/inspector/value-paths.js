// The parts of a form as elements, each with the path of its value in the text.

const WRITTEN = ["", "list", "map"];

/**
 * The part that an element belongs to.
 * @param {Element} element
 * @returns {HTMLElement | null}
 */
export const partOf = (element) => element.closest("[data-part]");

/**
 * A path that a part carries: its own, or another by its name.
 * @param {HTMLElement} part
 */
export const read = (part, key = "part") => JSON.parse(part.dataset[key]);

/**
 * Whether two paths are the same.
 * @param {unknown} one
 * @param {unknown} other
 */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Whether a part is a call of a function.
 * @param {HTMLElement} part
 */
export const isCall = (part) =>
  part && !WRITTEN.includes(part.dataset.expression) && part.dataset.expression !== "yaml";

/**
 * The path of a part's children: inside the function's name if it is a call.
 * @param {HTMLElement} part
 */
export const inside = (part) => (isCall(part) ? [...read(part), part.dataset.expression] : read(part));

/**
 * The parts of a part that are in the text.
 * @param {HTMLElement} part
 * @returns {HTMLElement[]}
 */
export const children = (part) =>
  [...part.querySelectorAll(":scope > .parts > [data-part]")].filter((one) => !one.matches("[data-unset-yet]"));

/**
 * A name for what is declared for a value, from its path.
 * @param {unknown[]} path
 */
export const nameFor = (path) =>
  path
    .filter((key) => typeof key === "string" && !["resources", "properties"].includes(key))
    .join("_")
    .replace(/\W+/g, "_");
