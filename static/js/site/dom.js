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

/**
 * Puts elements into a parent in this order; those that stay where they are keep the focus.
 * @param {Element} parent
 * @param {Element[]} wanted
 */
export const arrange = (parent, wanted) => {
  if (parent.childElementCount === wanted.length && wanted.every((element, at) => parent.children[at] === element))
    return;
  const staying = new Set(wanted),
    held = parent.contains(document.activeElement) ? focused() : null;
  for (const element of [...parent.children]) if (!staying.has(element)) element.remove();
  let at = parent.firstElementChild;
  for (const element of wanted) {
    if (element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
  }
  if (held?.isConnected && document.activeElement !== held) held.focus({ preventScroll: true });
};
