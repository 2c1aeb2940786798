"""The register of intrinsic functions, and how arguments get to them.

A function's Python signature is its HOT signature: positional parameters are the list form, keyword-only ones
the mapping form, one positional-only parameter takes whatever is written; a default makes an argument
optional, `*` takes any number.  An annotation of `str`, `list` or `dict` is checked; a `Lazy` argument arrives
as its node, unevaluated.  A first parameter called `call` receives the call itself.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any

from hotcore.syntax import Node
from hotcore.versions import LATEST, Version

WHOLE = (...,)
"""The path to all of what stands behind a function's name, for a mistake that no part of it makes."""

Lazy = Node
"""The annotation of an argument that is not evaluated before the call."""


class Step(Enum):
    """When Heat notices a mistake in a call: while it parses the template, when it asks for the name of a resource
    that is referred to, when it works out dependencies, when it collects the attributes that are asked for, when it
    validates functions, or only when it resolves the value."""

    SYNTAX = 1
    NAMING = 2
    REFERENCE = 3
    COLLECTION = 4
    VALIDATION = 5
    VALUE = 6


class Form(Enum):
    """How the arguments of a function are written."""

    SINGLE = 1
    LIST = 2
    MAPPING = 3


class Mistake(Exception):
    """What a function raises for the author's mistake.

    `at` is the position or key of the argument that is wrong, or a path of them to what is wrong inside of it; with
    `at_key` its key is.  Without `at` the function's name is.  One that is `told` follows from what was reported.
    """

    def __init__(
        self,
        message: str,
        at: int | str | tuple[Any, ...] | None = None,
        *,
        step: Step = Step.VALUE,
        code: str = "",
        hint: str | None = None,
        at_key: bool = False,
        told: bool = False,
    ) -> None:
        super().__init__(message)
        self.message, self.step, self.code, self.hint = message, step, code, hint
        self.path = at if isinstance(at, tuple) else () if at is None else (at,)
        self.at_key, self.told = at_key, told


@dataclass(frozen=True, slots=True)
class Argument:
    """A parameter of a function."""

    name: str
    expects: type | None
    required: bool
    lazy: bool


@dataclass(frozen=True, slots=True)
class Signature:
    """How a function is called, read off its Python signature; `lazy` when any of its arguments is."""

    form: Form
    arguments: tuple[Argument, ...]
    variadic: Argument | None
    takes_call: bool
    lazy: bool

    @classmethod
    def of(cls, implementation: Callable[..., Any]) -> "Signature":
        """The HOT signature of an implementation."""
        parameters = list(inspect.signature(implementation).parameters.values())
        takes_call = bool(parameters) and parameters[0].name == "call"
        own = parameters[1:] if takes_call else parameters
        kinds = {parameter.kind for parameter in own}
        if kinds == {inspect.Parameter.POSITIONAL_ONLY}:
            form = Form.SINGLE
        else:
            form = Form.MAPPING if inspect.Parameter.KEYWORD_ONLY in kinds else Form.LIST
        rest = inspect.Parameter.VAR_POSITIONAL
        variadic = next((_argument(parameter) for parameter in own if parameter.kind is rest), None)
        arguments = tuple(_argument(parameter) for parameter in own if parameter.kind is not rest)
        return cls(form, arguments, variadic, takes_call, any(argument.lazy for argument in arguments))

    @property
    def described(self) -> str:
        """The names of the arguments, for messages."""
        sure = any(argument.required for argument in self.arguments)
        names = [
            f"`{argument.name}`" if argument.required or not sure else f"perhaps `{argument.name}`"
            for argument in self.arguments
        ]
        if self.variadic:
            names.append(f"perhaps `{self.variadic.name}`" if names else f"`{self.variadic.name}`")
        return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)

    @property
    def least(self) -> int:
        """How many arguments of the list form it needs."""
        return sum(argument.required for argument in self.arguments)


