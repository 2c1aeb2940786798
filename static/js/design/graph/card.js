// The boxes of the map: cards with the rows of what serves them, frames around what lives in them, shared things.
import { CHARACTER, FRAME_NAME } from "./map.js";
import { badges, handle, MONO, make, SANS, shortened, shortType } from "./svg.js";

/** @import { Node } from "../types.js" */
/** @import { Drawn, Fitted } from "./svg.js" */

const HEAD = 48,
  FRAME_HEAD = 40,
  ROW = 26,
  CHIPS = 32,
  LANE = 28,
  STACK = 8,
  LARGEST = 16.4; // of the names beside which others stand
const WELL = 28,
  ICON = 17;

/**
 * @typedef {{ sprite: string, words: Record<string, any> }} Look where the icons are, and the page's words
 */

/**
 * Draws one node; the middle of the node is the origin of its item, which contains the node's button. The button of a
 * card or frame is its head: what is below is buttons of their own.
 */
class Drawing {
  /**
   * @param {Node} node
   * @param {Look} look
   */
  constructor(node, { sprite, words }) {
    this.node = node;
    this.sprite = sprite;
    this.words = words;
    this.left = -node.width / 2;
    this.top = -node.height / 2;
    this.item = make("g", { class: "item", "data-of": node.name });
    this.button = make("g");
    this.group = this.button; // what is drawn into
    /** @type {Fitted[]} */
    this.fitted = [];
    /** @type {Drawn[]} */
    this.edge = []; // above all else, and not a part of the button
  }

  box(attributes) {
    this.group.append(make("rect", attributes));
  }

  /** Draws the following below the head. */
  below(does) {
    this.group = this.item;
    does();
    this.group = this.button;
  }

  /** A text that is cut in its middle where it does not fit. */
  text(className, x, y, text, { size = 13, room = this.node.width, ratio = MONO, beside = 0 } = {}) {
    const element = make("text", { class: className, x, y });
    this.fitted.push({ element, text, size, room, ratio, beside });
    this.group.append(element);
    return element;
  }

  icon(x, y, name = this.node.icon || "box", className = "kind") {
    const use = make("use", {
      href: `${this.sprite}#${name}`,
      x: -ICON / 2,
      y: -ICON / 2,
      width: ICON,
      height: ICON,
    });
    this.group.append(make("g", { class: className, transform: `translate(${x} ${y})` }, use));
  }

  /** The outline of the whole, and the head that takes clicks. */
  outline(className, corner, head, across = this.node.width) {
    const { width, height } = this.node,
      size = { x: this.left, y: this.top, rx: corner };
    this.item.append(make("rect", { ...size, class: `whole ${className}`, width, height }));
    this.box({ ...size, class: "box", width: across, height: head });
  }

  condition() {
    if (!this.node.condition) return;
    this.text("condition", this.left + 2, this.top - 7, this.conditionWords(), { size: 11.5, ratio: SANS });
  }

  conditionWords() {
    const { condition, state } = this.node,
      sign = { on: "✓", off: "–", unknown: "?" }[state] || "";
    return `${sign} ${this.words.if} ${condition}`;
  }

  badges() {
    this.group.append(...badges(this.node, this.node.width / 2 - 4, this.top + 3));
  }

  /** Adds the handles at both ends of the head, whose middle is at `y`, and at the lower edge of a card or frame. */
  handles(y, { right = this.node.width / 2, holds = false } = {}) {
    const { words } = this,
      { name, width, height } = this.node;
    this.edge = [handle(words, name, "used", -width / 2, y), handle(words, name, "uses", right, y)];
    if (holds) this.edge.push(handle(words, name, "holds", 0, height / 2));
  }

  chips(names, x, y, width) {
    let at = x + 10;
    for (const [index, name] of names.entries()) {
      const left = names.length - index - 1,
        room = x + width - at - (left ? 40 : 10),
        needs = name.length * 7 + 14;
      if (needs > room && index) {
        this.group.append(make("text", { class: "chip more", x: at + 2, y: y + 15 }, `+ ${left + 1}`));
        return;
      }
      const long = Math.min(needs, room);
      this.box({ class: "chip-box", x: at, y, width: long, height: 21, rx: 4 });
      this.text("chip", at + 7, y + 15, name, { size: 11.5, room: long - 12 });
      at += long + 6;
    }
  }
}

/** @param {Drawing} drawing */
const card = (drawing) => {
  const { node, left, top } = drawing;
  drawing.outline("", 8, HEAD);
  drawing.condition();
  drawing.box({ class: "well", x: left + 10, y: top + 10, width: WELL, height: WELL, rx: 6 });
  drawing.icon(left + 10 + WELL / 2, top + 10 + WELL / 2);
  const room = node.width - 62;
  drawing.text("name", left + 50, top + 21, node.name, { room });
  const type = node.role === "shared" ? node.type.split("::").at(-1) : shortType(node.type),
    second = [type, node.fact].filter(Boolean).join(" · ");
  drawing.text("type", left + 50, top + 38, second, { size: 11.5, room, ratio: SANS });
  const lower = node.height - (node.chips?.length ? CHIPS : 0);
  drawing.below(() => {
    for (const y of new Set([HEAD, lower]))
      if (y < node.height)
        drawing.group.append(make("path", { class: "hair", d: `M${left} ${top + y}h${node.width}` }));
    if (node.chips?.length) drawing.chips(node.chips, left, top + lower + 5, node.width);
    more(drawing, top + lower - 3);
  });
  drawing.badges();
  drawing.handles(top + HEAD / 2, { holds: true });
};

