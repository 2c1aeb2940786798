"""Whole templates as plain data: sections that refer to each other, for the most part as Heat wants them."""

from typing import Any

from hypothesis import strategies as st

from tests.parity.strategies import vocabulary as words
from tests.parity.strategies.declarations import DeclarationWriter
from tests.parity.strategies.writer import Draw, World, Writer, copied

_FILES = {"boot.sh": "#!/bin/sh\necho $name aab\n", "k1": "é ü", "data.json": '{"a": [1, 2]}', "empty": ""}
_FILE_TEMPLATES = (
    "heat_template_version: 2018-08-31\nresources: []\n",
    "heat_template_version: 2099-01-01\n",
    "heat_template_version: 2018-08-31\nparameters: {a: {type: strin}}\n",
    "AWSTemplateFormatVersion: '2010-09-09'\n",
    "heat_template_version: [",
    "heat_template_version: rocky\nparameters: {a: {type: string, constraints: 7}}\n",
)
_RESOURCES = ("box", "late", "r1", "r2", "r3")
_CONDITIONS = ("chosen", "spurned", "c1", "c2")


class CaseWriter:
    """Draws one case: the template as data, and what surrounds it."""

    def __init__(self, draw: Draw, *, odd_parameters: bool) -> None:
        version = draw(st.sampled_from((*words.VERSIONS[:1] * 3, *words.VERSIONS, *words.RELEASES)))
        self.world = World(words.RELEASES.get(version, version))
        self.writer = Writer(draw, self.world)
        self.draw = draw
        self.template: dict[Any, Any] = {"heat_template_version": version}
        self.case: dict[str, Any] = {"availability_zones": ["east", "west"]}
        self.surround()
        self.declare(odd_parameters=odd_parameters)
        if self.world.date >= words.CONDITIONS_SINCE:
            self.state_conditions()
        self.describe_resources()
        self.describe_outputs()
        self.group()
        if self.writer.chance(10):
            self.template["description"] = self.writer.odd(0)

    def some(self, names: tuple[str, ...], most: int) -> list[str]:
        """A few of the names, in their order."""
        count = self.draw(st.integers(0, most))
        return list(names[:count])

    def surround(self) -> None:
        """Files, a parent, a stack's name, resources that exist."""
        chance = self.writer.chance
        if chance(40):
            self.case["files"] = dict(_FILES)
            self.world.files = list(_FILES)
            if chance(3):
                self.case["files"]["nested.yaml"] = self.writer.pick(_FILE_TEMPLATES)
        if chance(30):
            self.world.has_parent = True
            parts = {"metadata": {"a": 1}, "deletion_policy": "Retain", "update_policy": {"b": "c"}}
            self.case["parent_resource"] = {key: value for key, value in parts.items() if chance(60)}
        if chance(10):
            self.case["stack"] = {"name": "web", "id": "s-1"}
        if chance(60):
            live = [name for name in _RESOURCES if chance(50)]
            self.world.live = set(live)
            self.case["attributes"] = {name: copied(words.ATTRIBUTES) for name in live}
            self.case["resource_ids"] = {name: f"{name}-1" for name in live if chance(50)}

    def declare(self, *, odd_parameters: bool) -> None:
        """The parameters with their values."""
        writer = DeclarationWriter(self.draw, self.world)
        declared = writer.standard()
        if odd_parameters:
            declared |= {name: writer.odd_parameter(name) for name in ("p1", "p2")[: self.draw(st.integers(1, 2))]}
        self.world.parameters = {name: body["type"] for name, body in declared.items() if isinstance(body["type"], str)}
        if declared:
            self.template["parameters"] = declared
        parts = {"parameters": writer.supplied, "parameter_defaults": writer.defaults}
        self.case["environment"] = {key: values for key, values in parts.items() if values}
        if self.writer.chance(1):
            self.case["environment"].setdefault("parameters", {})["nobody"] = self.writer.odd(0)

    def state_conditions(self) -> None:
        """The conditions; each may name those before it."""
        stated: dict[str, Any] = {}
        for name in self.some(_CONDITIONS, 4):
            simple = {"chosen": True, "spurned": False}.get(name)
            stated[name] = simple if simple is not None and self.writer.chance(40) else self.writer.test(2)
            self.world.conditions.append(name)
        if stated:
            self.template["conditions"] = stated

    def describe_resources(self) -> None:
        """The resources; each mostly refers to those before it only."""
        described: dict[str, Any] = {}
        self.world.resources = self.some(_RESOURCES, 5)
        conditional: list[str] = []
        for name in self.world.resources:
            self.writer.sources = [*described] or ([name] if self.writer.chance(2) else [])
            described[name] = self.resource(conditional)
            if "condition" in described[name]:
                conditional.append(name)
        self.writer.sources = [name for name in described if name not in conditional] or list(described)
        if described or self.writer.chance(50):
            self.template["resources"] = described

    def resource(self, conditional: list[str]) -> dict[str, Any]:
        """One resource with some of its fields."""
        writer, chance = self.writer, self.writer.chance
        before = list(writer.sources)
        writer.sources = [name for name in before if name not in conditional] or before
        body: dict[str, Any] = {"type": writer.pick(["Demo::Box", "OS::Heat::Value", "nested.yaml"])}
        if chance(75):
            body["properties"] = {key: writer.anything(3) for key in self.some(("a", "b", "c"), 3)}
        if chance(20):
            body["metadata"] = writer.map(2) if chance(40) else {"m": writer.anything(2)}
        if chance(15) and before:
            body["depends_on"] = writer.pick([writer.source(), [writer.source()], [writer.source(), before[0]], []])
        if chance(12):
            policies = ("Delete", "Retain", "Snapshot", {"list_join": ["", ["Del", "ete"]]}, "retain")
            odd = ({"get_param": "word"}, writer.choice(0, writer.odd), "Keep", 1)
            body["deletion_policy"] = writer.pick(odd if chance(10) else policies)
        if chance(12):
            body["update_policy"] = writer.map(2)
        if self.world.date >= words.CONDITIONS_SINCE:
            if chance(25):
                body["condition"] = writer.condition(2)
            if chance(6):
                body["external_id"] = writer.pick(["ext-1", "", {"get_param": "word"}, writer.text(1)])
        if chance(5):
            body["description"] = writer.pick(["Text", "", 5, {"get_param": "word"}][: 4 if chance(20) else 2])
        return body

    def describe_outputs(self) -> None:
        """The outputs."""
        described: dict[str, Any] = {}
        for name in self.some(("o1", "o2", "o3"), 3):
            described[name] = {"value": self.writer.anything(4)}
            if self.writer.chance(15):
                described[name]["condition"] = self.writer.condition(2)
            if self.writer.chance(10):
                described[name]["description"] = self.writer.odd(0)
        if described:
            self.template["outputs"] = described

    def group(self) -> None:
        """Some of the parameters in groups."""
        if not self.writer.chance(20):
            return
        names = list(self.world.parameters)
        cut = self.draw(st.integers(0, len(names)))
        groups: list[Any] = [{"label": "One", "parameters": names[:cut]}, {"parameters": names[cut:]}]
        if self.writer.chance(15):
            groups.append({"label": self.writer.odd(0), "description": 5, "parameters": self.pick_names(names)})
        self.template["parameter_groups"] = groups

    def pick_names(self, names: list[str]) -> Any:
        """Members that a group should not have."""
        return self.writer.pick([[*names[:1]], ["nobody"], ["OS::stack_id"], ["OS::stack_name"], [1], [], None, "word"])
