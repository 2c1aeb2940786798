"""The keys that a template has, section by section, and what each of them is for."""

from collections.abc import Mapping

from hotcore.constraints import KINDS, TYPES, kinds_for
from hotcore.spelling import listed
from hotcore.versions import CONDITIONS_SINCE, Version

SECTIONS: Mapping[str, str] = {
    "heat_template_version": "which functions and sections the template may use",
    "description": "what the template is for",
    "parameter_groups": "how the parameters are grouped and ordered in a form",
    "parameters": "what is asked of whoever makes a stack",
    "conditions": "what is decided by parameters: true or false",
    "resources": "what is made",
    "outputs": "what a stack tells once it is there",
}
RESOURCE: Mapping[str, str] = {
    "type": "what is made: a resource type, or a template of this bundle",
    "properties": "how it is made",
    "condition": "whether it is made: a condition, or an expression",
    "depends_on": "the resources that have to be there before",
    "metadata": "data that the resource can be asked for",
    "deletion_policy": "what happens to it when the stack or the resource goes",
    "update_policy": "how a change of it is carried out",
    "external_id": "the id of something that is there already and is not made",
    "description": "what it is for",
}
_PARAMETER: Mapping[str, str] = {
    "label": "its name for people",
    "description": "what it is for",
    "default": "its value when nobody gives one",
    "constraints": "what may be given",
    "hidden": "its value is never shown",
    "immutable": "a change of it is refused once the stack is there",
    "tags": "words to find it by",
}
OUTPUT: Mapping[str, str] = {
    "value": "what it comes to",
    "description": "what it is",
    "condition": "whether it is there",
}
GROUP: Mapping[str, str] = {
    "label": "its title",
    "description": "what it is about",
    "parameters": "the names of its parameters, in order",
}
DELETION_POLICIES: Mapping[str, str] = {
    "Delete": "it goes with the stack",
    "Retain": "it stays when the stack goes",
    "Snapshot": "a snapshot of it is taken first, where its type can",
}
PSEUDO_PARAMETERS: Mapping[str, str] = {
    "OS::stack_name": "the name of the stack",
    "OS::stack_id": "the id of the stack",
    "OS::project_id": "the id of the project that the stack is in",
}

_LATER = ("condition", "external_id", "conditions")


def in_version(keys: Mapping[str, str], version: Version) -> dict[str, str]:
    """Those of the keys that a version has."""
    return {key: words for key, words in keys.items() if version.date >= CONDITIONS_SINCE or key not in _LATER}


def parameter_keys() -> dict[str, str]:
    """The keys of a parameter."""
    return {"type": listed(TYPES, "or"), **_PARAMETER}


def constraint_keys(type_name: str = "") -> dict[str, str]:
    """The keys of an item of the constraints; of the constraints those that are for a type, if it is known."""
    kinds = kinds_for(type_name) if type_name in TYPES else KINDS
    return {name: KINDS[name].about for name in kinds} | {"description": "what is said when a value does not fit"}


def option_keys(constraint: str) -> dict[str, str]:
    """The keys of a constraint's options; none where it is not written as a map."""
    kind = KINDS.get(constraint)
    return {option.name: option.about for option in kind.options} if kind is not None and kind.is_map else {}


def words_about(path: tuple[object, ...]) -> str:
    """What the key at the end of a path of keys is for; empty for what an author named."""
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