/** How many rows are not listed, in the last line above `bottom`. */
const more = ({ node, left, group }, bottom) => {
  if (node.more) group.append(make("text", { class: "more", x: left + 16, y: bottom - 9 }, `+ ${node.more}`));
};

/** @param {Drawing} drawing */
const frame = (drawing) => {
  const { node, left, top } = drawing,
    named = FRAME_NAME + node.title.length * CHARACTER,
    across = node.lanes === 1 ? named + 4 : node.width; // the only lane is in the head, too
  drawing.outline(`around${node.inside ? " inner" : ""}${node.given ? " given" : ""}`, 10, FRAME_HEAD, across);
  if (!node.given) drawing.condition();
  drawing.icon(left + 20, top + 20, node.given ? "sliders" : undefined);
  const fact = node.lanes === 1 ? "" : node.fact || "";
  drawing.text("name", left + FRAME_NAME, top + 24, node.title, {
    room: node.width - 48,
    beside: fact || node.lanes === 1 ? (node.width - 48 - (named - FRAME_NAME)) / LARGEST : 0,
  });
  if (fact)
    drawing.text("type", left + named + 8, top + 24, fact, {
      size: 11.5,
      room: node.width - named - 26,
      ratio: SANS,
    });
  drawing.below(() => {
    if (node.member) member(drawing);
    more(drawing, -top - 3);
    drawing.badges();
  });
  if (!node.given) drawing.handles(top + FRAME_HEAD / 2, { right: left + across, holds: true });
};

/** @param {Drawing} drawing */
const member = (drawing) => {
  const { node } = drawing,
    { x, y, width, height, fact } = node.member,
    [from, down] = [x - node.x, y - node.y];
  const inner = make("g", { class: "member", "data-testid": `node-${node.name}.resource` });
  for (const behind of [STACK, STACK / 2, 0])
    inner.append(make("rect", { class: "whole", x: from + behind, y: down + behind, width, height, rx: 8 }));
  drawing.group.append(inner);
  drawing.text("name", from + 14, down + 21, "resource", { room: width - 24 });
  drawing.text("type", from + 14, down + 38, fact || "", { size: 11.5, room: width - 24, ratio: SANS });
  if (node.chips?.length) drawing.chips(node.chips, from, down + HEAD + 3, width);
};

/** @param {Drawing} drawing */
const row = (drawing) => {
  const { node, left, top } = drawing,
    at = left + 16 + 16 * node.depth,
    fact = node.fact || "";
  drawing.box({ class: "box", x: left + 3, y: top, width: node.width - 6, height: ROW, rx: 5 });
  if (node.depth) drawing.group.append(make("path", { class: "hair", d: `M${at - 8} ${top}v13h6` }));
  drawing.icon(at + 8, 0);
  const shown = shortened(fact, 18),
    end = node.state === "on" || !node.condition ? 12 : 28;
  drawing.text("name", at + 22, 4.5, node.name, {
    size: 12,
    room: node.width / 2 - end - at - 26,
    beside: shown.length * SANS,
  });
  if (shown) drawing.text("fact", node.width / 2 - end, 4.5, shown, { size: 11.5, room: 124, ratio: SANS });
  if (end > 12)
    drawing.group.append(
      make("text", { class: "sign", x: node.width / 2 - 16, y: 4.5 }, node.state === "off" ? "⊖" : "?"),
    );
  for (const severity of /** @type {const} */ (["errors", "warnings"]))
    if (node[severity]) {
      drawing.group.append(make("circle", { class: `dot ${severity}`, cx: left + 8, cy: 0, r: 3.5 }));
      break;
    }
  drawing.handles(0);
};

/** @param {Drawing} drawing */
const lane = (drawing) => {
  const { node, left, top } = drawing;
  drawing.outline(`strip${node.isOnly ? " only" : ""}`, 6, Math.min(node.height, LANE));
  drawing.text("name", left + 8, top + 18, node.name, { size: 12, room: node.width / 2 });
  const after = left + 16 + Math.min(node.name.length * CHARACTER, node.width / 2);
  const words = [node.fact, node.condition && drawing.conditionWords()].filter(Boolean).join(" · ");
  drawing.text("type", after, top + 18, words, { size: 11.5, room: node.width / 2 - after, ratio: SANS });
  drawing.handles(top + LANE / 2);
};

const KINDS = { card, shared: card, frame, row, lane };

/**
 * The button of a node of the map, in its item, with the texts that have to fit.
 * @param {Node} node
 * @param {Look} look
 * @returns {Drawn}
 */
export const drawItem = (node, look) => {
  const drawing = new Drawing(node, look);
  KINDS[node.role](drawing);
  drawing.item.append(drawing.button, ...drawing.edge);
  return Object.assign(drawing.button, { fitted: drawing.fitted, item: drawing.item });
};

/** What an element shows: the same node with the same of it needs no new one. */
export const shownOf = (node) =>
  JSON.stringify([
    node.role,
    node.width,
    node.height,
    node.depth,
    node.condition,
    node.state,
    node.type,
    node.icon,
    node.errors,
    node.warnings,
    node.hints,
    node.fact,
    node.chips,
    node.lanes,
    node.more,
    node.isOnly,
    node.isUnlisted,
    node.inside,
    node.title,
    node.member && [node.member.x - node.x, node.member.y - node.y, node.member.fact, node.member.height],
  ]);
