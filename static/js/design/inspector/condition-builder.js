// The condition builder: rows of parameter, comparison and value, in the form of a condition and in the dialog that
// adds one. It writes the text once every row says something.
import {
  indented,
  inWords,
  isFinished,
  isGroup,
  JOINS,
  operatorsOf,
  outdented,
  takesSeveral,
  takesValue,
  valuesFrom,
} from "./condition-rows.js";

/** @import { Studio } from "../studio.js" */
/** @import { Row, Rows } from "./condition-rows.js" */

const NEW = "\0new",
  /** @type {() => Row} */ freshRow = () => ({ operator: "is", subject: "", values: [] });

/** @param {Studio} studio */
export function conditionBuilder(studio) {
  const { words } = studio;
  const said = {
    is: words.opIs,
    "is-not": words.opIsNot,
    "one-of": words.opOneOf,
    "none-of": words.opNoneOf,
    contains: words.opContains,
    lacks: words.opLacks,
    empty: words.opEmpty,
    "not-empty": words.opNotEmpty,
    condition: words.isOn,
    "not-condition": words.isOff,
    and: words.and,
    or: words.or,
    not: words.not,
  };
  const joined = { all: words.allOf, any: words.anyOf, none: words.noneOf, "not-all": words.notAllOf };

  const element = (tag, className, ...children) => {
    const made = Object.assign(document.createElement(tag), { className });
    made.append(...children);
    return made;
  };
  const control = (tag, name, label) => {
    const made = element(tag, tag === "select" ? "form-select" : "form-control mono");
    Object.assign(made, { name, autocomplete: "off" });
    made.setAttribute("aria-label", label);
    return made;
  };
  const options = (select, entries, chosen) =>
    select.append(...entries.map(([value, text]) => new Option(text, value, value === chosen, value === chosen)));
  const act = (icon, label, name, does) => {
    const button = element("button", "btn btn-quiet btn-icon", studio.icon(icon));
    Object.assign(button, { type: "button", title: label, name });
    button.setAttribute("aria-label", label);
    button.addEventListener("click", does);
    return button;
  };

  /**
   * A builder for the rows in `parts`, which also says what rows can name. `changed` gets the rows, and the parameters
   * that they need, whenever they are finished and others than before. A dialog that `isAsked` waits for all of them.
   */
  const builder = (parts, { owns = true, changed = (_rows, _made) => null, mark = "rows", isAsked = false } = {}) => {
    /** @type {Rows} */
    let rows = parts.condition.rows.length ? parts.condition : { join: "all", rows: [freshRow()] };
    let sent = JSON.stringify(parts.condition),
      written = sent; // what the text says, as far as it is known
    /** @type {Record<string, string>} */
    const made = {}; // new parameters with their types
    const typeOf = (name) => made[name] || parts.parameters[name]?.type || "";
    const whole = /** @type {HTMLFieldSetElement} */ (element("fieldset", "builder stack"));
    whole.disabled = !owns;
    whole.setAttribute("aria-label", words.definitionRows);

    const replaced = (path, row) => {
      const [at, inside] = path;
      const list = [...rows.rows];
      if (inside === undefined) list[at] = row;
      else {
        const group = /** @type {Rows} */ (list[at]);
        list[at] = { ...group, rows: group.rows.map((one, index) => (index === inside ? row : one)) };
      }
      return { ...rows, rows: list };
    };
    /* Shows rows; `focus` names the control that gets the focus if the old one is gone. */
    const set = (fresh, focus = "") => {
      rows = fresh;
      const name = /** @type {HTMLInputElement} */ (document.activeElement)?.name;
      const held = whole.contains(document.activeElement);
      draw();
      const next = [focus, name].map((one) => one && whole.querySelector(`[name="${CSS.escape(one)}"]`)).find(Boolean);
      if (next && held) /** @type {HTMLElement} */ (next).focus();
      tell();
    };
    /* Takes a typed value; nothing is drawn anew, for the pointer may be on its way to another control. */
    const take = (path, values) => {
      rows = replaced(path, { ...rowAt(path), values });
      const line = whole.querySelector("[data-in-words]");
      line.textContent = sentence();
      tell();
    };
    const rowAt = ([at, inside]) => {
      const one = rows.rows[at];
      return /** @type {Row} */ (inside === undefined ? one : /** @type {Rows} */ (one).rows[inside]);
    };
    const sentence = () => (isFinished(rows) ? words.saysThat.replace("%s", inWords(rows, said)) : words.builderNeeds);
    const tell = async () => {
      const now = JSON.stringify(rows);
      if (now === sent || !isFinished(rows)) return;
      sent = now;
      /** @type {Row[]} */
      const all = rows.rows.flatMap((one) => /** @type {Row[]} */ ("rows" in one ? one.rows : [one]));
      const read = new Set(all.map((one) => one.subject));
      const answer = await changed(
        rows,
        Object.entries(made).filter(([name]) => read.has(name)),
      );
      if (answer) written = now;
      else if (sent === now) sent = written; // it was refused or lost: the rows stay, and can be sent again
    };
    const removed = ([at, inside]) => {
      if (inside === undefined) return { ...rows, rows: rows.rows.filter((_, index) => index !== at) };
      const out = outdented(rows, at, inside),
        gone = /** @type {Rows} */ (rows.rows[at]).rows[inside];
      return { ...out, rows: out.rows.filter((one) => one !== gone) };
    };

    const subjectControl = (row, name, path) => {
      const select = control("select", `${name}-subject`, words.parameter);
      select.required = isAsked;
      if (!row.subject) options(select, [["", words.choose]], "");
      const known = [...new Set([...Object.keys(parts.parameters), ...Object.keys(made)])];
      if (row.subject && !parts.conditions.includes(row.subject) && !known.includes(row.subject))
        known.push(row.subject);
      for (const [label, names] of [
        [words.parametersGroup, known],
        [words.conditionsGroup, parts.conditions],
      ]) {
        if (!names.length) continue;
        const group = document.createElement("optgroup");
        group.label = label;
        options(
          group,
          names.map((one) => [one, one]),
          row.subject,
        );
        select.append(group);
      }
      options(select, [[NEW, words.newParameter]], "");
      select.addEventListener("change", () => {
        if (select.value === NEW) return void askNew(select, path);
        const operator = operatorsOf(
          parts.conditions.includes(select.value) ? "" : typeOf(select.value) || "string",
        )[0];
        set(
          replaced(path, {
            operator,
            subject: select.value,
            values: operator === "is" && typeOf(select.value) === "boolean" ? ["true"] : [],
          }),
          `${name}-value`,
        );
      });
      return select;
    };
    /* The name and the type of a new parameter, in the place of the choice. */
    const askNew = (select, path) => {
      const name = control("input", `${select.name}-new`, words.name),
        type = control("select", `${select.name}-type`, words.typeOfParameter);
      name.placeholder = words.name;
      options(
        type,
        Object.keys(studio.definitions.types).map((one) => [one, one]),
        "string",
      );
      const make = () => {
        const called = name.value.trim();
        if (!called) return;
        made[called] = type.value;
        const [operator] = operatorsOf(type.value);
        set(
          replaced(path, { operator, subject: called, values: type.value === "boolean" ? ["true"] : [] }),
          select.name,
        );
      };
      const done = act("check2", words.makeIt, `${select.name}-make`, make);
      name.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        event.stopPropagation();
        make();
      });
      select.replaceWith(element("span", "builder-new", name, type, done));
      name.focus();
    };
    const operatorControl = (row, name, path) => {
      const select = control("select", `${name}-operator`, words.operator);
      const isCondition = row.operator.endsWith("condition"),
        known = operatorsOf(isCondition ? "" : typeOf(row.subject) || "string");
      const offered = known.includes(row.operator) ? known : [...known, row.operator];
      options(
        select,
        offered.map((one) => [one, said[one]]),
        row.operator,
      );
      select.addEventListener("change", () => {
        const now = rowAt(path),
          values = takesValue(select.value) ? now.values : [];
        set(
          replaced(path, {
            ...row,
            operator: select.value,
            values: takesSeveral(select.value) ? values : values.slice(0, 1),
          }),
          `${name}-value`,
        );
      });
      return select;
    };
    const valueControl = (row, name, path) => {
      const type = typeOf(row.subject),
        choices = type === "boolean" ? ["true", "false"] : parts.parameters[row.subject]?.choices || [];
      const isChosen =
        choices.length > 0 && !takesSeveral(row.operator) && (!row.values[0] || choices.includes(row.values[0]));
      const field = control(isChosen ? "select" : "input", `${name}-value`, words.valueOfRow);
      if (isChosen) {
        if (!row.values.length) options(field, [["", words.choose]], "");
        options(
          field,
          choices.map((one) => [one, one]),
          row.values[0],
        );
      } else {
        field.setAttribute("value", row.values.join(", "));
        field.placeholder = takesSeveral(row.operator) ? words.valuesByComma : "";
        if (type === "number" && !takesSeveral(row.operator)) field.inputMode = "decimal";
      }
      field.required = isAsked;
      field.addEventListener("change", () => take(path, valuesFrom(row.operator, field.value)));
      field.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || isChosen) return;
        event.preventDefault();
        event.stopPropagation();
        field.dispatchEvent(new Event("change"));
      });
      return field;
    };
    const acts = (name, path) => {
      const [at, inside] = path,
        shown = element("span", "acts");
      if (inside === undefined && at > 0)
        shown.append(act("arrow-right", words.indent, `${name}-in`, () => set(indented(rows, at))));
      if (inside !== undefined)
        shown.append(act("arrow-left", words.outdent, `${name}-out`, () => set(outdented(rows, at, inside))));
      shown.append(act("x", words.removeRow, `${name}-remove`, () => set(removed(path), `${mark}-add`)));
      return shown;
    };
    const rowElement = (row, path) => {
      const name = `${mark}-${path.join("-")}`,
        shown = element("div", "builder-row");
      shown.setAttribute("role", "group");
      shown.setAttribute("aria-label", `${words.row} ${path.map((one) => one + 1).join(".")}`);
      if (row.operator === "text") {
        const field = control("input", `${name}-value`, words.opText);
        field.setAttribute("value", row.values[0] || "");
        field.addEventListener("change", () => take(path, [field.value]));
        shown.classList.add("as-text");
        shown.append(field, acts(name, path));
        return shown;
      }
      shown.append(subjectControl(row, name, path), acts(name, path));
      if (row.subject) shown.append(operatorControl(row, name, path));
      if (row.subject && takesValue(row.operator)) shown.append(valueControl(row, name, path));
      return shown;
    };
    const joinControl = (group, name, does) => {
      const select = control("select", `${name}-join`, words.joinedBy);
      options(
        select,
        JOINS.map((one) => [one, joined[one]]),
        group.join,
      );
      select.addEventListener("change", () => does(select.value));
      return select;
    };
    const groupElement = (group, at) => {
      const name = `${mark}-${at}`,
        box = element("div", "builder-group stack");
      box.setAttribute("role", "group");
      box.append(
        joinControl(group, name, (join) => set(replaced([at], { ...rows.rows[at], join }))),
        ...group.rows.map((row, inside) => rowElement(row, [at, inside])),
      );
      return box;
    };
    const draw = () => {
      const add = element("button", "btn btn-link meta", studio.icon("plus-lg"), ` ${words.addRow}`);
      Object.assign(add, { type: "button", name: `${mark}-add` });
      add.addEventListener("click", () =>
        set({ ...rows, rows: [...rows.rows, freshRow()] }, `${mark}-${rows.rows.length}-subject`),
      );
      const line = element("p", "meta", sentence());
      line.dataset.inWords = "";
      const several = rows.rows.length > 1 || ["none", "not-all"].includes(rows.join);
      whole.replaceChildren(
        ...(several ? [joinControl(rows, mark, (join) => set({ ...rows, join }))] : []),
        ...rows.rows.map((one, at) =>
          isGroup(one) ? groupElement(/** @type {Rows} */ (one), at) : rowElement(one, [at]),
        ),
        add,
        line,
      );
    };
    draw();
    return {
      whole,
      made,
      rows: () => rows,
      isFinished: () => isFinished(rows),
      /* Whether the text says what these rows say, as far as they are finished. */
      isFor: (fresh) => JSON.stringify(fresh.condition) === sent,
      update: (fresh) => {
        Object.assign(parts, fresh);
        written = JSON.stringify(parts.condition);
      },
    };
  };

  /* The steps that write a condition and the parameters that it needs, as one step of undo. */
  const steps = (name, rows, made, is_new = false) => [
    ...made.map(([parameter, type]) => ["add", { section: "parameters", name: parameter, body: { type } }]),
    ["set-condition", { name, rows, is_new }],
  ];

  studio.conditionBuilder = {
    /* A builder for a dialog, and the steps that it asks for. */
    async dialog() {
      const parts = await studio.askServer({ what: "condition-parts" }).catch(() => null);
      if (!parts?.condition) return null;
      const made = builder(parts, { mark: "new-rows", isAsked: true });
      return {
        element: made.whole,
        isFinished: made.isFinished,
        steps: (name) => steps(name, made.rows(), Object.entries(made.made), true),
      };
    },
  };

  /** @type {{ name: string, builder: ReturnType<typeof builder> } | null} */
  let shown = null;
  studio.on("drawn", (panel) => {
    const place = panel.querySelector("[data-condition-parts]"),
      { name } = panel.dataset;
    if (!place) {
      shown = null;
      return;
    }
    const parts = JSON.parse(place.dataset.conditionParts);
    // rows that are not finished yet stay when the form is drawn anew, and so do those that a late form does not know
    if (shown?.name === name && (shown.builder.isFor(parts) || studio.inspector.isLate)) shown.builder.update(parts);
    else
      shown = {
        name,
        builder: builder(parts, {
          owns: place.dataset.owns === "true",
          changed: (rows, made) =>
            studio.gestures(steps(name, rows, made), made.length ? words.setCondition.replace("%s", name) : ""),
        }),
      };
    if (shown.builder.whole.parentElement !== place) place.replaceChildren(shown.builder.whole);
  });
}
