// Bundles the scripts of the pages: `make bundle`, which runs it in the folder of esbuild. Takes the folder of static
// files and that of the bundles, and prints what each bundle imports, by the names under which they are served.

import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix, relative } from "node:path";

const { build } = createRequire(`${process.cwd()}/`)("esbuild");
const [source, target] = process.argv.slice(2);
const pages = readdirSync(join(source, "js/pages")).filter((name) => name.endsWith(".js"));
/** Small modules that only define functions: one chunk that each page has, instead of one for every few pages. */
const shared = ["site/dom", "site/numbers", "site/storage", "fill/buttons", "fill/lists"];
const entries = [...pages.map((name) => `js/pages/${name}`), "js/site/site.js", "js/site/cloud-layer.js"];

/** The editor has a bundle of its own. Bundles and chunks all lie in folders of `js/`, so one path to it fits all. */
const editor = {
  name: "editor",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/editor\/editor\.js$/ }, () => ({ path: "../../editor/editor.js", external: true })),
};

/** What a page has: its own script, and what all pages share. */
const page = {
  name: "page",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^page:/ }, ({ path }) => ({ path: path.slice("page:".length), namespace: "page" }));
    onLoad({ filter: /./, namespace: "page" }, ({ path }) => ({
      contents: [path, ...shared.map((name) => `js/${name}.js`)].map((name) => `import "./${name}";`).join("\n"),
      resolveDir: source,
    }));
  },
};

const { metafile } = await build({
  entryPoints: entries.map((name) => ({ in: `page:${name}`, out: name.slice(0, -".js".length) })),
  outdir: target,
  chunkNames: "js/chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  charset: "utf8",
  metafile: true,
  plugins: [editor, page],
});

/** @type {Map<string, { path: string, external?: boolean }[]>} */
const imports = new Map(Object.entries(metafile.outputs).map(([path, found]) => [served(path), found.imports]));

/** @param {string} path */
function served(path) {
  return relative(target, path).split("\\").join("/");
}

/** @param {string} name @param {Set<string>} found */
function reached(name, found = new Set()) {
  for (const { path, external } of imports.get(name) ?? []) {
    const next = external ? posix.join(dirname(name), path) : served(path);
    if (!found.has(next)) reached(next, found.add(next));
  }
  return [...found].sort();
}

console.log(JSON.stringify(Object.fromEntries(entries.map((name) => [name, reached(name)]))));
