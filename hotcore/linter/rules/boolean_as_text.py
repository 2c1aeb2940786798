"""A boolean is used where a string is expected.

Without quotes, YAML reads `yes`, `no`, `on` and `off` as true or false, which become the strings `True` and `False`.
Among allowed values this is worse: a user who enters `on` is refused, because only `True` is accepted.

Example::

    heat_template_version: 2021-04-16
    parameters:
      answer: {type: string, default: no}
    resources:
      net: {type: OS::Neutron::Net, properties: {name: {get_param: answer}}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      answer: {type: string, default: 'no'}
    resources:
      net: {type: OS::Neutron::Net, properties: {name: {get_param: answer}}}
"""

from collections.abc import Iterator
from typing import TypeGuard

from hotcore.catalogue import TEMPLATE_ENDINGS
from hotcore.diagnostics import Applicability, Severity
from hotcore.evaluation import variants
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.subject import Path, Subject, text_of
from hotcore.syntax import Node, Scalar, Sequence, at_path
from hotcore.template import Bundle

_HINT = "Quote the value."


@rule(Severity.WARNING, about=About.PLACE, fixes=Applicability.SUGGESTED)
def boolean_as_text(subject: Subject) -> Iterator[Found]:
    """Finds booleans that become another string than the one that is written."""
    for path, node in (*_defaults(subject), *_replacements(subject)):
        text = subject.shown(path, node.value)
        quick_fix = fix(f"Write '{text}'", "set", path=list(path), value=str(node.value))
        yield Found(f"As a string, this becomes `{text}`.", node.span, _HINT, quick_fix)
    for node in (*_properties(subject), *_nested_properties(subject)):
        yield Found(f"As a string, this becomes `{node.value}`.", node.span, _HINT)
    yield from _allowed_values(subject)


def _defaults(subject: Subject) -> Iterator[tuple[Path, Scalar]]:
    """Booleans in the defaults of strings, and of lists, whose items are strings."""
    for name, parameter in subject.template.parameters.items():
        path: Path = ("parameters", name, "default")
        node = at_path(subject.template.root, path)
        if parameter.type == "string" and _is_rewritten(node):
            yield path, node
        elif parameter.type == "comma_delimited_list" and isinstance(node, Sequence):
            yield from (((*path, at), item) for at, item in enumerate(node.items) if _is_rewritten(item))


def _replacements(subject: Subject) -> Iterator[tuple[Path, Scalar]]:
    """Booleans that are inserted into a string."""
    for call in subject.calls_of(*variants("str_replace")):
        params = subject.written_map(call.member("params"))
        for key, node in params.members.items() if params is not None else ():
            if _is_rewritten(node):
                yield (*call.path, call.name, "params", key), node


def _properties(subject: Subject) -> Iterator[Scalar]:
    """Booleans in string properties."""
    for one in subject.properties:
        if one.schema.type == "string" and _is_rewritten(one.node):
            yield one.node


def _nested_properties(subject: Subject) -> Iterator[Scalar]:
    """Booleans for string parameters of nested templates."""
    bundle = Bundle(subject.files)
    for resource in subject.template.resources.values():
        given = subject.written_map(resource.field("properties"))
        odd = {name: node for name, node in given.members.items() if _is_rewritten(node)} if given is not None else {}
        file = bundle.key(resource.type) if odd and resource.type.endswith(TEMPLATE_ENDINGS) else None
        template = bundle.template(file).template if file is not None else None
        declared = template.parameters if template is not None else {}
        yield from (node for name, node in odd.items() if name in declared and declared[str(name)].type == "string")


def _allowed_values(subject: Subject) -> Iterator[Found]:
    """Booleans among the allowed values of strings, which are compared with the given value as strings."""
    for name, parameter in subject.template.parameters.items():
        if not parameter.declared.get("constraints"):
            continue
        constraints = at_path(subject.template.root, ("parameters", name, "constraints"))
        lists = [at_path(item, ("allowed_values",)) for item in getattr(constraints, "items", ())]
        values = [item for each in lists for item in getattr(each, "items", ())]
        texts = {text_of(node) for node in values}
        for node in values:
            if parameter.type == "comma_delimited_list" and isinstance(node, Scalar) and isinstance(node.value, bool):
                yield Found("List items are strings and never equal a boolean.", node.span, _HINT)
            elif parameter.type == "string" and _is_rewritten(node) and _written(node) not in texts:
                refused = "" if parameter.hidden else f", and the string `{_written(node)}` is refused"
                text = subject.shown(("parameters", name), node.value)
                yield Found(f"As a string, this is `{text}`{refused}.", node.span, _HINT)


def _is_rewritten(node: Node | None) -> TypeGuard[Scalar]:
    """Whether a node is a boolean that is not written as the string that it becomes."""
    return isinstance(node, Scalar) and isinstance(node.value, bool) and _written(node) != str(node.value)


def _written(node: Scalar) -> str:
    """A boolean as it is written, without its anchor or tag."""
    return node.source.text[node.start : node.end].split()[-1].strip("'\"")
