"""Coverage of many cases: functions, constraints, conditions, fields and refusals that they reach."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from tests.parity.recorded import CASES, read_cases
from tests.parity.strategies import vocabulary as words
from tests.parity.strategies.texts import data_of

_ARGUMENTS: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("get_param", "get_attr", "list_join", "str_split", "if", "Fn::Select"), ("", 0, 1, 2)),
    **dict.fromkeys(("digest", "map_replace", "filter", "contains", "list_concat", "list_concat_unique"), ("", 0, 1)),
    **dict.fromkeys(("map_merge", "equals", "and", "or", "Fn::Join", "Fn::Split", "Fn::Replace"), ("", 0, 1)),
    **dict.fromkeys(("str_replace", "str_replace_strict", "str_replace_vstrict"), ("", "template", "params")),
    "repeat": ("", "template", "for_each", "permutations"),
    "yaql": ("", "expression", "data"),
    "make_url": ("", "scheme", "username", "password", "host", "port", "path", "query", "fragment"),
    "Fn::MemberListToMap": ("", 0, 1, 2),
}
"""The arguments of every function: the whole, positions, keys; of those that are not listed, the whole only."""

_KINDS = ("null", "boolean", "number", "text", "list", "map", "call")
_CONSTRAINTS = ("length", "range", "modulo", "allowed_values", "allowed_pattern", "custom_constraint")
_FIELDS = (
    *("properties", "metadata", "depends_on", "update_policy", "deletion_policy", "description", "condition"),
    "external_id",
)


@dataclass
class Coverage:
    """The items reached, by table, each with its count."""

    tables: dict[str, Counter[tuple[str, ...]]] = field(default_factory=dict)

    def add(self, case: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
        """Counts the contents of a case, and Heat's answer."""
        how = "accepted" if answer["ok"] else "refused"
        if not answer["ok"]:
            self._count("refusals by stage and error", answer["error_stage"], answer["error_type"])
        try:
            data = data_of(case["template"])
        except ValueError:
            return
        if not isinstance(data, dict):
            return
        date = _date(data.get("heat_template_version"))
        for place, function, argument in _calls(data):
            self._count("functions by version", function, date)
            self._count("functions by place", function, place)
            for at, kind in _arguments(function, argument):
                self._count(f"arguments of functions ({how})", function, at, kind)
        for kind, name in _constraints(data):
            self._count(f"constraints by type ({how})", name, kind)
        for section, body in _bodies(data):
            for key, value in body.items():
                self._count(f"fields ({how})", section, str(key), _kind(value))

    def _count(self, table: str, *entry: str) -> None:
        self.tables.setdefault(table, Counter())[entry] += 1

    def report(self) -> Iterator[str]:
        """The tables: how much of each was reached, and what never was."""
        for table, wanted in _wanted().items():
            reached = self.tables.get(table, Counter())
            never = [entry for entry in wanted if entry not in reached]
            yield f"{table}: {len(wanted) - len(never)} of {len(wanted)} reached"
            for entry in never:
                yield f"    never: {' / '.join(entry)}"
        refusals = self.tables.get("refusals by stage and error", Counter())
        yield "how often each refusal was met:"
        yield from (f"    {count:6d}  {' / '.join(entry)}" for entry, count in refusals.most_common())


def _wanted() -> dict[str, list[tuple[str, ...]]]:
    """Everything that could be reached, by table."""
    functions = [name for name in words.FUNCTIONS if name not in words.LEGACY]
    conditions = ("equals", "not", "and", "or", "get_param", "contains", "yaql")
    places = ("resources", "outputs")
    values = [name for name in functions if name not in conditions[:4]]
    arguments = [
        (function, str(at), kind)
        for function in (*functions, *words.LEGACY)
        for at in _ARGUMENTS.get(function, ("",))
        for kind in _KINDS
    ]
    refused = [case["expect"] for case in read_cases(CASES) if not case["expect"]["ok"]]
    return {
        "functions by version": [*product((*functions, *words.LEGACY), words.VERSIONS)],
        "functions by place": [*product((*values, *words.LEGACY), places), *product(conditions, ("conditions",))],
        "arguments of functions (accepted)": arguments,
        "arguments of functions (refused)": arguments,
        "constraints by type (accepted)": [*product(_CONSTRAINTS, words.TYPES)],
        "constraints by type (refused)": [*product(_CONSTRAINTS, words.TYPES)],
        "fields (accepted)": [*product(("resources",), _FIELDS, _KINDS), *product(("outputs",), ("value",), _KINDS)],
        "fields (refused)": [*product(("resources",), _FIELDS, _KINDS), *product(("outputs",), ("value",), _KINDS)],
        "refusals by stage and error": sorted({(one["error_stage"], one["error_type"]) for one in refused}),
    }


def _date(version: Any) -> str:
    return words.RELEASES.get(version, version) if isinstance(version, str) else "none"


def _calls(data: Mapping[Any, Any]) -> Iterator[tuple[str, str, Any]]:
    """The section, name and argument of everything that looks like a call."""
    for section in ("conditions", "resources", "outputs"):
        pending: list[Any] = [data.get(section)]
        seen: set[int] = set()  # what contains itself is looked at once
        while pending:
            value = pending.pop()
            if id(value) in seen:
                continue
            seen.add(id(value))
            if isinstance(value, dict):
                if len(value) == 1 and (name := next(iter(value))) in words.FUNCTIONS:
                    yield section, name, value[name]
                pending.extend(value.values())
            elif isinstance(value, list):
                pending.extend(value)


def _arguments(function: str, argument: Any) -> Iterator[tuple[str, str]]:
    members = dict(enumerate(argument)) if isinstance(argument, list) else argument
    for at in _ARGUMENTS.get(function, ("",)):
        if at == "":
            yield "", _kind(argument)
        elif isinstance(members, dict) and at in members:
            yield str(at), _kind(members[at])


def _kind(value: Any) -> str:
    if isinstance(value, dict):
        return "call" if len(value) == 1 and next(iter(value)) in words.FUNCTIONS else "map"
    kinds: tuple[tuple[Any, str], ...] = (
        (type(None), "null"),
        (bool, "boolean"),
        (int | float, "number"),
        (list, "list"),
    )
    return next((name for kind, name in kinds if isinstance(value, kind)), "text")


def _constraints(data: Mapping[Any, Any]) -> Iterator[tuple[str, str]]:
    for body in _members(data.get("parameters")):
        for constraint in _list(body.get("constraints")):
            if isinstance(constraint, dict):
                yield from ((str(body.get("type")), name) for name in _CONSTRAINTS if name in constraint)


def _bodies(data: Mapping[Any, Any]) -> Iterator[tuple[str, Mapping[Any, Any]]]:
    for section in ("resources", "outputs"):
        yield from ((section, body) for body in _members(data.get(section)))


def _members(section: Any) -> Iterable[Mapping[Any, Any]]:
    return [body for body in section.values() if isinstance(body, dict)] if isinstance(section, dict) else []


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
