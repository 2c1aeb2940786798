// The boxes of the diagram: cards with the rows of what serves them, frames around what lives in them, shared things.
import { CHIPS, FRAME_HEAD, HEAD, LANE, ROW, STACK } from "../../diagram/metrics.js";
import { Drawing, MONO } from "./drawing.js";
import { nestedMap } from "./nested-map.js";
import { make, shortened, shortType } from "./svg.js";

/** @import { Member, Node } from "../types.js" */
/** @import { Look } from "./drawing.js" */
/** @import { Drawn } from "./svg.js" */

const CARET = 3;
const WELL = 28,
  ICON = 16,
  INSET = 10;

/**
 * Icon, name and in the near band a second line, in a head that begins at a point.
 * @param {Drawing} drawing
 * @param {{ x: number, y: number, width: number, icon?: string, name: string, second: string[] }} head
 */
const head = (drawing, { x, y, width, icon, name, second }) => {
  const middle = y + HEAD / 2,
    isNear = drawing.is("near"),
    marked = drawing.mark(x + width - INSET, isNear ? y + 17 : middle),
    badges = (line) => (y === drawing.top ? drawing.badgeRoom(y + line) - INSET : 0);
  if (isNear) {
    drawing.add("rect", { class: "well", x: x + INSET, y: y + INSET, width: WELL, height: WELL, rx: 6 });
    drawing.icon(x + INSET + WELL / 2, middle, drawing.size(ICON), icon);
    const [title, line] = [drawing.size(13, 11.5), drawing.size(11.5)],
      room = width - 48 - INSET;
    const taken = Math.max(marked, badges(21 - title * 0.72));
    drawing.name("name", x + 48, y + 21, name, { size: title, room: room - taken });
    const end =
      x + 48 + drawing.text("type", x + 48, y + 26 + line, second, { size: line, room: room - needsRoom(drawing) });
    needs(drawing, end, y + 26 + line * 0.64);
    return;
  }
  const size = drawing.size(ICON, 13),
    from = x + INSET + size + drawing.px(5),
    title = drawing.size(13, 11.5);
  drawing.icon(x + INSET + size / 2, middle, size, icon);
  drawing.name("name", from, middle + title * 0.36, name, {
    size: title,
    room: x + width - 6 - Math.max(marked, badges(HEAD / 2 - title * 0.36)) - from,
  });
};

const RING = 7.5;

/** How much room the number of values that are still needed takes. */
const needsRoom = (drawing) => (drawing.node.needed?.length ? drawing.size(RING, RING) * 2 + 6 : 0);

/** How many values are still needed, in a ring from `x`; it shows while the card is chosen. */
const needs = (drawing, x, y) => {
  const count = drawing.node.needed?.length,
    r = drawing.size(RING, RING);
  if (!count) return;
  drawing.group({ class: "needs" }, () => {
    drawing.add("circle", { cx: x + 6 + r, cy: y, r });
    drawing.add("text", { x: x + 6 + r, y: y + r * 0.5, "font-size": drawing.size(11) }, String(Math.min(count, 99)));
  });
};

/**
 * The icon of a card that is too far away for a name.
 * @param {Drawing} drawing
 * @param {{ x: number, y: number, width: number, height: number }} box
 * @param {string} [icon]
 */
const block = (drawing, { x, y, width, height }, icon) => {
  const size = Math.min(drawing.px(14), height * 0.86);
  drawing.icon(x + width / 2, y + height / 2, size, icon);
};

/** @param {Drawing} drawing */
const card = (drawing) => {
  const { node, left, top } = drawing;
  drawing.outline("", 8, HEAD);
  drawing.condition();
  if (drawing.is("far")) block(drawing, { ...node, x: left, y: top });
  else {
    head(drawing, { x: left, y: top, width: node.width, name: node.name, second: secondLine(node) });
    drawing.apart(() => {
      const chips = node.chips?.length ? node.height - CHIPS : node.height;
      if (chips > HEAD) hair(drawing, left, top + HEAD, node.width);
      if (chips < node.height && chips > HEAD) hair(drawing, left, top + chips, node.width);
      if (node.chips?.length) drawChips(drawing, node.chips, left, top + chips, node.width);
      more(drawing, top + chips - 3);
    });
  }
  drawing.add("rect", { class: "caret", x: left, y: top + 8, width: CARET, height: HEAD - 16, rx: CARET / 2 });
  drawing.badges();
  drawing.handles(top + HEAD / 2, { holds: true });
};

