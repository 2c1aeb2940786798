"""The quick fix that writes the new name of a renamed property."""

from hotcore.catalogue import Schemas
from hotcore.diagnostics import Applicability, Fix
from hotcore.syntax import Mapping, Path, at_path


def renaming(root: Mapping, path: Path, schemas: Schemas) -> Fix | None:
    """The fix that renames the property at a path; `schemas` are those of the map that it is in.

    None if the new name is not beside the old one, does not have the same type, or is used already.
    """
    parent, old = at_path(root, path[:-1]), path[-1]
    new = schemas.renamed.get(old)
    if new is None or new not in schemas or schemas[new].type != schemas[old].type:
        return None
    if not isinstance(parent, Mapping) or new in parent.members:
        return None
    return Fix(f"Write `{new}`", "respell", {"path": list(path), "key": new}, Applicability.SAFE)
