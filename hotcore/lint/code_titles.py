"""What each code of a finding stands for, in one line: for code scanners, and for whoever meets a code in a log."""

from functools import cache

from hotcore import functions  # noqa: F401  importing them makes them known
from hotcore.constraints import KINDS
from hotcore.evaluation import CONDITIONS, VALUES, function_code, function_names
from hotcore.lint import rules  # noqa: F401  importing them makes them known
from hotcore.lint.registry import RULES
from hotcore.versions import VERSIONS

_CODES = {
    "ambiguous-version": "A HOT version and a CloudFormation version stand side by side.",
    "anchor-twice": "A YAML anchor is defined a second time.",
    "bad-condition": "A condition is something other than true, false, a condition function or a name.",
    "bad-constraint": "A constraint is written in a way that cannot be read.",
    "bad-default": "A default does not fit the type or the constraints of its parameter.",
    "bad-deletion-policy": "A deletion policy does not exist, or cannot be computed.",
    "bad-depends-on": "`depends_on` is something other than names of resources.",
    "bad-description": "A description is something other than text.",
    "bad-event-sink": "An event sink of an environment is not one that Heat has.",
    "bad-external-id": "An external id is something other than text.",
    "bad-group": "A parameter group is not a map with a list of parameters.",
    "bad-merge": "Values of a parameter in several environments cannot be merged.",
    "bad-merge-key": "A YAML merge key takes something other than maps.",
    "bad-metadata": "The metadata of a resource is not a map.",
    "bad-list-item": "A list for a comma delimited list of a nested template holds something other than texts.",
    "bad-name": "A name is something other than text, or has characters that it cannot have.",
    "bad-nested-template": "A file that a resource has as its type is no template.",
    "bad-output": "An output is not a map with a value.",
    "bad-parameter": "A parameter is not a map with a type.",
    "bad-properties": "The properties of a resource are not a map.",
    "bad-registry-entry": "An entry of a resource registry is not the name of a type or of a file.",
    "bad-resource": "A resource is not a map with a type.",
    "bad-section": "A section is not of the kind that it has to be, a map or a list.",
    "bad-size": "The sizes of a scaling group do not go together.",
    "bad-tags": "The tags of a parameter are not a list.",
    "bad-type": "The type of a resource is something other than text.",
    "bad-update-policy": "The update policy of a resource is not a map.",
    "cannot-rewrite": "A template cannot be rewritten to another version so that it comes to the same.",
    "cfn-template": "The template is one of CloudFormation, or a file beside it is a broken one.",
    "circular-condition": "Conditions need each other in a circle.",
    "circular-dependency": "Resources wait for each other in a circle.",
    "complex-key": "A list or a map stands where a key has to be.",
    "conflicting-properties": "A property is given under its old name and under its new one.",
    "constraint-not-for-type": "A constraint is not made for the type of its parameter.",
    "deprecated-property": "A property is only there for old templates, or not supported.",
    "deprecated-type": "A resource type is only there for old templates, or not supported.",
    "disabled-resource": "Something refers to a resource that is off.",
    "duplicate-key": "A key is given twice in one map; the last one counts.",
    "duplicate-name": "A resource and a parameter have the same name.",
    "empty-section": "A section of an environment is empty.",
    "empty-value": "A replacement that must not be empty is.",
    "encrypted-names": "An environment names parameters that are to be taken for encrypted already.",
    "endless-alias": "A YAML alias stands inside of what it stands for.",
    "function-in-default": "A function stands in a default, where nothing is called.",
    "function-not-here": "A function stands in a condition where it cannot be used.",
    "functions-as-data": "The name of a function stands among other keys, so that nothing is called.",
    "grouped-twice": "A parameter is in more than one group.",
    "idle-entry": "An entry of a resource registry has no effect.",
    "invalid-character": "The text has a character that YAML does not allow.",
    "invalid-yaml": "The text is not YAML.",
    "later-function": "A function came with a later version of templates; here it is plain data.",
    "merge-conflict": "Environments name several merge strategies for one parameter.",
    "missing-file": "A file is not there.",
    "missing-placeholder": "A text lacks what should be replaced in it.",
    "missing-property": "A property or a key that has to be given is not.",
    "missing-template": "The template that a type is mapped to is not among the files.",
    "missing-type": "A parameter or a resource has no type.",
    "missing-value": "An output has no value.",
    "missing-version": "The template does not say its version.",
    "more-problems": "There are more findings of one kind than are shown.",
    "nested-circle": "A template uses itself, directly or through others.",
    "nested-left-out": "There are more nested templates than are looked into at once.",
    "nested-too-deep": "Nested templates are in each other more levels deep than Heat allows.",
    "no-constraint": "An item of the constraints constrains nothing in this version.",
    "no-parent": "A template that stands for no resource asks for its parent's.",
    "no-such-resource": "An environment speaks of a resource that the template does not have.",
    "not-a-template": "The text is something other than a map of sections.",
    "not-a-template-name": "A name looks like that of a template's file, but Heat takes it for a type.",
    "not-an-environment": "The text is no environment.",
    "not-utf-8": "A file is not UTF-8.",
    "plug-in-rule": "The plug-in of a resource type refuses values of properties that do not go together.",
    "properties-group": "What is given breaks a relation between the properties of a resource.",
    "registry-circle": "The entries of a resource registry lead round in a circle.",
    "remote-template": "The template that a type is mapped to is an address, which is not fetched.",
    "removed-function": "A function is gone since an earlier version of templates.",
    "section-twice": "Several environments have a section that Heat cannot merge.",
    "several-documents": "There is more than one YAML document in a file.",
    "too-deep": "Lists and maps are nested too deeply.",
    "too-large": "The text, or what it comes to, is too large.",
    "unimplemented-property": "Heat knows a property, but has not implemented it.",
    "unknown-action": "There is no action of this name that can be restricted.",
    "unknown-anchor": "A YAML alias has no anchor.",
    "unlike-its-type": "A nested template stands in for a type of Heat, but does not take or offer what that does.",
    "unknown-attribute": "A resource has no such attribute.",
    "unknown-condition": "No condition has this name.",
    "unknown-constraint": "No constraint has this name.",
    "unknown-function": "No function has this name, but one nearly; here it is plain data.",
    "unknown-hook": "There is no hook of this name.",
    "unknown-parameter": "No parameter has this name.",
    "unknown-parameter-key": "A parameter has a key that parameters do not have.",
    "unknown-property": "A resource type, or a map in a property, has no property or key of this name.",
    "unknown-reference": "Neither a resource nor a parameter has this name.",
    "unknown-resource": "No resource has this name.",
    "unknown-resource-key": "A resource has a key that resources do not have.",
    "unknown-resource-type": "Heat itself has no resource type of this name.",
    "unknown-section": "There is no section of this name.",
    "unknown-strategy": "There is no merge strategy of this name.",
    "unknown-type": "No parameter type has this name.",
    "unknown-value": "A value is given for a parameter that does not exist.",
    "unknown-version": "No template version has this name.",
    "unreadable-value": "A value looks like a number or has a tag, but cannot be read.",
    "value-needed": "A parameter without a default has no value.",
    "value-outdone": "A value of an environment is given by hand as well.",
    "wrong-reference": "A property refers to a resource of another kind than it wants.",
    "wrong-type": "A value does not fit the type of its parameter or property.",
}


@cache
def codes() -> dict[str, str]:
    """Every code that a finding can have, in alphabetical order, and what it stands for in one line."""
    names = {name for version in VERSIONS for place in (VALUES, CONDITIONS) for name in function_names(version, place)}
    calls = {function_code(name): f"A call of `{name}` has arguments that it cannot take." for name in names}
    constraints = {
        kind.code: f"A value breaks the constraint `{kind.name}` of its parameter or property."
        for kind in KINDS.values()
    }
    linted = {code: rule.title for code, rule in RULES.items()}
    return dict(sorted((calls | constraints | _CODES | linted).items()))
