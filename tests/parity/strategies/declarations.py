"""Parameters: ordinary declarations with values that fit, and odd ones."""

import json
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from tests.parity.strategies import vocabulary as words
from tests.parity.strategies.writer import Writer, copied

STANDARD = {"word": "string", "size": "number", "flag": "boolean", "csv": "comma_delimited_list", "obj": "json"}
"""The parameters that expressions count on, by type."""

_FITTING: dict[str, tuple[Any, ...]] = {
    "string": words.TEXTS + words.NUMBERS + (True, ["a"], {"a": 1.0}),
    "number": (*words.NUMBERS, "7", " 5 ", "1e3", "1_0", "0.5", True),
    "boolean": (True, False, "yes", "Off", "1", " t ", 1, 0),
    "comma_delimited_list": ("red,k1", "red", "", "a, b", ",", ["a", "b"], [1, None, 1.0], [], ["a,b", ["c"]]),
    "json": (words.OBJECT, json.dumps(words.OBJECT), {}, [], "[1]", "true", '"a"', "null", "", [1, {"a": None}], 3),
}
_CONSTRAINED: dict[str, Any] = {
    "string": str,
    "number": int | float,
    "boolean": bool,
    "comma_delimited_list": str | list,
    "json": dict | list,
}
"""What a value is that constraints of ordinary kinds can look at."""

_CUSTOM_VALUES = (
    *(
        "10.0.0.1",
        "10.0.0.0/24",
        "fe80::1",
        "::/0",
        "10.0.0.1/33",
        "010.1.1.1",
        "fa:16:3e:00:00:01",
        "fa-16-3e-00-00-01",
    ),
    *("example.com", "example.com.", "Ex.com", "a_b", "* * * * *", "@daily", "5 4 * * 7", "61 * * * *", "UTC"),
    *("Europe/Berlin", "Mars/X", "2030-01-01", "2030-01-01T00:00:00Z", "2001-1-1", "20300101", '{"a": 1}', "[", "x"),
)
_PATTERNS = ("[a-z]*", ".*", "[a-z0-9.,-]*", "a|ab", "a+?", "^n.*$", "(", r"\w+", "", "[^x]*x?")


