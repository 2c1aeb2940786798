"""The writer of environment files, with comments."""

import json
from collections.abc import Collection, Mapping
from typing import Any

from hotcore.constraints import Refused
from hotcore.parameters import form_schema
from hotcore.runtime import regex
from hotcore.syntax import write_yaml
from hotcore.template import Parameter, Template
from hotcore.values import is_shallow

_LONG_NUMBER = 10**300
_DIGITS = regex(r"\d{300}")
"""Longer numbers are written as strings: YAML readers may reject them."""


def write_environment(
    template: Template,
    values: Mapping[str, Any],
    *,
    everything: bool = False,
    hidden: bool = False,
    hidden_defaults: bool = False,
    over: Collection[str] = (),
) -> str:
    """An environment file with the given values, annotated with labels, descriptions and constraints.

    Values that equal the default are omitted, unless `everything` is set; then parameters without a given value are
    written with their default.  Values of hidden parameters are only written with `hidden`, and otherwise named in a
    comment.  Their defaults are part of the template's text, which the reader of the file may not be allowed to see:
    only with `hidden_defaults` are they written, and given values omitted that equal them.  A given value of a
    parameter in `over` is written even when it equals the default, because the file overrides other values.
    """
    values = {name: value for name, value in values.items() if is_shallow(value)}
    blocks = [
        _block(
            parameter,
            values.get(parameter.name),
            everything=everything or (parameter.name in over and parameter.name in values),
            is_shown=hidden or not parameter.hidden,
            shows_default=hidden_defaults or not parameter.hidden,
        )
        for section in form_schema(template)
        for parameter in section.parameters
    ]
    body = "\n".join(block for block in blocks if block)
    if any(map(_has_value, blocks)):
        return f"parameters:\n{body}"
    return f"{body}parameters: {{}}\n"


def annotated_entries(template: Template, values: Mapping[str, Any], *, hidden: bool = False) -> list[str]:
    """The annotated entries of the section `parameters` for the given values, even those that equal the default."""
    return [
        _block(
            parameter,
            values[parameter.name],
            everything=True,
            is_shown=hidden or not parameter.hidden,
            shows_default=False,
        )
        for section in form_schema(template)
        for parameter in section.parameters
        if values.get(parameter.name) is not None
    ]


def _has_value(block: str) -> bool:
    return any(not line.lstrip().startswith("#") for line in block.splitlines())


def _block(parameter: Parameter, given: Any, *, everything: bool, is_shown: bool, shows_default: bool) -> str:
    if not is_shown:
        needed = given is not None or parameter.required
        return _comments(parameter) + f"  # {_one_line(parameter.name)}: hidden, provide its value\n" if needed else ""
    if given is None and parameter.has_default and not shows_default:
        return ""
    value = parameter.default if given is None else _as_written(parameter, given)
    if value is None or not _is_unicode(value):
        return _comments(parameter) + f"  # {_one_line(parameter.name)}: needs a value\n"
    if shows_default and not everything and (given is None or _same_as_default(parameter, value)):
        return ""
    return _comments(parameter) + _entry(parameter.name, value)


def _entry(name: str, value: Any) -> str:
    """Name and value as indented YAML; line breaks that exist only in Unicode are escaped."""
    written = write_yaml({name: value})
    if len(written.splitlines()) > written.count("\n"):
        written = write_yaml({name: value}, escaped=True)
    return "".join(f"  {line}\n" if line.strip() else "\n" for line in written.removesuffix("\n").split("\n"))


def _as_written(parameter: Parameter, given: Any) -> Any:
    """The value in the most readable form for an environment file that is equivalent for Heat."""
    try:
        value = parameter.kind.convert(given)
    except Refused:
        return given
    if parameter.type == "json":
        if not _is_unicode(value) or _DIGITS.search(json.dumps(value)):
            return given if isinstance(given, str) else json.dumps(given)
        return given if value is None or isinstance(value, str) else value
    return str(value) if isinstance(value, int) and abs(value) >= _LONG_NUMBER else value


def _is_unicode(value: Any) -> bool:
    """Whether the value can be written to a file; a lone surrogate cannot."""
    try:
        json.dumps(value, ensure_ascii=False, default=str).encode()
    except UnicodeEncodeError:
        return False
    return True


def _same_as_default(parameter: Parameter, value: Any) -> bool:
    if not parameter.has_default:
        return False
    try:
        default = parameter.kind.convert(parameter.default)
        return bool(default == parameter.kind.convert(value)) and type(default) is type(parameter.kind.convert(value))
    except Refused:
        return False


def _comments(parameter: Parameter) -> str:
    lines = []
    if parameter.label != parameter.name:
        lines.append(parameter.label)
    lines.extend(parameter.description.splitlines())
    lines.extend(constraint.description or f"({constraint.rule})" for constraint in parameter.constraints)
    return "".join(f"  # {_one_line(line)}\n" for line in lines if line.strip())


def _one_line(text: str) -> str:
    return "".join(character if character.isprintable() else " " for character in text).strip()
