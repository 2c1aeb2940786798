// The files of a selected or dropped folder, with their paths.
const LITTER = new Set(document.querySelector("[data-litter]").dataset.litter.split(" "));

/** The files of a selected folder, with their paths. */
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

/** Whether a path is left behind by operating systems or tools. The server ignores the same files in a zip. */
export const isLitter = (path) => path.split("/").some((part) => LITTER.has(part) || part.startsWith("._"));

/** The files below dropped entries, with their paths; ignored folders are skipped. */
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