class DeclarationWriter(Writer):
    """Draws the `parameters` section and the values that are supplied for it."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.supplied: dict[str, Any] = {}
        self.defaults: dict[str, Any] = {}

    def standard(self) -> dict[str, Any]:
        """The parameters that expressions count on, each with a default or a value."""
        return {name: self.parameter_of(name, kind) for name, kind in STANDARD.items() if not self.chance(10)}

    def parameter_of(self, name: str, kind: str) -> dict[str, Any]:
        """A declaration that Heat accepts, together with a value for it."""
        value = copied(_FITTING[kind][0] if self.chance(60) else self.pick(_FITTING[kind]))
        declared: dict[str, Any] = {"type": kind}
        sources = self.pick(["default", "default", "given", "both", "defaults"])
        if sources != "given":
            declared["default"] = value
        if sources in ("given", "both"):
            self.supplied[name] = copied(self.pick(_FITTING[kind])) if sources == "both" else value
        if sources == "defaults":
            self.defaults[name] = copied(self.pick(_FITTING[kind]))
        self.describe(declared)
        if self.chance(30) and sources in ("default", "given") and isinstance(value, _CONSTRAINED[kind]):
            declared["constraints"] = [self.fitting_constraint(kind, value)]
        return declared

    def describe(self, declared: dict[str, Any]) -> None:
        """Gives a declaration some of the keys that say nothing about values."""
        extras: dict[str, tuple[Any, ...]] = {
            "label": ("Label", "", 5, ["x"]),
            "description": ("Text", "", None, 7, {"a": 1}),
            "hidden": (True, False, "false", None, 1),
            "immutable": (True, "no"),
            "schema": ("x",),
        }
        if self.world.date >= "2018-03-02":
            extras["tags"] = (["a", "b"], [], [1, None])
        for key, options in extras.items():
            if self.chance(12):
                declared[key] = copied(self.pick(options))

    def fitting_constraint(self, kind: str, value: Any) -> dict[str, Any]:
        """A constraint for the type that the value mostly meets."""
        size = len(value) if isinstance(value, str | list | dict) else 0
        number = value if isinstance(value, int | float) else 1
        listed = value.split(",") if isinstance(value, str) else list(value) if isinstance(value, list) else []
        by_type: dict[str, list[dict[str, Any]]] = {
            "string": [
                {"length": {"min": self.pick([0, "0", size]), "max": self.pick([size, size + 3, str(size + 1)])}},
                {"allowed_pattern": self.pick(_PATTERNS) if self.chance(30) else "(?s).*"},
                {"allowed_values": [value, "north", 1.0, True]},
            ],
            "number": [
                {"range": {"min": self.pick([number, number - 1, "-5"]), "max": self.pick([number, 10**21])}},
                {"allowed_values": [value, 7, "5", 1.5]},
                {"modulo": {"step": self.pick([1, 1.0, -1, 2]), "offset": self.pick([0, -0.0, False])}}
                if self.world.date >= "2017-02-24"
                else {"range": {"max": 10**23}},
            ],
            "boolean": [{"allowed_values": [True, False, "yes"]}],
            "comma_delimited_list": [
                {"length": {"min": 0, "max": size + 3}},
                {"allowed_values": [*listed, "red"]},
            ],
            "json": [{"length": {"max": size + 3}}, {"length": {"min": 0}}],
        }
        constraint = copied(self.pick(by_type[kind]))
        if self.chance(25):
            constraint["description"] = self.pick(["why", "", 5, None])
        return dict(constraint)

    def odd_parameter(self, name: str) -> dict[str, Any]:
        """A declaration in which anything may be odd, together with an odd value for it."""
        kind = self.pick(words.TYPES)
        fitting = _FITTING[kind]
        value = self.pick([*fitting, *fitting, *words.ODD, *_CUSTOM_VALUES])
        declared: dict[str, Any] = {"type": kind}
        if self.chance(50):
            declared["default"] = copied(value)
        if not self.chance(30) or "default" not in declared:
            self.supplied[name] = copied(value if self.chance(50) else self.pick([*fitting, *words.ODD]))
        if self.chance(10):
            self.defaults[name] = copied(self.pick(words.ODD))
        self.describe(declared)
        count = self.draw(st.integers(0, 2))
        declared["constraints"] = [self.odd_constraint(kind, value) for _ in range(count)]
        if self.chance(3):
            declared[self.pick(["Type", "constraint", "tags", "type", "constraints", "hidden"])] = self.odd(0)
        return declared

    def odd_constraint(self, kind: str, value: Any) -> Any:
        """A constraint with odd options, or for another type."""
        limit = self.pick([0, 1, 2, 3, -1, "2", 1.0, 2.5, True, None, "x", "1e2", " 3 ", [], 10**20, float("inf")])
        other = self.pick([3, 4, "5", 100, None, 0, False])
        options: dict[str, Callable[[], Any]] = {
            "length": lambda: self.pick([{"min": limit}, {"max": limit}, {"min": limit, "max": other}]),
            "range": lambda: self.pick([{"min": limit}, {"max": limit}, {"min": limit, "max": other}]),
            "modulo": lambda: {"step": self.pick([limit, 2, 3, -2]), "offset": self.pick([other, 0, 1, -1])},
            "allowed_values": lambda: [copied(value), self.odd(0), self.odd(0)],
            "allowed_pattern": lambda: self.pick(_PATTERNS),
            "custom_constraint": lambda: self.pick(words.CUSTOM_CONSTRAINTS),
        }
        name = self.pick(list(options))
        body = options[name]() if not self.chance(4) else self.odd(0)
        constraint = {name: body}
        if self.chance(20):
            constraint["description"] = self.pick(["why", "", 5, None, ["x"]])
        if self.chance(3):
            constraint[self.pick([*options, "min"])] = self.odd(0)
        return constraint
