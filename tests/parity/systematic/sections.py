"""Odd outputs and odd groups of parameters."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.parity.strategies import vocabulary as words
from tests.parity.strategies.texts import Plain
from tests.parity.strategies.writer import copied
from tests.parity.systematic.frames import LATEST, ODD, Body, Case, case, frame, short, spoilt
from tests.parity.systematic.resources import VALUES

_NAMES = (
    1,
    0,
    True,
    None,
    1.5,
    "",
    "a/b",
    "a b",
    "é",
    "word",
    "box",
    "o",
    "get_param",
    "OS::stack_name",
    Plain("2020-01-01"),
)


def outputs() -> Iterator[Case]:
    """Every place of an output with every odd value, with and without resources."""
    good = {"value": {"a": [1]}, "description": "Text", "condition": "on"}
    for version in (LATEST, "2016-04-08", "2013-05-23"):
        for lonely in (False, True):
            for what, body in spoilt(good, VALUES):
                template = frame(version)
                template["outputs"] = {"o": copied(body)}
                if lonely:
                    del template["resources"]
                yield f"{version}/{lonely}/{what}", case(template)
            for value in VALUES:
                template = frame(version)
                template["outputs"] = copied(value)
                if lonely:
                    del template["resources"]
                yield f"{version}/{lonely}/section/{short(value)}", case(template)
    for name in _NAMES:
        template = frame()
        template["outputs"] = {name: {"value": {"get_resource": "box"}}}
        yield f"name/{name!r}", case(template)
        template["outputs"] = {name: {"value": 1, "condition": "off"}, "other": {"value": 2}}
        yield f"name/{name!r}/off", case(template)


def two_outputs() -> Iterator[Case]:
    """Mistakes in two outputs and a resource: the first complaint counts."""
    mistakes: tuple[Any, ...] = (
        *(
            {"value": 1},
            {},
            None,
            [],
            "a",
            {"description": "x"},
            {"value": {"list_join": 1}},
            {"value": {"list_join": [1, []]}},
        ),
        *({"value": {"Ref": "x"}}, {"value": {"get_resource": "nowhere"}}, {"value": {"get_attr": ["box", "missing"]}}),
        *(
            {"value": {"get_attr": ["nowhere", "a"]}},
            {"value": {"get_param": "x"}},
            {"value": 1, "condition": "nowhere"},
        ),
        *({"value": 1, "condition": 5}, {"value": {"get_attr": "a"}}, {"value": {"yaql": {"expression": "("}}}),
    )
    odd: tuple[Any, ...] = (
        {},
        {"a": {"list_join": [1, []]}},
        {"a": {"Ref": "x"}},
        {"a": {"get_attr": ["box", "missing"]}},
        {"a": {"get_param": "x"}},
    )
    for one, first in enumerate(mistakes):
        for other, second in enumerate(mistakes):
            for number, properties in enumerate(odd):
                template = frame()
                template["outputs"] = {"o": copied(first), "q": copied(second)}
                template["resources"]["last"] = {"type": "A", "properties": copied(properties)}
                yield f"{one}/{other}/{number}", case(template)
            template = {"heat_template_version": LATEST, "outputs": {"o": copied(first), "q": copied(second)}}
            yield f"{one}/{other}/lonely", case(template)


def groups() -> Iterator[Case]:
    """Every place of the groups with every odd value."""
    good: list[Body] = [
        {"label": "One", "description": "Text", "parameters": ["word", "size"]},
        {"label": "Two", "parameters": ["flag"]},
    ]
    more = (
        *ODD,
        "OS::stack_name",
        "OS::stack_id",
        "OS::project_id",
        "OS::x",
        "missing",
        ["word"],
        ["missing"],
        ["word", "word"],
        ["flag"],
        ["OS::stack_id"],
        [["word"]],
        "flag",
        {"word": 1},
        ["word", 1],
        [{"get_param": "word"}],
    )
    for version in (LATEST, "2013-05-23"):
        for what, value in spoilt(good, more):
            template = frame(version)
            template["parameter_groups"] = value
            yield f"{version}/{what}", case(template)
            template = {"heat_template_version": version, "parameter_groups": copied(value)}
            yield f"{version}/{what}/without-parameters", case(template)
    for value in ODD:
        template = frame()
        template["parameters"] = {
            "1": {"type": "string", "default": ""},
            "True": {"type": "string", "default": ""},
            "a": {"type": "string"},
        }
        template["parameter_groups"] = [{"parameters": [copied(value), "a"]}]
        yield f"odd-names/{short(value)}", case(template, environment={"parameters": {"a": ""}})


def unknown() -> Iterator[Case]:
    """Sections that there are not, sections in versions that do not have them, odd descriptions."""
    names = (
        "resource",
        "Resources",
        "Parameters",
        "metadata",
        "x-y",
        "",
        "__undefined__",
        "condition",
        "parameter_group",
        "event_sinks",
        "resource_registry",
        "parameter_defaults",
        "Conditions",
        "Mappings",
        "AWSTemplateFormatVersion",
        "HeatTemplateFormatVersion",
        "heat_template_version ",
        1,
        True,
        None,
        1.5,
        "encrypted_param_names",
        "outputs ",
        "description ",
    )
    for name in names:
        for value in (None, {}, [], "2012-12-12", "2010-09-09", 5, {"a": 1}, {"a": {"get_param": "word"}}):
            yield f"{name!r}/{short(value)}", case({**frame(), name: copied(value)})
    for version in (*words.VERSIONS, *words.RELEASES):
        for section in ("conditions", "parameters", "parameter_groups", "resources", "outputs", "description"):
            for value in (
                None,
                {},
                [],
                "",
                0,
                "a",
                5,
                True,
                ["a"],
                {"a": True},
                {"a": {}},
                {"a": None},
                [[]],
                [{}],
                {"a": {"type": "string"}},
            ):
                yield f"{version}/{section}/{short(value)}", case({**frame(version), section: copied(value)})
    for value in ODD:
        yield f"description/{short(value)}", case({**frame(), "description": copied(value)})
        yield f"version/{short(value)}", case({**frame(), "heat_template_version": copied(value)})
        yield f"bare-version/{short(value)}", case({"heat_template_version": copied(value)})


AREAS: dict[str, Callable[[], Iterator[Case]]] = {
    "outputs/one": outputs,
    "outputs/two": two_outputs,
    "parameter_groups": groups,
    "sections": unknown,
}
