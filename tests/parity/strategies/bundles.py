"""Random bundles, most of them valid: nested templates, groups, a registry, and some mistakes."""

import json
from random import Random
from typing import Any

HEAD = {"heat_template_version": "2021-04-16"}
GROUP, SCALING, CHAIN = "OS::Heat::ResourceGroup", "OS::Heat::AutoScalingGroup", "OS::Heat::ResourceChain"

_TYPES = ("string", "number", "boolean", "comma_delimited_list", "json")
_GOOD: dict[str, list[Any]] = {
    "string": ["a", "x-%index%", "", 7, True, "p,q"],
    "number": [1, 2.5, "3", 0],
    "boolean": [True, "false", "True", False],
    "comma_delimited_list": [[], ["a", "b"], "a,b", ["a,b", "c"], [{"a": 1}, {"b": "x"}], "", ["%index%"]],
    "json": [{"a": 1}, [1, 2], '{"b": [2]}', {}, {"x": {"y": [None]}}],
}
_ODD: list[Any] = [None, [1, 2], {"a": 1}, "text", 1.5, ["a", 1], [None, "a"], [{"a": 1}, "b"], True, "yes", -1]
_CONSTRAINTS: dict[str, list[Any]] = {
    "string": [{"length": {"max": 4}}, {"allowed_values": ["a", "b", "7"]}, {"allowed_pattern": "[a-z]*"}],
    "number": [{"range": {"min": 1, "max": 3}}],
    "comma_delimited_list": [{"length": {"min": 1}}],
}


