// SVG elements, and names that fit into the room they have.

const NS = "http://www.w3.org/2000/svg";

/**
 * @typedef {SVGElement & { item?: SVGElement, isCut?: boolean }} Drawn an element; of a node the item that it is in,
 *   with all that is drawn of it, and whether its name is cut
 */

/** @type {(name: string, attributes?: Record<string, any>, ...children: (globalThis.Node | string)[]) => Drawn} */
export const make = (name, attributes = {}, ...children) => {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== null) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

/**
 * A name of at most so many characters; a longer one is truncated in the middle.
 * @param {string} name
 * @param {number} most
 */
export const shortened = (name, most = 30) => {
  if (name.length <= most) return name;
  const room = Math.max(most - 1, 2),
    end = Math.floor(room / 2);
  return `${name.slice(0, room - end)}…${name.slice(-end)}`;
};

/** @param {string} type */
export const shortType = (type) => type.replace(/^OS::/, "");
