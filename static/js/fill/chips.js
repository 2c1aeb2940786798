// Lists as chips. The text field that the form posts stays in the page, hidden, and both are kept in sync.
import { targetOf } from "../site/dom.js";
import { itemsOf, listed, textOf } from "./lists.js";

/** @param {HTMLFormElement} form */
export function chips(form) {
  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  const enhance = (input) => {
    if (input.dataset.enhanced) return;
    input.dataset.enhanced = "true";
    let items = itemsOf(input.value);
    const id = `entry-${input.id.slice("param-".length)}`;
    const entry = make("input", { type: "text", id, autocomplete: "off", spellcheck: false });
    entry.dataset.entry = "";
    entry.dir = "auto";
    const box = make("div", { className: "chips form-control" }, entry);
    /** @type {HTMLLabelElement} */
    const label = form.querySelector(`label[for="${CSS.escape(input.id)}"]`);
    if (label) {
      label.htmlFor = id;
      box.setAttribute("aria-labelledby", label.id);
    }
    box.setAttribute("role", "group");
    for (const name of ["aria-describedby", "aria-required", "aria-invalid"]) {
      if (input.hasAttribute(name)) entry.setAttribute(name, input.getAttribute(name));
    }
    input.classList.add("visually-hidden");
    input.tabIndex = -1;
    input.setAttribute("aria-hidden", "true");
    input.before(box);

    const tags = () => [...box.querySelectorAll(".tag")];
    const hint = () => {
      entry.placeholder = items.length ? "" : input.dataset.wordAdd;
    };
    // Chips that are there stay the same elements: leaving the entry adds one, while the button of another is pressed.
    const show = (more) => {
      for (const item of more) {
        const remove = make("button", { type: "button", tabIndex: -1, textContent: "×" });
        remove.setAttribute("aria-label", `${input.dataset.wordRemove} ${item}`);
        const words = make("span", { className: "cut", dir: "auto", textContent: item || "␣", title: item });
        const tag = make("span", { className: "tag" }, words, remove);
        remove.addEventListener("click", () => take(tags().indexOf(tag)));
        entry.before(tag);
      }
      hint();
    };
    const draw = () => {
      for (const tag of tags()) tag.remove();
      show(items);
    };
    const pending = () => entry.value.trim();
    const write = () => {
      input.value = textOf(pending() ? [...items, pending()] : items);
    };
    const fireInput = () => {
      write();
      input.dataset.ours = "true";
      input.dispatchEvent(new Event("input", { bubbles: true }));
      delete input.dataset.ours;
    };
    const add = (more) => {
      items.push(...more);
      entry.value = "";
      show(more);
      fireInput();
    };
    const take = (number) => {
      items.splice(number, 1);
      tags()[number].remove();
      hint();
      fireInput();
      entry.focus();
    };
    const buttons = () => [...box.querySelectorAll(".tag button")];

    input.addEventListener("input", () => {
      if (input.dataset.ours) return;
      items = itemsOf(input.value);
      entry.value = "";
      draw();
    });
    entry.addEventListener("input", write);
    entry.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if ((event.key === "Enter" && !event.ctrlKey && !event.metaKey && pending()) || event.key === ",") {
        event.preventDefault();
        if (pending()) add([pending()]);
      } else if (event.key === "Backspace" && !entry.value && items.length) {
        event.preventDefault();
        take(items.length - 1);
      } else if (event.key === "ArrowLeft" && !entry.selectionEnd) {
        buttons().at(-1)?.focus();
      }
    });
    entry.addEventListener("blur", () => {
      if (pending()) add([pending()]);
    });
    entry.addEventListener("paste", (event) => {
      const text = (event.clipboardData?.getData("text/plain") || "").replace(/\r\n?/g, "\n");
      const parts =
        listed(text) ??
        text
          .split(",")
          .map((part) => part.trim())
          .filter(Boolean);
      if (parts.length < 2 && !listed(text)) return;
      event.preventDefault();
      add(pending() ? [pending(), ...parts] : parts);
    });
    box.addEventListener("keydown", (event) => {
      const at = buttons().indexOf(targetOf(event));
      if (at < 0) return;
      if (event.key === "ArrowLeft") buttons()[Math.max(0, at - 1)].focus();
      else if (event.key === "ArrowRight") (buttons()[at + 1] || entry).focus();
      else if (event.key === "Backspace" || event.key === "Delete") take(at);
      else return;
      event.preventDefault();
    });
    box.addEventListener("click", (event) => {
      if (targetOf(event) === box) entry.focus();
    });
    draw();
  };

  document.addEventListener("htmx:load", (event) => {
    const root = event.detail.elt;
    if (root.matches?.("[data-chips]")) enhance(root);
    for (const input of root.querySelectorAll("[data-chips]")) enhance(input);
  });
}
