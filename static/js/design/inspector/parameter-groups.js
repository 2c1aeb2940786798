// The parameters view: the parameter groups.

import { targetOf } from "../../site/dom.js";
import { drag, isBelow } from "../drag.js";

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function parameterGroups(studio) {
  const { words, $, $$ } = studio;
  const area = $("[data-asked]"),
    { isShown } = studio.parameterTrial;

  let line = Promise.resolve();
  // keys that arrive faster than answers are queued: each sees the result of the one before
  const inTurn = (does) => {
    line = line
      .then(does)
      .then(() => studio.parameterTrial.drawn)
      .catch(() => {});
  };

  const mark = () => {
    for (const item of $$("[data-asked-list] .item", area))
      if (item.dataset.name === studio.chosen.name && studio.chosen.kind === "parameters")
        item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
  };
  studio.on("trial", mark);
  const items = () => $$("[data-asked-list] .item", area);
  const groupOf = (element) => {
    const index = element.closest("[data-group-index]").dataset.groupIndex;
    return index === "" ? null : Number(index);
  };
  const place = (name, group, index) =>
    studio.gesture("place-parameter", index === null ? { name, group } : { name, group, index });
  const step = (name, by) =>
    inTurn(() => {
      const item = items().find((one) => one.dataset.name === name);
      if (!item) return null;
      const row = item.closest("li"),
        next = /** @type {HTMLElement} */ (by < 0 ? row.previousElementSibling : row.nextElementSibling);
      if (next) return place(name, groupOf(row), Number(next.dataset.index));
      const sections = $$("[data-group-index]", area),
        section = sections[sections.indexOf(row.closest("[data-group-index]")) + by];
      return section && place(name, groupOf(section), by < 0 ? null : 0);
    });
  const stepGroup = (index, by) =>
    inTurn(() => {
      const last = $$("[data-label]", area).length - 1;
      return index + by >= 0 && index + by <= last
        ? studio.gesture("move-group", { group: index, index: index + by })
        : null;
    });
  const chosen = () =>
    isShown() && studio.chosen.kind === "parameters"
      ? items().find((one) => one.dataset.name === studio.chosen.name)
      : null;

  const groupFields = (label, description) => {
    const about = studio.input("description", description);
    about.required = false;
    return [studio.field(words.label, studio.input("label", label)), studio.field(words.description, about)];
  };
  const newGroup = () =>
    studio.ask(
      words.newGroup,
      (form) => studio.gesture("add-group", { label: form.get("label"), description: form.get("description") }),
      { fields: groupFields("", ""), yes: words.add },
    );
  const editGroup = (section) =>
    studio.ask(
      `${words.rename} ${section.dataset.label}`,
      (form) => {
        const index = groupOf(section),
          /** @type {[string, object][]} */ steps = ["label", "description"]
            .filter((field) => form.get(field) !== section.dataset[field])
            .map((field) => ["describe-group", { index, field, text: form.get(field) }]);
        return steps.length ? studio.gestures(steps, "") : null;
      },
      { fields: groupFields(section.dataset.label, section.dataset.description), yes: words.ok },
    );

  area.addEventListener("click", (event) => {
    const button = targetOf(event).closest("[data-asked-list] button");
    if (!button || dragged) return;
    const section = button.closest("[data-group-index]"),
      row = button.closest("li");
    if (button.matches(".item")) {
      if (!("missing" in button.dataset)) studio.select(button.dataset.name, "parameters");
    } else if ("up" in button.dataset || "down" in button.dataset)
      step(row.querySelector(".item").dataset.name, "up" in button.dataset ? -1 : 1);
    else if ("groupUp" in button.dataset || "groupDown" in button.dataset)
      stepGroup(groupOf(section), "groupUp" in button.dataset ? -1 : 1);
    else if ("groupEdit" in button.dataset) editGroup(section);
    else if ("groupRemove" in button.dataset)
      studio.once(section, () => studio.gesture("remove-group", { index: groupOf(section) }));
    else if ("newGroup" in button.dataset) newGroup();
    else if ("newParameter" in button.dataset) studio.run("add-parameters");
  });
  area.addEventListener("keydown", (event) => {
    const item = targetOf(event).closest("[data-asked-list] .item");
    if (!item || event.ctrlKey || event.metaKey) return;
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key],
      name = item.dataset.name;
    if (by && event.altKey) step(name, by);
    else if (by) items()[items().indexOf(item) + by]?.focus();
    else if (event.key === "Delete") studio.removePart("parameters", name);
    else if (event.key === "F2") studio.rename("parameters", name);
    else return;
    event.preventDefault();
  });
  studio.on("select", ({ name, kind }) => {
    mark();
    const field =
      isShown() &&
      kind === "parameters" &&
      $$("[data-asked-form] .field", area).find((one) => one.dataset.name === name);
    if (field)
      $("[data-asked-form]", area).scrollTop +=
        field.getBoundingClientRect().top -
        $("[data-asked-form] .form", area).parentElement.getBoundingClientRect().top -
        56;
  });

  // -- dragging: a parameter to a position in any group, a group among the groups
  let dragged = false;
  const aim = (at, isGroup) => {
    const under = document.elementFromPoint(at.clientX, at.clientY),
      section = under?.closest("[data-asked] [data-group-index]");
    const row = isGroup ? section : under?.closest("[data-asked-list] li");
    if (row) return { row, section, isRow: true, after: isBelow(row, at) };
    return section ? { row: section, section, isRow: false, after: true } : null;
  };
  const drop = (item, { row, section, isRow, after }) => {
    const group = groupOf(section),
      own = item.closest("li"),
      old = Number(own.dataset.index);
    let index = isRow ? Number(row.dataset.index) + (after ? 1 : 0) : null;
    if (row === own) return null;
    if (index !== null && groupOf(own) === group && old < index) index -= 1;
    return place(item.dataset.name, group, index);
  };
  const dropGroup = (section, target) => {
    const from = groupOf(section);
    let to = groupOf(target.section);
    if (to === null) to = $$("[data-label]", area).length - 1;
    else if (target.after && to < from) to += 1;
    else if (!target.after && to > from) to -= 1;
    return to === from ? null : studio.gesture("move-group", { group: from, index: to });
  };
  area.addEventListener("pointerdown", (event) => {
    const item = targetOf(event).closest("[data-asked-list] .item"),
      header = targetOf(event).closest("[data-drag-group]");
    dragged = false;
    if (
      event.button ||
      event.pointerType === "touch" ||
      !studio.mayEdit ||
      (!item && (!header || targetOf(event).closest("button")))
    )
      return;
    drag(event, {
      root: studio.root,
      label: item ? item.dataset.name : header.textContent.trim(),
      begun: () => {
        dragged = true;
      },
      aim: (at) => aim(at, !item),
      drop: (target) => (item ? drop(item, target) : dropGroup(header.closest("[data-group-index]"), target)),
    });
  });

  studio.command({
    id: "view-parameters",
    text: () => words.showParameters,
    does: () => {
      studio.show("parameters");
      $("[data-asked-list] .item", area)?.focus();
    },
  });
  studio.command({ id: "add-group", text: () => words.newGroup, when: () => studio.mayEdit, does: newGroup });
  studio.command({
    id: "parameter-up",
    text: () => words.parameterUp,
    keys: ["Alt-ArrowUp"],
    when: () => studio.mayEdit && Boolean(chosen()),
    does: () => step(studio.chosen.name, -1),
  });
  studio.command({
    id: "parameter-down",
    text: () => words.parameterDown,
    keys: ["Alt-ArrowDown"],
    when: () => studio.mayEdit && Boolean(chosen()),
    does: () => step(studio.chosen.name, 1),
  });
}
