"""The signature of a function, read off its Python signature: how it is called and what belongs to its arguments."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Literal, get_origin

from hotcore.syntax import Node

Lazy = Node
"""The annotation of an argument that is not evaluated before the call."""

GAP = "${}"
"""A place in the text of a new call that its author fills in; between the braces may stand what it has at first."""


class Form(Enum):
    """How the arguments of a function are written."""

    SINGLE = 1
    LIST = 2
    MAPPING = 3


@dataclass(frozen=True, slots=True)
class Wanted:
    """What belongs to an argument: `Annotated[Value, Wanted("list")]`.

    `kind` is that of its value: string, number, integer, boolean, list, map, condition or any, `items` that of the
    items of a list.  `names` tells of what sort a name there is: parameter, resource, attribute, condition or file,
    and `also` what it may name as well.  `choices` are the only words there are, with their `meanings` where those
    are told, and `is_long` tells that it is likely to take several lines.

    The call may come to this argument as a whole, or as one of its items (`passes`).  A function that is put around a
    value keeps it here, as it is or as an item of a list (`keeps`); by default in the first argument that takes no
    name.  `begins` is what stands in any other argument of such a call, the empty value of its kind when it is None.

    In the skeleton that completion offers, `gap` stands here, or below it, in a map, `entry`; one that is optional is
    left out unless it has either.
    """

    kind: str = "any"
    names: str = ""
    choices: tuple[str, ...] = ()
    is_long: bool = False
    also: str = ""
    meanings: tuple[str, ...] = ()
    items: str = "any"
    passes: Literal["", "whole", "item"] = ""
    keeps: Literal["", "value", "item", "nothing"] = ""
    begins: Any = None
    gap: str = ""
    entry: str = ""

    @property
    def explained_choices(self) -> dict[str, str]:
        """The only words there are, and what they mean where that is told."""
        return dict(zip(self.choices, self.meanings or ("",) * len(self.choices), strict=True))


ANY = Wanted()
CONDITION = Wanted("condition", "condition")
TEXT = Wanted("string")

BLANKS: dict[str, Any] = {"string": "", "list": [], "map": {}, "integer": 0, "number": 0, "boolean": False,
                          "condition": True, "any": ""}  # fmt: skip
"""What a new value of a kind begins with."""

_KIND_OF: dict[Any, Wanted] = {str: TEXT, list: Wanted("list"), dict: Wanted("map")}


@dataclass(frozen=True, slots=True)
class Argument:
    """A parameter of a function.  `parts` say what belongs to it or, where it is a list of names and a path that
    stands for all arguments, to the items of that."""

    name: str
    expects: type | None
    required: bool
    lazy: bool
    parts: tuple[Wanted, ...]

    @classmethod
    def of(cls, parameter: inspect.Parameter) -> "Argument":
        """The argument that a parameter of an implementation takes."""
        annotation, parts = parameter.annotation, tuple[Wanted, ...]()
        if get_origin(annotation) is Annotated:
            annotation, parts = annotation.__origin__, annotation.__metadata__
        return cls(
            name=parameter.name.rstrip("_"),
            expects=annotation if annotation in (str, list, dict) else None,
            required=parameter.default is inspect.Parameter.empty,
            lazy=annotation in (Lazy, Lazy | None),
            parts=parts or (_KIND_OF.get(annotation, ANY),),
        )

    @property
    def wants(self) -> Wanted:
        """What belongs to it."""
        return self.parts[0]


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
        variadic = next((Argument.of(parameter) for parameter in own if parameter.kind is rest), None)
        arguments = tuple(Argument.of(parameter) for parameter in own if parameter.kind is not rest)
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

    def wanted(self, position: str | int) -> Wanted:
        """What belongs to an argument, by its name or, in a list, its position."""
        if isinstance(position, str):
            return next((one.wants for one in self.arguments if one.name == position), ANY)
        if self.form is Form.SINGLE:
            wants = self.arguments[0].parts
        else:
            wants = tuple(argument.wants for argument in self.arguments)
        if position < len(wants):
            return wants[position]
        return self.variadic.wants if self.variadic is not None else ANY

    @property
    def passes_on(self) -> bool:
        """Whether a call comes to what its arguments come to, so that no text is made anew."""
        return any(wants.passes for _, wants in self._members())

    @property
    def takes_condition(self) -> bool:
        """Whether any argument is a condition."""
        return any(wants.kind == "condition" for _, wants in self._members())

    @property
    def keeper(self) -> tuple[tuple[str | int, ...], bool] | None:
        """The path, within a call's argument, to where a kept value goes, and whether as an item of a list; None
        when the function takes names only."""
        members = self._members()
        free = [one for one in members if not (one[1].names or one[1].choices or one[1].keeps == "nothing")]
        chosen = [one for one in members if one[1].keeps in ("value", "item")] or free
        if not chosen:
            return None
        path, wants = chosen[0]
        return path, wants.keeps == "item" or (not wants.keeps and wants.kind == "list")

    def _members(self) -> list[tuple[tuple[str | int, ...], Wanted]]:
        """The paths within a call's argument to what belongs to it, part by part."""
        if self.form is Form.SINGLE:
            parts = self.arguments[0].parts
            return [((), parts[0])] if len(parts) == 1 else [((at,), part) for at, part in enumerate(parts)]
        if self.form is Form.MAPPING:
            return [((argument.name,), argument.wants) for argument in self.arguments]
        every = (*self.arguments, *([self.variadic] if self.variadic else []))
        return [((at,), argument.wants) for at, argument in enumerate(every)]
