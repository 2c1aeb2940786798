"""CloudFormation templates among a template's files, of which only the version and the parameters are checked."""

from collections.abc import Callable
from typing import Any

from hotcore.constraints import KINDS, TYPES, BadOptions
from hotcore.diagnostics import Diagnostic, Phase, Report
from hotcore.syntax import Mapping, Node, Scalar, at_path, to_plain
from hotcore.values import kind_of

VERSIONS = {"HeatTemplateFormatVersion": "2012-12-12", "AWSTemplateFormatVersion": "2010-09-09"}
"""The version keys of such a template, each with its only version."""

_KEYS = (
    *("Type", "Default", "NoEcho", "AllowedValues", "AllowedPattern", "MaxLength", "MinLength", "MaxValue"),
    *("MinValue", "Description", "ConstraintDescription", "Label"),
)


def is_cfn(root: Mapping, version_key: str) -> bool:
    """Whether a file is such a template, and does not have a HOT version as well."""
    own = root.get(version_key)
    return any(key in root.members for key in VERSIONS) and (own is None or _text(own) is None)


def no_echo(root: Node | None) -> frozenset[str]:
    """The names of the hidden parameters of such a template, by its root node."""
    parameters = at_path(root, ("Parameters",))
    bodies = parameters.members.items() if isinstance(parameters, Mapping) else ()
    return frozenset(str(name) for name, body in bodies if _is_hidden(at_path(body, ("NoEcho",))))


def _is_hidden(node: Node | None) -> bool:
    return node is not None and str(to_plain(node)).lower() not in ("none", "false", "no", "0", "")


def check_cfn(root: Mapping, report: Report) -> None:
    """Reports the errors of Heat for a CloudFormation template: in its version and its parameters."""

    def complain(message: str, node: Node) -> None:
        span = node.span
        report.add(Diagnostic("cfn-template", message, span, file=node.source.name, phase=Phase.TEXT))

    named = {key: node for key, node in root.members.items() if key in VERSIONS and _text(node) is not None}
    if len(named) != 1:
        complain("The file must have exactly one version." if named else "The file's version must be a string.", root)
        return
    ((key, node),) = named.items()
    if _text(node) != VERSIONS[str(key)]:
        complain(f"`{key}` has no version `{_text(node)}`, only {VERSIONS[str(key)]}.", node)
        return
    parameters = root.get("Parameters")
    if parameters is None or not (isinstance(parameters, Mapping) or to_plain(parameters)):
        return
    if not isinstance(parameters, Mapping):
        complain(f"`Parameters` must be a map, not {kind_of(to_plain(parameters))}.", parameters)
        return
    for body in parameters.members.values():
        _check_parameter(body, complain)


def _text(node: Node) -> str | None:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, str) else None


def _check_parameter(body: Node, complain: Callable[[str, Node], None]) -> None:
    if not isinstance(body, Mapping):
        complain(f"A parameter must be a map with a `Type`, not {kind_of(to_plain(body))}.", body)
        return
    for key in body.members:
        if key not in _KEYS:
            complain(f"A CloudFormation parameter has no key `{key}`.", body.key_nodes[key])
    kind = body.get("Type")
    types = [known.form_name for known in TYPES.values()]
    if kind is None or to_plain(kind) not in types:
        complain(f"A parameter's `Type` must be one of {', '.join(types)}.", kind or body)
    try:
        _read_constraints(to_plain(body))
    except BadOptions as problem:
        complain(str(problem), body)


def _read_constraints(declared: dict[Any, Any]) -> None:
    """Raises `BadOptions` for an invalid constraint."""
    for kind in KINDS.values():
        names = {option.name: option.form_name for option in kind.options}
        given = {name: declared[key] for name, key in names.items() if key in declared and key in _KEYS}
        if given:
            kind.read(given if kind.is_map else next(iter(given.values())))
