// The cards of the layer of values, as they are drawn at a zoom.
import { HEAD, ROW } from "../../diagram/metrics.js";
import { Drawing } from "./drawing.js";
import { make, shortened } from "./svg.js";
import { rowKey } from "./values-layout.js";

/**
 * @import { ValueCard, ValueColumn, ValueRow } from "../types.js"
 * @import { Look } from "./drawing.js"
 */

const ICONS = { outputs: "box-arrow-right", conditions: "signpost-split", parameters: "ui-checks" };
const FEW_NAMES = 2; // readers that are named; more are counted
const INDENT = 14;

/**
 * Draws the titles of columns and the cards, whose heads and rows are buttons with the key of their value.
 * @param {{ columns: ValueColumn[], cards: ValueCard[] }} layout
 * @param {Look} look
 * @returns {SVGElement[]}
 */
export const drawValues = ({ columns, cards }, look) => {
  const { words } = look;
  const titleOf = ({ section, count, x, y, right }) => {
    const size = Math.max(12, 11 / look.zoom),
      title = { outputs: words.outputsTitle, conditions: words.conditionsTitle, parameters: words.parametersTitle };
    const text = `${title[section]} ${count}`;
    return make("text", { class: "column-title", x, y: y - 12, "font-size": size }, fitted(text, right - x, size));
  };
  const fitted = (text, room, size) => shortened(text, Math.max(Math.floor(room / (size * 0.6)), 3));

  /** @param {ValueCard} card */
  const drawCard = (card) => {
    const { x, y, width, height } = card,
      /** @type {any} */
      node = { ...card, icon: ICONS[card.section], name: card.name },
      item = make("g", { class: "item", transform: `translate(${x + width / 2} ${y + height / 2})` });
    const drawing = new Drawing(node, look);
    drawing.outline("", 8, HEAD);
    head(drawing, card);
    const inside = [...drawing.below, buttonOf(card.key, card, labelOf(card), drawing.inside)];
    if (!drawing.is("far")) {
      for (const [at, row] of card.rows.entries()) inside.push(drawRow(card, row, at));
      if (card.more) inside.push(drawMore(card));
    }
    item.append(...inside);
    return item;
  };
  const head = (drawing, card) => {
    const { left, top, right } = drawing,
      title = titleOfCard(card),
      size = drawing.size(13, 11.5),
      middle = top + HEAD / 2;
    if (drawing.is("far")) {
      drawing.icon(left + card.width / 2, middle, Math.min(drawing.px(14), HEAD * 0.86));
      return;
    }
    const isNear = drawing.is("near"),
      icon = drawing.size(16, 13),
      from = isNear ? left + 48 : left + 10 + icon + drawing.px(5);
    drawing.icon(isNear ? left + 24 : left + 10 + icon / 2, middle, icon);
    drawing.name("name", from, isNear ? top + 21 : middle + size * 0.36, title, { size, room: right - 10 - from });
    if (!isNear) return;
    const line = drawing.size(11.5),
      second = secondLine(card),
      most = Math.floor((right - 10 - from) / (line * 0.56));
    drawing.text("type", from, top + 26 + line, [second, shortened(second, most)], { size: line, room: right - from });
    if (card.rows.length) drawing.add("path", { class: "hair", d: `M${left} ${top + HEAD}h${card.width}` });
    if (card.section === "parameters" && card.readers?.length === 0 && card.total === 1) unread(drawing, right, top);
  };
  const unread = (drawing, right, top) =>
    drawing.add(
      "g",
      { class: "badge warning", transform: `translate(${right - 3} ${top + 3})` },
      make("path", { class: "shape", d: "M0 -10L10 7.6H-10z" }),
      make("text", { y: 5.6, "font-size": drawing.size(11) }, "1"),
    );
  /** @type {(card: ValueCard, row: ValueRow, at: number) => SVGElement} */
  const drawRow = (card, row, at) => {
    const top = -card.height / 2 + HEAD + at * ROW,
      left = -card.width / 2,
      right = card.width / 2,
      /** @type {any} */
      node = { ...card, icon: row.of === undefined ? ICONS[row.section] : "key" },
      drawing = new Drawing(node, look),
      icon = drawing.size(14, 11.5),
      size = drawing.size(12),
      from = left + INDENT + (row.depth || 0) * INDENT,
      isNear = drawing.is("near");
    drawing.hit({ x: left + 3, y: top, width: card.width - 6, height: ROW, rx: 5 });
    const base = top + ROW / 2;
    let end = right - 12;
    if (!drawing.is("small")) {
      if (row.section === "conditions") drawing.sign(from + icon / 2, base, row.state, icon);
      else drawing.icon(from + icon / 2, base, icon);
      const says = row.fact || (row.count ? String(row.count) : ""),
        at = from + icon + drawing.px(5),
        room = Math.max((end - at) / 2, end - at - row.name.length * size * 0.602 - 8);
      if (isNear && says) {
        const least = drawing.size(11.5),
          most = Math.max(Math.floor(room / (least * 0.6)), 3);
        end -= drawing.text("says", end, base + 4.5, [says, shortened(says, most)], { size: least, room }) + 8;
      }
      drawing.name("name", at, base + size * 0.36, row.name, { size, room: end - at });
    }
    return buttonOf(rowKey(row), row, labelOf(row), drawing.inside);
  };
  /** @param {ValueCard} card */
  const drawMore = (card) => {
    const top = -card.height / 2 + HEAD + card.rows.length * ROW,
      /** @type {any} */
      node = { ...card },
      drawing = new Drawing(node, look),
      says = words.moreRows.replace("%s", String(card.more));
    drawing.hit({ x: -card.width / 2 + 3, y: top, width: card.width - 6, height: ROW, rx: 5 });
    drawing.text("more", -card.width / 2 + 34, top + 17, [says], { size: drawing.size(11.5), room: card.width - 40 });
    const element = make("g", { class: "value is-more", role: "button", tabindex: -1, "aria-label": says });
    element.dataset.value = element.dataset.opens = card.key;
    element.append(...drawing.inside);
    return element;
  };
  /**
   * @param {string} key
   * @param {{ section: string, name: string, of?: string }} about
   * @param {string} label
   * @param {SVGElement[]} inside
   */
  const buttonOf = (key, { section, name, of }, label, inside) => {
    const element = make("g", { class: "value", role: "button", tabindex: -1, "aria-label": label }, ...inside);
    Object.assign(element.dataset, { value: key, section, name: of ?? name });
    if (of !== undefined) element.dataset.key = name;
    if (name) element.dataset.testid = `value-${of ?? name}${of === undefined ? "" : `.${name}`}`;
    return element;
  };

  // -- words

  /** @type {(count: number) => string} */
  const countOf = (count) => (count === 1 ? words.parametersOne : words.parametersCount.replace("%s", String(count)));
  const titleOfCard = ({ section, name, label, total, rows }) => {
    if (name || label) return name || label;
    if (section === "conditions") return words.severalConditions.replace("%s", rows.length);
    return countOf(total);
  };
  /** @param {ValueCard} card */
  const secondLine = (card) => {
    const { section, rows, count, label, total } = card;
    if (section === "outputs")
      return rows.length
        ? words.outputKeys.replace("%1", String(rows.length + card.more)).replace("%2", String(count))
        : words.outputReads.replace("%s", String(count));
    if (section === "conditions") {
      const number = (state) => String(rows.filter((row) => row.state === state).length);
      return words.statesOfConditions.replace("%1", number("on")).replace("%2", number("off"));
    }
    return label ? countOf(total) : readersOf(card);
  };
  /** @param {ValueCard} card */
  const readersOf = ({ readers, isHandedOn, total }) => {
    if (!readers.length) return words.nothingReads;
    if (isHandedOn) return words.handedOn;
    const names = [
      ...new Set(readers.map(([section, name]) => (section === "conditions" ? words.conditionsWord : name))),
    ];
    const few = names.length > FEW_NAMES ? [...names.slice(0, FEW_NAMES - 1), `+ ${names.length - 1}`] : names,
      text = few.join(", ");
    return (names.length === 1 && total > 1 ? words.onlyReads : words.readByNames).replace("%s", text);
  };
  const labelOf = (one) => {
    const parts = one.rows ? [titleOfCard(one), secondLine(one)] : [one.name];
    if (one.state) parts.push(words[one.state]);
    if (one.fact) parts.push(one.fact);
    return parts.filter(Boolean).join(", ");
  };

  return [...columns.map(titleOf), ...cards.map(drawCard)];
};
