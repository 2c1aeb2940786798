// The picture of the diagram as an SVG document of its own: all that is drawn, at 100 %, as the page shows it. It needs
// neither the page's style sheets nor its icons.
import { PICTURE_MARGIN } from "../../diagram/metrics.js";
import { Lines } from "./lines.js";
import { Scene } from "./scene.js";
import { make } from "./svg.js";

/** @import { Graph } from "./graph.js" */

/** The properties of the page's style sheets that the picture keeps. */
const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "paint-order",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "text-decoration",
];
const LEFT_OUT = ".handle, .insert, .wide, .caret, .needs"; // what works, or shows, only while one edits

/**
 * The picture of a graph, on the ground of `desk`.
 * @param {Graph} graph
 * @param {Element} desk
 * @param {string} title
 * @returns {Promise<{ text: string, width: number, height: number }>}
 */
export const pictureOf = async (graph, desk, title) => {
  const symbols = await symbolsOf(graph.scene.look.sprite),
    { left, top, right, bottom } = graph.extent(),
    [width, height] = [right - left + 2 * PICTURE_MARGIN, bottom - top + 2 * PICTURE_MARGIN];
  const svg = /** @type {SVGSVGElement} */ (
    make("svg", { viewBox: `${left - PICTURE_MARGIN} ${top - PICTURE_MARGIN} ${width} ${height}`, width, height })
  );
  const ground = make("rect", {
    x: left - PICTURE_MARGIN,
    y: top - PICTURE_MARGIN,
    width,
    height,
    fill: getComputedStyle(desk).backgroundColor,
  });
  svg.append(
    make("title", {}, title),
    graph.canvas.querySelector("defs").cloneNode(true),
    ground,
    ...drawn(graph, svg),
  );
  svg.setAttribute("class", "graph near");
  Object.assign(svg.style, { position: "absolute", left: "-99999px", width: `${width}px`, height: `${height}px` });
  graph.canvas.after(svg); // where the page's style sheets apply
  try {
    styled(svg, symbols);
  } finally {
    svg.remove();
  }
  svg.removeAttribute("class");
  svg.removeAttribute("style");
  return { text: new XMLSerializer().serializeToString(svg), width, height };
};

/** All that is drawn, at 100 % and with nothing chosen. */
const drawn = (graph, svg) => {
  const [frames, edges, nodes, raised, flags] = Array.from({ length: 5 }, () => make("g"));
  const scene = new Scene(svg, { frames, nodes, raised, flags }, graph.scene.look),
    everywhere = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  scene.draw(graph.shown.nodes, { labelOf: () => "" });
  scene.paint(1, everywhere, null);
  new Lines(edges, graph.words).draw(graph.shown.edges, {
    nodes: graph.shown.nodes,
    pathOf: (edge) => graph.route(edge),
    marksNew: false,
  });
  const values = make("g", { class: "values" }, ...(graph.layer?.drawn(scene.lookNow()) ?? []));
  return [graph.shelf.cloneNode(true), frames, edges, values, nodes];
};

/** Writes the styles of the page into the elements, and takes out what is not seen. */
const styled = (svg, symbols) => {
  for (const element of svg.querySelectorAll(LEFT_OUT)) element.remove();
  const found = [...svg.querySelectorAll("*")].map((element) => ({ element, style: getComputedStyle(element) }));
  const all = found.map(({ element, style }) => ({
    element,
    isSeen: style.display !== "none" && style.visibility !== "hidden",
    styles: STYLES.map((name) => [name, style.getPropertyValue(name)]),
  }));
  for (const { element, isSeen, styles } of all) {
    if (element.closest("title")) continue;
    if (!isSeen) {
      element.remove();
      continue;
    }
    for (const name of element.getAttributeNames()) if (!GEOMETRY.has(name)) element.removeAttribute(name);
    for (const [name, value] of styles) if (isSaid(element, name, value)) element.setAttribute(name, value);
    if (element.localName === "use") element.replaceWith(symbolOf(element, symbols));
  }
};
const GEOMETRY = new Set(
  "id x y x1 y1 x2 y2 cx cy r rx ry width height d transform href viewBox refX refY markerUnits markerWidth".split(" "),
);
for (const name of ["markerHeight", "orient", "marker-end", "fill", "font-size"]) GEOMETRY.add(name);
const OF_TEXT = /^(font-|text-)/;
const isSaid = ({ localName }, name, value) => {
  if (!value || localName === "defs") return false;
  if (name === "opacity") return value !== "1";
  return localName !== "g" && (localName === "text" || !OF_TEXT.test(name));
};

/** The icons of the page by name. */
const symbolsOf = async (sprite) => {
  const text = await (await fetch(sprite)).text(),
    found = new DOMParser().parseFromString(text, "image/svg+xml");
  return new Map([...found.querySelectorAll("symbol")].map((symbol) => [symbol.id, symbol]));
};

/** An icon as a part of the picture. */
const symbolOf = (use, symbols) => {
  const symbol = symbols.get(use.getAttribute("href").split("#")[1]),
    icon = make("svg", { viewBox: symbol?.getAttribute("viewBox") ?? "0 0 16 16" });
  for (const name of ["x", "y", "width", "height", "fill"]) icon.setAttribute(name, use.getAttribute(name));
  for (const part of symbol?.children ?? []) icon.append(document.importNode(part, true));
  return icon;
};

const LONGEST = 16000, // px of a canvas
  LARGEST = 6e7;

/**
 * The picture as a PNG, at twice its size if a canvas has room for it.
 * @param {{ text: string, width: number, height: number }} picture
 * @returns {Promise<Blob>}
 */
export const pngOf = async ({ text, width, height }) => {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const scale = Math.min(2, LONGEST / Math.max(width, height), Math.sqrt(LARGEST / (width * height)));
  const canvas = Object.assign(document.createElement("canvas"), {
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("The picture is too large."))), "image/png");
  });
};
