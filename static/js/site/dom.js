// Elements of the page: by selector, by event, and the focused one.

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
 * Functions that find elements by selector, within a root or another element: the first, and all as an array.
 * @param {ParentNode} root
 * @returns {{ $: First, $$: All }}
 */
export const finders = (root) => ({
  $: (/** @type {string} */ selector, within = root) => within.querySelector(selector),
  $$: (/** @type {string} */ selector, within = root) => [...within.querySelectorAll(selector)],
});

/**
 * The target element of an event.
 * @template {Element} [E=HTMLElement]
 * @param {{ target: EventTarget }} event
 * @returns {E}
 */
export const targetOf = ({ target }) => /** @type {any} */ (target);

/**
 * The focused element.
 * @template {Element} [E=HTMLElement]
 * @returns {E}
 */
export const focused = () => /** @type {any} */ (document.activeElement);
