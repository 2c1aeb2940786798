"""Templates with a resource of a given type, whose properties are mostly right."""

import random
from typing import Any

from hotcore.catalogue import PropertySchema, ResourceType

_OTHERS: tuple[Any, ...] = (
    "text", "", "5", " 5 ", "5.5", "1_0", "true", "False", "yes", "a,b", '{"a": 1}', "net", "10.0.0.1", "10.0.0.0/24",
    0, 1, 5, -1, 70000, 2**40, 1.5, 2.0, float("nan"), float("inf"), True, False, None,
    [], ["a"], ["a", None], [1, 2], [[]], [{}], {}, {"a": 1}, {"a": None},
)  # fmt: skip
PARAMETERS = {
    "text": {"type": "string", "default": "a b"},
    "digits": {"type": "string", "default": "7"},
    "number": {"type": "number", "default": 3},
    "fraction": {"type": "number", "default": 2.5},
    "flag": {"type": "boolean", "default": True},
    "items": {"type": "comma_delimited_list", "default": "a,b"},
    "data": {"type": "json", "default": {"a": 1, "b": ["x"]}},
    "bare_list": {"type": "json", "default": ["a", {"b": 1}]},
}
_FUNCTIONS: tuple[Any, ...] = (
    *({"get_param": name} for name in PARAMETERS),
    {"get_param": ["data", "b"]},
    {"get_param": ["data", "nothing"]},
    {"get_resource": "net"},
    {"get_resource": "value"},
    {"get_resource": "other"},
    {"get_attr": ["net", "name"]},
    {"get_attr": ["value", "value"]},
    {"list_join": [",", ["a", {"get_resource": "net"}]]},
    {"list_join": ["", []]},
    {"str_replace": {"template": "x-$n", "params": {"$n": {"get_attr": ["net", "name"]}}}},
    {"str_split": [",", "a,b"]},
    {"yaql": {"expression": "$.data", "data": 5}},
)
_CONSTANT = tuple(call for call in _FUNCTIONS if "net" not in str(call) and "get_attr" not in call)
"""Those that are valid in an update policy, for which Heat does not collect referenced attributes."""

_OTHER_RESOURCES = {
    "net": {"type": "OS::Neutron::Net"},
    "value": {"type": "OS::Heat::Value", "properties": {"value": 1}},
    "other": {"type": "OS::Heat::RandomString"},
}


def typed_template(kind: ResourceType, chance: random.Random) -> dict[str, Any]:
    """A template with a resource of the type, and others that it may refer to."""
    it: dict[str, Any] = {"type": kind.name}
    maker = _Maker(chance, chance.choice((0.02, 0.08, 0.2)))
    if kind.properties or chance.random() < 0.3:
        it["properties"] = maker.members(kind.properties, few=True)
    if (kind.update_policy and chance.random() < 0.5) or chance.random() < 0.01:
        it["update_policy"] = _Maker(chance, maker.wrong, _CONSTANT).members(kind.update_policy or {}, few=True)
    if chance.random() < 0.02:
        it["deletion_policy"] = chance.choice(("Delete", "Retain", "Snapshot"))
    if chance.random() < 0.01:
        it["properties"] = {"if": ["yes", it.get("properties", {}), {}]}
    return {
        "heat_template_version": "2021-04-16",
        "conditions": {"yes": True, "no": False},
        "parameters": PARAMETERS,
        "resources": {"it": it, **_OTHER_RESOURCES},
        "outputs": {"o": {"value": {"get_attr": ["it", maker.attribute(kind)]}}} if chance.random() < 0.1 else {},
    }


