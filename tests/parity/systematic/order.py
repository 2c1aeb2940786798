"""Pairs of mistakes: the stage of a refusal is that of the mistake Heat detects first."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import Any

from tests.parity.strategies.writer import copied
from tests.parity.systematic.frames import LATEST, OLDEST, Body, Case, case, frame

_BIG = {"a": {"list_join": [1, ["a"]]}}


def _set(*path: Any, value: Any) -> Callable[[Body, Body], None]:
    def change(template: Body, _around: Body) -> None:
        holder = template
        for key in path[:-1]:
            holder = holder.setdefault(key, {})
        holder[path[-1]] = copied(value)

    return change


def _supply(name: str, value: Any) -> Callable[[Body, Body], None]:
    def change(_template: Body, around: Body) -> None:
        around.setdefault("environment", {}).setdefault("parameters", {})[name] = value

    return change


def _file(content: str) -> Callable[[Body, Body], None]:
    def change(_template: Body, around: Body) -> None:
        around.setdefault("files", {})[f"f{len(around['files'])}"] = content

    return change


def _parameter(name: str, body: Any) -> Callable[[Body, Body], None]:
    return _set("parameters", name, value=body)


def _resource(name: str, **body: Any) -> Callable[[Body, Body], None]:
    return _set("resources", name, value={"type": "A", **body})


def _output(name: str, body: Any) -> Callable[[Body, Body], None]:
    return _set("outputs", name, value=body)


MISTAKES: dict[str, Callable[[Body, Body], None]] = {
    "version": _set("heat_template_version", value="2099-01-01"),
    "version-number": _set("heat_template_version", value=5),
    "cfn-version": _set("AWSTemplateFormatVersion", value="2010-09-09"),
    "file-version": _file("heat_template_version: nope\n"),
    "file-parameter": _file("heat_template_version: 2021-04-16\nparameters: {a: {type: x}}\n"),
    "section": _set("zz", value={}),
    "parameters-list": _set("parameters", value=["a"]),
    "parameter-type": _parameter("x1", {"type": "strin"}),
    "parameter-key": _parameter("x2", {"type": "string", "zz": 1}),
    "parameter-name": _parameter(5, {"type": "string", "default": "a"}),  # type: ignore[arg-type]
    "constraints-shape": _parameter("x3", {"type": "string", "default": "a", "constraints": 5}),
    "constraint-kind": _parameter("x4", {"type": "string", "default": "a", "constraints": [{"range": {"min": 1}}]}),
    "default-constraint": _parameter(
        "x5", {"type": "string", "default": "ab", "constraints": [{"length": {"max": 1}}]}
    ),
    "default-value": _parameter("x6", {"type": "number", "default": "x"}),
    "missing-value": _parameter("x7", {"type": "string"}),
    "unknown-value": _supply("nobody", 1),
    "bad-value": _supply("size", "x"),
    "group": _set("parameter_groups", value=[{"parameters": ["nobody"]}]),
    "group-shape": _set("parameter_groups", value={"a": 1}),
    "conditions-list": _set("conditions", value=["a"]),
    "condition-shape": _set("conditions", "x8", value=5),
    "condition-syntax": _set("conditions", "x9", value={"equals": [1]}),
    "condition-function": _set("conditions", "x10", value={"list_join": ["", []]}),
    "condition-cycle": _set("conditions", "x11", value={"not": "x11"}),
    "resources-list": _set("resources", value=["a"]),
    "resource-null": _set("resources", "y1", value=None),
    "resource-key": _resource("y2", zz=1),
    "resource-type": _set("resources", "y3", value={"properties": {}}),
    "resource-properties": _resource("y4", properties=5),
    "resource-syntax": _resource("y5", properties={"a": {"list_join": 5}}),
    "resource-policy": _resource("y6", deletion_policy="Keep"),
    "resource-policy-value": _resource("y7", deletion_policy={"get_param": "nobody"}),
    "resource-condition": _resource("y8", condition="nowhere"),
    "resource-cycling-condition": _resource("y9", condition={"not": {"not": "nowhere"}}),
    "resource-slash": _resource("y/10"),
    "resource-like-parameter": _resource("word"),
    "resource-depends": _resource("y11", depends_on="nowhere"),
    "resource-reference": _resource("y12", properties={"a": {"get_resource": "nowhere"}}),
    "resource-self": _resource("y13", depends_on="y13"),
    "resource-name-value": _resource("y14", properties={"a": {"get_resource": {"get_param": "nobody"}}}),
    "resource-removed": _resource("y15", properties={"a": {"Fn::Join": ["", []]}}),
    "resource-attribute": _resource("y16", properties={"a": {"get_attr": ["box", "missing"]}}),
    "resource-yaql": _resource("y17", properties={"a": {"yaql": {"expression": "("}}}),
    "resource-url": _resource("y18", properties={"a": {"make_url": {"port": 0}}}),
    "resource-parameter": _resource("y19", properties={"a": {"get_param": "nobody"}}),
    "resource-value": _resource("y20", properties=_BIG),
    "resource-metadata": _resource("y21", metadata=_BIG),
    "resource-update": _resource("y22", update_policy=_BIG),
    "resource-external": _resource("y23", external_id={"get_param": "nobody"}),
    "resource-external-depends": _resource("y24", external_id="a", depends_on="box"),
    "resource-if": _resource("y25", properties={"a": {"if": ["nowhere", 1, 2]}}),
    "outputs-list": _set("outputs", value=["a"]),
    "output-null": _output("z1", None),
    "output-value": _output("z2", {}),
    "output-syntax": _output("z3", {"value": {"list_join": 5}}),
    "output-condition": _output("z4", {"value": 1, "condition": "nowhere"}),
    "output-removed": _output("z5", {"value": {"Fn::Join": ["", []]}}),
    "output-attribute": _output("z6", {"value": {"get_attr": ["box", "missing"]}}),
    "output-reference": _output("z7", {"value": {"get_resource": "nowhere"}}),
    "output-attribute-of-nothing": _output("z8", {"value": {"get_attr": ["nowhere", "a"]}}),
    "output-parameter": _output("z9", {"value": {"get_param": "nobody"}}),
    "output-resolving": _output("z10", {"value": _BIG}),
    "output-yaql": _output("z11", {"value": {"yaql": {"expression": "("}}}),
    "output-name": _output("z12", {"value": {"get_attr": [{"get_param": "nobody"}, "a"]}}),
    "output-number": _set("outputs", 5, value={"value": 1}),
}


def ring(template: Body, _around: Body) -> None:
    """A cycle beside resources that are fine."""
    template["resources"]["v1"] = {"type": "A", "depends_on": "v2"}
    template["resources"]["v2"] = {"type": "A", "depends_on": "v1"}


def pairs(version: str, *, lonely: bool) -> Iterator[Case]:
    """Every two mistakes in one template; without good resources beside them a cycle is found earlier."""
    mistakes = {**MISTAKES, "cycle": ring}
    for one, other in [*combinations(mistakes, 2), *((name, name) for name in mistakes)]:
        for names in ((one, other), (other, one)):
            template, around = frame(version), case({})
            around["environment"] = {}
            if lonely:
                template["resources"] = {}
            try:
                for name in dict.fromkeys(names):
                    mistakes[name](template, around)
            except (TypeError, AttributeError, IndexError):
                continue  # the first one has taken the place of the second
            written = case(template)
            yield "/".join(names), {**written, **{key: around[key] for key in ("environment", "files")}}


AREAS: dict[str, Callable[[], Iterator[Case]]] = {
    "order": partial(pairs, LATEST, lonely=False),
    "order-lonely": partial(pairs, LATEST, lonely=True),
    "order-oldest": partial(pairs, OLDEST, lonely=False),
    "order-newton": partial(pairs, "2016-10-14", lonely=False),
}
