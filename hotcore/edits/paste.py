"""A piece of a template put into another one: under free names, and without what is there already."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from hotcore.edits.declarations import SECTIONS, Renamed, ensure_section, rename_all
from hotcore.edits.draft import MOST_READ, Draft, same
from hotcore.edits.fragments import CARRIED, declared, undeclared
from hotcore.edits.text.copy import carried
from hotcore.edits.text.serialize import Verbatim, plain
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.text.tree import TextTree
from hotcore.evaluation import CONDITIONS, VALUES, arrival, in_need_order
from hotcore.syntax import Mapping, Node, Scalar, to_plain, walk
from hotcore.template import PSEUDO_PARAMETERS, Kind, occurrences
from hotcore.versions import CONDITIONS_SINCE, find_version, version_names

_NO_PIECE = "This is no part of a template: it has neither resources nor parameters, conditions or outputs."
_SECTIONS = (*CARRIED, "outputs")
_MOST_ALIKE = 20
"""Declarations with names like that of one that is put in, among which the same one is looked for."""
_TOGETHER = {"parameters": ("parameters", "resources"), "resources": ("parameters", "resources")}
"""Sections whose names have to differ from one another's."""


@dataclass
class _Names:
    """What the declarations of a piece are called where they are put, and which of them are there already."""

    new: dict[str, dict[str, str]] = field(default_factory=lambda: {section: {} for section in _SECTIONS})
    shared: set[tuple[str, str]] = field(default_factory=set)
    there: dict[str, set[str]] = field(default_factory=dict)
    """Names by section that cannot be given, for what is put in has them by now."""
    own: dict[str, set[str]] = field(default_factory=dict)
    """Names by section that mean something within the piece."""
    used: dict[str, set[str]] = field(default_factory=lambda: {section: set() for section in _SECTIONS})
    """The values of `new`."""
    alike: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    """What is declared where they are put, by section and by what their names are without a number."""
    number: dict[tuple[str, str], int] = field(default_factory=dict)
    """The first number, by section and name without a number, that nothing has yet."""

    def call(self, section: str, name: str, new: str) -> None:
        """Gives a declaration a name."""
        self.new[section][name] = new
        self.used[section].add(new)


def paste(draft: Draft, piece: str) -> Renamed:
    """Puts a piece, which is a template's text, into a template.  Returns the names that its parts have there.

    A parameter or condition that is declared there in the same way is used, not doubled.  What the author should know
    is added to the draft's notes.
    """
    inside = _opened(piece)
    names = _Names()
    _name_parameters(draft, inside, names)
    _name_conditions(draft, inside, names)
    _name_others(draft, inside, names)
    _tell(draft, inside, names)
    for section in _SECTIONS:
        new = [name for name in declared(inside.tree, section) if (section, name) not in names.shared]
        _insert(draft, inside, section, new)
    return names.new


def _opened(piece: str) -> Draft:
    """The piece as a draft; its sections are maps, and its names are texts."""
    try:
        inside = Draft(piece)
    except CannotEdit:
        raise CannotEdit("What should be put in cannot be read as YAML.") from None
    found = [declared(inside.tree, section) for section in _SECTIONS]
    if not any(found):
        raise CannotEdit(_NO_PIECE)
    if not all(isinstance(name, str) and name for names in found for name in names):
        raise CannotEdit("A name in what should be put in is no text.")
    return inside


# -- names ---------------------------------------------------------------------


def _name_parameters(draft: Draft, inside: Draft, names: _Names) -> None:
    for name, body in declared(inside.tree, "parameters").items():
        _name(draft, inside, names, "parameters", name, to_plain(body))
    _rename(inside, names, "parameters")


def _name_conditions(draft: Draft, inside: Draft, names: _Names) -> None:
    """Names conditions, those first that others name: two are the same only when all that they name is."""
    needs = _needs(inside)
    waiting: dict[str, str] = {}
    read = 0
    for name in in_need_order(needs, needs.__getitem__):
        if not waiting.keys().isdisjoint(needs[name]):
            rename_all(inside, {"conditions": waiting})
            waiting = {}
            read += len(inside.text)
            if read > MOST_READ:
                raise CannotEdit("Too many conditions have to get other names here; put in fewer.")
        _name(draft, inside, names, "conditions", name, inside.plain(("conditions", name)))
        if (new := names.new["conditions"][name]) != name:
            waiting[name] = new
    if waiting:
        rename_all(inside, {"conditions": waiting})
    _mark_shared(names, "conditions")


def _needs(inside: Draft) -> dict[str, list[str]]:
    """The conditions of a piece, each with those that it names."""
    needs: dict[str, list[str]] = {name: [] for name in declared(inside.tree, "conditions")}
    for use in occurrences(inside.tree.root):
        if use.path[0] == "conditions" and use.kind == "conditions" and use.name in needs:
            needs[use.path[1]].append(use.name)
    return needs


def _name_others(draft: Draft, inside: Draft, names: _Names) -> None:
    for section in ("resources", "outputs"):
        for name in declared(inside.tree, section):
            names.call(section, name, _free(draft, inside, names, section, name))
    for section in ("resources", "outputs"):
        _rename(inside, names, section)


