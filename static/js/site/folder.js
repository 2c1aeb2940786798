// A folder becomes a zip before it is sent: paths travel with their files, and one request brings all of them.
const LITTER = new Set(document.querySelector("[data-litter]").dataset.litter.split(" "));
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

const checksum = (bytes) => {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 0xff] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
};

/** The little-endian bytes of numbers, each given with its length: [[value, bytes], ...]. */
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

/** A zip of files that are stored as they are: `[{ path, file }]`. */
export const zipped = async (entries) => {
  const parts = [],
    directory = [];
  let at = 0;
  for (const { path, file } of entries) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const name = new TextEncoder().encode(path);
    const fields = described(name, bytes);
    const head = numbers([[0x04034b50, 4], ...fields]);
    parts.push(head, name, bytes);
    directory.push(numbers([[0x02014b50, 4], [20, 2], ...fields, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]]), name);
    at += head.length + name.length + bytes.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = entries.length;
  const end = numbers([
    [0x06054b50, 4],
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

/** Files that the browser gave for a chosen folder, with their paths. */
export const chosen = (files) => [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

const listed = async (folder) => {
  const reader = folder.createReader(),
    found = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (!some.length) return found;
    found.push(...some);
  }
};

/** Whether a path is what operating systems and tools leave behind: the server leaves the same out of a zip. */
export const isLitter = (path) => path.split("/").some((part) => LITTER.has(part) || part.startsWith("._"));

/** Files below dropped entries, with their paths; folders that are litter are not entered. */
export const dropped = async (entries) => {
  const found = [],
    pending = [...entries];
  while (pending.length) {
    const entry = pending.pop();
    if (isLitter(entry.name)) found.push({ path: entry.fullPath.slice(1), file: null });
    else if (entry.isDirectory) pending.push(...(await listed(entry)));
    else {
      const file = await new Promise((resolve, reject) => {
        entry.file(resolve, reject);
      });
      found.push({ path: entry.fullPath.slice(1), file });
    }
  }
  return found;
};