/**
 * The type and the fact, longer and shorter.
 * @param {Node} node
 */
const secondLine = ({ role, type, fact }) => {
  const last = type.split("::").at(-1),
    first = role === "shared" ? last : shortType(type);
  return fact ? [`${first} · ${fact}`, `${last} · ${fact}`, last, fact] : [first, last, shortened(last, 12)];
};

/** @type {(drawing: Drawing, x: number, y: number, width: number) => void} */
const hair = (drawing, x, y, width) => {
  if (!drawing.is("far")) drawing.add("path", { class: "hair", d: `M${x} ${y}h${width}` });
};

/** How many rows are not listed, in the last line above `bottom`. */
const more = (drawing, bottom) => {
  const { node, left } = drawing;
  if (node.more && drawing.is("near", "middle"))
    drawing.text("more", left + 16, bottom - 8, [`+ ${node.more}`], { size: drawing.size(11.5), room: 80 });
};

/**
 * The shared things that are used, each with its icon, and its name where there is room; then how many there are more.
 * @param {Drawing} drawing
 * @param {string[]} names
 * @param {number} x
 * @param {number} y
 * @param {number} width
 */
const drawChips = (drawing, names, x, y, width) => {
  const size = drawing.size(11.5),
    isNear = drawing.is("near"),
    [pad, gap, height] = isNear ? [7, 6, Math.max(21, size + 7)] : [0, drawing.px(5), 21],
    small = size + 2 * pad,
    middle = y + CHIPS / 2,
    end = x + width - INDENT;
  /** @type {(name: string) => number} */
  const long = (name) => small + drawing.px(isNear ? 0 : 3) + 5 + name.length * size * MONO;
  let at = x + INDENT;
  for (const [index, name] of names.entries()) {
    const left = names.length - index - 1,
      rest = left ? Math.min(left * (small + gap), small + gap + size * 2) : 0,
      isNamed = isNear || (names.length === 1 && drawing.is("middle")),
      room = end - at - rest;
    if (room < small) {
      drawing.text("more", at, middle + size * 0.36, [`+ ${left + 1}`], { size, room: end - at + 8 });
      return;
    }
    const fits = long(name) <= room || names.length === 1,
      wide = isNamed && fits ? Math.min(long(name), room) : small,
      [from, start] = [at + small - pad + drawing.px(isNear ? 0 : 3) + 5, at];
    drawing.group({ class: "chip" }, () => {
      drawing.add("title", {}, name);
      if (isNear)
        drawing.add("rect", { class: "chip-box", x: start, y: middle - height / 2, width: wide, height, rx: 4 });
      drawing.icon(start + pad + size / 2, middle, size, drawing.look.iconOf(name));
      if (wide > small)
        drawing.name("chip-name", from, middle + size * 0.36, name, { size, room: start + wide - pad - from + 1 });
    });
    at += wide + gap;
  }
};
const INDENT = 10;

/**
 * How wide the name of a frame is at a zoom, with its icon.
 * @param {Drawing} drawing
 * @param {string} name
 */
const named = (drawing, name) => {
  const title = drawing.size(13, 12);
  return iconRoom(drawing) + name.length * title * MONO;
};
/** @param {Drawing} drawing */
const iconRoom = (drawing) => INDENT + drawing.size(ICON, 13) + drawing.px(5);

