// The files of the template: opened, added, renamed and removed, all in the draft; a nested template opens in place.

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function files(studio) {
  const { words, $, $$ } = studio;
  const list = $("[data-files]", document),
    here = location.pathname;
  studio.files = $$("[data-file]", list).map((link) => link.dataset.file);

  // -- opening
  const menu = $("#files-menu", document);
  menu.addEventListener("beforetoggle", () => {
    menu.style.left = `${$("[data-open-files]", document).getBoundingClientRect().left}px`;
  });
  const address = (path, via = []) => {
    const query = new URLSearchParams(path ? { file: path } : {});
    for (const one of via) query.append("via", one);
    return query.size ? `${here}?${query}` : here;
  };
  const go = (to) => (studio.drafts ? studio.drafts.go(to) : location.assign(to));
  const trail = studio.file ? [...new URLSearchParams(location.search).getAll("via"), studio.file] : [];
  const open = (path, nested = false) => go(address(path, nested ? trail : []));

  /* The path of the file that a type or `get_file` names, relative to the open file; undefined if there is none. */
  const resolve = (name) => {
    const bare = name.replace(/^file:\/\//, ""),
      parts = [];
    for (const part of [...studio.file.split("/").slice(0, -1), ...bare.split("/")]) {
      if (part === ".." && parts.length && parts.at(-1) !== "..") parts.pop();
      else if (part && part !== ".") parts.push(part);
    }
    return [parts.join("/"), bare].find((path) => studio.files.includes(path));
  };
  const nested = () => {
    const { name, kind } = studio.chosen;
    const node = kind === "resources" && studio.diagram?.nodes.find((one) => one.name === name);
    return node ? resolve(node.file || node.type) : undefined;
  };
  const opener = $("[data-open-nested]", document);
  const offer = () => {
    const path = nested();
    opener.hidden = !path;
    opener.title = $("[data-word]", opener).textContent = path || "";
  };
  const openNested = () => {
    const path = nested();
    if (path) open(path, true);
  };
  opener.addEventListener("click", openNested);
  for (const event of ["select", "diagram", "draft"]) studio.on(event, offer);
  $("[data-graph]")?.addEventListener(
    "dblclick",
    (event) => {
      const name = studio.graph.over(event),
        node = studio.diagram?.nodes.find((one) => one.name === name);
      const path = node && !studio.graph.isOnName(name, event) && resolve(node.file || node.type);
      if (!path) return;
      event.stopImmediatePropagation();
      open(path, true);
    },
    true,
  );
  studio.command({
    id: "open-nested",
    area: "graph",
    keys: ["o"],
    text: () => `${words.open} ${nested() || ""}`,
    sheet: () => words.openNested,
    when: () => Boolean(nested()),
    does: openNested,
  });
  studio.command({
    id: "open-template",
    text: () => words.openTemplate,
    when: () => Boolean(studio.file),
    does: () => open(""),
  });
  studio.command({
    id: "open-file",
    text: () => words.openFile,
    when: () => studio.files.length > 0,
    does: () =>
      studio.ask(words.openFile, (form) => open(form.get("path")), {
        fields: [
          studio.field(
            words.file,
            studio.choice("path", [["", words.template], ...studio.files.map((path) => [path, path])]),
          ),
        ],
        yes: words.open,
      }),
  });

  // -- the list follows the draft
  studio.on("draft", ({ files }) => {
    studio.files = files;
    const shown = new Map($$("[data-file]", list).map((link) => [link.dataset.file, link]));
    for (const [path, link] of shown) if (!files.includes(path)) link.remove();
    for (const path of files) {
      const link =
        shown.get(path) ||
        Object.assign(document.createElement("a"), { className: "item mono", href: address(path), textContent: path });
      link.dataset.file = path;
      link.classList.toggle("changed", studio.changed.includes(path));
      list.append(link);
    }
    $("a", list).classList.toggle("changed", studio.changed.includes(""));
  });
  if (!studio.mayEdit) return;

  // -- adding, renaming, removing
  const version = () =>
    /heat_template_version:\s*(\S+)/.exec(studio.textarea.value)?.[1] || studio.address.latestVersion;
  const STARTS = {
    template: () => `heat_template_version: ${version()}\n`,
    environment: () => "parameters:\n",
    text: () => "",
  };
  const send = async (fields) => {
    await studio.drafts.flush();
    return studio.drafts.send(fields);
  };

  /* Adds a file with a text. Returns its path, or null after showing the error. */
  studio.addFile = async (path, text) => {
    const there = studio.files,
      answer = await send({ do: "add", file: path, text });
    return answer && (answer.files.find((one) => !there.includes(one)) || path);
  };
  const add = () =>
    studio.ask(
      words.addFile,
      async (form) => {
        const path = await studio.addFile(form.get("path").trim(), STARTS[form.get("kind")]());
        if (path) open(path);
      },
      {
        fields: [
          studio.field(words.fileName, Object.assign(studio.input("path", ""), { placeholder: "nested/server.yaml" })),
          studio.field(
            words.fileKind,
            studio.choice("kind", [
              ["template", words.nestedTemplate],
              ["text", words.script],
              ["environment", words.environment],
            ]),
          ),
        ],
        yes: words.add,
      },
    );
  const upload = () => {
    const control = Object.assign(document.createElement("input"), {
      type: "file",
      name: "upload",
      multiple: true,
      className: "form-control",
      required: true,
    });
    return studio.ask(
      words.uploadFiles,
      async () => {
        const answer = await send({ do: "add", upload: [...control.files] });
        if (answer) studio.say(`${words.added} ${[...control.files].map((file) => file.name).join(", ")}`);
      },
      { fields: [studio.field(words.files, control)], yes: words.add },
    );
  };
  const rename = (path) => {
    const box = Object.assign(document.createElement("input"), {
      type: "checkbox",
      name: "references",
      value: "1",
      checked: true,
      className: "form-check-input",
    });
    return studio.ask(
      `${words.rename} ${path}`,
      async (form) => {
        const fields = { do: "rename", file: path, to: form.get("to").trim() };
        if (form.get("references")) fields.references = "1";
        const answer = await send(fields);
        if (!answer) return;
        const to = answer.files.find((one) => !before.includes(one)) || path,
          title = `${words.renamedTo.replace("%1", path).replace("%2", to)}`;
        if (path === studio.file) {
          move(path, to);
          open(to);
          return;
        }
        const text = answer.texts[studio.file],
          again = (file, to) => ({ ...fields, file, to });
        if (text === undefined) {
          studio.say(title, [], false, async () => {
            if (await send(again(to, path))) studio.say(`${words.undone}: ${title}`);
          });
          return;
        }
        studio.drafts.adopt(text, title);
        studio.recordFileSteps({ back: [again(to, path)], forth: [again(path, to)] });
        studio.say(title, [to]);
      },
      {
        fields: [studio.field(words.fileName, studio.input("to", path)), studio.field(words.changeNames, box)],
        yes: words.rename,
      },
    );
  };
  let before = [];
  const remembering = (does) => (path) => {
    before = studio.files;
    return does(path);
  };
  // the undo steps move along
  const move = (path, to) => {
    const steps = sessionStorage.getItem(`${studio.storeOf(path)}:steps`);
    if (steps) sessionStorage.setItem(`${studio.storeOf(to)}:steps`, steps);
  };

  // -- file changes of an undo step are undone and redone with it, one after the other
  let done = Promise.resolve();
  const walk = async ({ files, way }) => {
    for (const fields of files[way]) {
      if (studio.files.includes(fields.file) === (fields.do === "restore")) continue; // done by another window
      const answer = await send(fields);
      if (answer && fields.do === "remove")
        files.forth.find((one) => one.file === fields.file).text = answer.was[fields.file];
    }
    await studio.refresh();
  };
  studio.on("step", (step) => {
    done = done.then(() => walk(step));
  });

  // -- a removed file can be restored, also from the next page
  const gone = `design:${here}:removed`,
    note = $("[data-removed]");
  const showRemoved = () => {
    const kept = JSON.parse(sessionStorage.getItem(gone) || "null");
    note.hidden = !kept || studio.files.includes(kept.path);
    if (!note.hidden) $("[data-path]", note).textContent = kept.path;
  };
  const cancelRequest = (event) => event.preventDefault();
  const remove = (path) =>
    studio.ask(
      `${words.remove} ${path}?`,
      async () => {
        // a removed file is not checked any more
        if (path === studio.file) {
          studio.textarea.addEventListener("htmx:beforeRequest", cancelRequest);
          studio.textarea.dispatchEvent(new Event("htmx:abort"));
        }
        const answer = await send({ do: "remove", file: path });
        if (!answer) {
          studio.textarea.removeEventListener("htmx:beforeRequest", cancelRequest);
          return;
        }
        // a binary file that was never saved cannot be restored
        if (answer.was[path] === null && !answer.changed.includes(path)) sessionStorage.removeItem(gone);
        else sessionStorage.setItem(gone, JSON.stringify({ path, text: answer.was[path] }));
        if (path === studio.file) {
          studio.drafts.leave();
          location.assign(address(""));
          return;
        }
        showRemoved();
        if (note.hidden) {
          $("[data-open-files]", document).focus();
          return;
        }
        studio.announce(note.textContent.trim());
        $("[data-bring-back]", note).focus();
      },
      { yes: words.remove },
    );
  $("[data-bring-back]", note).addEventListener("click", async () => {
    const { path, text } = JSON.parse(sessionStorage.getItem(gone));
    if (!(await send({ do: "restore", file: path, ...(text === null || text === undefined ? {} : { text }) }))) return;
    sessionStorage.removeItem(gone);
    note.hidden = true;
    $("[data-open-files]", document).focus();
  });
  $("[data-forget]", note).addEventListener("click", () => {
    sessionStorage.removeItem(gone);
    note.hidden = true;
    $("[data-open-files]", document).focus();
  });
  studio.on("ready", showRemoved);

  const which = (title, does) => () =>
    studio.file
      ? does(studio.file)
      : studio.ask(title, (form) => does(form.get("path")), {
          fields: [
            studio.field(
              words.file,
              studio.choice(
                "path",
                studio.files.map((path) => [path, path]),
              ),
            ),
          ],
          yes: words.next,
        });
  const renameOne = remembering(rename);
  for (const [mark, does] of /** @type {[string, () => unknown][]} */ ([
    ["add-file", add],
    ["upload-files", upload],
    ["rename-file", () => renameOne(studio.file)],
    ["remove-file", () => remove(studio.file)],
  ]))
    $(`[data-do="${mark}"]`, document)?.addEventListener("click", () => {
      menu.hidePopover();
      does();
    });
  studio.command({ id: "add-file", text: () => words.addFile, does: add });
  studio.command({ id: "upload-files", text: () => words.uploadFiles, does: upload });
  studio.command({
    id: "rename-file",
    text: () => words.renameFile,
    when: () => studio.files.length > 0,
    does: which(words.renameFile, renameOne),
  });
  studio.command({
    id: "remove-file",
    text: () => words.removeFile,
    when: () => studio.files.length > 0,
    does: which(words.removeFile, remove),
  });
}
