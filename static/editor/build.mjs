// Builds the editor: `npm ci && npm run build`. Writes the bundle, the licences of the bundled packages, and the
// hashes with which a test checks that the bundle matches its sources.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const SOURCES = [
  ...readdirSync("src")
    .sort()
    .map((name) => `src/${name}`),
  "build.mjs",
  "package.json",
  "package-lock.json",
];
const result = await build({
  entryPoints: ["src/editor.js"],
  outfile: "editor.js",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  charset: "utf8",
  metafile: true,
});

const packages = new Set(
  Object.keys(result.metafile.inputs)
    .map((path) => path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1])
    .filter(Boolean),
);
const licences = [...packages].sort().map((name) => {
  const folder = `node_modules/${name}`;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file || !existsSync(`${folder}/${file}`)) throw new Error(`${name} has no licence text`);
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
});
writeFileSync("LICENSES", licences.join(`\n${"-".repeat(72)}\n\n`));

const hash = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");
const hashes = [...SOURCES, "editor.js", "LICENSES"].map((file) => [file, hash(file)]);
writeFileSync("hashes.json", `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
