// The commands, by name (Ctrl K) and by key; the keyboard help shows the same commands.
import { targetOf } from "../../site/dom.js";
import { isMac, pressed, written } from "./keys.js";

/**
 * @import { Studio } from "../studio.js"
 * @import { Command } from "../types.js"
 */

/** @param {Studio} studio */
export function commandPalette(studio) {
  const { words } = studio;
  /** @type {HTMLDialogElement} */
  const runner = document.querySelector("[data-commands]"),
    wish = runner.querySelector("input"),
    list = runner.querySelector("[role=listbox]");

  studio.command({
    id: "commands",
    area: "any",
    text: () => words.runCommand,
    keys: ["Mod-k"],
    does: () => {
      wish.value = "";
      offer();
      runner.showModal();
      wish.focus();
    },
  });
  document.querySelector("[data-open-commands]").addEventListener("click", () => studio.run("commands"));

  // -- by name
  /** @type {() => Partial<Command>[]} */
  const goals = () => [
    ...studio.diagram.nodes.map((node) => ({
      text: () => `${words.goTo} ${node.name}`,
      does: () => {
        studio.graph.select(node.name);
        studio.graph.element(node.name)?.focus();
      },
    })),
    ...["parameters", "conditions", "outputs"].flatMap((kind) =>
      Object.keys(studio.diagram[kind]).map((name) => ({
        text: () => `${words.goTo} ${name}`,
        does: () => studio.select(name, kind),
      })),
    ),
    ...[...document.querySelectorAll(".tabs a, [data-command]")].map((link) => ({
      text: () => link.textContent.trim(),
      does: () => link.click(),
    })),
  ];
  let offered = [],
    at = 0;
  const offer = () => {
    const wanted = wish.value.toLowerCase().split(/\s+/).filter(Boolean);
    const all = [...studio.commands.filter((one) => one.does && one.id !== "commands" && one.when()), ...goals()];
    const names = (one) => `${one.text} ${words.alsoCalled[one.id] || ""}`.toLowerCase();
    offered = all
      .map((one) => ({ ...one, text: one.text() }))
      .filter((one) => wanted.every((word) => names(one).includes(word)));
    /* The shown name ranks higher than the related words. */
    const own = (one) => wanted.every((word) => one.text.toLowerCase().includes(word)),
      whole = (one) => one.text.toLowerCase().includes(wish.value.trim().toLowerCase()),
      rank = (one) => Number(own(one)) + Number(whole(one));
    offered = offered.sort((one, other) => rank(other) - rank(one)).slice(0, 50);
    list.replaceChildren(
      ...offered.map((one, index) => {
        const item = Object.assign(document.createElement("li"), {
          id: `command-${index}`,
          role: "option",
          textContent: one.text,
        });
        if (one.keys) item.append(" ", ...one.keys.slice(0, 1).map(key));
        return item;
      }),
    );
    point(0);
  };
  const point = (index) => {
    at = Math.max(0, Math.min(index, offered.length - 1));
    for (const [number, item] of [...list.children].entries())
      item.setAttribute("aria-selected", String(number === at));
    wish.setAttribute("aria-activedescendant", offered.length ? `command-${at}` : "");
    list.children[at]?.scrollIntoView({ block: "nearest" });
  };
  const perform = (index) => {
    const one = offered[index];
    runner.close();
    if (one) one.does();
  };
  wish.addEventListener("input", offer);
  wish.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") point(at + 1);
    else if (event.key === "ArrowUp") point(at - 1);
    else if (event.key === "Enter") perform(at);
    else return;
    event.preventDefault();
  });
  list.addEventListener("click", (event) => {
    const item = targetOf(event).closest("li");
    if (item) perform([...list.children].indexOf(item));
  });

  // -- by keys
  const key = (keys) => Object.assign(document.createElement("kbd"), { textContent: written(keys, isMac) });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
    const typing = targetOf(event).closest("input:not([type=checkbox]), textarea, select, [contenteditable=true]"),
      keys = pressed(event);
    if (keys.length === 1 && localStorage.getItem("single-letters") === "off") return;
    const on = { any: true, page: !typing, graph: !typing && targetOf(event).closest("[data-stage]") };
    const command = studio.commands.find(
      (one) => one.keys?.includes(keys) && one.does && on[one.area] && one.when(event),
    );
    if (!command) return;
    event.preventDefault();
    command.does(event);
  });

  // -- the keyboard help
  studio.on("ready", () => {
    const sheet = document.querySelector("#keys .keys");
    for (const [area, title] of [
      ["any", words.keysAny],
      ["page", words.keysPage],
      ["graph", words.keysGraph],
      ["palette", words.keysPalette],
      ["editor", words.keysEditor],
    ]) {
      const rows = studio.commands
        .filter((one) => one.area === area && one.keys)
        .map((one) => {
          const row = document.createElement("div"),
            keys = document.createElement("dt");
          keys.append(...one.keys.flatMap((keys, index) => (index ? [", ", key(keys)] : [key(keys)])));
          row.append(
            keys,
            Object.assign(document.createElement("dd"), { textContent: (one.sheet || one.text)().trim() }),
          );
          return row;
        });
      const list = document.createElement("dl");
      list.append(...rows);
      const group = document.createElement("div");
      group.append(Object.assign(document.createElement("h3"), { textContent: title }), list);
      if (rows.length) sheet.append(group);
    }
  });
}
