// A searchable choice of many values. The select that the form posts stays in the page, hidden, and both are kept in
// sync.
/** @param {HTMLFormElement} form */
export function searchableSelect(form) {
  const MOST = 200; // most values listed at once

  const make = (tag, properties, attributes = {}) => {
    const element = Object.assign(document.createElement(tag), properties);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };

  const enhance = (select) => {
    if (select.dataset.enhanced) return;
    select.dataset.enhanced = "true";
    const key = select.id.slice("param-".length);
    const listId = `choices-${key}`;
    const search = make(
      "input",
      { type: "text", id: `choice-${key}`, className: "form-select", autocomplete: "off", spellcheck: false },
      {
        role: "combobox",
        "aria-expanded": "false",
        "aria-controls": listId,
        "aria-autocomplete": "list",
        "data-entry": "",
        dir: "auto",
      },
    );
    for (const name of ["aria-describedby", "aria-required", "aria-invalid"])
      if (select.hasAttribute(name)) search.setAttribute(name, select.getAttribute(name));
    const list = make("ul", { id: listId, className: "choice-list", hidden: true }, { role: "listbox" });
    const box = make("div", { className: "choice" });
    /** @type {HTMLLabelElement} */
    const label = form.querySelector(`label[for="${CSS.escape(select.id)}"]`);
    if (label) {
      label.htmlFor = search.id;
      list.setAttribute("aria-labelledby", label.id);
    }
    select.classList.add("visually-hidden");
    select.tabIndex = -1;
    select.setAttribute("aria-hidden", "true");
    select.before(box);
    box.append(search, list);

    const all = [...select.options];
    let at = -1;
    const word = (option) => option.textContent.trim();
    const chosen = () => select.options[select.selectedIndex];
    const showChosen = () => {
      const option = chosen();
      search.value = option?.value ? word(option) : "";
      search.placeholder = all[0].value ? "" : word(all[0]);
    };
    const close = () => {
      list.hidden = true;
      at = -1;
      search.setAttribute("aria-expanded", "false");
      search.removeAttribute("aria-activedescendant");
    };
    const pick = (option) => {
      const isNew = option !== chosen();
      select.value = option.value;
      showChosen();
      close();
      if (!isNew) return;
      select.dispatchEvent(new Event("input", { bubbles: true }));
      select.dispatchEvent(new Event("change", { bubbles: true }));
    };
    const light = (number) => {
      const rows = [...list.children];
      at = rows.length ? (number + rows.length) % rows.length : -1;
      for (const [index, row] of rows.entries()) row.setAttribute("aria-selected", String(index === at));
      if (at < 0) return search.removeAttribute("aria-activedescendant");
      search.setAttribute("aria-activedescendant", rows[at].id);
      rows[at].scrollIntoView({ block: "nearest" });
    };
    const open = (words) => {
      const wanted = words.trim().toLowerCase();
      const found = all.filter((option) => option.value && word(option).toLowerCase().includes(wanted)).slice(0, MOST);
      list.replaceChildren(
        ...found.map((option) => {
          const row = make(
            "li",
            { id: `${listId}-${option.index}`, textContent: word(option), dir: "auto" },
            { role: "option", "aria-selected": "false" },
          );
          row.addEventListener("mousedown", (event) => {
            event.preventDefault();
            pick(option);
          });
          return row;
        }),
      );
      list.hidden = !found.length;
      search.setAttribute("aria-expanded", String(found.length > 0));
      light(wanted ? 0 : Math.max(0, found.indexOf(chosen())));
    };
    const optionAt = () => at >= 0 && all.find((option) => list.children[at].id === `${listId}-${option.index}`);

    // Searching is not selecting: the form gets only picked values.
    search.addEventListener("input", (event) => {
      event.stopPropagation();
      open(search.value);
    });
    search.addEventListener("change", (event) => event.stopPropagation());
    search.addEventListener("focus", () => search.select());
    search.addEventListener("click", () => {
      if (list.hidden) open("");
    });
    search.addEventListener("blur", () => {
      const typed = search.value.trim().toLowerCase();
      const match = all.find((option) => option.value && word(option).toLowerCase() === typed);
      if (match) pick(match);
      else showChosen();
      close();
    });
    search.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        if (list.hidden) open("");
        else light(at + (event.key === "ArrowDown" ? 1 : -1));
      } else if (event.key === "Enter" && !list.hidden) {
        event.preventDefault();
        if (optionAt()) pick(optionAt());
      } else if (event.key === "Escape" && !list.hidden) {
        event.preventDefault();
        event.stopPropagation();
        showChosen();
        close();
      }
    });
    select.addEventListener("change", showChosen);
    showChosen();
  };

  document.addEventListener("htmx:load", (event) => {
    for (const select of event.detail.elt.querySelectorAll("select[data-searchable]")) enhance(select);
  });
}
