// Offsets: the editor counts UTF-16 units, the server code points.

export const toPoints = (text, offset) => {
  let points = 0;
  for (let at = 0; at < offset; points += 1) at += text.codePointAt(at) > 0xffff ? 2 : 1;
  return points;
};

/* The offset behind so many code points, counted from an offset. */
export const fromPoints = (text, points, from = 0) => {
  let at = from;
  for (let count = 0; count < points && at < text.length; count += 1) at += text.codePointAt(at) > 0xffff ? 2 : 1;
  return at;
};

/* The offset of each of these code points, in one pass over the text. */
export const offsetsOf = (text, points) => {
  const offsets = new Map();
  let at = 0,
    counted = 0;
  for (const point of [...new Set(points)].sort((a, b) => a - b)) {
    at = fromPoints(text, point - counted, at);
    counted = point;
    offsets.set(point, at);
  }
  return offsets;
};

/* Edits of a text in code points, as the server sends them, as sorted edits in UTF-16 units. */
export const inUnits = (text, edits) => {
  const offsets = offsetsOf(
    text,
    edits.flatMap(({ start, end }) => [start, end]),
  );
  return edits
    .map((edit) => ({ start: offsets.get(edit.start), end: offsets.get(edit.end), text: edit.text }))
    .sort((a, b) => a.start - b.start || a.end - b.end);
};
