"""Every type of parameter with every odd value from every source; odd declarations."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.parity.strategies import vocabulary as words
from tests.parity.strategies.texts import Plain
from tests.parity.strategies.writer import copied
from tests.parity.systematic.frames import CALLS, LATEST, PLAIN, Body, Case, case, put, short, spoilt

TEXTS = (
    *(
        "yes",
        "No",
        "ON",
        "off",
        "y",
        "N",
        "t",
        "F",
        "TRUE",
        "tRue",
        "0",
        "1",
        "2",
        "01",
        "on ",
        "\ton",
        "yep",
        "\uff11",
    ),
    *(
        "+5",
        "5.",
        ".5",
        "-.5",
        "5e3",
        "5E-3",
        "1e400",
        "-1e400",
        "0x10",
        "0b1",
        "0o7",
        "1_000",
        "_1",
        "1__0",
        "1,5",
        "4.0",
    ),
    *(" 7\n", "nan", "-inf", "Infinity", "1+2j", "1/2", "٣", "１", "--1", "1 2", "9" * 30, "-0", "-0.0", "0.1", "1e-7"),
    *(",", ", ", "a,", ",a", "a,,b", "a, b ,c", "\n", '"a,b"', "[a, b]", "a;b"),
    *(
        "{}",
        "[]",
        '{"a": 1}',
        "{'a': 1}",
        '[1, 2.0, "x", null]',
        '"text"',
        "null",
        "NaN",
        "Infinity",
        "1.50",
        '{"a": 1, "a": 2}',
    ),
    *(
        '{"a": 1,}',
        '{"b": {"c": [true]}} ',
        "{",
        '"\\u00e9"',
        "truE",
        "1e3",
        "123456789012345678901234567890",
        "[1",
        "a: 1",
    ),
)
VALUES: tuple[Any, ...] = (
    *PLAIN,
    *TEXTS,
    *([1.0, None, True, ["x"], {"y": 1}], ["a,b", "c"], ["1", 1], {"a": [1, {"b": None}], "c": 1e3}, [[]], [[], {}]),
    *(2**53 + 1, 2**63, -1e-9, 12345678.9, 0.1 + 0.2, 1e16, 123456789.123456789),
)
DEFAULTS: tuple[Any, ...] = (
    *VALUES,
    *CALLS[:8],
    *map(Plain, words.PLAIN_SCALARS),
    *map(Plain, ("!!str 5", "!!int '7'", "!!float 1", "!!bool yes", "!!binary aGk=", "!!set {a}", "2020-01-01", "a b")),
)
GOOD: dict[str, Any] = {
    "string": "text",
    "number": 5,
    "boolean": False,
    "comma_delimited_list": "a,b",
    "json": {"a": 1},
}


def declared(body: Any, version: str = LATEST, name: Any = "p", **values: Body) -> Body:
    """A case with one parameter that an output shows."""
    template = {
        "heat_template_version": version,
        "parameters": {name: body},
        "outputs": {"o": {"value": {"get_param": "p"}}, "t": {"value": {"str_replace": _SHOWN}}},
    }
    return case(template, environment=values)


_SHOWN = {"template": "<x>", "params": {"x": {"get_param": "p"}}}


def values() -> Iterator[Case]:
    """What is supplied, what is a default, and both."""
    for kind, good in GOOD.items():
        for index, value in enumerate(VALUES):
            if isinstance(value, dict) and not all(isinstance(key, str) for key in value):
                continue  # what is supplied comes as JSON
            name = f"{kind}/{index}:{short(value)}"
            given = {"p": copied(value)}
            yield f"{name}/supplied", declared({"type": kind}, parameters=given)
            yield f"{name}/supplied-oldest", declared({"type": kind}, words.VERSIONS[-1], parameters=given)
            yield f"{name}/supplied-over-default", declared({"type": kind, "default": good}, parameters=given)
            yield f"{name}/parameter-default", declared({"type": kind}, parameter_defaults=given)
            yield (
                f"{name}/parameter-default-over-default",
                declared({"type": kind, "default": good}, parameter_defaults=given),
            )
            yield (
                f"{name}/parameter-default-under-value",
                declared({"type": kind}, parameter_defaults=given, parameters={"p": good}),
            )
            yield f"{name}/hidden", declared({"type": kind, "hidden": True}, parameters=given)
        for index, value in enumerate(DEFAULTS):
            name = f"{kind}/{index}:{short(value)}"
            body = {"type": kind, "default": value}
            yield f"{name}/default", declared(body)
            yield f"{name}/default-under-value", declared(body, parameters={"p": good})
            yield f"{name}/default-under-null", declared(body, parameters={"p": None})
            yield f"{name}/default-under-default", declared(body, parameter_defaults={"p": good})


def paths() -> Iterator[Case]:
    """Paths into the values of every type."""
    given = {
        "string": ("text", ""),
        "number": (5, 1.5),
        "boolean": (True,),
        "comma_delimited_list": ("a,b", ""),
        "json": (
            {"a": [1, {"b": None}], "0": "zero", "true": 1, "None": 2},
            [[1, "two"], {"k": "v"}],
            "text",
            7,
            None,
            "",
        ),
    }
    for kind, options in given.items():
        for number, value in enumerate(options):
            for one in (*PLAIN, {"get_param": "p"}, {"get_param": "OS::stack_name"}):
                for rest in ([], [0], ["b"], [1, "b"]):
                    body = declared({"type": kind, "default": value})
                    template = {
                        "heat_template_version": LATEST,
                        "parameters": {"p": {"type": kind, "default": copied(value)}},
                        "outputs": {"o": {"value": {"get_param": ["p", copied(one), *rest]}}},
                    }
                    body = case(template)
                    yield f"{kind}/{number}/{short(one)}/{rest}", body


def declarations() -> Iterator[Case]:
    """Every key of a declaration with every odd value, and keys that there are not."""
    full = {
        "type": "string",
        "label": "Label",
        "description": "Text",
        "default": "a",
        "hidden": False,
        "immutable": True,
        "tags": ["x"],
        "constraints": [],
    }
    for version in (LATEST, "2018-03-02", "2017-09-01", "2013-05-23"):
        body = dict(full)
        if version < "2018-03-02":
            del body["tags"]
        yield f"{version}/good", declared(body, version)
        for what, spoiled in spoilt(body):
            yield f"{version}/{what}", declared(spoiled, version)
            yield f"{version}/{what}/given", declared(spoiled, version, parameters={"p": "b"})
    for kind in (
        "String",
        "Number",
        "Json",
        "CommaDelimitedList",
        "list",
        "bool",
        "int",
        "map",
        "any",
        "text",
        "STRING",
        " string",
    ):
        yield f"type/{kind}", declared({"type": kind})
    for key in ("default", "label", "description", "hidden", "tags", "constraints", "immutable"):
        yield f"only/{key}", declared({key: copied(full[key])})
        yield f"minimal/{key}-null", declared({"type": "string", "default": "a", key: None})
    for name in (
        1,
        True,
        None,
        1.5,
        "",
        "OS::stack_name",
        "OS::x",
        "a b",
        "é",
        "box",
        "a.b",
        "x" * 300,
        Plain("2020-01-01"),
    ):
        yield f"name/{name!r}", declared({"type": "string", "default": "a"}, name=name)
        yield f"name/{name!r}/given", declared({"type": "string"}, name=name, parameters={str(name): "a"})


def pairs() -> Iterator[Case]:
    """Two parameters, each with something wrong or with nothing: the first complaint counts."""
    kinds: dict[str, tuple[Any, Body]] = {
        "good": ({"type": "string", "default": "a"}, {}),
        "type": ({"type": "strin"}, {}),
        "key": ({"type": "string", "Default": 1}, {}),
        "constraints": ({"type": "string", "constraints": 1}, {}),
        "constraint-kind": ({"type": "number", "constraints": [{"length": {"min": 1}}], "default": 1}, {}),
        "default-constraint": ({"type": "string", "default": "ab", "constraints": [{"length": {"max": 1}}]}, {}),
        "default-bad": ({"type": "number", "default": "x"}, {}),
        "missing": ({"type": "string"}, {}),
        "value-bad": ({"type": "number"}, {"v": "x"}),
        "value-constraint": ({"type": "string", "constraints": [{"length": {"max": 1}}]}, {"v": "ab"}),
        "custom": ({"type": "string", "constraints": [{"custom_constraint": "nope"}]}, {"v": "ab"}),
        "pattern": ({"type": "string", "default": "a", "constraints": [{"allowed_pattern": "("}]}, {}),
        "tags": ({"type": "string", "default": "a", "tags": "x"}, {}),
        "empty": ({}, {}),
        "list": ([], {}),
    }
    for one, (first, given) in kinds.items():
        for other, (second, also) in kinds.items():
            template = {"heat_template_version": LATEST, "parameters": {"p": first, "q": second}}
            around: Body = {"p": given["v"]} if given else {}
            around |= {"q": also["v"]} if also else {}
            for extra in ({}, {"zz": 1}):
                environment = {"parameters": {**around, **extra}}
                yield f"{one}/{other}/{len(extra)}", case(copied(template), environment=environment)
            groups = put(template, ("parameter_groups",), [{"parameters": ["p", "nope"]}])
            yield f"{one}/{other}/group", case(groups, environment={"parameters": around})


AREAS: dict[str, Callable[[], Iterator[Case]]] = {
    "parameters/values": values,
    "parameters/paths": paths,
    "parameters/declarations": declarations,
    "parameters/pairs": pairs,
}
