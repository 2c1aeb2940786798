"""Edits of declarations (parameters, conditions, resources, outputs) and of the references to them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from hotcore.edits.draft import Draft
from hotcore.edits.numbering import next_name
from hotcore.edits.text.copy import taken
from hotcore.edits.text.remove import name_text, renamed
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.text.text_edits import TextEdit
from hotcore.evaluation import CONDITIONS, VALUES, arrival
from hotcore.syntax import Mapping as MapNode
from hotcore.syntax import Path
from hotcore.template import PSEUDO_PARAMETERS, Kind, Occurrence, occurrences

SECTIONS = (
    "heat_template_version",
    "description",
    "parameter_groups",
    "parameters",
    "conditions",
    "resources",
    "outputs",
)
"""The sections of a template in their usual order (HOT specification, "Template structure")."""

Section = str


def uses(draft: Draft, section: Kind, name: str) -> list[Occurrence]:
    """Every reference to a declaration, once for each place in the text."""
    found = (one for one in occurrences(draft.tree.root) if one.kind == section and one.name == name)
    return list({one.node.start: one for one in found}.values())


def free_name(draft: Draft, section: Section, wanted: str) -> str:
    """The wanted name, or the next one in its series if it is already taken."""
    known = set(PSEUDO_PARAMETERS)
    for each in ("parameters", "resources") if section in ("parameters", "resources") else (section,):
        known.update(map(str, _members(draft, each)))
    return next_name(wanted, known)


def _members(draft: Draft, section: Section) -> Iterable[Any]:
    root = draft.tree.root
    node = root.members.get(section) if isinstance(root, MapNode) else None
    return node.members if isinstance(node, MapNode) else ()


def ensure_section(draft: Draft, section: Section, empty: Any) -> None:
    """Adds a missing section, after those that usually precede it."""
    if draft.tree.has((section,)):
        return
    before = SECTIONS[: SECTIONS.index(section)]
    keys = [getattr(slot.key, "value", None) for slot in draft.tree.slots(draft.tree.root)]
    index = max((position + 1 for position, key in enumerate(keys) if key in before), default=0)
    draft.insert((), section, empty, index)


def check_name(draft: Draft, section: Section, name: str, old: str | None = None) -> None:
    """Raises `CannotEdit` for a name that is invalid or already taken."""
    if not name or not name.isprintable() or name != name.strip():
        raise CannotEdit("A name must not be empty or have spaces around it.")
    if section == "resources" and "/" in name:
        raise CannotEdit("The name of a resource must not contain a `/`.")
    if section == "parameters" and name in PSEUDO_PARAMETERS:
        raise CannotEdit(f"`{name}` is a parameter that Heat defines for every stack.")
    if name != old and name in _members(draft, section):
        raise CannotEdit(f"There is already a `{name}` in `{section}`.")
    other = {"parameters": "resources", "resources": "parameters"}.get(section)
    if other and name in _members(draft, other):
        raise CannotEdit(
            f"There is already a `{name}` in `{other}`; Heat requires different names for resources and parameters."
        )


def add(draft: Draft, section: Section, name: str, body: Any, index: int | None = None) -> None:
    """Declares something new; the section is made if there is none."""
    check_name(draft, section, name)
    if draft.tree.has((section,)):
        draft.insert((section,), name, body, index)
    else:
        ensure_section(draft, section, {name: body})


def duplicate(draft: Draft, section: Section, name: str, copy: str | None = None) -> str:
    """Inserts a copy of a declaration after it, including comments; returns the name of the copy."""
    copy = copy or free_name(draft, section, name)
    check_name(draft, section, copy)
    position = draft.tree.position(draft.tree.node((section,)), name)
    if position is None:
        raise CannotEdit(f"There is no `{name}` in `{section}`.")
    draft.insert((section,), copy, taken(draft.tree, (section, name)), position + 1)
    return copy


def rename(draft: Draft, section: Kind, name: str, new: str) -> None:
    """Renames a declaration and all references to it."""
    if name == new:
        return
    check_name(draft, section, new, name)
    rename_all(draft, {section: {name: new}})


Renamed = Mapping[str, dict[str, str]]
"""New names by section and old name."""


def rename_all(draft: Draft, names: Renamed) -> None:
    """Renames declarations in one step; the new names must be free."""
    tree = draft.tree
    edits = [edit for section in names for name in names[section]
             for edit in renamed(tree, (section, name), names[section][name])]  # fmt: skip
    found = [(one, names[one.kind][one.name]) for one in occurrences(tree.root) if one.name in names.get(one.kind, ())]
    for use, new in {use.node.start: (use, new) for use, new in found}.values():
        edits.append(TextEdit(use.node.start, use.node.end, name_text(tree, use.node, new, flow=_in_flow(draft, use))))

    def expected(data: Any) -> Any:
        for use, new in found:  # in place: copies would take quadratic time
            _put(data, use.path, new)
        return {
            key: {names[key].get(name, name): value for name, value in members.items()} if key in names else members
            for key, members in data.items()
        }

    draft.replace_texts(list(dict.fromkeys(edits)), expected)


def named_anew(draft: Draft, found: Sequence[tuple[Occurrence, str]]) -> None:
    """Gives references other names."""
    tree = draft.tree
    edits = [
        TextEdit(use.node.start, use.node.end, name_text(tree, use.node, new, flow=_in_flow(draft, use)))
        for use, new in found
    ]

    def expected(data: Any) -> Any:
        for use, new in found:
            _put(data, use.path, new)
        return data

    draft.replace_texts(list(dict.fromkeys(edits)), expected)


def _in_flow(draft: Draft, use: Occurrence) -> bool:
    parent = draft.tree.root
    for key in use.path[:-1]:
        parent = parent.members[key] if isinstance(parent, MapNode) else parent.items[key]  # type: ignore[attr-defined]
    return bool(getattr(parent, "flow", False))


def _put(data: Any, path: Path, value: Any) -> None:
    """Sets the value at a path of data."""
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value


def remove(draft: Draft, section: Kind, name: str, *, with_uses: bool = False) -> None:
    """Removes a declaration; `with_uses` also every reference to it, with the value that contains it.

    A section that would be left empty is removed too.
    """
    remove_all(draft, section, [name], with_uses=with_uses)


def remove_all(draft: Draft, section: Kind, names: Sequence[str], *, with_uses: bool = False) -> None:
    """Removes several declarations as `remove` does one; references among them are removed with them.

    Parameter groups no longer list a removed parameter, `with_uses` or not: Heat refuses a group that names nothing.
    """
    if not names:
        raise CannotEdit("There is nothing to remove.")
    missing = [name for name in names if not draft.tree.has((section, name))]
    if missing:
        raise CannotEdit(f"There is no `{missing[0]}` in `{section}`.")
    removed = {(section, name) for name in names}
    if with_uses or section == "parameters":  # parameter groups name nothing else
        remove_uses(
            draft,
            lambda use: (
                (with_uses or use.by == "parameter_groups")
                and (use.kind, use.name) in removed
                and use.path[:2] not in removed
            ),
        )
    if len(draft.tree.slots(draft.tree.node((section,)))) == len(set(names)):
        draft.remove((section,))
    else:
        draft.remove_all((section,), names)


_MOST_READ = 4_000_000
"""Characters that may be parsed again while uses are removed one after the other: some seconds."""


def remove_uses(draft: Draft, selects: Callable[[Occurrence], bool]) -> None:
    """Removes all selected references, from the last to the first.  Raises `CannotEdit` if that would take too long."""
    left = _MOST_READ
    while found := [use for use in occurrences(draft.tree.root) if selects(use)]:
        if len(found) * len(draft.text) > left:
            raise CannotEdit(f"It is used in {len(found)} places, too many for one step; remove some in the text.")
        left -= len(draft.text)
        remove_use(draft, found[-1])


def remove_use(draft: Draft, use: Occurrence) -> None:
    """Removes one reference: the value that contains it, and maps and lists left empty by that.

    A parameter group is removed with its last parameter: Heat refuses an empty group.
    """
    if use.by == "parameter_groups":
        draft.remove(_whole_group(draft, use.path))
        return
    path = _outermost_call(draft, use) if use.call is not None else use.path
    if path[:1] == ("outputs",) and len(path) <= 3:
        path = path[:2]
    remove_value(draft, path)


def remove_value(draft: Draft, path: Path) -> None:
    """Removes a value, and the maps and lists above it that this leaves empty, up to a resource's own fields."""
    draft.remove(path)
    while len(path) > 3 and draft.plain(path[:-1]) in ({}, []):
        path = path[:-1]
        draft.remove(path)


def _whole_group(draft: Draft, path: Path) -> Path:
    """The path of a name in a group; of the group if it is the only name, of all groups if it is the only group."""
    if len(draft.plain(path[:3])) > 1:
        return path
    return path[:2] if len(draft.plain(path[:1])) > 1 else path[:1]


def _outermost_call(draft: Draft, use: Occurrence) -> Path:
    """The path of the outermost function call around a name: its parts cannot be removed alone."""
    assert use.call is not None
    for length in range(2, len(use.call)):
        node = draft.tree.node(use.call[:length])
        if isinstance(node, MapNode) and _is_function(node.sole_key):
            return use.call[:length]
    return use.call


def _is_function(name: str | None) -> bool:
    """Whether any version has an intrinsic function with this name."""
    return name is not None and (arrival(name, VALUES) or arrival(name, CONDITIONS)) is not None
