"""Resources taken out of a template into a nested one, with all that ties them to what stays."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from hotcore.catalogue import PARAMETER_TYPE_OF, shipped_catalogue
from hotcore.edits.declarations import add, check_name, free_name, remove_all
from hotcore.edits.draft import MOST_READ, Draft
from hotcore.edits.fragments import declared
from hotcore.edits.text.copy import carried
from hotcore.edits.text.serialize import entry_lines
from hotcore.edits.text.slots import CannotEdit
from hotcore.syntax import Path, to_plain
from hotcore.template import PSEUDO_PARAMETERS, Occurrence, occurrences

_FILE = re.compile(r"(?!\.)[\w. ()+-]{1,180}\.(?:yaml|yml|template)\Z")
"""Names of files that lie where the template lies: what it names is found from there too."""


@dataclass
class _Ties:
    """What a nested template gets and gives: parameters with their values, conditions, outputs.

    `inner` and `outer` are values that change inside and outside, by their paths; `dropped` what goes inside, because
    the resource that stands for all needs it (`needs`).
    """

    parameters: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)
    conditions: dict[str, None] = field(default_factory=dict)
    outputs: dict[str, Any] = field(default_factory=dict)
    needs: dict[str, None] = field(default_factory=dict)
    inner: dict[Path, Any] = field(default_factory=dict)
    outer: dict[Path, Any] = field(default_factory=dict)
    dropped: list[Path] = field(default_factory=list)


def extract(draft: Draft, names: Sequence[str], resource: str, file: str) -> str:
    """Moves resources into a nested template and puts one resource of its type in their place.

    Parameters, conditions and other resources that they name become parameters of the nested template, what others
    read from them its outputs.  Returns the text of the nested template, to be kept under `file`.
    """
    resources = declared(draft.tree, "resources")
    wanted = set(names)
    chosen = [name for name in resources if name in wanted]
    if not chosen or len(chosen) != len(wanted):
        raise CannotEdit("Choose resources of this template.")
    if not _FILE.match(file):
        raise CannotEdit("A nested template is a file beside this one whose name ends in `.yaml`.")
    if resource not in chosen:
        check_name(draft, "resources", resource)
    _check_order(draft, chosen)
    ties = _Ties()
    _Tying(draft, chosen, resource, ties).all()
    nested = _nested(draft, chosen, ties)
    position = draft.tree.position(draft.tree.node(("resources",)), chosen[0]) or 0
    _rewrite_outside(draft, ties)
    if len(chosen) == len(resources):
        draft.set(("resources",), {resource: _body(file, ties)})
        return nested
    remove_all(draft, "resources", chosen)
    add(draft, "resources", resource, _body(file, ties), min(position, len(resources) - len(chosen)))
    return nested


def _body(file: str, ties: _Ties) -> dict[str, Any]:
    body: dict[str, Any] = {"type": file}
    if ties.given:
        body["properties"] = ties.given
    if ties.needs:
        body["depends_on"] = list(ties.needs)
    return body


def _check_order(draft: Draft, chosen: list[str]) -> None:
    """Raises `CannotEdit` when something that stays needs a chosen resource and is needed by one: it would stand in
    a circle with the resource that takes their place."""
    needs: dict[str, set[str]] = {}
    for use in occurrences(draft.tree.root):
        if use.path[0] == "resources" and use.kind == "resources":
            needs.setdefault(use.path[1], set()).add(use.name)
    own = set(chosen)
    pending = [(other, other) for name in chosen for other in needs.get(name, ()) if other not in own]
    seen: set[str] = set()
    while pending:
        name, first = pending.pop()
        if name in own:
            raise CannotEdit(f"`{first}` stands between the chosen resources: it is needed by one and needs another.")
        if name not in seen:
            seen.add(name)
            pending += [(other, first) for other in needs.get(name, ())]


class _Tying:
    """Finds the ties between chosen resources and the rest of a template."""

    def __init__(self, draft: Draft, chosen: list[str], resource: str, ties: _Ties) -> None:
        self.draft = draft
        self.chosen = set(chosen)
        self.resource = resource
        self.ties = ties
        self.uses = list(occurrences(draft.tree.root))
        self.uses_of: dict[Path, list[Occurrence]] = {}
        """What each declaration names."""
        for use in self.uses:
            self.uses_of.setdefault(use.path[:2], []).append(use)

    def all(self) -> None:
        """Everything that chosen resources name, and everything that names them."""
        if sum(map(self.is_tie, self.uses)) * len(self.draft.text) > MOST_READ:
            raise CannotEdit("Too much ties these resources to the others; take out fewer.")
        for use in self.uses:
            if self.is_inside(use):
                self.from_inside(use)
            elif use.kind == "resources" and use.name in self.chosen:
                self.from_outside(use)

    def is_inside(self, use: Occurrence) -> bool:
        """Whether a chosen resource names it."""
        return use.path[0] == "resources" and use.path[1] in self.chosen

    def is_tie(self, use: Occurrence) -> bool:
        """Whether it has to be said in another way."""
        crosses = use.kind == "resources" and self.is_inside(use) != (use.name in self.chosen)
        return crosses or (self.is_inside(use) and use.name in PSEUDO_PARAMETERS)

    def from_inside(self, use: Occurrence) -> None:
        """What a chosen resource names: it has to be in the nested template too."""
        if any(use.path[:length] in self.ties.inner for length in range(len(use.path) + 1)):
            return  # goes with the call that it is in
        if use.kind == "parameters":
            self.parameter(use)
        elif use.kind == "conditions":
            self.condition(use.name)
        elif use.kind == "resources" and use.name not in self.chosen:
            if use.call is None:
                self.ties.needs[use.name] = None
                self.ties.dropped.append(use.path)
            else:
                call = to_plain(self.draft.tree.node(use.call))
                name = self.given("_".join([use.name, *_words(call)]), call)
                self.ties.parameters.setdefault(name, {"type": self.type_of(use.name, call)})
                self.ties.inner[use.call] = {"get_param": name}

    def type_of(self, name: str, call: dict[str, Any]) -> str:
        """The type of the parameter that takes what a call gives: as the catalogue says of the attribute."""
        function, argument = next(iter(call.items()))
        if function != "get_attr" or not isinstance(argument, list):
            return "string"
        if len(argument) < 2:
            return "json"
        body = self.draft.plain(("resources", name)) if self.draft.tree.has(("resources", name)) else None
        known = shipped_catalogue().find(str(body.get("type"))) if isinstance(body, dict) else None
        attribute = known.attributes.get(str(argument[1])) if known and len(argument) == 2 else None
        return PARAMETER_TYPE_OF.get(str(attribute.type), "string") if attribute else "string"

    def given(self, wanted: str, value: Any) -> str:
        """The name of the nested template's parameter that gets a value."""
        known = next((name for name, other in self.ties.given.items() if other == value), None)
        if known is not None:
            return known
        name = free_name(self.draft, "parameters", wanted)
        while name in self.ties.given:
            name += "_"
        self.ties.given[name] = value
        return name

    def parameter(self, use: Occurrence) -> None:
        """A parameter that a chosen resource or condition reads."""
        if use.name in PSEUDO_PARAMETERS:  # means something else in a nested stack
            name = self.given(use.name.removeprefix("OS::"), {"get_param": use.name})
            self.ties.parameters.setdefault(name, {"type": "string"})
            self.ties.inner[use.path] = name
        elif self.draft.tree.has(("parameters", use.name)):
            self.ties.given[use.name] = {"get_param": use.name}
            self.ties.parameters[use.name] = carried(self.draft.tree, "parameters", use.name)

    def condition(self, name: str) -> None:
        """A condition that a chosen resource names, with all that it names itself."""
        pending = [name]
        while pending:
            name = pending.pop()
            if name in self.ties.conditions or not self.draft.tree.has(("conditions", name)):
                continue
            self.ties.conditions[name] = None
            for use in self.uses_of.get(("conditions", name), ()):
                if use.kind == "conditions":
                    pending.append(use.name)
                elif use.kind == "parameters":
                    self.parameter(use)

    def from_outside(self, use: Occurrence) -> None:
        """What names a chosen resource from outside: it reads an output of the nested template then."""
        if use.call is None:
            self.ties.outer[use.path] = self.resource
            return
        call = to_plain(self.draft.tree.node(use.call))
        for other in self.uses_of[use.path[:2]]:
            if other.path[: len(use.call)] == use.call and other.path != use.path:
                if other.kind != "parameters" or other.name in PSEUDO_PARAMETERS:
                    raise CannotEdit(
                        f"What is read from `{use.name}` is worked out from `{other.name}`; change that first."
                    )
                self.parameter(other)
        wanted = name = "_".join([use.name, *_words(call)])
        number = 2
        while name in self.ties.outputs and self.ties.outputs[name] != {"value": call}:
            name, number = f"{wanted}_{number}", number + 1
        self.ties.outputs[name] = {"value": call}
        self.ties.outer[use.call] = {"get_attr": [self.resource, name]}


