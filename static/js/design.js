// The design page: graph, forms and text are one thing. The text is the truth; every gesture is an edit of it that the
// server works out, and whatever changes the text draws the graph anew.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const studio = document.querySelector("[data-studio]");
  const textarea = studio?.querySelector("[data-paper] textarea");
  if (!studio || !textarea || !window.hotEditor) return;
  const $ = (selector, within = studio) => within.querySelector(selector);
  const $$ = (selector, within = studio) => [...within.querySelectorAll(selector)];
  const words = JSON.parse($("#words").textContent);
  const addresses = studio.dataset;
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const mayEdit = !textarea.readOnly;
  const store = `design:${location.pathname}`;
  studio.classList.add("live");

  const post = async (address, fields) => {
    const response = await fetch(address, { method: "POST", headers: { "X-CSRFToken": token }, body: new URLSearchParams(fields) });
    if (!response.ok) throw new Error(String(response.status));
    return response;
  };

  // -- the editor ------------------------------------------------------------
  // undo and redo outlive a reload, on this device, as long as the text is the one they belong to
  const kept = mayEdit ? JSON.parse(sessionStorage.getItem(`${store}:steps`) || "null") : null;
  const titles = kept?.titles || [];
  addEventListener("pagehide", () => {
    try { sessionStorage.setItem(`${store}:steps`, JSON.stringify({ state: editor.save(), titles })); } catch { sessionStorage.removeItem(`${store}:steps`); }
  });
  const shown = { line: 1, column: 1 };
  let editor = null;
  editor = window.hotEditor.mount(textarea, {
    nonce: studio.dataset.nonce, readOnly: !mayEdit, saved: kept?.state, label: textarea.getAttribute("aria-label"), phrases: words.phrases,
    complete: async (text, at) => (await post(addresses.assist, { what: "complete", text, at })).json().catch(() => null),
    help: async (text, at) => { const answer = await (await post(addresses.assist, { what: "explain", text, at })).json(); return answer.text ? answer : null; },
    act: (name) => act(name),
    changed: (text, title) => { titles[editor ? editor.undoDepth() : 0] = title || words.typing; later(); },
    moved: (place) => { Object.assign(shown, place); $("[data-place]").textContent = `${words.line} ${place.line}, ${words.column} ${place.column}`; },
  });
  window.designer.editor = editor;

  const jump = async (name) => {
    const answer = await (await post(addresses.assist, { what: "declaration", text: editor.text(), at: editor.position() })).json();
    if (!answer.name) return say(words.nothing);
    if (name === "rename") return rename(answer.kind, answer.name);
    if (name === "references") return say(`${answer.name}: ${words.usedBy} ${answer.uses.length}`);
    if (answer.start !== null && answer.start !== undefined) {
      const before = [...editor.text()].slice(0, answer.start).join("").split("\n");
      editor.jump(before.length, before.at(-1).length + 1);
    }
  };
  const act = (name) => {
    if (name === "undo" || name === "redo") { (name === "undo" ? undo : redo)(); return true; }
    if (["definition", "references", "rename"].includes(name)) { jump(name); return true; }
    const here = (button) => Number(button.closest("[data-testid=problem]").dataset.line) === shown.line;
    if (name === "fix") { const all = $$("[data-fix]"), one = all.find(here) || all[0]; if (one) fix(one); return true; }
    return false;
  };

  // findings: from the list beside the text into its gutter
  const mark = () => editor.findings($$("#findings [data-testid=problem]").filter((one) => !one.dataset.file && one.dataset.line).map((one) => ({
    line: Number(one.dataset.line), column: Number(one.dataset.column), endLine: Number(one.dataset.line), endColumn: Number(one.dataset.endColumn || one.dataset.column),
    severity: one.dataset.severity, message: $(".says", one)?.textContent.trim() || "",
  })));
  document.addEventListener("htmx:afterSwap", mark);
  // the nearest name in place of the wrong one, in the quotes that are there
  const fix = (button) => {
    const start = Number(button.dataset.start), end = Number(button.dataset.end);
    const old = [...editor.text()].slice(start, end).join(""), quote = /^(['"]).*\1$/s.test(old) ? old[0] : "";
    editor.apply([{ start, end, text: quote + button.dataset.fix + quote }], `${words.use} ${button.dataset.fix}`);
    say(`${words.use} ${button.dataset.fix}`, [button.dataset.fix]);
    htmx.trigger(textarea, "check");
    refresh();
  };
  $("#findings").parentElement.addEventListener("click", (event) => { const button = event.target.closest("[data-fix]"); if (button) fix(button); });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#findings [data-jump]");
    const problem = link?.closest("[data-testid=problem]");
    if (!link || problem.dataset.file) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    for (const other of $$(".problem.at")) other.classList.remove("at");
    problem.classList.add("at");
    editor.jump(Number(problem.dataset.line), Number(problem.dataset.column), Number(problem.dataset.line), Number(problem.dataset.endColumn || problem.dataset.column));
    const node = graph.picture?.nodes.findLast((one) => one.line <= Number(problem.dataset.line));
    if (node) graph.select(node.name);
  }, true);

  // -- the picture -----------------------------------------------------------
  const graph = new window.designer.Graph($("[data-graph]"), {
    words, store,
    on: {
      select: (name, all) => inspect(name, all),
      open: () => $("[data-inspector] :is(input, select, textarea, button)")?.focus(),
      connect: (source, target) => connect(source, target),
      remove: (names) => remove(names),
      rename: (name) => rename("resources", name),
      edge: (source, target) => links(source, target),
      add: () => search.focus(),
      zoom: (percent) => { $("[data-zoom]").textContent = `${percent} %`; },
    },
  });
  window.designer.graph = graph;
  const states = $("[data-states]");
  states?.addEventListener("change", () => refresh());
  const nothing = { nodes: [], edges: [], parameters: {}, conditions: {}, outputs: {}, width: 0, height: 0 };
  const first = JSON.parse($("#picture").textContent);
  let picture = first || nothing, asked = 0, waiting;
  const later = () => { clearTimeout(waiting); waiting = setTimeout(refresh, 250); history(); };
  const refresh = async () => {
    clearTimeout(waiting);
    const number = ++asked, text = editor.text();
    let answer;
    try { answer = await (await post(addresses.picture, { text, set: states?.value || "" })).json(); } catch { return say(words.lost); }
    if (number !== asked) return undefined;
    if (answer.broken) { graph.broken(); $("[data-broken]").hidden = false; return undefined; }
    $("[data-broken]").hidden = true;
    picture = answer;
    show();
    if (wanted) inspect(wanted.name, [], "", wanted.kind);
    return answer;
  };
  const show = () => { graph.draw(picture); outline(); $("[data-bare]").hidden = picture.nodes.length > 0; };

  // the same as a list, in order of creation
  const outline = () => {
    const list = $("[data-outline]");
    const focused = document.activeElement?.closest?.("[data-outline] button")?.dataset.name;
    list.replaceChildren(...picture.nodes.map((node) => {
      const item = document.createElement("li");
      const button = Object.assign(document.createElement("button"), { type: "button", className: "item" });
      button.dataset.name = node.name;
      const name = Object.assign(document.createElement("span"), { className: "mono", textContent: node.name });
      const about = Object.assign(document.createElement("span"), { className: "meta", textContent: `${node.type} · ${node.condition ? `${words.if} ${node.condition}: ` : ""}${words[node.state]}${graph.needs.get(node.name).length ? ` · ${words.needs} ${[...new Set(graph.needs.get(node.name))].join(", ")}` : ""}${node.problems ? ` · ${node.problems} ${words.problems}` : ""}` });
      button.append(name, about);
      item.append(button);
      return item;
    }));
    if (focused) $(`[data-outline] [data-name="${CSS.escape(focused)}"]`)?.focus();
    for (const list of $$("[data-parts]")) {
      const kind = list.dataset.parts;
      list.replaceChildren(...Object.entries(picture[kind]).map(([name, about]) => {
        const item = document.createElement("li");
        const button = Object.assign(document.createElement("button"), { type: "button", className: "item" });
        Object.assign(button.dataset, { name, kind });
        button.append(Object.assign(document.createElement("span"), { className: "mono", textContent: name }), Object.assign(document.createElement("span"), { className: "meta", textContent: words[about] || about }));
        item.append(button);
        return item;
      }));
      list.previousElementSibling.hidden = !list.children.length;
    }
  };
  $("[data-list]").addEventListener("click", (event) => {
    const button = event.target.closest("[data-parts] [data-name]");
    if (!button) return;
    graph.select(null, { quiet: true });
    inspect(button.dataset.name, [], "", button.dataset.kind);
  });
  $("[data-outline]").addEventListener("click", (event) => { const button = event.target.closest("[data-name]"); if (button) graph.select(button.dataset.name); });
  $("[data-outline]").addEventListener("keydown", (event) => {
    const name = event.target.dataset.name;
    if (!name) return;
    const does = { Delete: () => remove([name]), F2: () => rename("resources", name), c: () => connect(name, null) }[event.key];
    const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    if (step) event.target.parentElement[step]?.firstElementChild.focus();
    else if (does) does(); else return;
    event.preventDefault();
  });

  // -- gestures ----------------------------------------------------------------
  const announce = (text) => { document.getElementById("announce").textContent = text; };
  const bar = $("[data-change]");
  const say = (text, lines = [], bad = false) => {
    bar.hidden = false;
    bar.classList.toggle("bad", bad);
    $("[data-said]", bar).textContent = text;
    $("[data-lines]", bar).replaceChildren(...lines.slice(0, 3).map((line) => Object.assign(document.createElement("code"), { textContent: line })));
    $("[data-undo-last]", bar).hidden = bad || !lines.length;
    announce(text);
  };
  const gesture = async (name, args, everywhere = false) => {
    if (!mayEdit) return say(words.readOnly, [], true);
    const text = editor.text();
    let response;
    try {
      response = await fetch(addresses.gesture, { method: "POST", headers: { "X-CSRFToken": token, "Content-Type": "application/json" }, body: JSON.stringify({ text, name, arguments: args, everywhere }) });
    } catch { return say(words.lost, [], true); }
    const answer = await response.json().catch(() => ({ refused: words.lost }));
    if (response.status === 409) return ask(`${answer.refused} ${words.everywhere}`, () => gesture(name, args, true));
    if (!response.ok) { say(answer.refused || words.lost, [], true); return null; }
    if (editor.text() !== text) return gesture(name, args, everywhere);
    if (!answer.edits.length) return answer;
    editor.apply(answer.edits, answer.title);
    const added = answer.edits.flatMap((edit) => edit.text.split("\n").filter((line) => line.trim()));
    const gone = answer.edits.reduce((sum, edit) => sum + [...text].slice(edit.start, edit.end).join("").split("\n").filter((line) => line.trim()).length, 0);
    say(`${answer.title}: +${added.length} −${gone} ${words.lines}`, added.length ? added : [" "]);
    await refresh();
    return answer;
  };
  window.designer.gesture = gesture;

  const undo = () => { if (editor.undoDepth()) { const title = titles[editor.undoDepth()]; editor.undo(); say(`${words.undone}: ${title || words.typing}`); history(); } };
  const redo = () => { if (editor.redoDepth()) { editor.redo(); say(`${words.redone}: ${titles[editor.undoDepth()] || words.typing}`); history(); } };
  const history = () => {
    const at = editor ? editor.undoDepth() : 0;
    for (const [button, depth, title, word] of [[$("[data-testid=undo]"), at, titles[at], words.undo], [$("[data-testid=redo]"), editor ? editor.redoDepth() : 0, titles[at + 1], words.redo]]) {
      button.disabled = !depth;
      button.title = depth ? `${word}: ${title || words.typing}` : word;
      button.setAttribute("aria-label", button.title);
    }
  };
  $("[data-testid=undo]").addEventListener("click", undo);
  $("[data-testid=redo]").addEventListener("click", redo);
  $("[data-undo-last]").addEventListener("click", undo);

  // -- dialogs -----------------------------------------------------------------
  const dialog = document.querySelector("[data-asks]");
  const ask = (title, then, { fields = [], yes = words.ok } = {}) => new Promise((resolve) => {
    const form = $("form", dialog);
    $("[data-title]", dialog).textContent = title;
    $("[data-fields]", dialog).replaceChildren(...fields);
    $("[data-yes]", dialog).textContent = yes;
    dialog.returnValue = "";
    const from = document.activeElement;
    dialog.onclose = async () => {
      if (from?.isConnected) from.focus();
      resolve(dialog.returnValue === "yes" ? await then(new FormData(form)) : null);
    };
    dialog.showModal();
    (fields[0]?.querySelector("input, select") || $("[data-yes]", dialog)).focus();
  });
  const wrapped = (label, control) => {
    const wrapper = Object.assign(document.createElement("label"), { className: "stack" });
    wrapper.append(Object.assign(document.createElement("span"), { textContent: label }), control);
    return wrapper;
  };
  const input = (name, value) => Object.assign(document.createElement("input"), { name, value, className: "form-control mono", required: true, autocomplete: "off" });
  const select = (name, options) => {
    const control = Object.assign(document.createElement("select"), { name, className: "form-select mono" });
    control.append(...options.map(([value, text]) => new Option(text, value)));
    return control;
  };

  const rename = (section, name) => ask(`${words.rename} ${name}`, async (form) => {
    const fresh = form.get("new").trim();
    if (!await gesture("rename", { section, name, new: fresh })) return;
    if (section === "resources") graph.select(fresh); else inspect(fresh, [], "", section);
  }, { fields: [wrapped(words.name, input("new", name))], yes: words.rename });

  const remove = (names) => {
    const users = [...new Set(names.flatMap((name) => graph.users.get(name) || []))].filter((name) => !names.includes(name));
    const fields = users.length ? [wrapped(words.whatUsers, select("uses", [["with", words.removeUses], ["keep", words.keepUses]]))] : [];
    ask(`${words.remove} ${names.join(", ")}?${users.length ? ` ${words.usedBy} ${users.join(", ")}.` : ""}`, async (form) => {
      for (const name of names) await gesture("remove", { section: "resources", name, with_uses: form.get("uses") === "with" });
      graph.select(null);
    }, { fields, yes: words.remove });
  };

  const removePart = (section, name) => ask(`${words.remove} ${name}?`, async (form) => {
    if (await gesture("remove", { section, name, with_uses: form.get("uses") === "with" })) inspect(null);
  }, { fields: section === "outputs" ? [] : [wrapped(words.whatUsers, select("uses", [["keep", words.keepUses], ["with", words.removeUses]]))], yes: words.remove });

  const ways = async (source, target) => (await (await post(addresses.assist, { what: "connections", text: editor.text(), at: 0, source, target })).json()).paths;
  const connect = async (source, target) => {
    if (!target) {
      const others = picture.nodes.map((node) => node.name).filter((name) => name !== source);
      return ask(`${words.connect} ${source}`, (form) => connect(source, form.get("target")), { fields: [wrapped(words.to, select("target", others.map((name) => [name, name])))], yes: words.next });
    }
    const paths = await ways(source, target);
    const go = (path) => gesture("connect", { source, target, path });
    const done = () => graph.select(source);
    if (!paths.length) return go(null).then(done);
    if (paths.length === 1) return go(paths[0]).then(done);
    const options = [...paths.map((path) => [JSON.stringify(path), path.filter((part) => part !== "-").join(".")]), ["null", "depends_on"]];
    return ask(`${source} → ${target}`, (form) => go(JSON.parse(form.get("path"))).then(done), { fields: [wrapped(words.by, select("path", options))], yes: words.connect });
  };
  const links = (source, target) => {
    const edge = picture.edges.find((one) => one.source === source && one.target === target);
    const where = edge.links.map((link) => link.where).join(", ");
    ask(`${source} → ${target} (${where})`, () => gesture("disconnect", { source, target }), { yes: words.disconnect });
  };

  // -- commands: everything that can be done, by its name ------------------------
  const commands = () => {
    const chosen = graph.current, all = [];
    const put = (text, does) => all.push({ text, does });
    if (mayEdit) {
      for (const item of items) if (!item.hasAttribute("data-aside")) put(`${words.add} ${item.dataset.type}`, () => add(item.dataset.type));
      for (const kind of ["parameters", "conditions", "outputs"]) put(words[`add_${kind}`], () => part(kind));
      if (chosen) {
        put(`${words.connect} ${chosen}`, () => connect(chosen, null));
        put(`${words.rename} ${chosen}`, () => rename("resources", chosen));
        put(`${words.remove} ${chosen}`, () => remove([chosen]));
        put(`${words.duplicate} ${chosen}`, () => gesture("duplicate", { section: "resources", name: chosen }));
      }
      put(words.undo, undo);
      put(words.redo, redo);
    }
    for (const node of picture?.nodes || []) put(`${words.goTo} ${node.name}`, () => { graph.select(node.name); graph.element(node.name)?.focus(); });
    for (const kind of ["parameters", "conditions", "outputs"]) for (const name of Object.keys(picture?.[kind] || {})) put(`${words.goTo} ${name}`, () => inspect(name, [], "", kind));
    for (const link of document.querySelectorAll(".tabs a")) put(link.textContent.trim(), () => link.click());
    put(words.searchText, () => editor.search());
    put(words.tidy, () => graph.tidy());
    put(words.fit, () => graph.fit());
    return all;
  };
  const runner = document.querySelector("[data-commands]"), wish = runner.querySelector("input"), list = runner.querySelector("[role=listbox]");
  let offered = [], at = 0;
  const offer = () => {
    const wanted = wish.value.toLowerCase().split(/\s+/).filter(Boolean);
    offered = commands().filter((one) => wanted.every((word) => one.text.toLowerCase().includes(word))).slice(0, 50);
    at = 0;
    list.replaceChildren(...offered.map((one, index) => Object.assign(document.createElement("li"), { id: `command-${index}`, role: "option", textContent: one.text })));
    point(0);
  };
  const point = (index) => {
    at = Math.max(0, Math.min(index, offered.length - 1));
    [...list.children].forEach((item, number) => item.setAttribute("aria-selected", String(number === at)));
    wish.setAttribute("aria-activedescendant", offered.length ? `command-${at}` : "");
    list.children[at]?.scrollIntoView({ block: "nearest" });
  };
  const perform = (index) => { const one = offered[index]; runner.close(); if (one) one.does(); };
  wish.addEventListener("input", offer);
  wish.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") point(at + 1); else if (event.key === "ArrowUp") point(at - 1); else if (event.key === "Enter") perform(at); else return;
    event.preventDefault();
  });
  list.addEventListener("click", (event) => perform([...list.children].indexOf(event.target.closest("li"))));
  const openCommands = () => { wish.value = ""; offer(); runner.showModal(); wish.focus(); };
  $("[data-open-commands]").addEventListener("click", openCommands);

  // -- the palette ---------------------------------------------------------------
  const search = $("[data-testid=palette-search]");
  const items = $$("[data-type]");
  const recent = JSON.parse(localStorage.getItem("recent-types") || "[]");
  const filter = () => {
    const wanted = search.value.trim().toLowerCase();
    for (const item of items) item.parentElement.hidden = wanted ? !item.dataset.type.toLowerCase().includes(wanted) : item.hasAttribute("data-aside");
    for (const group of $$("[data-service]")) {
      const left = $$("li", group).filter((item) => !item.hidden).length;
      group.hidden = !left;
      group.open = Boolean(wanted) || group.hasAttribute("data-open");
      $("[data-count]", group).textContent = left;
    }
    $("[data-none]").hidden = items.some((item) => !item.parentElement.hidden);
  };
  const freeName = (type) => {
    const stem = type.split("::").at(-1).replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase().replace(/\W+/g, "_");
    const taken = new Set([...picture.nodes.map((node) => node.name), ...Object.keys(picture.parameters)]);
    let name = stem, number = 2;
    while (taken.has(name)) name = `${stem}_${number++}`;
    return name;
  };
  const add = async (type) => {
    const name = freeName(type);
    const answer = await gesture("add", { section: "resources", name, body: { type } });
    if (!answer) return;
    localStorage.setItem("recent-types", JSON.stringify([type, ...recent.filter((one) => one !== type)].slice(0, 8)));
    graph.select(name);
    graph.element(name)?.focus({ preventScroll: true });
  };
  const part = (kind) => {
    const fields = [wrapped(words.name, input("name", ""))];
    if (kind === "parameters") fields.push(wrapped(words.type, select("type", ["string", "number", "boolean", "json", "comma_delimited_list"].map((type) => [type, type]))));
    if (kind === "conditions") fields.push(wrapped(words.definition, input("yaml", `{equals: [{get_param: ${Object.keys(picture.parameters)[0] || "name"}}, value]}`)));
    if (kind === "outputs") fields.push(wrapped(words.value, input("yaml", graph.current ? `{get_resource: ${graph.current}}` : "")));
    return ask(words[`add_${kind}`], (form) => {
      const name = form.get("name").trim();
      const args = { parameters: { body: { type: form.get("type") } }, conditions: { body: null, yaml: form.get("yaml") }, outputs: { body: {}, yaml: { value: form.get("yaml") } } }[kind];
      return gesture("add", { section: kind, name, ...args }).then((answer) => { if (answer) { graph.select(null, { quiet: true }); inspect(name, [], "", kind); } });
    }, { fields, yes: words.add });
  };
  search.addEventListener("input", filter);
  search.addEventListener("keydown", (event) => {
    const visible = items.filter((item) => !item.parentElement.hidden);
    if (event.key === "Enter") { event.preventDefault(); if (visible[0]) add(visible[0].dataset.type); }
    if (event.key === "ArrowDown") { event.preventDefault(); visible[0]?.focus(); }
    if (event.key === "Escape" && search.value) { event.preventDefault(); search.value = ""; filter(); }
  });
  const palette = $("[data-palette]");
  palette.addEventListener("dblclick", (event) => { const item = event.target.closest("[data-type]"); if (item) add(item.dataset.type); });
  palette.addEventListener("keydown", (event) => {
    const item = event.target.closest("[data-type]");
    if (!item) return;
    const visible = items.filter((one) => !one.parentElement.hidden && one.closest("details")?.open !== false), at = visible.indexOf(item);
    if (event.key === "Enter" || event.key === " ") add(item.dataset.type);
    else if (event.key === "ArrowDown") visible[at + 1]?.focus();
    else if (event.key === "ArrowUp") (visible[at - 1] || search).focus();
    else return;
    event.preventDefault();
  });
  palette.addEventListener("click", (event) => { const button = event.target.closest("[data-part]"); if (button) part(button.dataset.part); });
  // dragged onto the graph
  palette.addEventListener("pointerdown", (event) => {
    const item = event.target.closest("[data-type]");
    if (!item || event.button) return;
    const start = [event.clientX, event.clientY];
    let ghost = null;
    const move = (at) => {
      if (!ghost && Math.hypot(at.clientX - start[0], at.clientY - start[1]) > 6) ghost = Object.assign(document.createElement("div"), { className: "ghost mono", textContent: item.textContent.trim() });
      if (ghost) { studio.append(ghost); ghost.style.transform = `translate(${at.clientX}px, ${at.clientY}px)`; }
    };
    const up = (at) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      if (!ghost) return;
      ghost.remove();
      if (document.elementFromPoint(at.clientX, at.clientY)?.closest("[data-stage]")) add(item.dataset.type);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
  });

  // -- the inspector -----------------------------------------------------------
  const panel = $("[data-inspector]");
  let showing = 0, wanted = null;  // what was asked for last, whether it is there yet or not
  const inspect = async (name, all = [], extra = "", kind = "resources") => {
    const number = ++showing;
    wanted = name ? { name, kind } : null;
    if (!name) { panel.inert = false; delete panel.dataset.name; panel.replaceChildren($("[data-empty-inspector]").content.cloneNode(true)); return; }
    const busy = () => panel.contains(document.activeElement) && panel.dataset.name === name && panel.dataset.kind === kind && document.activeElement.matches("input, textarea, [data-pending]");
    if (busy()) return;
    panel.inert = panel.dataset.name !== name || panel.dataset.kind !== kind;  // what is shown is about something else
    let html;
    try { html = await (await post(addresses.inspector, { text: editor.text(), name, extra, kind })).text(); } catch { panel.inert = false; return; }
    if (number !== showing || busy()) return;
    const focused = panel.contains(document.activeElement) ? document.activeElement.name : null;
    panel.innerHTML = html;
    panel.inert = false;
    Object.assign(panel.dataset, { name, kind });
    if (focused) $(`[name="${CSS.escape(focused)}"]`, panel)?.focus();
    if (all.length > 1) announce(`${all.length} ${words.chosen}`);
    const line = picture.nodes.find((node) => node.name === name)?.line;
    if (line && !$(".code").contains(document.activeElement)) {  // only the text scrolls to it, never the page
      const at = editor.view.state.doc.line(Math.min(line, editor.view.state.doc.lines)).from;
      editor.view.dispatch({ selection: { anchor: at } });
      editor.view.scrollDOM.scrollTop = editor.view.lineBlockAt(at).top - 40;
    }
  };
  const valueOf = (row) => {
    const call = $("[data-function]", row)?.value ?? "", control = $("[data-value]", row);
    const path = ["resources", panel.dataset.name, "properties", row.dataset.property];
    if (call === "get_param" || call === "get_resource") return { path, value: { [call]: control.value } };
    if (call === "get_attr") return { path, value: { get_attr: control.value.trim().split(/\s+/).map((part) => (/^\d+$/.test(part) ? Number(part) : part)) } };
    if (call === "yaml") return { path, yaml: control.value };
    return { path, typed: control.value, type: row.dataset.kind };
  };
  panel.addEventListener("change", async (event) => {
    const target = event.target, row = target.closest("[data-property]");
    if (target.matches("[data-condition]")) return target.value ? gesture("set", { path: ["resources", panel.dataset.name, "condition"], value: target.value }) : gesture("unset", { path: ["resources", panel.dataset.name, "condition"] });
    if (target.matches("[data-add-property]") && target.value) { const key = target.value; target.blur(); await inspect(panel.dataset.name, [], key); return $(`[data-property="${CSS.escape(key)}"] [data-value]`, panel)?.focus(); }
    if (target.matches("[data-depends]") && target.value) return gesture("connect", { source: panel.dataset.name, target: target.value, path: null });
    const field = target.closest("[data-field]"), part = [panel.dataset.kind, panel.dataset.name];
    if (target.matches("[data-group]")) {
      if (target.value !== "new") return gesture("place-parameter", { name: panel.dataset.name, group: target.value === "" ? null : Number(target.value) });
      return ask(words.newGroup, async (form) => {
        if (await gesture("add-group", { label: form.get("label") })) await gesture("place-parameter", { name: part[1], group: target.options.length - 2 });
        inspect(part[1], [], "", part[0]);
      }, { fields: [wrapped(words.label, input("label", ""))], yes: words.add });
    }
    if (field) {
      const path = field.dataset.field ? [...part, field.dataset.field] : part;
      if (!target.value && field.dataset.field) return gesture("unset", { path });
      return gesture("set", field.dataset.typed === "yaml" ? { path, yaml: target.value } : { path, value: target.value });
    }
    if (!row) return undefined;
    if (target.matches("[data-function]")) return control(row, target.value);
    return gesture("set", valueOf(row));
  });
  panel.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target.matches("input")) { event.preventDefault(); event.target.blur(); event.target.focus(); } });
  panel.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const row = button.closest("[data-property]"), name = panel.dataset.name;
    if (button.matches("[data-unset]")) gesture("unset", { path: ["resources", name, "properties", row.dataset.property] }).then(() => inspect(name));
    if (button.matches("[data-rename]")) rename(panel.dataset.kind, name);
    if (button.matches("[data-remove]")) { if (panel.dataset.kind === "resources") remove([name]); else removePart(panel.dataset.kind, name); }
    if (button.matches("[data-duplicate]")) gesture("duplicate", { section: panel.dataset.kind, name });
    if (button.matches("[data-go]")) graph.select(button.dataset.go);
    if (button.matches("[data-parameter]")) ask(`${words.makeParameter} ${row.dataset.property}`, (form) => gesture("make-parameter", { path: ["resources", name, "properties", row.dataset.property], name: form.get("name").trim(), declaration: { type: { integer: "number", number: "number", boolean: "boolean", list: "comma_delimited_list", map: "json" }[row.dataset.kind] || "string" } }).then(() => inspect(name)), { fields: [wrapped(words.name, input("name", `${name}_${row.dataset.property}`))], yes: words.makeParameter });
  });
  // another way to say a value: its control changes, the text only when a value is chosen
  const control = (row, call) => {
    const old = $("[data-value]", row), name = old.name;
    const fits = JSON.parse(row.dataset.fits || "[]");
    const names = call === "get_param" ? Object.keys(picture.parameters) : call === "get_resource" ? [...fits, ...picture.nodes.map((node) => node.name).filter((one) => !fits.includes(one) && one !== panel.dataset.name)] : null;
    const fresh = names ? select(name, [["", words.choose], ...names.map((one) => [one, one])]) : call === "yaml" ? Object.assign(document.createElement("textarea"), { name, className: "form-control mono", rows: 3 }) : input(name, "");
    fresh.required = false;
    fresh.dataset.value = fresh.dataset.pending = "";
    fresh.setAttribute("aria-label", old.getAttribute("aria-label") || row.dataset.property);
    old.replaceWith(fresh);
    fresh.focus();
  };

  // -- the stage -----------------------------------------------------------------
  for (const button of $$("[data-shows]")) button.addEventListener("click", () => {
    studio.dataset.view = button.dataset.shows;
    for (const other of $$("[data-shows]")) other.setAttribute("aria-pressed", String(other === button));
    localStorage.setItem("design-view", button.dataset.shows);
    if (button.dataset.shows === "graph") graph.fit();
  });
  const view = localStorage.getItem("design-view");
  if (view) $(`[data-shows="${CSS.escape(view)}"]`)?.click();
  $("[data-tidy]").addEventListener("click", () => { graph.tidy(); say(words.tidied); });
  $("[data-add]").addEventListener("click", () => search.focus());
  $("[data-fit]").addEventListener("click", () => graph.fit());
  $("[data-zoom-in]").addEventListener("click", () => graph.zoom(1.25));
  $("[data-zoom-out]").addEventListener("click", () => graph.zoom(.8));

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const typing = event.target.closest("input, textarea, select, [contenteditable=true]");
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key.toLowerCase() === "k") { event.preventDefault(); openCommands(); }
    if (command && !typing && event.key.toLowerCase() === "z") { event.preventDefault(); (event.shiftKey ? redo : undo)(); }
    if (command && !typing && event.key.toLowerCase() === "y") { event.preventDefault(); redo(); }
    if (!typing && !command && !event.altKey && event.key.toLowerCase() === "a" && localStorage.getItem("single-letters") !== "off") { event.preventDefault(); search.focus(); }
  });

  if (first) show(); else { graph.broken(); $("[data-broken]").hidden = false; }
  inspect(null);
  filter();
  mark();
  history();
});
