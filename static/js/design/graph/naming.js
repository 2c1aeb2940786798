// The field over the head of a card that was just added: its name is selected, so that it can be typed at once.

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function naming(studio) {
  const { graph, $ } = studio;
  /** @type {HTMLInputElement} */
  const field = $("[data-fresh-name]");
  /** @type {string | null} */
  let name = null;

  const place = () => {
    const box = graph.element(name)?.getBoundingClientRect(),
      layer = field.offsetParent?.getBoundingClientRect();
    if (!box?.width || !layer) return false;
    Object.assign(field.style, {
      left: `${box.left - layer.left + Math.min(44, box.width / 5)}px`,
      top: `${box.top - layer.top}px`,
      width: `${Math.max(box.width - 52, 120)}px`,
    });
    return true;
  };
  studio.nameFresh = (fresh) => {
    if (!studio.mayEdit || !graph.element(fresh)?.checkVisibility()) return;
    name = fresh;
    field.hidden = false;
    field.value = fresh;
    if (!place()) return void close();
    field.focus({ preventScroll: true });
    field.select();
  };
  const close = () => {
    name = null; // first: hiding the field removes its focus
    field.hidden = true;
  };
  /* Renames the resource as typed. Returns its resulting name. */
  const apply = async () => {
    const old = name,
      wanted = field.value.trim();
    close();
    if (!old || !wanted || wanted === old) return old;
    const isStill = studio.watchSelection();
    if (!(await studio.gesture("rename", { section: "resources", name: old, new: wanted }))) return old;
    if (isStill()) graph.go(wanted, { focus: false });
    return wanted;
  };
  const leave = () => {
    const old = name;
    close();
    graph.focus(old);
  };
  field.addEventListener("keydown", async (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      event.stopPropagation();
      const called = await apply();
      if (document.activeElement !== document.body && !graph.canvas.contains(document.activeElement)) return;
      graph.focus(called);
      if (event.key === "Enter") graph.on.open();
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      leave();
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && field.value === name) {
      event.preventDefault();
      event.stopPropagation();
      leave();
      studio.run("undo");
    }
  });
  field.addEventListener("blur", () => {
    if (name) apply();
  });
  studio.on("viewport", () => name && place());
  studio.on("diagram", () => {
    if (name && !graph.element(name)) close();
    else if (name) place();
  });
}