def _words(call: dict[str, Any]) -> list[str]:
    """The attribute and path of a reference, for the name of a parameter."""
    argument = next(iter(call.values()))
    parts = argument[1:] if isinstance(argument, list) else ["id"]
    return [str(part) for part in parts if isinstance(part, str | int)]


def _rewrite_outside(draft: Draft, ties: _Ties) -> None:
    """Lets what stays name the one resource in place of those that went; once where a list named several."""
    for path, value in ties.outer.items():
        draft.set(path, value)
    lists = {path[:-1] for path, value in ties.outer.items() if isinstance(value, str) and isinstance(path[-1], int)}
    for path in lists:
        items = draft.plain(path)
        twice = [index for index, item in enumerate(items) if item in items[:index]]
        if twice:
            draft.remove_all(path, twice)


def _nested(draft: Draft, chosen: list[str], ties: _Ties) -> str:
    """The text of the nested template, in the words of the one that it comes from."""
    inside = Draft(draft.text, here=True)
    for path, value in ties.inner.items():
        inside.set(path, value)
    for path in reversed(ties.dropped):
        inside.remove(path)
        if len(path) > 3 and inside.plain(path[:-1]) == []:
            inside.remove(path[:-1])
    tree = inside.tree
    version = tree.slot(tree.root, "heat_template_version")
    sections: list[tuple[str, dict[str, Any]]] = [
        ("parameters", ties.parameters),
        ("conditions", {name: carried(tree, "conditions", name) for name in ties.conditions}),
        ("resources", {name: carried(tree, "resources", name) for name in chosen}),
        ("outputs", ties.outputs),
    ]
    style = tree.style.in_blocks()
    lines = [f"heat_template_version: {tree.text[version.value : version.end]}"]
    for section, members in sections:
        lines += ["", f"{section}:"] if members else []
        for number, (name, body) in enumerate(members.items()):
            lines += [""] if number and section == "resources" else []
            lines += [line and " " * style.step + line for line in entry_lines(name, body, style)]
    return Draft(style.newline.join([*lines, ""])).text