def _name(draft: Draft, inside: Draft, names: _Names, section: str, name: str, body: Any) -> None:
    """Finds the declaration that is the same, or a name that is free."""
    there = declared(draft.tree, section)
    own = declared(inside.tree, section)
    if section not in names.alike:
        stems = names.alike[section] = {}
        for known in there:
            if known not in own:
                stems.setdefault(_stem(known), []).append(known)
    for other in (name, *names.alike[section].get(_stem(name), ())[:_MOST_ALIKE]):
        if other in there and other not in names.used[section] and same(to_plain(there[other]), body):
            names.call(section, name, other)
            names.shared.add((section, name))
            return
    names.call(section, name, _free(draft, inside, names, section, name))


def _stem(name: Any) -> str:
    text = str(name)
    return text.rstrip("0123456789").rstrip("_") or text


def _free(draft: Draft, inside: Draft, names: _Names, section: str, wanted: str) -> str:
    """The wanted name, with a number behind it when something has it already, here or there."""
    alike = _TOGETHER.get(section, (section,))
    if section not in names.there:
        there = {name for each in alike for name in declared(draft.tree, each)} | set(PSEUDO_PARAMETERS)
        own = {name for each in alike for name in declared(inside.tree, each)}
        own |= {name for each, found in undeclared(inside.tree).items() if each in alike for name in found}
        for each in alike:
            names.there[each], names.own[each] = there, own
    there, own = names.there[section], names.own[section]
    name, stem = wanted, _stem(wanted)
    while name in there or (name != wanted and name in own):
        number = names.number.get((section, stem), 2)
        names.number[section, stem] = number + 1
        name = f"{stem}_{number}"
    there.add(name)
    return name


def _rename(inside: Draft, names: _Names, section: str) -> None:
    changed = {name: new for name, new in names.new[section].items() if name != new}
    if changed:
        rename_all(inside, {section: changed})
    _mark_shared(names, section)


def _mark_shared(names: _Names, section: str) -> None:
    """Lets what is shared be known by the name that it has in the piece from now on."""
    shared = {name for each, name in names.shared if each == section}
    names.shared -= {(section, name) for name in shared}
    names.shared |= {(section, names.new[section][name]) for name in shared}


# -- what is put in -----------------------------------------------------------------


def _insert(draft: Draft, inside: Draft, section: str, new: list[str]) -> None:
    if not new:
        return
    entries: list[tuple[Any, Any]] = [(name, _body(draft, inside, section, name)) for name in new]
    if draft.tree.has((section,)):
        draft.insert_all((section,), entries)
        return
    ensure_section(draft, section, dict(entries[:1]))
    if len(entries) > 1:
        draft.insert_all((section,), entries[1:], apart=section == "resources")


def _body(draft: Draft, inside: Draft, section: str, name: str) -> Any:
    """A declaration in the style of where it goes, as far as that keeps its comments."""
    body = carried(inside.tree, section, name)
    there = draft.tree.root.members.get(section) if isinstance(draft.tree.root, Mapping) else None
    if draft.tree.style.is_json or getattr(there, "flow", False):
        return plain(body)
    if not isinstance(body, Verbatim):
        return body
    ours, theirs = draft.tree.style, inside.tree.style
    alike = (ours.step, ours.dash) == (theirs.step, theirs.dash)
    has_comments = bool(body.above) or any("#" in line for line in body.lines)
    return body if alike or has_comments else plain(body)


# -- what is told ---------------------------------------------------------------------


def _tell(draft: Draft, inside: Draft, names: _Names) -> None:
    for section in _SECTIONS:
        for name, new in names.new[section].items():
            if name != new and (section, new) not in names.shared:
                draft.notes.append(f"`{name}` is called `{new}` here.")
    for kind, missing in undeclared(inside.tree).items():
        left = [name for name in missing if name not in declared(draft.tree, kind)]
        draft.notes += [f"{_KINDS[kind]} `{name}` is named and not there." for name in left]
    draft.notes += _left_out(inside)
    draft.notes += _of_other_versions(draft.tree, inside)


_KINDS: dict[Kind, str] = {"parameters": "The parameter", "conditions": "The condition", "resources": "The resource"}


def _left_out(inside: Draft) -> list[str]:
    root = inside.tree.root
    known = (*_SECTIONS, "heat_template_version", "description")
    others = [key for key in SECTIONS if key not in known and isinstance(root, Mapping) and key in root.members]
    return [f"Its `{key}` were left out." for key in others]


def _of_other_versions(tree: TextTree, inside: Draft) -> Iterator[str]:
    """What the piece has and the template's version does not know."""
    node = tree.root.members.get("heat_template_version") if isinstance(tree.root, Mapping) else None
    version = find_version(str(node.value)) if isinstance(node, Scalar) else None
    if version is None:
        return
    dates = version_names()
    for name, since in _arrivals(inside.tree.root).items():
        if dates.index(since) > dates.index(version.date):
            yield f"`{name}` needs the template version {since}; this one is {version.date}."


def _arrivals(root: Node) -> dict[str, str]:
    """The functions of a piece and the versions that brought them; conditions too."""
    found: dict[str, str] = {}
    members = root.members if isinstance(root, Mapping) else {}
    for section in ("conditions", "resources", "outputs"):
        for item in walk(members[section]) if section in members else ():
            name = item.sole_key if isinstance(item, Mapping) else None
            since = arrival(name, CONDITIONS if section == "conditions" else VALUES) if name else None
            if name and since:
                found[name] = since
    if "conditions" in members:
        found["conditions"] = CONDITIONS_SINCE
    return found
