"""Resource types that fit between two resources: the first refers to the new one, which refers to the second."""

from collections.abc import Mapping
from functools import lru_cache

from hotcore.assist.links import fitting_types, taking_properties, taking_properties_of
from hotcore.catalogue import Catalogue
from hotcore.edits import ITEM
from hotcore.runtime import dataclass
from hotcore.syntax import Path
from hotcore.template import Template, occurrences

_MOST_CATALOGUES = 4


@dataclass(frozen=True, slots=True)
class Between:
    """A type that can take over a reference."""

    type: str
    """The name of the type."""
    path: Path
    """The property, below those of the referring resource, that names the new one; `-` is a new item of a list."""
    attribute: str
    """The attribute of the new resource that this property takes; empty for the resource itself."""
    inner_path: tuple[str, ...]
    """The property of the new resource that names the target."""
    inner_attribute: str
    """The attribute of the target that this property takes; empty for the resource itself."""
    replaced: Path
    """The path of the reference below the referring resource; empty if `path` replaces it."""


def between(template: Template, source: str, target: str, catalogue: Catalogue) -> tuple[Between, ...]:
    """What can be inserted into the reference of one resource to another, types that need the target first."""
    first, second = template.resources.get(source), template.resources.get(target)
    there = _reference(template, source, target)
    if first is None or second is None or there is None:
        return ()
    naming = _naming(catalogue).get(second.type, {})
    found: dict[str, tuple[bool, Between]] = {}
    for one in taking_properties_of(first, catalogue):
        for name, attribute in fitting_types(one, catalogue):
            if name not in naming or name in (first.type, second.type):
                continue
            inner, inner_attribute, is_required = naming[name]
            place = _aligned(one.path, there)
            replaced = () if place == there else ("properties", *there)
            taken_over = Between(name, place, attribute, inner, inner_attribute, replaced)
            found.setdefault(name, (not is_required, taken_over))
    return tuple(each for _, each in sorted(found.values(), key=lambda pair: pair[0]))


def _reference(template: Template, source: str, target: str) -> Path | None:
    """The path below the properties of the first call by which one resource refers to another."""
    for use in occurrences(template.root):
        if use.kind == "resources" and use.name == target and use.path[:3] == ("resources", source, "properties"):
            return use.call[3:] if use.call is not None else None
    return None


def _aligned(path: tuple[str, ...], there: Path) -> Path:
    """A property as a path in the same item of a list as the reference, or the place of the reference itself."""
    shared = 0
    while shared < min(len(path), len(there)) and _is_same(path[shared], there[shared]):
        shared += 1
    if shared == len(path):
        return there
    return (*there[:shared], *path[shared:]) if shared == len(path) - 1 else path


def _is_same(key: str, other: object) -> bool:
    return key == other or (key == ITEM and isinstance(other, int))


@lru_cache(maxsize=_MOST_CATALOGUES)
def _naming(catalogue: Catalogue) -> Mapping[str, Mapping[str, tuple[tuple[str, ...], str, bool]]]:
    """The types that can refer to each type, with the property that does; required properties first."""
    found: dict[str, dict[str, tuple[tuple[str, ...], str, bool]]] = {}
    for name in catalogue.type_names:
        known = catalogue.find(name)
        if known is None or known.support.status != "SUPPORTED" or not name.startswith("OS::"):
            continue
        for one in taking_properties(known, catalogue):
            for type_, attribute in one.types.items():
                there = found.setdefault(type_, {})
                if name not in there or (one.schema.required and not there[name][2]):
                    there[name] = (one.path, attribute, one.schema.required)
    return found
