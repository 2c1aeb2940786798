"""Random stacks that Heat can create without a cloud: resources whose properties determine their attributes, uses of
these attributes, and some values that are known only after creation, or mistakes.

Heat takes attributes for null while it validates, and refuses what functions cannot do with that: none of the functions
here minds, so that every stack is begun that would succeed.
"""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import yaml

HEAD = {"heat_template_version": "2021-04-16"}
CHANCE = "chance"
"""The resource with an unpredictable attribute."""

_TYPES = ("string", "number", "boolean", "comma_delimited_list", "json")
_GOOD: dict[str, list[Any]] = {
    "string": ["abc", "", "a,b", "7", "True", "é", '{"a": 1}', " x ", 7, True, None],
    "number": [1, 2.5, "3", "1e3", 0, -4, True, None],
    "boolean": [True, False, "true", "FALSE", None],
    "comma_delimited_list": [[], ["a", "b"], [1, None, [2.5, {"k": "v"}]], None],
    "json": [{}, {"a": 1}, {"k": ["x", {"y": None}], "b": True}, None],
}
_ODD: list[Any] = ["x", "a,b", 1.5, [], {}, ["a"], {"a": [1]}, "yes", -0.0, 10**20, "1_000"]
_STEPS: list[Any] = ["a", "k", "b", 0, 1, -1, "0", "nowhere"]
_DEFAULTS: dict[str, Any] = {"text": "top", "size": 2, "on": True, "names": ["p", "q"], "data": {"k": ["x", {"y": 1}]}}
_PARAMETERS = {
    name: {"type": kind, "default": default}
    for (name, default), kind in zip(_DEFAULTS.items(), ("string", "number", "boolean", _TYPES[3], "json"), strict=True)
}
_NESTED = {
    **HEAD,
    "parameters": {"p": {"type": "string", "default": "inner"}, "d": {"type": "json", "default": {}}},
    "conditions": {"short": {"equals": [{"get_param": "p"}, "abc"]}},
    "resources": {
        "v": {"type": "OS::Heat::Value", "properties": {"value": {"if": ["short", [1], {"get_param": "d"}]}}}
    },
    "outputs": {
        "p": {"value": {"get_param": "p"}},
        "v": {"value": {"get_attr": ["v", "value"]}},
        "m": {"value": {1: {"get_param": "p"}}},
    },
}


