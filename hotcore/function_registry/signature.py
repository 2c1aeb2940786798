"""The HOT signature of a function, derived from its Python signature: how it is called and what its arguments take."""

import inspect
from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any, Literal, get_origin

from hotcore.runtime import dataclass
from hotcore.syntax import Node

Lazy = Node
"""The annotation of an argument that is not evaluated before the call."""

GAP = "${}"
"""A place in the text of a new call for its author to fill in; a default may be written between the braces."""


class Form(Enum):
    """How the arguments of a function are written."""

    SINGLE = 1
    LIST = 2
    MAPPING = 3


@dataclass(frozen=True, slots=True)
class ArgumentSpec:
    """What an argument takes: `Annotated[Value, ArgumentSpec("list")]`."""

    kind: str = "any"
    """The kind of its value: string, number, integer, boolean, list, map, condition or any."""
    names: str = ""
    """What the value is a name of: parameter, resource, attribute, condition or file; empty for other values."""
    choices: tuple[str, ...] = ()
    """The only legal values."""
    is_long: bool = False
    """Whether the value probably takes several lines."""
    also: str = ""
    """What else the value may be a name of."""
    meanings: tuple[str, ...] = ()
    """The meanings of the choices, where these are documented."""
    items: str = "any"
    """The kind of the items of a list or the values of a map."""
    passes: Literal["", "whole", "item"] = ""
    """Whether the value of the call may be this argument ("whole") or one of its items ("item")."""
    keeps: Literal["", "value", "item", "nothing"] = ""
    """Whether a value around which a call is put becomes this argument ("value"), an item of it ("item") or neither
    ("nothing"); by default the first argument that is no name keeps it."""
    begins: Any = None
    """The initial value in a call that is put around a value; None for the empty value of its kind."""
    word: str = ""
    """In a map, the key and placeholder of what does not belong in the text of the argument that `keeps`, such as
    another call."""
    gap: str = ""
    """What the snippet of a completion inserts here; an optional argument without it and `entry` is left out."""
    entry: str = ""
    """What the snippet inserts below the argument, in a map."""

    @property
    def explained_choices(self) -> dict[str, str]:
        """The only legal values, and their meanings where these are documented."""
        return dict(zip(self.choices, self.meanings or ("",) * len(self.choices), strict=True))


_READ = frozenset(("parameter", "resource", "file"))
"""What a call reads by a name."""

ANY = ArgumentSpec()
CONDITION = ArgumentSpec("condition", "condition")
TEXT = ArgumentSpec("string")

EMPTY_VALUES: dict[str, Any] = {"string": "", "list": [], "map": {}, "integer": 0, "number": 0, "boolean": False,
                          "condition": True, "any": ""}  # fmt: skip
"""The initial value of a new argument, by its kind."""

_KIND_OF: dict[Any, ArgumentSpec] = {str: TEXT, list: ArgumentSpec("list"), dict: ArgumentSpec("map")}


@dataclass(frozen=True, slots=True)
class Argument:
    """A parameter of a function."""

    name: str
    """Its name, which is its key in the mapping form."""
    expects: type | None
    """The Python class that a value has to be of; None for any."""
    required: bool
    """Whether it has to be given."""
    lazy: bool
    """Whether the function receives its node, unevaluated."""
    specs: tuple[ArgumentSpec, ...]
    """What it takes; if the only argument is a list of names and a path, what each item of that list takes."""

    @classmethod
    def of(cls, parameter: inspect.Parameter) -> "Argument":
        """The argument that a parameter of an implementation takes."""
        annotation, specs = parameter.annotation, tuple[ArgumentSpec, ...]()
        if get_origin(annotation) is Annotated:
            annotation, specs = annotation.__origin__, annotation.__metadata__
        return cls(
            name=parameter.name.rstrip("_"),
            expects=annotation if annotation in (str, list, dict) else None,
            required=parameter.default is inspect.Parameter.empty,
            lazy=annotation in (Lazy, Lazy | None),
            specs=specs or (_KIND_OF.get(annotation, ANY),),
        )

    @property
    def spec(self) -> ArgumentSpec:
        """What it takes."""
        return self.specs[0]