class _Maker:
    """Makes values; `wrong` is how likely one is something else than asked for."""

    def __init__(self, chance: random.Random, wrong: float, functions: tuple[Any, ...] = _FUNCTIONS) -> None:
        self.chance = chance
        self.functions = functions
        self.wrong = wrong

    def members(self, schemas: dict[str, PropertySchema], *, few: bool = False) -> dict[str, Any]:
        """The members of a map with named keys."""
        share = min(1.0, 5 / max(1, len(schemas))) if few else 0.5
        found = {}
        for name, schema in schemas.items():
            retired = schema.support.status in ("HIDDEN", "DEPRECATED") or not schema.implemented
            likely = 1 - self.wrong / 2 if schema.required else share * (0.4 if retired else 1)
            if self.chance.random() < likely:
                found[name] = self.value(schema)
        if self.chance.random() < self.wrong / 3:
            found[self.chance.choice(("nothing", "name", "Name", "show"))] = self.chance.choice(_OTHERS)
        return found

    def attribute(self, kind: ResourceType) -> str:
        return self.chance.choice([*kind.attributes, "nothing"])

    def value(self, schema: PropertySchema) -> Any:
        """A value for the property, or something else."""
        roll = self.chance.random()
        if roll < self.wrong / 2:
            return self.chance.choice(_OTHERS)
        if roll < self.wrong:
            return self.chance.choice(self.functions)
        value = self.fitting(schema)
        if self.chance.random() < 0.04:
            return {"if": [self.chance.choice(("yes", "no")), value]}
        if self.chance.random() < 0.04:
            return {"if": [self.chance.choice(("yes", "no")), value, self.chance.choice(_OTHERS)]}
        return value

    def fitting(self, schema: PropertySchema) -> Any:
        """A value that fits the type, and most often the constraints."""
        options = {constraint.kind: constraint.options for constraint in schema.constraints}
        if "allowed_values" in options and self.chance.random() < 0.9:
            allowed = list(options["allowed_values"]["values"])
            return self.chance.sample(allowed, 1) if schema.type == "list" else self.chance.choice(allowed)
        return getattr(self, f"_{schema.type}")(schema, options)

    def _string(self, schema: PropertySchema, options: dict[str, Any]) -> Any:
        if "length" in options and self.chance.random() < 0.7:
            return "x" * self._between(options["length"], 3)
        examples = {
            "ip_addr": "10.0.0.1", "net_cidr": "10.0.0.0/24", "ip_or_cidr": "10.0.0.1", "mac_addr": "fa:16:3e:00:00:01",
            "dns_name": "a.b", "rel_dns_name": "a", "dns_domain": "a.b.", "cron_expression": "* * * * *",
            "iso_8601": "2030-01-01T00:00:00Z", "expiration": "2130-01-01", "timezone": "UTC", "json_string": "{}",
        }  # fmt: skip
        named = options.get("custom_constraint", {}).get("name")
        if named in examples and self.chance.random() < 0.85:
            return examples[named]
        return self.chance.choice(("text", "a", "", 5, True, "10.0.0.1", "0", "x" * 300))

    def _integer(self, schema: PropertySchema, options: dict[str, Any]) -> Any:
        number = self._between(options.get("range", {}), 5)
        return self.chance.choice((number, number, number, str(number), number + 0.5))

    _number = _integer

    def _boolean(self, schema: PropertySchema, options: dict[str, Any]) -> Any:
        return self.chance.choice((True, False, "true", "FALSE"))

    def _list(self, schema: PropertySchema, options: dict[str, Any]) -> Any:
        count = self._between(options["length"], 1) if "length" in options else self.chance.choice((0, 1, 1, 2))
        item = schema.items or PropertySchema("string")
        return [self.value(item) for _ in range(min(count, 50))]

    def _map(self, schema: PropertySchema, options: dict[str, Any]) -> Any:
        if schema.keys is not None:
            return self.members(dict(schema.keys))
        return self.chance.choice(({}, {"a": "b"}, {"a": 1, "b": {"c": []}}))

    def _any(self, schema: PropertySchema, options: dict[str, Any]) -> Any:
        return self.chance.choice(_OTHERS)

    def _between(self, limits: Any, most: int) -> int:
        """A whole number, most often between the limits."""
        low = limits.get("min")
        high = limits.get("max")
        low = min(0, high) if low is None and high is not None else low or 0
        high = low + most if high is None else high
        return self.chance.choice(
            (int(low), int(high), self.chance.randint(int(low), int(high)), int(low), int(high) + 1)
        )
