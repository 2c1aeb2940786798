"""What a property of a resource, or of the members of a group, is for."""

from hotcore.assist.completion.properties import about
from hotcore.assist.links import owners_of
from hotcore.catalogue import Catalogue, PropertySchema
from hotcore.resources import Expected, expected_at
from hotcore.syntax import Path
from hotcore.template import Template


def explain_property(template: Template, path: Path, catalogue: Catalogue) -> tuple[str, ...]:
    """The description, default, constraints and effect of an update of the property at a path; empty if unknown.

    The value there need not be set.
    """
    resource = template.resources.get(str(path[1])) if path[:1] == ("resources",) and len(path) > 3 else None
    if resource is None or path[2] != "properties":
        return ()
    found = None
    for prefix, owner in owners_of(resource, catalogue):  # of a group the members come last
        if path[3 : 3 + len(prefix)] == prefix:
            start = Expected(PropertySchema("map", keys=owner.properties))
            found = expected_at(path[3 + len(prefix) :], start, template.version).schema or found
    return tuple(about(found).splitlines()) if found is not None else ()
