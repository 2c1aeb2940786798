"""Extraction of resources into a nested template, with all links to the resources that stay."""

from collections.abc import Sequence
from dataclasses import field
from typing import Any

from hotcore.catalogue import PARAMETER_TYPE_OF, catalogue_in_use
from hotcore.edits.declarations import add, check_name, free_name, remove_all
from hotcore.edits.draft import MOST_READ, Draft
from hotcore.edits.fragments import declared
from hotcore.edits.text.copy import carried
from hotcore.edits.text.serialize import entry_lines
from hotcore.edits.text.slots import CannotEdit
from hotcore.runtime import dataclass, regex
from hotcore.syntax import Path, to_plain
from hotcore.template import PSEUDO_PARAMETERS, Occurrence, occurrences

_FILE = regex(r"(?!\.)[\w. ()+-]{1,180}\.(?:yaml|yml|template)\Z")
"""Names of files in the folder of the template, so that the names of other files in it stay valid."""


@dataclass
class _Interface:
    """The interface of a nested template: parameters with their values, conditions, outputs.

    `inner` and `outer` are the values that change inside and outside, by their paths; `dropped` are the dependencies
    removed inside, because the new resource has them (`needs`).
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
    """Moves resources into a nested template and replaces them with one resource of its type.

    Parameters and other resources that they refer to become parameters of the nested template, the attributes that
    others read from them become its outputs.  Returns the text of the nested template, to be stored under `file`.
    """
    resources = declared(draft.tree, "resources")
    wanted = set(names)
    chosen = [name for name in resources if name in wanted]
    if not chosen or len(chosen) != len(wanted):
        raise CannotEdit("Select resources of this template.")
    if not _FILE.match(file):
        raise CannotEdit("The nested template must be a file next to this one whose name ends in `.yaml`.")
    if resource not in chosen:
        check_name(draft, "resources", resource)
    _check_order(draft, chosen)
    ties = _Interface()
    _References(draft, chosen, resource, ties).all()
    nested = _nested(draft, chosen, ties)
    position = draft.tree.position(draft.tree.node(("resources",)), chosen[0]) or 0
    _rewrite_outside(draft, ties)
    if len(chosen) == len(resources):
        draft.set(("resources",), {resource: _body(file, ties)})
        return nested
    remove_all(draft, "resources", chosen)
    add(draft, "resources", resource, _body(file, ties), min(position, len(resources) - len(chosen)))
    return nested


def _body(file: str, ties: _Interface) -> dict[str, Any]:
    body: dict[str, Any] = {"type": file}
    if ties.given:
        body["properties"] = ties.given
    if ties.needs:
        body["depends_on"] = list(ties.needs)
    return body


def _check_order(draft: Draft, chosen: list[str]) -> None:
    """Raises `CannotEdit` if a resource that stays both depends on a chosen resource and is a dependency of one: with
    the resource that replaces these it would form a cycle."""
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
            raise CannotEdit(
                f"Select `{first}` too: one of the selected resources depends on it, and it depends on another."
            )
        if name not in seen:
            seen.add(name)
            pending += [(other, first) for other in needs.get(name, ())]


class _References:
    """Finds the references between chosen resources and the rest of a template."""

    def __init__(self, draft: Draft, chosen: list[str], resource: str, ties: _Interface) -> None:
        self.draft = draft
        self.chosen = set(chosen)
        self.resource = resource
        self.ties = ties
        self.uses = list(occurrences(draft.tree.root))
        self.uses_of: dict[Path, list[Occurrence]] = {}
        """The references in each declaration."""
        for use in self.uses:
            self.uses_of.setdefault(use.path[:2], []).append(use)

    def all(self) -> None:
        """Handles all references from chosen resources and to them."""
        if sum(map(self.crosses, self.uses)) * len(self.draft.text) > MOST_READ:
            raise CannotEdit("There are too many references between these resources and the others; select fewer.")
        for use in self.uses:
            if self.is_inside(use):
                self.from_inside(use)
            elif use.kind == "resources" and use.name in self.chosen:
                self.from_outside(use)

    def is_inside(self, use: Occurrence) -> bool:
        """Whether a reference is in a chosen resource."""
        return use.path[0] == "resources" and use.path[1] in self.chosen

    def crosses(self, use: Occurrence) -> bool:
        """Whether a reference crosses the border of the nested template and has to be rewritten."""
        crosses = use.kind == "resources" and self.is_inside(use) != (use.name in self.chosen)
        return crosses or (self.is_inside(use) and use.name in PSEUDO_PARAMETERS)

    def from_inside(self, use: Occurrence) -> None:
        """Handles a reference in a chosen resource, whose target must exist in the nested template too."""
        if any(use.path[:length] in self.ties.inner for length in range(len(use.path) + 1)):
            return  # replaced with the call that contains it
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
                name = self.given("_".join([use.name, *_name_parts(call)]), call)
                self.ties.parameters.setdefault(name, {"type": self.type_of(use.name, call)})
                self.ties.inner[use.call] = {"get_param": name}

    def type_of(self, name: str, call: dict[str, Any]) -> str:
        """The type of a parameter for the result of a call, from the catalogue's type of the attribute."""
        function, argument = next(iter(call.items()))
        if function != "get_attr" or not isinstance(argument, list):
            return "string"
        if len(argument) < 2:
            return "json"
        body = self.draft.plain(("resources", name)) if self.draft.tree.has(("resources", name)) else None
        known = catalogue_in_use().find(str(body.get("type"))) if isinstance(body, dict) else None
        attribute = known.attributes.get(str(argument[1])) if known and len(argument) == 2 else None
        return PARAMETER_TYPE_OF.get(str(attribute.type), "string") if attribute else "string"

    def given(self, wanted: str, value: Any) -> str:
        """The name of the nested template's parameter for a value."""
        known = next((name for name, other in self.ties.given.items() if other == value), None)
        if known is not None:
            return known
        name = free_name(self.draft, "parameters", wanted)
        while name in self.ties.given:
            name += "_"
        self.ties.given[name] = value
        return name

    def parameter(self, use: Occurrence) -> None:
        """Handles a parameter that a chosen resource or its condition reads."""
        if use.name in PSEUDO_PARAMETERS:  # these have other values in a nested stack
            name = self.given(use.name.removeprefix("OS::"), {"get_param": use.name})
            self.ties.parameters.setdefault(name, {"type": "string"})
            self.ties.inner[use.path] = name
        elif self.draft.tree.has(("parameters", use.name)):
            self.ties.given[use.name] = {"get_param": use.name}
            self.ties.parameters[use.name] = carried(self.draft.tree, "parameters", use.name)

    def condition(self, name: str) -> None:
        """Handles a condition that a chosen resource uses, with all conditions and parameters that it uses itself."""
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
        """Handles a reference to a chosen resource from outside: it will read an output of the nested template."""
        if use.call is None:
            self.ties.outer[use.path] = self.resource
            return
        call = to_plain(self.draft.tree.node(use.call))
        for other in self.uses_of[use.path[:2]]:
            if other.path[: len(use.call)] == use.call and other.path != use.path:
                if other.kind != "parameters" or other.name in PSEUDO_PARAMETERS:
                    raise CannotEdit(f"A reference to `{use.name}` is computed from `{other.name}`; change that first.")
                self.parameter(other)
        wanted = name = "_".join([use.name, *_name_parts(call)])
        number = 2
        while name in self.ties.outputs and self.ties.outputs[name] != {"value": call}:
            name, number = f"{wanted}_{number}", number + 1
        self.ties.outputs[name] = {"value": call}
        self.ties.outer[use.call] = {"get_attr": [self.resource, name]}


def _name_parts(call: dict[str, Any]) -> list[str]:
    """The attribute and path of a reference, for the name of a parameter."""
    argument = next(iter(call.values()))
    parts = argument[1:] if isinstance(argument, list) else ["id"]
    return [str(part) for part in parts if isinstance(part, str | int)]


def _rewrite_outside(draft: Draft, ties: _Interface) -> None:
    """Makes what stays refer to the new resource in place of the extracted ones; once if a list named several."""
    for path, value in ties.outer.items():
        draft.set(path, value)
    lists = {path[:-1] for path, value in ties.outer.items() if isinstance(value, str) and isinstance(path[-1], int)}
    for path in lists:
        items = draft.plain(path)
        duplicates = [index for index, item in enumerate(items) if item in items[:index]]
        if duplicates:
            draft.remove_all(path, duplicates)


def _nested(draft: Draft, chosen: list[str], ties: _Interface) -> str:
    """The text of the nested template, with everything written as in the original."""
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