class Author:
    """Writes one stack."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.resources: dict[str, Any] = {}
        self.asked: dict[str, str] = {}
        """The attribute to ask each resource for."""

    def case(self) -> dict[str, Any]:
        """A template with its files."""
        if self.chance(0.3):
            self.add(CHANCE, "OS::Heat::RandomString", {}, "value")
        for at in range(self.random.randint(1, 4)):
            self.some_resource(f"r{at}")
        if self.chance(0.25):
            self.some_stack("stack")
        body = {
            **HEAD,
            "parameters": _PARAMETERS,
            "conditions": {"yes": {"get_param": "on"}, "no": {"not": "yes"}},
            "resources": self.resources,
            "outputs": {f"o{at}": {"value": value} for at, value in enumerate(self.outputs())},
        }
        uses_file = "nested.yaml" in json.dumps(self.resources)
        return {"template": json.dumps(body), "files": {"nested.yaml": json.dumps(_NESTED)} if uses_file else {}}

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def add(self, name: str, kind: str, properties: dict[str, Any], attribute: str) -> None:
        self.resources[name] = {"type": kind, "properties": properties}
        self.asked[name] = attribute

    def some_resource(self, name: str) -> None:
        drawn = self.random.random()
        if drawn < 0.7:
            kind = self.random.choice((None, *_TYPES))
            typed = {"type": kind} if kind else {}
            self.add(
                name, "OS::Heat::Value", {"value": self.value(kind or self.random.choice(_TYPES)), **typed}, "value"
            )
        elif drawn < 0.77:
            self.add(name, "OS::Heat::TestResource", self.maybe("value", "string"), "output")
        elif drawn < 0.84:
            self.add(name, "OS::Heat::SoftwareConfig", self.maybe("config", "string"), "config")
        elif drawn < 0.9:
            self.add(name, "OS::Heat::StructuredConfig", self.maybe("config", "json"), "config")
        elif drawn < 0.96:
            self.add(name, "OS::Heat::CloudConfig", self.maybe("cloud_config", "json"), "config")
        else:
            self.add(name, "OS::Heat::None", {"x": 1}, "anything")

    def maybe(self, name: str, kind: str) -> dict[str, Any]:
        return {name: self.value(kind)} if self.chance(0.85) else {}

    def some_stack(self, name: str) -> None:
        count = self.value("number") if self.chance(0.4) else self.random.choice([0, 1, 2])
        value = self.random.choice(["m%index%", {"k": "%index%"}, self.value("string")])
        member = {"type": "OS::Heat::Value", "properties": {"value": value}}
        drawn = self.random.random()
        if drawn < 0.4:
            self.add(name, "nested.yaml", {**self.maybe("p", "string"), **self.maybe("d", "json")}, "v")
        elif drawn < 0.7:
            self.add(name, "OS::Heat::ResourceGroup", {"count": count, "resource_def": member}, "value")
        elif drawn < 0.85:
            members = {"min_size": 2, "max_size": 3, "resource": member}
            self.add(name, "OS::Heat::AutoScalingGroup", members, "outputs_list")
        else:
            chain = {"resources": ["OS::Heat::Value"] * 2, "resource_properties": {"value": self.value("string")}}
            self.add(name, "OS::Heat::ResourceChain", chain, "value")

    def value(self, kind: str, depth: int = 0) -> Any:
        """Some value, mostly of a type."""
        drawn = self.random.random()
        if drawn < 0.05:
            return self.random.choice(_ODD)
        if drawn < 0.15:
            return {"get_param": list(_DEFAULTS)[_TYPES.index(kind)]}
        if drawn < 0.45 and self.asked:
            return self.asking(self.random.choice(list(self.asked)))
        if drawn < 0.7 and depth < 2:
            return self.call(kind, depth + 1)
        return self.random.choice(_GOOD[kind])

    def call(self, kind: str, depth: int) -> Any:
        if self.chance(0.2):
            return {"if": [self.random.choice(["yes", "no"]), self.value(kind, depth), self.value(kind, depth)]}
        if kind == "string":
            return self.random.choice(
                [
                    {"list_join": ["-", [self.value("string", depth), "z"]]},
                    {"str_replace": {"template": "<a>!", "params": {"<a>": self.value("string", depth)}}},
                    {"digest": ["sha256", {"get_param": "text"}]},
                ]
            )
        if kind == "comma_delimited_list":
            return self.random.choice(
                [
                    [self.value("string", depth), self.value("number", depth)],
                    {"list_concat": [self.value(kind, depth), ["end"]]},
                    {"str_split": [",", self.value("string", depth)]},
                ]
            )
        if kind == "json":
            return self.random.choice(
                [{"k": self.value("string", depth)}, {"map_merge": [self.value(kind, depth), {"a": "merged"}]}]
            )
        return {"yaql": {"expression": "len($.data)", "data": {"get_param": "names"}}}

    def asking(self, name: str) -> dict[str, Any]:
        """Asks a resource for its attribute, or for something in it."""
        path = [self.random.choice(_STEPS) for _ in range(self.random.choice([0, 0, 0, 1, 2]))]
        if self.resources[name]["type"] == "OS::Heat::AutoScalingGroup":
            path = ["value", *path]
        return {"get_attr": [name, self.asked[name], *path]}

    def outputs(self) -> list[Any]:
        """Something of every resource."""
        asked = [self.asking(name) for name in self.asked]
        plain = [name for name in self.asked if name not in (CHANCE, "stack")]
        everything = [{"get_attr": [name]} for name in plain if self.resources[name]["type"] != "OS::Heat::None"]
        if "stack" in self.asked and self.resources["stack"]["type"] == "nested.yaml":
            everything.append({"get_attr": ["stack", "m", "1"]})
        return [*asked, *everything[:2], self.value("string")]


def generated_stack(seed: int) -> dict[str, Any]:
    """The stack of a seed."""
    return Author(seed).case()


def typed_stacks() -> Iterator[tuple[str, dict[str, Any]]]:
    """A value of each type, and of none, for every kind of value, with what asks for it."""
    odd = [*_ODD, *(value for kind in _TYPES for value in _GOOD[kind]), {1: "a", False: "b", None: "c", 2.5: "d"}]
    for kind in (None, *_TYPES):
        for at, value in enumerate(odd):
            typed = {"type": kind} if kind else {}
            first = {"type": "OS::Heat::Value", "properties": {"value": value, **typed}}
            second = {"type": "OS::Heat::Value", "properties": {"value": {"get_attr": ["a", "value"]}}}
            asked = (["a", "value"], ["a"], ["a", "show"], ["b", "value"], *(["b", "value", step] for step in _STEPS))
            outputs = {f"o{at}": {"value": {"get_attr": path}} for at, path in enumerate(asked)}
            body = {**HEAD, "resources": {"a": first, "b": second}, "outputs": outputs}
            yield f"{kind}/{at}", {"template": yaml.safe_dump(body, sort_keys=False), "files": {}}