@dataclass(frozen=True, slots=True)
class Signature:
    """How a function is called, derived from its Python signature."""

    form: Form
    """Whether the arguments are a list, a map, or whatever is written."""
    arguments: tuple[Argument, ...]
    """The arguments, in order."""
    variadic: Argument | None
    """What further items of the list form are; None if there are none."""
    takes_call: bool
    """Whether the function receives the call itself first."""
    lazy: bool
    """Whether any of its arguments is lazy."""
    least: int
    """How many arguments of the list form it needs."""

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
        lazy, least = any(one.lazy for one in arguments), sum(one.required for one in arguments)
        return cls(form, arguments, variadic, takes_call, lazy, least)

    @property
    def described(self) -> str:
        """The names of the arguments, for messages."""
        any_required = any(argument.required for argument in self.arguments)
        names = [
            f"`{argument.name}`" if argument.required or not any_required else f"optionally `{argument.name}`"
            for argument in self.arguments
        ]
        if self.variadic:
            names.append(f"optionally `{self.variadic.name}`" if names else f"`{self.variadic.name}`")
        return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)

    def spec(self, position: str | int) -> ArgumentSpec:
        """What an argument takes, by its name or, in a list, its position."""
        if isinstance(position, str):
            return next((one.spec for one in self.arguments if one.name == position), ANY)
        if self.form is Form.SINGLE:
            if position < len(self.arguments[0].specs):
                return self.arguments[0].specs[position]
        elif position < len(self.arguments):
            return self.arguments[position].spec
        return self.variadic.spec if self.variadic is not None else ANY

    @property
    def passes_on(self) -> bool:
        """Whether the value of a call is that of an argument, so that no new text is made."""
        return any(spec.passes for _, spec in self._members())

    @property
    def takes_condition(self) -> bool:
        """Whether any argument is a condition."""
        return any(spec.kind == "condition" for _, spec in self._members())

    @property
    def reads_first(self) -> bool:
        """Whether no argument but the first one of a list, or the only one, is the name of what a call reads."""
        others = [spec for path, spec in self._members() if path not in ((), (0,))]
        others += [self.variadic.spec] if self.variadic else []
        return all(_READ.isdisjoint((spec.names, spec.also)) for spec in others)

    @property
    def keeper(self) -> tuple[tuple[str | int, ...], bool] | None:
        """The path, within a call's argument, to where a kept value goes, and whether it becomes an item of a list;
        None when the function takes names only."""
        members = self._members()
        free = [one for one in members if not (one[1].names or one[1].choices or one[1].keeps == "nothing")]
        chosen = [one for one in members if one[1].keeps in ("value", "item")] or free
        if not chosen:
            return None
        path, spec = chosen[0]
        return path, spec.keeps == "item" or (not spec.keeps and spec.kind == "list")

    @property
    def worded(self) -> tuple[tuple[str | int, ...], ArgumentSpec] | None:
        """The path, within a call's argument, to the map that keeps a value under a word, and what it takes; None when
        there is no such map."""
        return next(((path, spec) for path, spec in self._members() if spec.word), None)

    def _members(self) -> list[tuple[tuple[str | int, ...], ArgumentSpec]]:
        """The paths within a call's argument to its parts, and what these take."""
        if self.form is Form.SINGLE:
            parts = self.arguments[0].specs
            return [((), parts[0])] if len(parts) == 1 else [((at,), part) for at, part in enumerate(parts)]
        if self.form is Form.MAPPING:
            return [((argument.name,), argument.spec) for argument in self.arguments]
        every = (*self.arguments, *([self.variadic] if self.variadic else []))
        return [((at,), argument.spec) for at, argument in enumerate(every)]