/** @param {Drawing} drawing */
const frame = (drawing) => {
  const { node, left, top, right } = drawing,
    hit = node.lanes === 1 ? Math.min(named(drawing, node.title) + 4, node.width) : node.width,
    isFar = drawing.is("far");
  drawing.outline(`around${node.inside ? " inner" : ""}${node.given ? " given" : ""}`, 10, FRAME_HEAD);
  drawing.inside[0].setAttribute("width", String(hit));
  if (!node.given) drawing.condition();
  const middle = top + FRAME_HEAD / 2,
    title = drawing.size(13, 12),
    end = right - Math.max(INDENT, drawing.badgeRoom(middle - title / 2)),
    isTight = isFar && node.inside && FRAME_HEAD < title; // it would lie on the name of what is around it
  let at = left + INDENT;
  if (!isTight) {
    const icon = drawing.size(ICON, 13),
      base = Math.min(middle + title * 0.36, top + FRAME_HEAD - title * 0.28);
    drawing.icon(at + icon / 2, base - title * 0.36, icon, node.given ? "sliders" : undefined);
    at = left + iconRoom(drawing);
    at += drawing.name("name", at, base, node.title, { size: title, room: end - at }) + drawing.px(8);
    if (node.lanes !== 1 && !isFar) {
      const size = drawing.size(11.5);
      drawing.text("type", at, base, memberWords(drawing, node), { size, room: end - at });
    }
  }
  drawing.apart(() => {
    for (const [at, one] of (node.members || []).entries())
      member(drawing, one, node.isChain ? String(at) : "resource");
    if (node.nested) drawing.into.push(nestedMap(node, drawing.look, drawItem));
    more(drawing, drawing.bottom - 3);
    drawing.badges();
  });
  if (!node.given) drawing.handles(middle, { holds: true });
};

/**
 * The fact of a frame, longer and shorter.
 * @param {Drawing} drawing
 * @param {Node} node
 */
const memberWords = ({ look }, { fact, file, nested, members = [] }) => {
  if (nested) return [file];
  if (!fact) return [];
  return members.length && /^\d/.test(fact) ? [look.words.members.replace("%s", fact), fact] : [fact];
};

/**
 * The card of all members of a group, or of one of a chain.
 * @param {Drawing} drawing
 * @param {Member} one
 * @param {string} name
 */
const member = (drawing, one, name) => {
  const { node } = drawing,
    { width, height, fact, icon } = one,
    [x, y] = [one.x - node.x, one.y - node.y];
  const inner = make("g", {
    class: node.isChain ? "member chained" : "member",
    "data-testid": `node-${node.name}.${name}`,
  });
  for (const behind of node.isChain ? [0] : [STACK, STACK / 2, 0])
    inner.append(make("rect", { class: "whole", x: x + behind, y: y + behind, width, height, rx: 8 }));
  drawing.into.push(inner);
  if (drawing.is("far")) {
    block(drawing, { x, y, width, height }, icon);
    return;
  }
  Object.assign(drawing, { node: { ...node, external: false, retained: false, needed: [] } });
  head(drawing, { x, y, width, icon, name, second: [fact || "", (fact || "").replace(/^\w+::/, "")] });
  Object.assign(drawing, { node });
  if (!node.chips?.length) return;
  hair(drawing, x, y + HEAD, width);
  drawChips(drawing, node.chips, x, y + HEAD, width);
};

/** @param {Drawing} drawing */
const row = (drawing) => {
  if (drawing.is("far")) return;
  if (drawing.is("small")) {
    tile(drawing);
    return;
  }
  const { node, left, top, right } = drawing,
    isNear = drawing.is("near"),
    at = left + (isNear ? 14 : INDENT) + (isNear ? 16 : 12) * node.depth,
    icon = drawing.size(15, 11.5),
    title = drawing.size(12),
    size = drawing.size(11.5),
    from = at + icon + drawing.px(5);
  drawing.hit({ x: left + 3, y: top, width: node.width - 6, height: ROW, rx: 5 });
  drawing.add("rect", { class: "caret", x: left, y: top + 3, width: CARET, height: ROW - 6, rx: CARET / 2 });
  if (node.depth && isNear) drawing.add("path", { class: "hair", d: `M${at - 9} ${top - 3}V0H${at - 3}` });
  drawing.icon(at + icon / 2, 0, icon);
  let end = right - 12;
  if (node.isOwn) {
    drawing.sign(end - size / 2, 0, node.state, size);
    end -= size + 6;
  }
  end -= drawing.mark(end, 0);
  if (isNear && node.fact) {
    // the name leaves the fact half of the line; of one that is too long its last word says most
    const room = Math.max((end - from) / 2, end - from - node.name.length * title * MONO - 8),
      wide = drawing.text("says", end, 4.5, [node.fact, node.fact.split(" ").at(-1)], { size, room });
    if (wide) end -= wide + 8;
  }
  drawing.name("name", from, title * 0.36, node.name, { size: title, room: end - from });
  const severity = node.errors ? "errors" : node.warnings ? "warnings" : null;
  if (severity) drawing.add("circle", { class: `dot ${severity}`, cx: left + 7, cy: 0, r: drawing.size(3.5, 3) });
  drawing.handles(0, { holds: true });
};

