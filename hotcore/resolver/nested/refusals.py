"""Refusals of values by nested templates, mapped to the parameters of the templates above that they come from."""

from dataclasses import replace
from typing import Any

from hotcore.diagnostics import Diagnostic, Refusal
from hotcore.resolver.nested.inputs import Use
from hotcore.resources import causes
from hotcore.syntax import Sequence
from hotcore.template import Parameter, handed_parameter


def refused_by(parameter: Parameter, use: Use, file: str, message: str, at: int | None = None) -> tuple[Refusal, ...]:
    """The refusal of a value, or an item of it, by a parameter of the nested template in `file`, if parameters of the
    parent are the reason."""
    node = use.property_node(parameter.name)
    if at is not None and isinstance(node, Sequence) and at < len(node.items):
        node = node.items[at]
    names, outer = causes(node, node, use.evaluator), handed_parameter(node, use.evaluator.scope.template)
    handed = (parameter, outer) if outer else ()
    return (Refusal(parameter.name, use.path, file, message, names, handed),) if names else ()


def from_parent(diagnostic: Diagnostic, use: Use, file: str) -> Diagnostic:
    """A diagnostic of a nested template with its refusals mapped to the template that uses it."""
    if not diagnostic.refusals:
        return diagnostic
    return replace(diagnostic, refusals=tuple(_from_parent(each, use, file) for each in diagnostic.refusals))


def _from_parent(refusal: Refusal, use: Use, file: str) -> Refusal:
    nodes = [use.property_node(name) for name in refusal.caused_by]
    names = (name for node in nodes for name in causes(node, node, use.evaluator))
    handed: tuple[Any, ...] = ()
    if refusal.handed and len(nodes) == 1 and (parameter := handed_parameter(nodes[0], use.evaluator.scope.template)):
        handed = (*refusal.handed, parameter)
    return replace(
        refusal,
        path=(*use.path, *refusal.path),
        file=refusal.file or file,
        caused_by=tuple(dict.fromkeys(names)),
        handed=handed,
    )
