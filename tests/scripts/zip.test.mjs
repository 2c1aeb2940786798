import assert from "node:assert/strict";
import { test } from "node:test";

import { textsOfZip, zipped } from "../../static/js/site/zip.js";

const blob = (text) => new Blob([text]);
const deflated = async (text) =>
  new Uint8Array(
    await new Response(blob(text).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer(),
  );

test("a zip returns its texts", async () => {
  const files = [
    { name: "template.yaml", text: "heat_template_version: 2021-04-16\n" },
    { name: "nested/größe.yaml", text: "parameters: {größe: 😀}\n" },
    { name: "empty.env", text: "" },
  ];
  const zip = await zipped(files.map(({ name, text }) => ({ path: name, file: blob(text) })));
  assert.deepEqual(await textsOfZip(zip), files);
});

test("only text files are read", async () => {
  const zip = await zipped([
    { path: "picture.png", file: blob("no text") },
    { path: "a.json", file: blob("{}") },
  ]);
  assert.deepEqual(await textsOfZip(zip), [{ name: "a.json", text: "{}" }]);
});

/* A zip with one deflated file, as other programs write it. */
const deflatedZip = async (name, text) => {
  const [bytes, path] = [await deflated(text), new TextEncoder().encode(name)];
  const head = new DataView(new ArrayBuffer(30));
  const entry = new DataView(new ArrayBuffer(46));
  const end = new DataView(new ArrayBuffer(22));
  head.setUint32(0, 0x04034b50, true);
  head.setUint16(26, path.length, true);
  entry.setUint32(0, 0x02014b50, true);
  entry.setUint16(10, 8, true);
  entry.setUint32(20, bytes.length, true);
  entry.setUint16(28, path.length, true);
  end.setUint32(0, 0x06054b50, true);
  end.setUint32(16, 30 + path.length + bytes.length, true);
  return new Blob([head, path, bytes, entry, path, end]);
};

test("a deflated text is inflated", async () => {
  const text = "resources: {}\n".repeat(1000);
  assert.deepEqual(await textsOfZip(await deflatedZip("a.yaml", text)), [{ name: "a.yaml", text }]);
});

test("a text that inflates to too much is not read to its end", async () => {
  const text = " ".repeat(3 * 1024 * 1024);
  assert.deepEqual(await textsOfZip(await deflatedZip("a.yaml", text)), [{ name: "a.yaml", text: "" }]);
});

test("other files have no texts", async () => {
  assert.deepEqual(await textsOfZip(blob("no zip")), []);
});
