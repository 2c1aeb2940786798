"""Completion in an environment file: sections, parameters of the template, types and files."""

from collections.abc import Iterable, Iterator, Mapping

from hotcore.assist.completion.complete import Completion
from hotcore.assist.completion.cursor import Cursor, cursor_at
from hotcore.assist.completion.item import Option, names, values
from hotcore.environment import DEFAULT_STRATEGY, MERGE_STRATEGIES, SECTIONS
from hotcore.runtime import regex
from hotcore.syntax import LIMITS
from hotcore.template import Parameter, Template

_PLAIN = regex(r"[A-Za-z][\w./-]*")
_KEYWORDS = ("true", "false", "yes", "no", "on", "off", "null", "y", "n")
_LISTS = ("encrypted_param_names", "event_sinks")


def complete_environment(text: str, offset: int, template: Template | None, files: Iterable[str] = ()) -> Completion:
    """The options at an offset of an environment's text, for a template and the files next to it."""
    cursor = cursor_at(text, offset)
    if cursor.in_text or len(text) > LIMITS.size:
        return Completion(cursor.start, ())
    wanted = cursor.prefix.lower()
    found = [option for option in _options(cursor, template, files) if wanted in option.label.lower()]
    unused = [option for option in found if option.label not in cursor.siblings]
    unused.sort(key=lambda option: not option.label.lower().startswith(wanted))
    return Completion(cursor.start, tuple(unused))


def _options(cursor: Cursor, template: Template | None, files: Iterable[str]) -> Iterator[Option]:
    path = cursor.names
    if not path:
        sections = SECTIONS if cursor.is_key else ()
        return (Option(name, text=_section(name), sort="key", goes_on=True) for name in sections)
    parameters = template.parameters if template else {}
    if path[0] in ("parameters", "parameter_defaults"):
        return _given(cursor, parameters)
    if path[0] == "parameter_merge_strategies":
        keys = (DEFAULT_STRATEGY, *parameters) if len(path) == 1 else ()
        return (
            (Option(name, text=f"{name}: ", sort="key") for name in keys) if cursor.is_key else values(MERGE_STRATEGIES)
        )
    if path[0] == "resource_registry":
        if not cursor.is_key:
            return names(files, "file")
        types = dict.fromkeys(one.type for one in template.resources.values()) if template and len(path) == 1 else ()
        return (Option(f'"{name}"', "type", text=f'"{name}": ', sort="type") for name in types)
    return names(parameters, "parameter") if path[0] == "encrypted_param_names" else iter(())


def _given(cursor: Cursor, parameters: Mapping[str, Parameter]) -> Iterator[Option]:
    """The parameters that can get a value, or the values of one."""
    path = cursor.names
    if cursor.is_key:
        return map(_key, parameters.values() if len(path) == 1 else ())
    return _values(parameters[path[1]]) if len(path) == 2 and path[1] in parameters else iter(())


def _section(name: str) -> str:
    return f"{name}:\n  - " if name in _LISTS else f"{name}:\n  "


def _key(parameter: Parameter) -> Option:
    return Option(parameter.name, parameter.type, f"{parameter.name}: ", parameter.description, "parameter")


def _values(parameter: Parameter) -> Iterator[Option]:
    """The known values of a parameter: those that its constraints allow, true and false, and its default."""
    lists = (one.options["values"] for one in parameter.constraints if one.kind == "allowed_values")
    found = [value for allowed in lists for value in allowed]
    if parameter.type == "boolean" and not found:
        found = [True, False]
    if parameter.has_default and not parameter.hidden:
        found.append(parameter.default)
    texts = dict.fromkeys(_written(value) for value in found if isinstance(value, str | int | float))
    return (Option(text, sort="value") for text in texts)


def _written(value: object) -> str:
    if not isinstance(value, str):
        return str(value).lower()
    return value if _PLAIN.fullmatch(value) and value.lower() not in _KEYWORDS else "'" + value.replace("'", "''") + "'"
