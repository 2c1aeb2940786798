"""Initial values of what is added to a template."""

from typing import Any

from hotcore.assist.choices import choices_of
from hotcore.catalogue import Catalogue, PropertySchema
from hotcore.edits import expected_in
from hotcore.evaluation import EMPTY_VALUES
from hotcore.syntax import Path
from hotcore.template import Template


def start_of(template: Template, path: Path, catalogue: Catalogue) -> Any:
    """The initial value at a path: the default, or an empty value of the type with its required keys."""
    if path[:1] == ("conditions",) and len(path) < 3:
        return True
    if len(path) == 3 and path[2] in ("metadata", "update_policy", "properties"):
        return {}
    here = expected_in(template, path, catalogue)
    if here.schema is not None and here.schema.type == here.kind:
        return _begun(here.schema)
    return EMPTY_VALUES[here.kind]


def _begun(schema: PropertySchema) -> Any:
    if schema.has_default and schema.default is not None:
        return schema.default
    if schema.type == "map" and schema.keys is not None:
        return {key: _begun(one) for key, one in schema.keys.items() if one.required}
    choices = choices_of(schema)
    return choices[0] if schema.required and choices and schema.type == "string" else EMPTY_VALUES[schema.type]
