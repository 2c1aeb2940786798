// Elements of the page: by a selector, where an event happened, and where the focus is.

/**
 * @typedef {{
 *   <K extends keyof HTMLElementTagNameMap>(selector: K, within?: ParentNode): HTMLElementTagNameMap[K],
 *   <E extends Element = HTMLElement>(selector: string, within?: ParentNode): E,
 * }} First
 * @typedef {{
 *   <K extends keyof HTMLElementTagNameMap>(selector: K, within?: ParentNode): HTMLElementTagNameMap[K][],
 *   <E extends Element = HTMLElement>(selector: string, within?: ParentNode): E[],
 * }} All
 */

/**
 * What finds elements within a root, or within another element, by a selector: the first, and all in an array.
 * @param {ParentNode} root
 * @returns {{ $: First, $$: All }}
 */
export const finders = (root) => ({
  $: (/** @type {string} */ selector, within = root) => within.querySelector(selector),
  $$: (/** @type {string} */ selector, within = root) => [...within.querySelectorAll(selector)],
});

/**
 * The element at which an event happened.
 * @template {Element} [E=HTMLElement]
 * @param {{ target: EventTarget }} event
 * @returns {E}
 */
export const targetOf = ({ target }) => /** @type {any} */ (target);

/**
 * The element that has the focus.
 * @template {Element} [E=HTMLElement]
 * @returns {E}
 */
export const focused = () => /** @type {any} */ (document.activeElement);
