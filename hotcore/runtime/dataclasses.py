"""Dataclasses that cost little to define and to make.

`dataclasses.dataclass` compiles up to eight methods for each class, which takes longer than most commands have to work.
The decorator of this module takes its place: classes share their methods, and only `__init__` is compiled, when it is
first called.  That a class is frozen is held by the type checker, not at run time, where it makes instances slow.
"""

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass  # noqa: TID251 -- its type
else:

    def dataclass(
        cls: type | None = None, /, *, frozen: bool = False, slots: bool = False, eq: bool = True
    ) -> type | Callable[[type], type]:
        """Makes a dataclass of a class; instances of a frozen one have hashes."""

        plain = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)  # noqa: TID251 -- the fields and slots

        def made(cls: type) -> type:
            if cls.__doc__ is None:
                cls.__doc__ = cls.__name__  # or else its signature is found out
            return _with_methods(plain(cls), frozen, eq)

        return made if cls is None else made(cls)


def _with_methods(cls: Any, frozen: bool, eq: bool) -> type:
    own, fields = vars(cls), dataclasses.fields(cls)
    cls.__init__ = _first_init(cls)
    if "__repr__" not in own:
        cls.__repr__ = _repr
    if eq and "__eq__" not in own:
        cls.__eq__ = _eq(attrgetter("__class__", *(field.name for field in fields if field.compare)))
        if "__hash__" not in own:
            hashed = (field.name for field in fields if (field.compare if field.hash is None else field.hash))
            cls.__hash__ = _hash(attrgetter("__class__", *hashed)) if frozen else None
    return cls  # type: ignore[no-any-return]  # a class


def _first_init(cls: Any) -> Callable[..., None]:
    """An `__init__` that compiles the one that takes its place."""

    def init(self: Any, *arguments: Any, **named: Any) -> None:
        cls.__init__ = _compiled_init(cls)
        cls.__init__(self, *arguments, **named)

    return init


def _compiled_init(cls: Any) -> Callable[..., None]:
    names: dict[str, Any] = {"MISSING": MISSING}
    parameters, lines = ["self"], ["pass"]
    for field in dataclasses.fields(cls):
        name, parameter, value = field.name, field.name, field.name
        if field.default is not MISSING:
            parameter, names[f"_{name}"] = f"{name}=_{name}", field.default
        elif field.default_factory is not MISSING:
            parameter, names[f"_{name}"] = f"{name}=MISSING", field.default_factory
            value = f"_{name}() if {name} is MISSING else {name}" if field.init else f"_{name}()"
        if field.init:
            parameters.append(parameter)
        if field.init or value != name:
            lines.append(f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    exec("def __init__({}):\n {}".format(", ".join(parameters), "\n ".join(lines)), names)  # noqa: S102  names of fields
    return names["__init__"]  # type: ignore[no-any-return]  # what was just defined


@recursive_repr()
def _repr(self: Any) -> str:
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _eq(values: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    def is_equal(self: Any, other: Any) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return is_equal


def _hash(values: Callable[[Any], Any]) -> Callable[[Any], int]:
    return lambda self: hash(values(self))
