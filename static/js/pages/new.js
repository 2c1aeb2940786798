// Uploads on the new template page: a file dropped anywhere becomes the upload; a folder is zipped first.
import { codeView } from "../site/code-view.js";
import { chosen, dropped, isLitter } from "../site/folder.js";
import { zipped } from "../site/zip.js";

document.addEventListener("DOMContentLoaded", codeView);

const section = document.querySelector("[data-packing]");
/** @type {HTMLInputElement} */
const field = document.querySelector("[data-testid=import-file]");
/** @type {HTMLInputElement} */
const folder = document.querySelector("[data-testid=import-folder]");
/** @type {HTMLButtonElement} */
const button = document.querySelector("[data-testid=import-submit]");
const status = document.querySelector("[data-packed]");
const { largest, most } = JSON.parse(section.dataset.packing);

const inWords = (bytes) =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
const say = (key, values = {}) => {
  const words = status.dataset[key].replace(/%(\w+)/g, (whole, name) => values[name] ?? whole);
  status.textContent = status.textContent ? `${status.textContent} ${words}` : words;
};
const take = (files) => {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  field.files = transfer.files;
};

const pack = async (name, found) => {
  const entries = found.filter((entry) => !isLitter(entry.path));
  const size = entries.reduce((sum, { file }) => sum + file.size, 0);
  const values = { folder: name, count: entries.length, size: inWords(size) };
  take([]);
  status.textContent = "";
  if (!entries.length) return say("empty", values);
  if (entries.length > most) return say("tooMany", values);
  if (size > largest) return say("tooLarge", values);
  take([new File([await zipped(entries)], `${name}.zip`, { type: "application/zip" })]);
  say(entries.length === 1 ? "one" : "many", values);
  const left = found.filter(({ path }) => isLitter(path));
  if (left.length) say("leftOut", { left: left.length, example: left[0].path });
  return undefined;
};

const working = async (name, entries) => {
  button.disabled = true;
  status.textContent = status.dataset.packingWords;
  try {
    await pack(name, await entries());
  } catch {
    take([]);
    status.textContent = "";
    say("unreadable", { folder: name });
  } finally {
    button.disabled = false;
  }
};

folder.addEventListener("change", () => {
  const found = chosen(folder.files);
  if (found.length) working(found[0].path.split("/")[0], async () => found);
  folder.value = "";
});
field.addEventListener("change", () => {
  status.textContent = "";
});

const carriesFiles = (event) => [...event.dataTransfer.types].includes("Files");
document.addEventListener("dragover", (event) => {
  if (carriesFiles(event)) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length > 1 || entries.some((entry) => entry.isDirectory)) {
    working(entries[0].name, () => dropped(entries));
  } else {
    field.files = event.dataTransfer.files;
    status.textContent = "";
  }
  field.focus();
});
