// The list of environment files: adding files by button, drop or paste, and reordering them by drag or keyboard.
import { targetOf } from "../site/dom.js";
import { dropped, isLitter } from "../site/folder.js";
import { textsOfZip, zipped } from "../site/zip.js";

/** @param {HTMLFormElement} form */
export function environments(form) {
  const list = document.getElementById("environment-list");
  if (!list) return;
  const rows = () => [...list.querySelectorAll("[data-environment]")];
  const refresh = () => {
    document.dispatchEvent(new CustomEvent("fill:rearranged"));
    window.htmx.trigger(form, "refresh");
  };
  const status = document.getElementById("environment-moved");

  // -- uploaded texts stay complete on the page: the server never returns their hidden values ------------

  const texts = new Map(); // by name and by the text that the server sends: a replaced file can come back
  let coming = []; // sent files whose rows have not arrived yet
  const textField = (row) => row?.querySelector("[data-environment-text]");
  const giveTexts = () => {
    for (const row of rows()) {
      const field = textField(row);
      if (!field) continue;
      const name = row.dataset.environment;
      const key = JSON.stringify([name, field.defaultValue]);
      const at = coming.findIndex((file) => name === file.name || isNumbered(name, file.stem));
      const isNew = at >= 0 && (!texts.has(key) || (coming[at].replaces && name === coming[at].name));
      if (isNew) texts.set(key, coming.splice(at, 1)[0].text);
      if (texts.has(key)) field.value = texts.get(key);
    }
  };
  const isNumbered = (name, stem) => name.startsWith(stem) && /^\d+(\.[^.]*)?$/.test(name.slice(stem.length));
  // Existing rows wait for no file.
  for (const row of rows()) {
    const field = textField(row);
    if (field) texts.set(JSON.stringify([row.dataset.environment, field.defaultValue]), field.value);
  }
  const textOf = (name) => textField(rows().find((row) => row.dataset.environment === name))?.value;
  let focused = null; // the focus before the list was replaced: the file, and which of its controls
  const controlsOf = (row) => [...row.querySelectorAll("button, [type=checkbox]")];
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (event.detail.target !== list) return;
    const row = rows().find((each) => each.contains(document.activeElement));
    focused = row && { name: row.dataset.environment, at: controlsOf(row).indexOf(document.activeElement) };
  });
  document.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail.target !== list) return;
    giveTexts();
    coming = [];
    const row = focused && rows().find((each) => each.dataset.environment === focused.name);
    if (row) controlsOf(row)[focused.at]?.focus({ preventScroll: true });
  });

  // A file restored by undo has no hidden values: they apply again with the next answer.
  document.addEventListener("htmx:afterSettle", (event) => {
    const parameters = event.detail.requestConfig?.parameters ?? {};
    const isWhole = rows().every((row) => (textField(row)?.value ?? "") === (parameters[textField(row)?.name] ?? ""));
    if (parameters.undo && !isWhole) window.htmx.trigger(form, "refresh");
  });

  /** @type {(id: string) => HTMLInputElement} */
  const control = (id) => document.querySelector(`#${id}`);
  const input = control("environment-upload");
  const asComing = (name, text) => ({
    name,
    stem: name.replace(/(\.[^.]*)?$/, "-"),
    text: text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"),
  });
  /* Files in folders, `[{ path, file }]`, are sent as a zip, because the name of an upload has no folder. */
  const send = async (files, inFolders = []) => {
    if (!files.length && !inFolders.length) return;
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    if (inFolders.length) transfer.items.add(new File([await zipped(inFolders)], "folder.zip"));
    const isZip = (file) => /\.zip$/i.test(file.name);
    const plain = files.filter((file) => !isZip(file));
    const textsOf = async (file) => (isZip(file) ? textsOfZip(file) : [{ name: file.name, text: await file.text() }]);
    const texts = await Promise.all([...transfer.files].map(textsOf));
    coming = texts.flat().map(({ name, text }) => asComing(name, text));
    const isReplaced = await replaces([...plain.map((file) => file.name), ...inFolders.map(({ path }) => path)]);
    for (const file of coming) file.replaces = isReplaced;
    control("environment-same").checked = isReplaced;
    input.files = transfer.files;
    document.getElementById("add-button").click();
  };
  const clear = () => {
    input.value = "";
    for (const id of ["environment-text", "environment-text-name"]) control(id).value = "";
    control("environment-same").checked = false;
  };
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt.id !== "add-button" || !event.detail.successful) return;
    if (!document.querySelector("#upload-problems [role=alert]")) {
      clear();
      for (const layer of document.querySelectorAll("#add-environment:popover-open")) layer.hidePopover();
    }
  });

  // A file that already exists: replace it, or keep both.
  /** @type {HTMLDialogElement} */
  const same = document.querySelector("#same-file");
  const replaces = (names) => {
    const uploaded = rows().filter((row) => row.querySelector("[data-environment-text]"));
    const twice = names.filter((name) => uploaded.some((row) => row.dataset.environment === name));
    if (!twice.length) return Promise.resolve(false);
    same.querySelector("[data-names]").textContent = twice.join(", ");
    same.returnValue = "";
    same.showModal();
    return new Promise((resolve) => {
      same.addEventListener(
        "close",
        () => {
          resolve(same.returnValue === "replace");
        },
        { once: true },
      );
    });
  };

  document.getElementById("add-button").addEventListener("click", () => {
    const [name, text] = ["environment-text-name", "environment-text"].map(control);
    if (!input.files.length) coming = [];
    if (text.value) coming.push(asComing(name.value.trim() || name.placeholder, text.value));
  });

  const chooser = control("environment-upload-now");
  // It changes no value: its files are sent by the dialog's button, and once.
  for (const type of ["input", "change"]) chooser.addEventListener(type, (event) => event.stopPropagation());
  chooser.addEventListener("change", () => {
    const files = [...chooser.files];
    chooser.value = "";
    send(files);
  });

  // -- dropping files and folders anywhere on the page ---------------------------------------------------------------

  // blanks, but no line ends: at each of many empty lines, the pattern would look through all that follow
  const TEMPLATE = /^[ \t]*["']?(heat_template_version|AWSTemplateFormatVersion)["']?\s*:/m;

  const fileOf = (entry) =>
    entry instanceof File
      ? entry
      : new Promise((done, failed) => {
          entry.file(done, failed);
        });

  /* The files in dropped folders that may be environments. Their names are relative to the folder, or to its parent if
     there are several folders. */
  const inFolders = async (folders) => {
    const found = (await dropped(folders)).filter(({ path }) => !isLitter(path));
    const top = folders.length === 1 ? `${folders[0].fullPath}/`.slice(1) : "";
    const named = found.map(({ path, file }) => ({ path: path.slice(top.length), file }));
    const can = await Promise.all(
      named.map(async ({ path, file }) => /\.(ya?ml|json|env)$/i.test(path) && !TEMPLATE.test(await file.text())),
    );
    return named.filter((_, at) => can[at]).sort((one, other) => (one.path < other.path ? -1 : 1));
  };
  const bringsFiles = (event) => event.dataTransfer?.types.includes("Files");
  document.addEventListener("dragover", (event) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    form.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) form.classList.remove("dropping");
  });
  document.addEventListener("drop", async (event) => {
    form.classList.remove("dropping");
    if (!bringsFiles(event)) return;
    event.preventDefault();
    const entries = [...event.dataTransfer.items]
      .map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
      .filter(Boolean);
    const folders = entries.filter((entry) => "isDirectory" in entry && entry.isDirectory);
    const files = await Promise.all(entries.filter((entry) => !folders.includes(entry)).map(fileOf));
    send(
      files.filter((file) => /\.(ya?ml|json|env|zip)$/i.test(file.name)),
      await inFolders(folders),
    );
  });

  // -- order: drag a grip, or lift it with Space and move it with the arrow keys ---------

  let lifted = null; // the row that is being moved
  let began = []; // the order before
  const position = (row) => rows().indexOf(row);
  const announce = (row) => {
    status.textContent = row.dataset.wordAt.replace("{at}", position(row) + 1).replace("{count}", rows().length);
  };
  const lift = (row) => {
    [lifted, began] = [row, rows()];
    row.classList.add("lifted");
    status.textContent = row.dataset.wordLifted;
  };
  const drop = () => {
    const row = lifted;
    lifted = null;
    row.classList.remove("lifted");
    if (rows().some((each, number) => each !== began[number])) refresh();
    else status.textContent = "";
  };
  const giveUp = () => {
    const at = began.indexOf(lifted);
    lifted.before(...began.slice(0, at));
    lifted.after(...began.slice(at + 1));
    drop();
  };
  const move = (row, step) => {
    const other = rows()[position(row) + step];
    if (!other) return;
    // The other row is moved: a row that is detached, even briefly, loses the focus.
    if (step < 0) row.after(other);
    else row.before(other);
    announce(row);
  };
  list.addEventListener("keydown", (event) => {
    const grip = targetOf(event).closest("[data-grip]");
    if (!grip) return;
    const row = grip.closest("[data-environment]");
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      if (lifted) drop();
      else lift(row);
    } else if (lifted && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      event.preventDefault();
      move(row, event.key === "ArrowUp" ? -1 : 1);
      grip.focus();
    } else if (lifted && event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      giveUp();
      grip.focus();
    }
  });
  list.addEventListener("focusout", (event) => {
    if (
      lifted &&
      targetOf(event).matches("[data-grip]") &&
      !list.contains(/** @type {Element} */ (event.relatedTarget)) &&
      !pointer
    )
      drop();
  });
  let pointer = 0;
  list.addEventListener("pointerdown", (event) => {
    const grip = targetOf(event).closest("[data-grip]");
    if (!grip || event.button) return;
    pointer = event.pointerId;
    grip.setPointerCapture(pointer);
    lift(grip.closest("[data-environment]"));
  });
  list.addEventListener("pointermove", (event) => {
    if (!pointer || !lifted) return;
    const other = rows().find((row) => {
      const box = row.getBoundingClientRect();
      return row !== lifted && event.clientY >= box.top && event.clientY <= box.bottom;
    });
    if (other) move(lifted, position(other) < position(lifted) ? -1 : 1);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    list.addEventListener(end, (event) => {
      if (!pointer) return;
      pointer = 0;
      if (!lifted) return;
      if (end === "pointerup") drop();
      else giveUp();
      targetOf(event).focus?.();
    });
  }

  // -- the dialog of a file ---------------------------------------------------------------------

  let opener = "";
  list.addEventListener("click", (event) => {
    const button = targetOf(event).closest("button[name=environment-open]");
    if (button) opener = button.closest("[data-environment]").dataset.environment;
  });
  const place = document.getElementById("environment-opened");
  document.addEventListener("htmx:oobAfterSwap", (event) => {
    if (event.detail.target !== place) return;
    const layer = place.querySelector("[popover]");
    const source = layer?.querySelector("[data-source]");
    if (source) source.textContent = textOf(layer.dataset.environmentLayer) ?? source.textContent;
    layer?.showPopover();
    layer?.addEventListener("toggle", (toggled) => {
      if (toggled.newState !== "closed") return;
      const row = rows().find((each) => each.dataset.environment === opener);
      row?.querySelector("button.btn-icon")?.focus({ preventScroll: true });
    });
  });
  place.addEventListener("click", (event) => {
    const button = targetOf(event).closest("[data-downloads-text]");
    if (button) {
      const name = button.dataset.downloadsText;
      const text = textOf(name) ?? place.querySelector("[data-source]").textContent;
      const link = Object.assign(document.createElement("a"), {
        href: URL.createObjectURL(new Blob([text], { type: "text/yaml" })),
        download: name.split("/").at(-1),
      });
      link.click();
      URL.revokeObjectURL(link.href);
    } else if (targetOf(event).closest("button[name^=environment-]")) {
      place.querySelector("[popover]")?.hidePopover();
    }
  });
}
