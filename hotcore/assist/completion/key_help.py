"""Keys of a template by section, with a short description of each."""

from collections.abc import Mapping

from hotcore.constraints import KINDS, TYPES, kinds_for
from hotcore.spelling import listed
from hotcore.versions import CONDITIONS_SINCE, Version

SECTIONS: Mapping[str, str] = {
    "heat_template_version": "which functions and sections the template may use",
    "description": "what the template is for",
    "parameter_groups": "how the parameters are grouped and ordered in a form",
    "parameters": "the inputs of a stack",
    "conditions": "named expressions that are true or false, depending on the parameters",
    "resources": "what the stack creates",
    "outputs": "values that the stack returns",
}
RESOURCE: Mapping[str, str] = {
    "type": "what to create: a resource type, or a template of this bundle",
    "properties": "the settings of the resource",
    "condition": "whether to create it: the name of a condition, or an expression",
    "depends_on": "the resources to create first",
    "metadata": "data stored with the resource",
    "deletion_policy": "what happens to it when the stack or the resource is deleted",
    "update_policy": "how to roll out an update",
    "external_id": "the id of an existing resource to use instead of creating one",
    "description": "what it is for",
}
_PARAMETER: Mapping[str, str] = {
    "label": "its name in a form",
    "description": "what it is for",
    "default": "its value if none is given",
    "constraints": "rules for its value",
    "hidden": "whether its value is never shown",
    "immutable": "whether stack updates must not change it",
    "tags": "keywords",
}
OUTPUT: Mapping[str, str] = {
    "value": "its value",
    "description": "what it is",
    "condition": "whether to include it",
}
GROUP: Mapping[str, str] = {
    "label": "its title",
    "description": "what it is about",
    "parameters": "the names of its parameters, in order",
}
DELETION_POLICIES: Mapping[str, str] = {
    "Delete": "it is deleted with the stack",
    "Retain": "it is kept when the stack is deleted",
    "Snapshot": "a snapshot is taken before it is deleted, if its type supports that",
}
PSEUDO_PARAMETERS: Mapping[str, str] = {
    "OS::stack_name": "the name of the stack",
    "OS::stack_id": "the id of the stack",
    "OS::project_id": "the id of the stack's project",
}

_LATER = ("condition", "external_id", "conditions")


def in_version(keys: Mapping[str, str], version: Version) -> dict[str, str]:
    """The keys that a version has."""
    return {key: words for key, words in keys.items() if version.date >= CONDITIONS_SINCE or key not in _LATER}


def parameter_keys() -> dict[str, str]:
    """The keys of a parameter."""
    return {"type": listed(TYPES, "or"), **_PARAMETER}


def constraint_keys(type_name: str = "") -> dict[str, str]:
    """The keys of an item of `constraints`; only the constraints for a type, if it is known."""
    kinds = kinds_for(type_name) if type_name in TYPES else KINDS
    return {name: KINDS[name].about for name in kinds} | {"description": "the message for a value that is not allowed"}


def option_keys(constraint: str) -> dict[str, str]:
    """The keys of a constraint's options; empty if it is not written as a map."""
    kind = KINDS.get(constraint)
    return {option.name: option.about for option in kind.options} if kind is not None and kind.is_map else {}


def words_about(path: tuple[object, ...]) -> str:
    """The description of the key at the end of a path; empty for a name that the author chose."""
    names = [part for part in path if not isinstance(part, int)]
    if not names:
        return ""
    key = str(names[-1])
    if len(names) == 1:
        return SECTIONS.get(key, "")
    if names[0] == "parameter_groups":
        return GROUP.get(key, "") if len(names) == 2 else ""
    fields = {"resources": RESOURCE, "parameters": parameter_keys(), "outputs": OUTPUT}.get(str(names[0]))
    if fields is not None and len(names) == 3:
        return fields.get(key, "")
    if names[0] == "parameters" and len(names) > 3 and names[2] == "constraints":
        return (constraint_keys() if len(names) == 4 else option_keys(str(names[3]))).get(key, "")
    return ""
