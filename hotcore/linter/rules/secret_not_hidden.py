"""A parameter looks like a secret, but is not hidden.

Its value is shown in clear text wherever the stack is shown, and in every log of the form. `hidden: true` masks it. A
parameter counts as a secret because of its name, such as `AdminPass` or `db_password`, or because it is the value of a
property that is a secret.

Example::

    heat_template_version: 2021-04-16
    parameters:
      admin_password: {type: string}
    resources:
      server:
        type: OS::Nova::Server
        properties: {flavor: m1, image: cirros, networks: [{network: net}], admin_pass: {get_param: admin_password}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      admin_password: {type: string, hidden: true}
    resources:
      server:
        type: OS::Nova::Server
        properties: {flavor: m1, image: cirros, networks: [{network: net}], admin_pass: {get_param: admin_password}}
"""

import re
from collections.abc import Iterator

from hotcore.constraints import FALSE_WORDS, TRUE_WORDS
from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.rules.literal_password import takes_secret
from hotcore.linter.secret_names import is_secret, words_of
from hotcore.linter.subject import PropertyAt, Subject
from hotcore.runtime import regex
from hotcore.syntax import Sequence, at_path
from hotcore.template import Parameter

_COUNTED = ("credentials", "pass", "passphrases", "passwords", "token")
"""Last words of names that, for a number, mean a count."""

_ABOUT = frozenset(
    {
        "file", "filename", "href", "id", "identifier", "ids", "length", "link", "location", "name", "names", "path",
        "policy", "ref", "reference", "type", "uri", "url", "uuid",
    }
)  # fmt: skip
_SWITCH = regex(r"(?:whether|flag|true|enables?|disables?|requires?|generates?)\b", re.IGNORECASE)
_UNIQUE = regex(r"\b(?:uuid|href)\b|\((?:id|name|path|ref|reference|uri|url)\)", re.IGNORECASE)
_REST = regex(r"\b(?:as|for|from|given|in|of|on|that|to|under|used|where|which|with)\b|[^\w\s'-]", re.IGNORECASE)
_ELSEWHERE = regex(r"[.~]{0,2}/|[a-z]+://|file:|[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\Z")


@rule(Severity.WARNING, about=About.DECLARATION, fixes=Applicability.SUGGESTED)
def secret_not_hidden(subject: Subject) -> Iterator[Found]:
    """Finds parameters that are named like secrets, and those that are the value of a secret property."""
    reads = _reads(subject)
    for parameter in subject.template.parameters.values():
        if parameter.hidden or parameter.type == "boolean" or _is_choice(parameter):
            continue
        used = reads.get(parameter.name, [])
        given = next((one.path for one in used if takes_secret(one)), None)
        if given is not None:
            message = f"`{parameter.name}` is used as `{given[-1]}` of `{given[1]}`, but is not hidden."
        elif _is_named_secret(parameter) and not _is_about(parameter) and not any(map(_is_reference, used)):
            message = f"`{parameter.name}` looks like a secret, but is not hidden."
        else:
            continue
        hide = fix("Hide it", "set", path=["parameters", parameter.name, "hidden"], value=True)
        yield Found(message, parameter.span, "`hidden: true` masks its value.", hide)


def _reads(subject: Subject) -> dict[str, list[PropertyAt]]:
    """The properties whose whole value is a parameter, by its name."""
    properties = {one.path: one for one in subject.properties}
    found: dict[str, list[PropertyAt]] = {}
    for use in subject.occurrences:
        one = properties.get(use.call) if use.call and use.kind == "parameters" else None
        argument = None if one is None else at_path(one.node, (use.by,))
        if one is not None and not (isinstance(argument, Sequence) and len(argument.items) > 1):
            found.setdefault(use.name, []).append(one)
    return found


def _is_choice(parameter: Parameter) -> bool:
    """Whether a parameter is one of some choices, refers to something in the cloud, or is yes or no."""
    kinds = {constraint.kind for constraint in parameter.constraints}
    switched = parameter.has_default and str(parameter.default).lower() in TRUE_WORDS | FALSE_WORDS
    return switched or not kinds.isdisjoint(("allowed_values", "custom_constraint"))


def _is_named_secret(parameter: Parameter) -> bool:
    name = parameter.name
    return is_secret(name) and not (parameter.type == "number" and words_of(name)[-1] in _COUNTED)


def _is_about(parameter: Parameter) -> bool:
    """Whether a value only says where the secret is, or whether there is one, by description or default."""
    if _ELSEWHERE.match(str(parameter.default or "")):
        return True
    for text in (parameter.label, parameter.description):
        first = words_of(_REST.split(text.strip(), maxsplit=1)[0])
        if _SWITCH.match(text.strip()) or _UNIQUE.search(text) or (first and first[-1] in _ABOUT):
            return True
    return False


def _is_reference(one: PropertyAt) -> bool:
    """Whether a property refers to something that is kept elsewhere, such as a `secret_ref`."""
    return bool(one.schema.references) or words_of(str(one.path[-1]))[-1:] in {(word,) for word in _ABOUT}
