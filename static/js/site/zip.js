// Zip files: folders are zipped before they are sent, and the texts of a zip are read, because the server never returns
// the hidden values in them.

// the signatures of a file header, a directory entry, and the end of the directory
const [FILE, ENTRY, END] = [0x04034b50, 0x02014b50, 0x06054b50];

// -- writing

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** @type {(bytes: Uint8Array) => number} */
const checksum = (bytes) => {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 0xff] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
};

/**
 * The little-endian bytes of numbers, each given with its length.
 * @param {number[][]} pairs
 */
const numbers = (pairs) => {
  const bytes = new Uint8Array(pairs.reduce((sum, [, length]) => sum + length, 0));
  let at = 0;
  for (const [value, length] of pairs) {
    for (let byte = 0; byte < length; byte += 1) bytes[at + byte] = (value >>> (8 * byte)) & 0xff;
    at += length;
  }
  return bytes;
};

const UTF_8_NAMES = 0x0800;
const FIRST_DAY = 0x21; // 1 January 1980, as zips count
/** @type {(name: Uint8Array, bytes: Uint8Array) => number[][]} */
const described = (name, bytes) => [
  [20, 2],
  [UTF_8_NAMES, 2],
  [0, 2],
  [0, 2],
  [FIRST_DAY, 2],
  [checksum(bytes), 4],
  [bytes.length, 4],
  [bytes.length, 4],
  [name.length, 2],
  [0, 2],
];

/**
 * A zip of files that are stored as they are.
 * @param {{ path: string, file: Blob }[]} entries
 */
export const zipped = async (entries) => {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [],
    /** @type {Uint8Array<ArrayBuffer>[]} */ directory = [];
  let at = 0;
  for (const { path, file } of entries) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const name = new TextEncoder().encode(path);
    const fields = described(name, bytes);
    const head = numbers([[FILE, 4], ...fields]);
    parts.push(head, name, bytes);
    directory.push(numbers([[ENTRY, 4], [20, 2], ...fields, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]]), name);
    at += head.length + name.length + bytes.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = entries.length;
  const end = numbers([
    [END, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [size, 4],
    [at, 4],
    [0, 2],
  ]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
};

// -- reading

const MOST = 1024 * 1024; // bytes of one text; the server takes no larger ones
const [STORED, DEFLATED] = [0, 8];

/** @type {(bytes: Uint8Array<ArrayBuffer>) => Promise<string>} */
const inflated = async (bytes) => {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
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

/** @type {(data: DataView<ArrayBuffer>, at: number) => Promise<string>} */
const textOf = async (data, at) => {
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

/**
 * The names and texts in a zip; of one that cannot be read, none: the server says what is wrong with it.
 * @param {Blob} file
 */
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
