// Links between resources: which fit, by which property, what they replace, and removing them one by one.
/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function connections(studio) {
  const { words, graph } = studio;
  const make = (tag, className = "", textContent = "") =>
    Object.assign(document.createElement(tag), { className, textContent });

  studio.possibleUsers = (source) =>
    studio.askServer({ what: "referable", source }).then(
      ({ names }) => names,
      () => [],
    );

  studio.possibleEnds = (name, side) =>
    side === "uses"
      ? studio.possibleUsers(name)
      : studio.askServer({ what: "neighbours", source: name, side }).then(
          (answer) => answer.neighbours.map((one) => one.name).filter(Boolean),
          () => [],
        );

  /* A list of options of which one (or, with `many`, several) can be selected: [{value, text, about}]. */
  const options = (legend, name, all, { many = false } = {}) => {
    const box = make("fieldset", "choices");
    box.append(
      make("legend", "visually-hidden", legend),
      ...all.map(({ value, text, about }, index) => {
        const line = make("label", "choice"),
          control = Object.assign(make("input", "form-check-input"), {
            type: many ? "checkbox" : "radio",
            name,
            value,
            checked: many || index === 0,
          });
        line.append(control, make("span", "mono", text));
        if (about) line.append(make("span", "hint", about));
        return line;
      }),
    );
    return box;
  };

  /* A field that searches names: the arrow keys select among the matches. */
  const combo = (label, name, all, start = "") => {
    const wrapper = make("div", "stack combo"),
      id = `combo-${name}`;
    const input = Object.assign(studio.input(name, start), {
      id,
      role: "combobox",
      ariaExpanded: "true",
      ariaAutoComplete: "list",
    });
    const list = Object.assign(make("ul", "plain"), { id: `${id}-list`, role: "listbox", ariaLabel: label });
    let offered = [],
      at = 0;
    const point = (index) => {
      at = Math.max(0, Math.min(index, offered.length - 1));
      for (const [number, item] of [...list.children].entries())
        item.setAttribute("aria-selected", String(number === at));
      if (offered.length) input.setAttribute("aria-activedescendant", `${id}-${at}`);
      else input.removeAttribute("aria-activedescendant");
      list.children[at]?.scrollIntoView({ block: "nearest" });
    };
    const offer = () => {
      const wanted = input.value.trim().toLowerCase();
      offered = all
        .filter(({ text, about }) => `${text} ${about}`.toLowerCase().includes(wanted))
        .sort((a, b) => Number(b.text === input.value) - Number(a.text === input.value))
        .slice(0, 100);
      list.replaceChildren(
        ...offered.map(({ text, about, fits }, index) => {
          const item = Object.assign(make("li", fits ? "fits" : ""), { id: `${id}-${index}`, role: "option" });
          item.append(make("span", "mono", text), make("span", "meta", about));
          item.addEventListener("click", () => {
            input.value = text;
            input.form.requestSubmit(input.form.querySelector("[data-yes]"));
          });
          return item;
        }),
      );
      input.setCustomValidity(offered.length ? "" : words.noneFound);
      point(0);
    };
    input.addEventListener("input", offer);
    input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") point(at + 1);
      else if (event.key === "ArrowUp") point(at - 1);
      else if (event.key === "Enter" && offered[at]) {
        input.value = offered[at].text;
        input.form.requestSubmit(input.form.querySelector("[data-yes]"));
      } else return;
      event.preventDefault();
    });
    wrapper.append(Object.assign(make("label", "", label), { htmlFor: id }), input, list);
    input.setAttribute("aria-controls", list.id);
    offer();
    /* Reorders the options; the highlighted one stays highlighted. */
    const again = () => {
      const on = at > 0 && offered[at];
      offer();
      if (on) point(offered.indexOf(on));
    };
    return Object.assign(wrapper, { again });
  };

  // the field opens with the first letter; fitting names move to the top once they are known
  studio.askTarget = (source, start = "", known = null) => {
    const others = studio.diagram.nodes.filter((node) => node.name !== source);
    if (!others.length) return studio.say(words.nothingToConnect, [], true);
    const all = others.map((node) => ({ text: node.name, about: node.type, fits: false }));
    const wrapper = combo(words.to, "target", all, start);
    const fit = (names) => {
      for (const one of all) one.fits = names.includes(one.text);
      all.sort((a, b) => Number(b.fits) - Number(a.fits));
      wrapper.again();
    };
    if (known) fit(known);
    else studio.possibleUsers(source).then(fit);
    return studio.ask(
      `${words.connect} ${source}`,
      (form) => {
        const wanted = form.get("target").trim(),
          found = all.find((one) => one.text === wanted) || all.find((one) => one.text.includes(wanted));
        return found ? studio.connect(source, found.text) : null;
      },
      { fields: [wrapper], yes: words.next },
    );
  };

  const choices = (source, target, links) =>
    links.map((link) => ({
      value: JSON.stringify({ source, target, path: link.path, attribute: link.attribute }),
      text: link.where,
      about: [
        link.now && `${words.replaces} ${link.now.length > 60 ? `${link.now.slice(0, 60)}…` : link.now}`,
        link.about,
      ]
        .filter(Boolean)
        .join(". "),
    }));
  const go = async (link) => {
    const stays = studio.watchFocus(),
      isStill = studio.watchSelection();
    if ((await studio.gesture("connect", link)) && isStill()) graph.go(link.source, { focus: stays() });
  };
  studio.connect = async (source, target) => {
    if (!target) {
      if (!graph.canvas.contains(document.activeElement) && !["map", "graph"].includes(studio.root.dataset.view))
        return studio.askTarget(source);
      const stays = studio.watchFocus(),
        fits = await studio.possibleUsers(source);
      return stays() ? graph.chooseTarget(source, fits) : null;
    }
    let found;
    try {
      found = await studio.askServer({ what: "connections", source, target });
    } catch {
      return studio.say(words.lost, [], true);
    }
    const { links, back } = found;
    if (links.length === 1 && !links[0].now)
      return go({ source, target, path: links[0].path, attribute: links[0].attribute });
    if (!links.length && !back.length) return go({ source, target, path: null });
    const turned = choices(target, source, back).map((one) => ({ ...one, text: `${target} → ${source}: ${one.text}` }));
    const all = [
      ...choices(source, target, links),
      ...(links.length ? [] : turned),
      { value: JSON.stringify({ source, target, path: null }), text: "depends_on", about: words.onlyOrder },
    ];
    return studio.ask(`${source} → ${target}`, (form) => go(JSON.parse(form.get("link"))), {
      fields: [options(words.by, "link", all)],
      yes: words.connect,
    });
  };

  /* The step that links a new resource, which is in a text, to another one: the only one that there is, else the one
     that the user chooses. With `asks` the user is asked in any case. No step: they stay apart; null: declined. */
  studio.chooseLink = async (fresh, onto, text, asks = false) => {
    const { links, back } = await studio.askServer({ what: "connections", source: fresh, target: onto, text });
    const named = (from, to, all) =>
      choices(from, to, all).map((one) => ({ ...one, text: `${from} → ${to}: ${one.text}` }));
    const all = [...named(onto, fresh, back), ...named(fresh, onto, links)];
    /** @type {(link: string) => import("../types.js").Act[]} */
    const steps = (link) => (link === "none" ? [] : [["connect", JSON.parse(link)]]);
    if (!all.length || (all.length === 1 && !asks)) return all.flatMap(({ value }) => steps(value));
    return studio.ask(`${words.connect} ${fresh}, ${onto}`, (form) => steps(form.get("link")), {
      fields: [options(words.by, "link", [...all, { value: "none", text: words.notConnected, about: "" }])],
      yes: words.ok,
    });
  };

  const cut = async (source, target, path) => {
    const stays = studio.watchFocus(),
      isStill = studio.watchSelection();
    if ((await studio.gesture("disconnect", { source, target, path })) && isStill())
      graph.go(source, { focus: stays() });
  };
  /* Replaces all references of a resource to another by `depends_on`. */
  studio.onlyOrder = (source, target) => {
    const isStill = studio.watchSelection();
    return studio
      .gestures(
        [
          ["disconnect", { source, target }],
          ["connect", { source, target, path: null }],
        ],
        `${words.useOrderInstead}: ${source}, ${target}`,
      )
      .then((done) => done && isStill() && graph.go(source));
  };

  // several links are removed from the last to the first, so that list indices stay valid
  studio.disconnect = (source, target, where = "") => {
    const edge = studio.diagram.edges.find((one) => one.source === source && one.target === target);
    if (!edge) return null;
    const link = edge.links.find((one) => one.where === where);
    if (link) return cut(source, target, edge.links.length > 1 ? link.path : null);
    const several = edge.links.length > 1;
    const fields = several
      ? [
          options(
            words.which,
            "path",
            edge.links.map((link, index) => ({ value: String(index), text: link.where, about: link.by })),
            { many: true },
          ),
        ]
      : [];
    return studio.ask(
      `${source} → ${target}${several ? "" : ` (${edge.links[0].where})`}`,
      async (form) => {
        const taken = several ? form.getAll("path").map(Number) : [0],
          stays = studio.watchFocus(),
          isStill = studio.watchSelection();
        if (!taken.length) return;
        if (taken.length === edge.links.length) await studio.gesture("disconnect", { source, target });
        else
          await studio.gestures(
            taken.reverse().map((index) => ["disconnect", { source, target, path: edge.links[index].path }]),
            `${words.disconnect} ${source}, ${target}`,
          );
        if (isStill()) graph.go(source, { focus: stays() });
      },
      { fields, yes: words.disconnect },
    );
  };
  if (!studio.mayEdit)
    for (const name of ["connect", "disconnect", "askTarget", "onlyOrder"])
      studio[name] = () => studio.refuse(words.readOnly);
}
