// The selection of the diagram, and what is marked in it: what was found, what fits a connection, a lit path.
import { CONDITION } from "../../diagram/metrics.js";
import { containersOf, withRows } from "./map.js";
import { reachable } from "./paths.js";
import { Picture } from "./picture.js";
import { isAtLeast } from "./zoom.js";

/** @import { Way } from "./paths.js" */

export class Choice extends Picture {
  /* Whether cards are large enough to have their names. */
  get isNamed() {
    return isAtLeast(this.viewport.zoomed, "small");
  }

  /* Moves a node into view; one that was not pointed at or walked to also at a size at which it can be read. */
  reveal(name, { byPointer = false, isNext = false } = {}) {
    const node = this.byName.get(name),
      { viewport } = this;
    if (!node || !viewport.isShown) return;
    const box = { ...node, above: node.condition ? CONDITION : 0 };
    if (!byPointer && !isNext && !isAtLeast(viewport.zoomed, "middle")) viewport.show(box);
    else viewport.reveal(box, { byPointer });
  }

  /* Moves a node into view if nothing of it is there. */
  showIfOut(name) {
    const node = this.byName.get(name);
    if (!node || !this.viewport.isShown) return;
    const { left, top, right, bottom } = this.viewport.seen(),
      [across, down] = [node.width / 2, node.height / 2];
    if (node.x + across < left || node.x - across > right || node.y + down < top || node.y - down > bottom)
      this.reveal(name, { isNext: true });
  }

  /* Shows a node at 100 %, or at the present zoom if all that is written in it can be read. */
  goTo(name) {
    const node = this.byName.get(name);
    if (!node || !this.viewport.isShown) return;
    if (isAtLeast(this.viewport.zoomed, "near")) this.reveal(name);
    else this.viewport.show({ ...node, above: node.condition ? CONDITION : 0 });
  }

  /* 100 % around what is chosen, else around the middle of the view. */
  natural() {
    const node = this.byName.get(this.current),
      [x, y] = node ? [node.x, node.y] : this.viewport.centre();
    this.viewport.show({ x, y, width: 0, height: 0 });
  }

  select(name, { add = false, quiet = false, toggle = true, byPointer = false, isNext = false } = {}) {
    if (!add) this.chosen.clear();
    this.path = null;
    if (name) {
      if (add && toggle && this.chosen.has(name)) this.chosen.delete(name);
      else this.chosen.add(name);
      this.current = name;
    }
    this.mark();
    if (name) this.reveal(name, { byPointer, isNext });
    if (!quiet) this.on.select(this.chosen.has(name) ? name : [...this.chosen].at(-1) || null, [...this.chosen]);
  }
  selectAll(names = [...this.byName.keys()]) {
    this.chosen = new Set(names);
    this.current = names.includes(this.current) ? this.current : names[0] || null;
    this.mark();
    this.on.select(this.current, names);
  }
  go(name, { add = false, focus = true, isNext = false } = {}) {
    if (!name) return;
    this.select(name, { add, toggle: false, isNext });
    if (focus) this.focus(name);
  }

  /* Dims all nodes but the found ones and what they are in, and marks one of them; null ends that. */
  markFound(names, one = null) {
    this.found = names && new Set(names);
    this.scene.wanted = one;
    this.mark();
  }
  /* Dims all nodes but those that fit a connection. */
  markFits(names, source = null) {
    this.fits = names && new Set(names);
    this.source = source;
    this.mark();
  }

  mark() {
    const { chosen, found, fits, path, canvas } = this,
      around = found && containersOf(this.byName, found),
      stop = this.tabStop();
    canvas.classList.toggle("searching", Boolean(found));
    canvas.classList.toggle("targeting", Boolean(fits));
    canvas.classList.toggle("pathing", Boolean(path));
    for (const name of this.byName.keys()) {
      const element = this.scene.element(name),
        is = chosen.has(name),
        { classList } = element;
      classList.toggle("chosen", is);
      classList.toggle("found", Boolean(found?.has(name)));
      classList.toggle("around-found", Boolean(around?.has(name)));
      classList.toggle("wanted", name === this.scene.wanted);
      classList.toggle("fits", Boolean(fits?.has(name)) || (Boolean(fits) && name === this.source));
      classList.toggle("on-path", Boolean(path?.has(name)));
      if ((element.getAttribute("aria-pressed") === "true") !== is) element.setAttribute("aria-pressed", String(is));
      const tab = name === stop ? "0" : "-1";
      if (element.getAttribute("tabindex") !== tab) element.setAttribute("tabindex", tab);
    }
    this.scene.show(stop);
    this.lines.light(withRows(this.byName, chosen));
    this.lines.keep(path);
    this.point();
  }

  /**
   * Lights all that what is chosen needs or is needed by, and dims the rest; null ends that. Returns whether it did.
   * @param {Way[] | null} ways
   */
  lightPath(ways) {
    const names = [...(this.chosen.size ? this.chosen : [this.current])].filter((name) => this.byName.has(name));
    if (!ways && !this.path) return false;
    this.path = ways && names.length ? reachable(names, ways, this) : null;
    this.mark();
    return true;
  }
}
