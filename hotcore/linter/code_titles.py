"""One-line descriptions of all codes of diagnostics, for code scanners and for people who find a code in a log."""

from collections.abc import KeysView

from hotcore import functions  # noqa: F401  importing them registers them
from hotcore.constraints import KINDS
from hotcore.evaluation import CONDITIONS, VALUES, function_code, function_names, table_of_functions
from hotcore.linter.registry import RULES
from hotcore.versions import VERSIONS

_CODES = {
    "ambiguous-version": "The template has both a HOT version and a CloudFormation version.",
    "anchor-twice": "A YAML anchor is defined twice.",
    "bad-condition": "A condition is not true, false, a condition function or the name of a condition.",
    "bad-constraint": "A constraint is malformed.",
    "bad-default": "A default does not match the type or the constraints of its parameter.",
    "bad-deletion-policy": "A deletion policy does not exist, or cannot be evaluated.",
    "bad-depends-on": "`depends_on` is not the name of a resource or a list of them.",
    "bad-description": "A description is not a string.",
    "bad-event-sink": "An environment has an event sink that Heat does not support.",
    "bad-external-id": "An external id is not a string.",
    "bad-group": "A parameter group is not a map with a list of parameters.",
    "bad-merge": "The values of a parameter in several environments cannot be merged.",
    "bad-merge-key": "The value of a YAML merge key is not a map or a list of maps.",
    "bad-metadata": "The metadata of a resource is not a map.",
    "bad-list-item": "A list for a comma-delimited list of a nested template has items that are not strings.",
    "bad-name": "A name is not a string, or contains invalid characters.",
    "bad-nested-template": "A file that is used as a resource type is not a template.",
    "bad-output": "An output is not a map with a value.",
    "bad-parameter": "A parameter is not a map with a type.",
    "bad-properties": "The properties of a resource are not a map.",
    "bad-registry-entry": "An entry of a resource registry is not the name of a type or of a file.",
    "bad-resource": "A resource is not a map with a type.",
    "bad-section": "A section is not of the required kind, a map or a list.",
    "bad-size": "The sizes of a scaling group contradict each other.",
    "bad-tags": "The tags of a parameter are not a list.",
    "bad-type": "The type of a resource is not a string.",
    "bad-update-policy": "The update policy of a resource is not a map.",
    "cannot-rewrite": "A template cannot be rewritten to an equivalent template of another version.",
    "cfn-template": "The template is a CloudFormation template, or a CloudFormation file that it uses is broken.",
    "circular-condition": "Conditions refer to each other in a cycle.",
    "circular-dependency": "Resources depend on each other in a cycle.",
    "complex-key": "A list or a map is used as a key.",
    "conflicting-properties": "A property is given under both its old and its new name.",
    "constraint-not-for-type": "A constraint does not apply to the type of its parameter.",
    "deprecated-attribute": "An attribute is deprecated or not supported.",
    "deprecated-property": "A property is deprecated or not supported.",
    "deprecated-type": "A resource type is deprecated or not supported.",
    "disabled-resource": "Something refers to a resource that is off.",
    "duplicate-key": "A key occurs twice in one map; the last one counts.",
    "duplicate-name": "A resource and a parameter have the same name.",
    "empty-default": "An output cannot be computed only because the default of a parameter is empty.",
    "empty-section": "A section of an environment is empty.",
    "empty-value": "A replacement that must not be empty is empty.",
    "encrypted-names": "An environment marks parameters as already encrypted.",
    "endless-alias": "A YAML alias is inside the value that it refers to.",
    "function-in-default": "A default contains a function, which is not called there.",
    "function-not-here": "A condition contains a function that is not available in conditions.",
    "functions-as-data": "The name of a function is one of several keys, so that the function is not called.",
    "grouped-twice": "A parameter is in more than one group.",
    "idle-entry": "An entry of a resource registry has no effect.",
    "invalid-character": "The text has a character that YAML does not allow.",
    "invalid-yaml": "The text is not valid YAML.",
    "later-function": "A function was added in a later template version; here it is plain data.",
    "merge-conflict": "Environments give several merge strategies for one parameter.",
    "missing-file": "A file does not exist.",
    "missing-placeholder": "The template of a replacement does not contain one of its keys.",
    "missing-property": "A required property or key is missing.",
    "missing-template": "The template that a type is mapped to is not among the files.",
    "missing-type": "A parameter or a resource has no type.",
    "missing-value": "An output has no value.",
    "missing-version": "The template does not declare its version.",
    "more-problems": "There are more problems of one kind than are shown.",
    "nested-circle": "A template uses itself, directly or through others.",
    "nested-left-out": "There are more nested templates than are checked at once.",
    "nested-too-deep": "Templates are nested deeper than Heat allows.",
    "no-constraint": "An item of the constraints has no effect in this version.",
    "no-parent": "A template that is not nested refers to its parent resource.",
    "no-such-resource": "An environment names a resource that the template does not have.",
    "not-a-template": "The text is not a map of sections.",
    "not-a-template-name": "A type looks like the name of a template file, but Heat does not treat it as one.",
    "not-an-environment": "The text is not an environment.",
    "not-utf-8": "A file is not encoded in UTF-8.",
    "plug-in-rule": "The plug-in of a resource type refuses a combination of property values.",
    "properties-group": "The given properties violate a relation between the properties of a resource.",
    "registry-circle": "Entries of a resource registry refer to each other in a cycle.",
    "remote-template": "The template that a type is mapped to is at an address, which is not fetched.",
    "removed-function": "A function was removed in an earlier template version.",
    "section-twice": "Several environments have a section that Heat cannot merge.",
    "several-documents": "A file contains more than one YAML document.",
    "too-deep": "Lists and maps are nested too deeply.",
    "too-large": "The text, or what it expands to, is too large.",
    "unimplemented-property": "Heat accepts a property, but does not implement it.",
    "unknown-action": "There is no action of this name that can be restricted.",
    "unknown-anchor": "A YAML alias refers to an anchor that does not exist.",
    "unlike-its-type": "A nested template replaces a type of Heat, but lacks properties or attributes of it.",
    "unknown-attribute": "A resource does not have this attribute.",
    "unknown-condition": "There is no condition of this name.",
    "unknown-constraint": "There is no constraint of this name.",
    "unknown-function": "There is no function of this name, but one with a similar name; here it is plain data.",
    "unknown-hook": "There is no hook of this name.",
    "unknown-parameter": "There is no parameter of this name.",
    "unknown-parameter-key": "A parameter has a key that parameters do not have.",
    "unknown-property": "A resource type, or a map in a property, has no property or key of this name.",
    "unknown-reference": "There is no resource or parameter of this name.",
    "unknown-resource": "There is no resource of this name.",
    "unknown-resource-key": "A resource has a key that resources do not have.",
    "unknown-resource-type": "Heat itself has no resource type of this name.",
    "unknown-section": "There is no section of this name.",
    "unknown-strategy": "There is no merge strategy of this name.",
    "unknown-type": "There is no parameter type of this name.",
    "unknown-value": "A value is given for a parameter that does not exist.",
    "unknown-version": "There is no template version of this name.",
    "unreadable-value": "A value looks like a number or has a tag, but cannot be parsed.",
    "value-needed": "A parameter without a default has no value.",
    "value-outdone": "A value in an environment is overridden by one that is given directly.",
    "wrong-reference": "A property refers to a resource of the wrong kind.",
    "wrong-type": "A value does not match the type of its parameter or property.",
}


@table_of_functions
def codes() -> dict[str, str]:
    """All codes of diagnostics in alphabetical order, each with its one-line description."""
    linted = {code: rule.page.title for code, rule in RULES.items()}
    return dict(sorted((_titles_of_heat() | linted).items()))


@table_of_functions
def code_names() -> KeysView[str]:
    """All codes of diagnostics in alphabetical order."""
    return dict.fromkeys(sorted((*_titles_of_heat(), *RULES))).keys()


def _titles_of_heat() -> dict[str, str]:
    """The codes of everything but rules, with their descriptions."""
    names = {
        name for version in VERSIONS for context in (VALUES, CONDITIONS) for name in function_names(version, context)
    }
    calls = {function_code(name): f"A call of `{name}` has invalid arguments." for name in names}
    constraints = {
        kind.code: f"A value violates the constraint `{kind.name}` of its parameter or property."
        for kind in KINDS.values()
    }
    return calls | constraints | _CODES
