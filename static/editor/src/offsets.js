// Offsets: the editor counts UTF-16 units, the server code points.

export const toPoints = (text, offset) => {
  let points = 0;
  for (let at = 0; at < offset; points += 1) at += text.codePointAt(at) > 0xffff ? 2 : 1;
  return points;
};

export const fromPoints = (text, points) => {
  let at = 0;
  for (let count = 0; count < points && at < text.length; count += 1) at += text.codePointAt(at) > 0xffff ? 2 : 1;
  return at;
};
