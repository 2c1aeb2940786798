"""The registry of intrinsic functions.

A function's Python signature is its HOT signature: positional parameters are the list form, keyword-only ones
the mapping form, one positional-only parameter takes whatever is written; a default makes an argument
optional, `*` takes any number.  An annotation of `str`, `list` or `dict` is checked; a `Lazy` argument arrives
as its node, unevaluated.  `Annotated` with an `ArgumentSpec` describes an argument further.  A first parameter
called `call` receives the call itself.

The name of a parameter, resource or file is the first argument: what asks what a call reads looks there.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from hotcore.function_registry.errors import Step
from hotcore.function_registry.signature import ArgumentSpec, Form, Signature
from hotcore.runtime import dataclass, docstring
from hotcore.versions import LATEST, Version

VALUES = "values"
CONDITIONS = "conditions"


@dataclass(frozen=True, slots=True)
class Function:
    """An intrinsic function in the versions from `since` on."""

    name: str
    """Its name in templates."""
    since: str
    """The date of the version that introduced it."""
    implementation: Callable[..., Any]
    """The decorated Python function, whose docstring is its help."""
    signature: Signature
    """How it is called."""
    literal: Step | None = None
    """The step at which the arguments have to be a literal list or map; None when another function may return the whole
    argument."""
    early: bool = False
    """Whether a string or a map in place of its list is noticed while the template is parsed."""
    others: Step | None = Step.SYNTAX
    """The step at which unknown keys of the mapping form are refused; None when they are ignored."""
    partial: bool = False
    """Whether it accepts arguments with unknown parts."""
    textual: bool = False
    """Whether it keeps the mask of a hidden value in place."""
    one_way: bool = False
    """Whether its result does not reveal its arguments."""
    context: str = VALUES
    """Where it may be used: in `VALUES` or in `CONDITIONS`."""
    gives: str = "any"
    """The kind of its value, as in `ArgumentSpec`, or scalar for a string, a number or null."""
    items: str = "any"
    """The kind of the items if its value is a list."""
    path: bool = False
    """Whether keys and indexes may follow the names in its list."""
    verbatim: bool = False
    """Whether its value is that of what it names, or the member at the path."""
    same_as: str = ""
    """The function that takes the same arguments and takes the place of a removed one."""
    variant_of: str = ""
    """The function that returns nearly the same."""
    unmistakable: bool = False
    """Whether its name is never meant as a plain key."""
    rank: int | None = None
    """Its place among the most used functions; None for others."""
    change: str = ""
    """What a second registration of the name added, in a sentence."""

    @property
    def help(self) -> str:
        """What the function does, for its help page."""
        return docstring(self.implementation)

    @property
    def usage(self) -> str:
        """The form of a call: `str_split: [delimiter, string, index]`."""
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

    @property
    def takes_names_only(self) -> bool:
        """Whether no value can be put into a call of it."""
        return self.signature.keeper is None


@dataclass(frozen=True, slots=True)
class Removed:
    """A function that earlier versions had."""

    name: str
    """Its name in templates."""
    until: str
    """The date of the first version without it."""
    instead: str
    """What to use instead of it."""


@dataclass(frozen=True, slots=True)
class NotHere:
    """A function that the version knows, but not inside conditions."""

    name: str
    """Its name in templates."""


Known = Function | Removed | NotHere


def function_code(name: str) -> str:
    """The code of diagnostics about the arguments of a function."""
    return f"bad-{name.replace('::', '-').replace('_', '-').lower()}"


_FUNCTIONS: list[Function] = []
_REMOVED: dict[str, Removed] = {}
_TABLES: list[Callable[[], None]] = []

Implementation = TypeVar("Implementation", bound=Callable[..., Any])
Table = TypeVar("Table", bound=Callable[..., Any])


def function(
    name: str, *, since: str, until: str | None = None, instead: str = "", **facts: Any
) -> Callable[[Implementation], Implementation]:
    """Registers an intrinsic function.

    `since` is the version that introduced it, `until` the first one without it, `instead` what replaces it then; a
    second registration under the same name describes a later form.  `facts` are the other fields of `Function`.
    """

    def register(implementation: Implementation) -> Implementation:
        signature = Signature.of(implementation)
        if not signature.reads_first:
            raise TypeError(f"{name}: the name of what a call reads is its first argument")
        _FUNCTIONS.append(Function(name, since, implementation, signature, **facts))
        if until:
            same = facts.get("same_as")
            _REMOVED[name] = Removed(name, until, instead or (f"`{same}`" if same else ""))
        forget_tables()
        return implementation

    return register


def unregister(name: str) -> None:
    """Removes all registrations of a name."""
    _FUNCTIONS[:] = [each for each in _FUNCTIONS if each.name != name]
    _REMOVED.pop(name, None)
    forget_tables()


def table_of_functions(table: Table, most: int | None = None) -> Table:
    """Decorates a function of the registry: its results are cached, at most `most` of them, until a function is
    registered."""
    remembered = lru_cache(maxsize=most)(table)
    _TABLES.append(remembered.cache_clear)
    return remembered  # type: ignore[return-value]  # called in the same way


def forget_tables() -> None:
    """Clears all results that were computed from the registry."""
    for forget in _TABLES:
        forget()


@table_of_functions
def functions_of(version: Version, context: str = VALUES) -> dict[str, Known]:
    """The meaning of names in a version, outside of conditions or (`context`) inside them.

    A name that is missing means nothing there: a map with it stays a plain map.
    """
    known: dict[str, Known] = {}
    if context == CONDITIONS:
        for name, found in functions_of(version).items():
            known[name] = found if isinstance(found, Removed) else NotHere(name)
    for entry in _FUNCTIONS:
        if entry.since <= version.date and context in entry.context:
            known[entry.name] = entry
    return known | {name: removed for name, removed in _REMOVED.items() if removed.until <= version.date}


@table_of_functions
def registrations(name: str) -> tuple[Function, ...]:
    """The registered forms of a function, oldest first."""
    return tuple(sorted((each for each in _FUNCTIONS if each.name == name), key=lambda each: each.since))


@table_of_functions
def newest_functions() -> Mapping[str, Function]:
    """The latest form of every function, removed ones included."""
    return {each.name: each for each in sorted(_FUNCTIONS, key=lambda each: each.since)}


@table_of_functions
def changes() -> Mapping[str, tuple[str, ...]]:
    """What each version added to existing functions, in sentences."""
    found: dict[str, tuple[str, ...]] = {}
    for each in _FUNCTIONS:
        if each.change:
            found[each.since] = (*found.get(each.since, ()), each.change)
    return found


@table_of_functions
def variants(name: str) -> tuple[str, ...]:
    """The name of a function and those of its variants."""
    return (name, *(each.name for each in newest_functions().values() if each.variant_of == name))


@table_of_functions
def unmistakable_names() -> frozenset[str]:
    """The names that are never meant as plain keys of a map."""
    return frozenset(each.name for each in _FUNCTIONS if each.unmistakable)


@table_of_functions
def naming_functions() -> Mapping[str, ArgumentSpec]:
    """The functions whose only or first argument is a name, and what it may be the name of."""
    first = {name: found.signature.spec(0) for name, found in newest_functions().items()}
    return {name: spec for name, spec in first.items() if spec.names}


@table_of_functions
def readers(sort: str) -> frozenset[str]:
    """The functions that take a name of one kind, such as that of a parameter."""
    return frozenset(name for name, spec in naming_functions().items() if sort in (spec.names, spec.also))


@table_of_functions
def verbatim_functions() -> frozenset[str]:
    """The functions whose value is that of what they name."""
    return frozenset(name for name, found in newest_functions().items() if found.verbatim)


@table_of_functions
def testing_functions() -> Mapping[str, Signature]:
    """The signatures of the functions that take a condition."""
    found = {name: each.signature for name, each in newest_functions().items()}
    return {name: signature for name, signature in found.items() if signature.takes_condition}


def takes_condition(name: Any, position: Any) -> bool:
    """Whether the argument of a function of that name, at a position or under a key, is a condition."""
    signature = testing_functions().get(name) if isinstance(name, str) else None
    return signature is not None and isinstance(position, int | str) and signature.spec(position).kind == "condition"


@table_of_functions
def _arrivals(context: str) -> Mapping[str, str]:
    """The versions that introduced functions."""
    newest_first = sorted(_FUNCTIONS, key=lambda each: each.since, reverse=True)
    return {each.name: each.since for each in newest_first if context in each.context}


def arrival(name: str, context: str = VALUES) -> str | None:
    """The version that introduced the function of a name, or None when there never was one."""
    return _arrivals(context).get(name)


def is_function(name: str) -> bool:
    """Whether any version has a function of that name, in any place of a template."""
    return name in newest_functions()


def callable_functions(version: Version = LATEST, context: str = VALUES) -> list[Function]:
    """The functions that can be called in a version, in alphabetical order."""
    found = (each for each in functions_of(version, context).values() if isinstance(each, Function))
    return sorted(found, key=lambda each: each.name)


def function_names(version: Version = LATEST, context: str = VALUES) -> tuple[str, ...]:
    """The names that can be called in a version, in alphabetical order."""
    return tuple(each.name for each in callable_functions(version, context))
