"""Pasting of a piece of a template into another: under free names, and without identical declarations."""

from collections.abc import Iterator
from dataclasses import field
from typing import Any

from hotcore.edits.declarations import SECTIONS, Renamed, ensure_section, rename_all
from hotcore.edits.draft import MOST_READ, Draft, same
from hotcore.edits.fragments import CARRIED, declared, undeclared
from hotcore.edits.text.copy import carried
from hotcore.edits.text.serialize import Verbatim, plain
from hotcore.edits.text.slots import CannotEdit
from hotcore.edits.text.tree import TextTree
from hotcore.evaluation import CONDITIONS, VALUES, arrival
from hotcore.runtime import dataclass
from hotcore.syntax import Mapping, Node, Scalar, to_plain, walk
from hotcore.template import PSEUDO_PARAMETERS, Kind, occurrences, topological_order
from hotcore.versions import CONDITIONS_SINCE, find_version, version_names

_NO_PIECE = "This is not part of a template: it has no resources, parameters, conditions or outputs."
_SECTIONS = (*CARRIED, "outputs")
_MOST_ALIKE = 20
"""The maximum number of declarations with similar names that are compared with a pasted one."""
_SHARED_NAMES = {"parameters": ("parameters", "resources"), "resources": ("parameters", "resources")}
"""Sections that share one set of names."""


@dataclass
class _Names:
    """The new names of the declarations of a piece, and which of them already exist in the template."""

    new: dict[str, dict[str, str]] = field(default_factory=lambda: {section: {} for section in _SECTIONS})
    shared: set[tuple[str, str]] = field(default_factory=set)
    there: dict[str, set[str]] = field(default_factory=dict)
    """Names by section that are taken in the template, including those of the pasted declarations."""
    own: dict[str, set[str]] = field(default_factory=dict)
    """Names by section that are used within the piece."""
    used: dict[str, set[str]] = field(default_factory=lambda: {section: set() for section in _SECTIONS})
    """The values of `new`."""
    alike: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    """The declarations of the template, by section and by their names without a number."""
    number: dict[tuple[str, str], int] = field(default_factory=dict)
    """The first free number, by section and name without a number."""

    def assign(self, section: str, name: str, new: str) -> None:
        """Assigns a new name to a declaration."""
        self.new[section][name] = new
        self.used[section].add(new)


def paste(draft: Draft, piece: str) -> Renamed:
    """Pastes a piece, which is a template's text, into a template.  Returns the names that its declarations get.

    An identical parameter or condition of the template is reused.  Notes for the author are added to the draft.
    """
    inside = _opened(piece)
    names = _Names()
    _name_parameters(draft, inside, names)
    _name_conditions(draft, inside, names)
    _name_others(draft, inside, names)
    _add_notes(draft, inside, names)
    for section in _SECTIONS:
        new = [name for name in declared(inside.tree, section) if (section, name) not in names.shared]
        _insert(draft, inside, section, new)
    return names.new


def _opened(piece: str) -> Draft:
    """The piece as a draft; its sections are maps, and its names are strings."""
    try:
        inside = Draft(piece)
    except CannotEdit:
        raise CannotEdit("The pasted text is not valid YAML.") from None
    found = [declared(inside.tree, section) for section in _SECTIONS]
    if not any(found):
        raise CannotEdit(_NO_PIECE)
    if not all(isinstance(name, str) and name for names in found for name in names):
        raise CannotEdit("A name in the pasted text is not a string.")
    return inside


# -- names ---------------------------------------------------------------------


def _name_parameters(draft: Draft, inside: Draft, names: _Names) -> None:
    for name, body in declared(inside.tree, "parameters").items():
        _name(draft, inside, names, "parameters", name, to_plain(body))
    _rename(inside, names, "parameters")


def _name_conditions(draft: Draft, inside: Draft, names: _Names) -> None:
    """Names the conditions, those first that others use: two are identical only if all that they use is."""
    needs = _needs(inside)
    waiting: dict[str, str] = {}
    read = 0
    for name in topological_order(needs, needs.__getitem__):
        if not waiting.keys().isdisjoint(needs[name]):
            rename_all(inside, {"conditions": waiting})
            waiting = {}
            read += len(inside.text)
            if read > MOST_READ:
                raise CannotEdit("Too many conditions would have to be renamed; paste fewer.")
        _name(draft, inside, names, "conditions", name, inside.plain(("conditions", name)))
        if (new := names.new["conditions"][name]) != name:
            waiting[name] = new
    if waiting:
        rename_all(inside, {"conditions": waiting})
    _mark_shared(names, "conditions")


