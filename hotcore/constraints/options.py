"""The options of constraints: their names, the kinds of their values, and their parsing."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from hotcore.constraints.parameter_types import Refused, to_number
from hotcore.runtime import dataclass
from hotcore.spelling import did_you_mean, listed
from hotcore.values import kind_of

OptionKind = Literal["number", "text", "list"]


class BadOptions(Exception):
    """Invalid options of a constraint; `at` is the option whose value, or with `at_key` whose name, is wrong, if it is
    a single one."""

    def __init__(
        self, message: str, at: str | int | None = None, *, hint: str | None = None, at_key: bool = False
    ) -> None:
        super().__init__(message)
        self.at, self.hint, self.at_key = at, hint, at_key


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a constraint."""

    name: str
    """Its name in templates."""
    form_name: str
    """Its name in Heat's answers."""
    kind: OptionKind
    """The kind of its value."""
    label: str
    """Its label in a form."""
    about: str = ""
    """Its text in completion and hover."""
    wants: str = ""
    """A description of its values, in place of "a number", "a quoted string" or "a list"."""
    required: bool = True
    """Whether it has to be given; one that is omitted is None."""
    strict: bool = True
    """Whether values of another kind are errors."""
    choices: Callable[[], tuple[str, ...]] = tuple
    """Returns suggested values."""

    @property
    def wanted(self) -> str:
        """A description of the values that it accepts."""
        return self.wants or _WANTED[self.kind]

    def read(self, value: Any) -> Any:
        """The value as the constraint uses it.  Raises `Refused` for one of another kind."""
        return _READ[self.kind](value) if self.strict else value


def read_options(name: str, options: tuple[Option, ...], written: Any) -> dict[str, Any]:
    """The options of the named constraint as written in a template: a map of them, or the value of the only one.

    Raises `BadOptions`.
    """
    if len(options) == 1:
        return {options[0].name: _read_only(name, options[0], written)}
    _check_keys(name, [option.name for option in options], written)
    read = {option.name: _read_member(name, option, written.get(option.name)) for option in options}
    _check_needed(name, options, read)
    return read


def _read_only(name: str, option: Option, value: Any) -> Any:
    try:
        return option.read(value)
    except Refused:
        hint = f"Write it as `{name}: [a, b]`." if option.kind == "list" else None
        raise BadOptions(f"`{name}` takes {option.wanted}, not {kind_of(value)}.", hint=hint) from None


def _read_member(name: str, option: Option, value: Any) -> Any:
    try:
        return None if value is None else option.read(value)
    except Refused:
        message = f"`{option.name}` of `{name}` must be {option.wanted}, not {kind_of(value)}."
        raise BadOptions(message, option.name) from None


def _check_keys(name: str, keys: list[str], written: Any) -> None:
    known = listed(f"`{key}`" for key in keys)
    if not isinstance(written, dict):
        hint = f"Write it as `{name}: {{{', '.join(f'{key}: ...' for key in keys)}}}`."
        raise BadOptions(f"`{name}` takes a map with {known}, not {kind_of(written)}.", hint=hint)
    for key in written:
        if key not in keys:
            message = f"`{name}` has no option `{key}`; it takes {known}."
            raise BadOptions(message, key, hint=did_you_mean(key, keys), at_key=True)


def _check_needed(name: str, options: tuple[Option, ...], read: Mapping[str, Any]) -> None:
    required = [option for option in options if option.required]
    if any(read[option.name] is None for option in required):
        both = "both " if len(required) == 2 else ""
        raise BadOptions(f"`{name}` needs {both}{listed(f'`{option.name}`' for option in required)}.")
    if all(value is None for value in read.values()):
        several = "both" if len(options) == 2 else "several"
        raise BadOptions(f"`{name}` needs {listed([*(f'`{option.name}`' for option in options), several], 'or')}.")


def _read_string(value: Any) -> str:
    if not isinstance(value, str):
        raise Refused
    return value


def _read_list(value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise Refused
    return tuple(value)


_WANTED: Mapping[OptionKind, str] = {"number": "a number", "text": "a quoted string", "list": "a list"}
_READ: Mapping[OptionKind, Callable[[Any], Any]] = {"number": to_number, "text": _read_string, "list": _read_list}