class Author:
    """Writes one bundle."""

    def __init__(self, seed: int, trouble: float) -> None:
        self.random = Random(seed)
        self.trouble = trouble
        self.files: dict[str, dict[str, Any]] = {}
        self.parameters: dict[str, dict[str, Any]] = {}
        self.registry: dict[str, Any] = {}

    def bundle(self) -> dict[str, Any]:
        """A template with its files and environment."""
        names = [f"{chr(97 + at)}.yaml" for at in range(self.random.randint(1, 4))]
        for name in reversed(names):
            self.files[name] = self.template(nested=True)
            self.parameters[name] = self.files[name].get("parameters", {})
            if self.chance(0.2):
                self.registry[f"My::{name[0].upper()}"] = name
        main = self.template(nested=False)
        files = {name: self.written(body) for name, body in self.files.items()}
        if self.mistake():
            files.pop(self.random.choice(names))
        environment: dict[str, Any] = {"resource_registry": self.registry} if self.registry else {}
        if self.chance(0.1):
            environment["parameter_defaults"] = {"p0": self.random.choice(_GOOD["string"])}
        if self.chance(0.1) and main.get("resources"):
            name = self.random.choice(list(main["resources"]))
            environment.setdefault("resource_registry", {})["resources"] = {name: {"OS::Heat::None": names[0]}}
        return {"template": self.written(main), "files": files, "environment": environment}

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def mistake(self) -> bool:
        return self.chance(self.trouble)

    def written(self, body: dict[str, Any]) -> str:
        text = json.dumps(body)
        if self.chance(self.trouble / 4):
            return self.random.choice([text[:-2], "[1, 2]", text.replace("2021-04-16", "2021-04-17"), "", "text"])
        return text

    def template(self, *, nested: bool) -> dict[str, Any]:
        body: dict[str, Any] = dict(HEAD)
        if nested:
            body["parameters"] = {f"p{at}": self.parameter() for at in range(self.random.randint(0, 3))}
        elif self.chance(0.5):
            body["parameters"] = {"q": {"type": "string", "default": "top"}}
        names = list(body.get("parameters", {}))
        if names and self.chance(0.4):
            body["conditions"] = {"c": {"equals": [{"get_param": names[0]}, self.random.choice(["a", "top", "", 1])]}}
        resources: dict[str, Any] = {}
        for at in range(self.random.randint(1, 3)):
            resources[f"r{at}"] = self.resource(names, list(resources), conditions=list(body.get("conditions", {})))
        body["resources"] = resources
        if names and self.chance(0.6):
            body["outputs"] = {"o": {"value": {"get_param": names[0]}}}
        if self.mistake():
            body.setdefault("outputs", {})["bad"] = {"value": {"get_resource": "nobody"}}
        return body

    def parameter(self) -> dict[str, Any]:
        kind = self.random.choice(_TYPES)
        declared: dict[str, Any] = {"type": kind}
        if self.chance(0.3) and kind in _CONSTRAINTS:
            declared["constraints"] = [self.random.choice(_CONSTRAINTS[kind])]
        elif self.chance(0.6) or self.mistake():
            declared["default"] = self.random.choice(_GOOD[kind])
        if self.mistake():
            declared["default"] = self.random.choice(_ODD)
        if self.mistake():
            declared["unknown"] = 1
        return declared

    def resource(self, parameters: list[str], others: list[str], *, conditions: list[str]) -> dict[str, Any]:
        kind = self.random.choice(["value", "none", "file", "file", "file", GROUP, GROUP, SCALING, CHAIN])
        made = self.plain(parameters) if kind in ("value", "none") else self.of_kind(kind, parameters)
        if conditions and self.chance(0.5):
            made["condition"] = self.random.choice(conditions)
        if others and self.chance(0.3):
            made["depends_on"] = self.random.choice(others)
        if self.mistake():
            made["depends_on"] = "nobody"
        if self.chance(0.1):
            made["metadata"] = {"m": 1}
        if self.chance(0.05):
            made["update_policy"] = {"nothing": 1}
        return made

    def plain(self, parameters: list[str]) -> dict[str, Any]:
        if self.chance(0.3):
            return {"type": "OS::Heat::None"}
        value = self.value("string", parameters)
        return {"type": "OS::Heat::Value", "properties": {"value": "empty" if value is None else value}}

    def of_kind(self, kind: str, parameters: list[str]) -> dict[str, Any]:
        known = list(self.files)
        if not known:
            return self.plain(parameters)
        if kind == "file":
            return self.use(parameters)
        if kind == GROUP:
            properties: dict[str, Any] = {"resource_def": self.use(parameters)}
            if self.chance(0.8):
                properties["count"] = self.random.choice([0, 1, 2, "2", 3])
            if self.chance(0.2):
                properties["index_var"] = "x-%"
            if self.chance(0.2):
                properties["removal_policies"] = [{"resource_list": ["0", 2]}]
            if self.mistake():
                properties["resource_def"].pop("type")
        elif kind == SCALING:
            properties = {"min_size": self.random.choice([0, 1, 2]), "max_size": 3, "resource": self.use(parameters)}
            if self.chance(0.4):
                properties["desired_capacity"] = self.random.choice([0, 1, 3])
            if self.mistake():
                properties["max_size"] = 0
        else:
            first = self.use(parameters)
            types = [first["type"]] * self.random.randint(1, 2)
            properties = {"resources": types, "resource_properties": first.get("properties", {})}
            if self.chance(0.3):
                properties["concurrent"] = True
        return {"type": kind, "properties": properties}

    def use(self, parameters: list[str]) -> dict[str, Any]:
        name = self.random.choice(list(self.files))
        mapped = next((key for key, file in self.registry.items() if file == name), None)
        properties = {}
        for key, declared in self.parameters[name].items():
            if "default" not in declared or self.chance(0.5):
                properties[key] = self.value(declared["type"], parameters)
        if properties and self.mistake():
            properties.pop(next(iter(properties)))
        if self.mistake():
            properties["stranger"] = 1
        kind = mapped if mapped and self.chance(0.7) else name
        return {"type": kind, "properties": properties} if properties else {"type": kind}

    def value(self, kind: str, parameters: list[str]) -> Any:
        if parameters and self.chance(0.2):
            return {"get_param": self.random.choice(parameters)}
        if self.mistake():
            return self.random.choice([*_ODD, {"get_param": "nobody"}, {"get_file": "nothing"}])
        return self.random.choice(_GOOD[kind])


def generated_bundle(seed: int) -> dict[str, Any]:
    """The bundle of a seed; every other one is written with care."""
    return Author(seed, 0.0 if seed % 3 == 0 else 0.04).bundle()