/** A row as an icon among those of the other rows. */
const tile = (drawing) => {
  const { node, left, top } = drawing,
    icon = drawing.px(12),
    pitch = icon + drawing.px(5),
    across = Math.max(Math.floor((node.width - INDENT * 2 + drawing.px(5)) / pitch), 1),
    [x, y] = [
      left + INDENT + (node.number % across) * pitch,
      top - node.number * ROW + Math.floor(node.number / across) * pitch,
    ];
  drawing.hit({ x: x - 3, y: y - 1, width: icon + 6, height: icon + 2, rx: 5 });
  drawing.icon(x + icon / 2, y + icon / 2, icon);
};

/** @param {Drawing} drawing */
const lane = (drawing) => {
  if (drawing.node.isOnly) {
    onlyLane(drawing);
    return;
  }
  const { node, left, top, right } = drawing;
  drawing.outline("strip", 6, Math.min(node.height, LANE));
  if (drawing.is("far")) return;
  drawing.condition();
  const size = drawing.size(12),
    y = top + LANE / 2 + size * 0.36,
    after = left + 10 + drawing.name("name", left + 10, y, node.name, { size, room: node.width - 20 }) + drawing.px(8);
  if (node.fact && drawing.is("near", "middle"))
    drawing.text("type", after, y, [node.fact], { size: drawing.size(11.5), room: right - 10 - after });
  drawing.handles(top + LANE / 2);
};

/** The only subnet of a network, in the head of its frame behind the name. */
const onlyLane = (drawing) => {
  const { node, left, top, right } = drawing,
    around = left - node.after.by,
    from = around + named(drawing, node.after.title) + drawing.px(8),
    size = drawing.size(11.5),
    room = right - from,
    isShown = drawing.is("near", "middle");
  if (!isShown || room < 32) return;
  drawing.hit({ x: from - 4, y: top, width: room + 4, height: node.height, rx: 6 });
  const words = [
      `${node.name} ${node.fact || ""}`.trim(),
      node.name,
      shortened(node.name, Math.floor(room / size / 0.6)),
    ],
    y = top + node.height / 2 + size * 0.36,
    at = from + drawing.text("type", from, y, words, { size, room });
  if (node.condition) drawing.sign(Math.min(at + size, right - size / 2), top + node.height / 2, node.state, size);
  drawing.handles(top - node.after.below - drawing.out, { left: from, right: at });
};

const KINDS = { card, shared: card, frame, row, lane };

/**
 * Draws a node into its button, or a new one, and into the item around the button.
 * @param {Node} node
 * @param {Look} look
 * @param {Drawn} [was]
 * @returns {Drawn} the button
 */
export const drawItem = (node, look, was) => {
  const drawing = new Drawing(node, look),
    button = was || make("g"),
    item = was?.item || make("g", { class: "item", "data-of": node.name });
  KINDS[node.role](drawing);
  for (const element of [...item.children]) if (element !== button) element.remove();
  if (!was) item.append(button);
  button.replaceChildren(...drawing.inside);
  button.before(...drawing.below); // moving the button would take its focus
  button.after(...drawing.above);
  return Object.assign(button, { item, isCut: drawing.isCut });
};

/** A key of what an element shows: a node with the same key keeps its element. */
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
    node.sum,
    node.needed?.length,
    node.fact,
    node.chips,
    node.lanes,
    node.more,
    node.number,
    node.isOwn,
    node.isOnly,
    node.isUnlisted,
    node.external,
    node.retained,
    node.inside,
    node.title,
    node.file,
    node.nested && [node.nested.x - node.x, node.nested.y - node.y, node.nested.nodes, node.nested.layout],
    node.members?.map(({ x, y, fact, height }) => [x - node.x, y - node.y, fact, height]),
  ]);