def _needs(inside: Draft) -> dict[str, list[str]]:
    """The conditions of a piece, each with those that it uses."""
    needs: dict[str, list[str]] = {name: [] for name in declared(inside.tree, "conditions")}
    for use in occurrences(inside.tree.root):
        if use.path[0] == "conditions" and use.kind == "conditions" and use.name in needs:
            needs[use.path[1]].append(use.name)
    return needs


def _name_others(draft: Draft, inside: Draft, names: _Names) -> None:
    for section in ("resources", "outputs"):
        for name in declared(inside.tree, section):
            names.assign(section, name, _free(draft, inside, names, section, name))
    for section in ("resources", "outputs"):
        _rename(inside, names, section)


def _name(draft: Draft, inside: Draft, names: _Names, section: str, name: str, body: Any) -> None:
    """Finds an identical declaration, or a free name."""
    there = declared(draft.tree, section)
    own = declared(inside.tree, section)
    if section not in names.alike:
        stems = names.alike[section] = {}
        for known in there:
            if known not in own:
                stems.setdefault(_stem(known), []).append(known)
    for other in (name, *names.alike[section].get(_stem(name), ())[:_MOST_ALIKE]):
        if other in there and other not in names.used[section] and same(to_plain(there[other]), body):
            names.assign(section, name, other)
            names.shared.add((section, name))
            return
    names.assign(section, name, _free(draft, inside, names, section, name))


def _stem(name: Any) -> str:
    text = str(name)
    return text.rstrip("0123456789").rstrip("_") or text


def _free(draft: Draft, inside: Draft, names: _Names, section: str, wanted: str) -> str:
    """The wanted name, with a number appended if it is taken in the template or the piece."""
    alike = _SHARED_NAMES.get(section, (section,))
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
    """Registers shared declarations under their new names."""
    shared = {name for each, name in names.shared if each == section}
    names.shared -= {(section, name) for name in shared}
    names.shared |= {(section, names.new[section][name]) for name in shared}


# -- insertion ----------------------------------------------------------------------


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
    """A declaration in the style of the template, as far as that keeps its comments."""
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


# -- notes ----------------------------------------------------------------------------


def _add_notes(draft: Draft, inside: Draft, names: _Names) -> None:
    for section in _SECTIONS:
        for name, new in names.new[section].items():
            if name != new and (section, new) not in names.shared:
                draft.notes.append(f"`{name}` was renamed to `{new}`.")
    for kind, missing in undeclared(inside.tree).items():
        left = [name for name in missing if name not in declared(draft.tree, kind)]
        draft.notes += [f"{_KINDS[kind]} `{name}` is used but does not exist here." for name in left]
    draft.notes += _left_out(inside)
    draft.notes += _of_other_versions(draft.tree, inside)


_KINDS: dict[Kind, str] = {"parameters": "The parameter", "conditions": "The condition", "resources": "The resource"}


def _left_out(inside: Draft) -> list[str]:
    root = inside.tree.root
    known = (*_SECTIONS, "heat_template_version", "description")
    others = [key for key in SECTIONS if key not in known and isinstance(root, Mapping) and key in root.members]
    return [f"`{key}` was not pasted." for key in others]


def _of_other_versions(tree: TextTree, inside: Draft) -> Iterator[str]:
    """Notes on functions and sections of the piece that the template's version does not have."""
    node = tree.root.members.get("heat_template_version") if isinstance(tree.root, Mapping) else None
    version = find_version(str(node.value)) if isinstance(node, Scalar) else None
    if version is None:
        return
    dates = version_names()
    for name, since in _arrivals(inside.tree.root).items():
        if dates.index(since) > dates.index(version.date):
            yield f"`{name}` requires template version {since}; this template has {version.date}."


def _arrivals(root: Node) -> dict[str, str]:
    """The functions of a piece and the versions that introduced them; conditions too."""
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
