// Dragging among the rows of a list: what follows the pointer, and where it would be dropped.

export const FAR = 6; // pixels from which a press is a drag

/**
 * Follows a pressed pointer until it is released; Escape cancels.
 * @template {{ row: Element, after: boolean }} Target
 * @param {PointerEvent} event
 * @param {{
 *   root: Element, label: string, aim: (at: PointerEvent) => Target | null, drop: (target: Target) => unknown,
 *   begun?: () => void,
 * }} how `aim` finds the row under the pointer, and whether the place is after it
 */
export function drag(event, { root, label, aim, drop, begun }) {
  const [x, y] = [event.clientX, event.clientY];
  /** @type {HTMLElement | null} */
  let ghost = null;
  /** @type {Target | null} */
  let target = null;
  const mark = (/** @type {Target | null} */ next) => {
    target?.row.classList.remove("drop-before", "drop-after");
    target = next;
    target?.row.classList.add(target.after ? "drop-after" : "drop-before");
  };
  const move = (/** @type {PointerEvent} */ at) => {
    if (!ghost && Math.hypot(at.clientX - x, at.clientY - y) > FAR) {
      ghost = Object.assign(document.createElement("div"), { className: "ghost mono", textContent: label });
      root.append(ghost);
      begun?.();
    }
    if (!ghost) return;
    ghost.style.transform = `translate(${at.clientX}px, ${at.clientY}px)`;
    mark(aim(at));
  };
  const end = (/** @type {boolean} */ isDropped) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", release);
    removeEventListener("keydown", cancel, true);
    const found = target;
    mark(null);
    ghost?.remove();
    if (ghost && isDropped && found) drop(found);
  };
  const release = () => end(true);
  const cancel = (/** @type {KeyboardEvent} */ at) => {
    if (at.key !== "Escape" || !ghost) return;
    at.preventDefault();
    end(false);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", release);
  addEventListener("keydown", cancel, true);
}

/**
 * Whether a pointer is in the lower half of a row.
 * @param {Element} row
 * @param {PointerEvent} at
 */
export const isBelow = (row, at) => {
  const box = row.getBoundingClientRect();
  return at.clientY > box.top + box.height / 2;
};
