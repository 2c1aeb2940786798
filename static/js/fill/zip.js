// The texts in a zip that is brought: what they say of hidden parameters never comes back from the server.
const MOST = 1024 * 1024; // bytes of one text; the server takes no larger ones
const [ENTRY, END] = [0x02014b50, 0x06054b50]; // how an entry of the directory begins, and what follows the last one
const [STORED, DEFLATED] = [0, 8];

const inflated = async (bytes) => {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  for (let size = 0; size <= MOST; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).text();
    parts.push(value);
    size += value.length;
  }
  await reader.cancel();
  return "";
};

const textOf = (data, at) => {
  const [method, size, start] = [
    data.getUint16(at + 10, true),
    data.getUint32(at + 20, true),
    data.getUint32(at + 42, true),
  ];
  const from = start + 30 + data.getUint16(start + 26, true) + data.getUint16(start + 28, true);
  const bytes = new Uint8Array(data.buffer, from, size);
  if (method === DEFLATED) return inflated(bytes);
  return method === STORED ? new Blob([bytes]).text() : "";
};

/* The names and texts in a zip; of one that cannot be read, none: the server says what is wrong with it. */
export const textsOfZip = async (file) => {
  const found = [];
  try {
    const data = new DataView(await file.arrayBuffer());
    let end = data.byteLength - 22;
    while (data.getUint32(end, true) !== END) end -= 1;
    let at = data.getUint32(end + 16, true);
    for (; data.getUint32(at, true) === ENTRY; ) {
      const [name, extra, comment] = [28, 30, 32].map((place) => data.getUint16(at + place, true));
      const path = new TextDecoder().decode(new Uint8Array(data.buffer, at + 46, name));
      if (/\.(ya?ml|json|env|txt)$/i.test(path)) found.push({ name: path, text: await textOf(data, at) });
      at += 46 + name + extra + comment;
    }
  } catch {
    /* damaged */
  }
  return found;
};