@dataclass(frozen=True, slots=True)
class Function:
    """An intrinsic function in the versions from `since` on.

    `literal` says at which step the arguments have to be written out, as a list or map; None when the whole
    argument may come from another function.  `partial` functions take arguments with unknown parts, `textual`
    ones keep the mask of a hidden value in place.
    """

    name: str
    since: str
    implementation: Callable[..., Any]
    signature: Signature
    literal: Step | None
    early: bool
    others: Step | None
    partial: bool
    textual: bool
    place: str

    @property
    def help(self) -> str:
        """What the function does, for its help page."""
        return inspect.getdoc(self.implementation) or ""

    @property
    def usage(self) -> str:
        """How a call of it is written: `str_split: [delimiter, string, index]`."""
        signature = self.signature
        names = [argument.name for argument in signature.arguments]
        if signature.form is Form.SINGLE:
            return f"{self.name}: {names[0]}"
        if signature.form is Form.MAPPING:
            needed = [argument.name for argument in signature.arguments if argument.required]
            shown = [f"{name}: ..." for name in needed or names[:2]]
            return f"{self.name}: {{{', '.join([*shown, *([] if needed else ['...'])])}}}"
        if signature.variadic:
            names += ["..."] if names else [signature.variadic.name, "..."]
        return f"{self.name}: [{', '.join(names)}]"


@dataclass(frozen=True, slots=True)
class Removed:
    """A function that earlier versions had, and what serves in its place."""

    name: str
    until: str
    instead: str


@dataclass(frozen=True, slots=True)
class NotHere:
    """A function that the version knows, but not inside conditions."""

    name: str


Known = Function | Removed | NotHere


def function_code(name: str) -> str:
    """The code of findings about the arguments of a function."""
    return f"bad-{name.replace('::', '-').replace('_', '-').lower()}"


_FUNCTIONS: list[Function] = []
_NAMES: set[str] = set()
_REMOVED: dict[str, Removed] = {}

VALUES = "values"
CONDITIONS = "conditions"


def function(
    name: str,
    *,
    since: str,
    until: str | None = None,
    instead: str = "",
    literal: Step | None = None,
    early: bool = False,
    others: Step | None = Step.SYNTAX,
    partial: bool = False,
    textual: bool = False,
    place: str = VALUES,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Registers an intrinsic function.

    `since` is the version that brought it, `until` the first that has it no more, `instead` what
    serves then; a second registration under
    the same name is what it became later.  `early` functions notice while the template is parsed that a text or a
    map stands in place of their list.  `others` is the step at which keys of the mapping form that it does
    not know are refused, None when they are ignored.  `place` is where it may stand.
    """

    def register(implementation: Callable[..., Any]) -> Callable[..., Any]:
        signature = Signature.of(implementation)
        _FUNCTIONS.append(
            Function(name, since, implementation, signature, literal, early, others, partial, textual, place)
        )
        _NAMES.add(name)
        if until:
            _REMOVED[name] = Removed(name, until, instead)
        return implementation

    return register


def _argument(parameter: inspect.Parameter) -> Argument:
    annotation = parameter.annotation
    return Argument(
        name=parameter.name.rstrip("_"),
        expects=annotation if annotation in (str, list, dict) else None,
        required=parameter.default is inspect.Parameter.empty,
        lazy=annotation in (Lazy, Lazy | None),
    )


@cache
def functions_of(version: Version, place: str = VALUES) -> dict[str, Known]:
    """What the names mean in a version, outside of conditions or (`place`) inside them.

    A name that is missing means nothing there: a map with it stays a plain map.
    """
    known: dict[str, Known] = {}
    if place == CONDITIONS:
        for name, found in functions_of(version).items():
            known[name] = found if isinstance(found, Removed) else NotHere(name)
    for entry in _FUNCTIONS:
        if entry.since <= version.date and place in entry.place:
            known[entry.name] = entry
    return known | {name: removed for name, removed in _REMOVED.items() if removed.until <= version.date}


@cache
def arrival(name: str, place: str = VALUES) -> str | None:
    """The version in which a function of that name came, or None when there never was one."""
    return min((entry.since for entry in _FUNCTIONS if entry.name == name and place in entry.place), default=None)


def is_function(name: str) -> bool:
    """Whether any version, anywhere in a template, has a function of that name."""
    return name in _NAMES


def function_names(version: Version = LATEST, place: str = VALUES) -> tuple[str, ...]:
    """The names that can be called in a version, in alphabetical order."""
    return tuple(sorted(name for name, found in functions_of(version, place).items() if isinstance(found, Function)))
