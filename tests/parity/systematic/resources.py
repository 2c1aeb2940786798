"""Every field of a resource with every odd value; names, dependencies and cycles of all kinds."""

from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import Any

from tests.parity.strategies import vocabulary as words
from tests.parity.strategies.texts import Plain
from tests.parity.strategies.writer import copied
from tests.parity.systematic.frames import CALLS, LATEST, ODD, PLAIN, Body, Case, case, frame, short

FIELDS: dict[str, Any] = {
    "type": "Demo::Box",
    "properties": {"a": 1},
    "metadata": {"m": 1},
    "depends_on": "box",
    "update_policy": {"u": 1},
    "deletion_policy": "Retain",
    "description": "Text",
    "condition": "on",
    "external_id": "ext",
}
_CFN = (
    "Type",
    "Properties",
    "Metadata",
    "DependsOn",
    "UpdatePolicy",
    "DeletionPolicy",
    "Description",
    "Condition",
    "zz",
    "",
)
_BAD_CALLS: tuple[Any, ...] = (
    *(
        {"list_join": 1},
        {"list_join": [1, ["a"]]},
        {"list_join": [",", ["a", "b"]]},
        {"str_split": "a"},
        {"repeat": {}},
    ),
    *(
        {"digest": ["md5", 1]},
        {"map_merge": [{"a": 1}]},
        {"map_merge": [{"get_param": "obj"}, 1]},
        {"make_url": {"port": 0}},
    ),
    *(
        {"yaql": {"expression": "("}},
        {"yaql": {"expression": "$.data", "data": {"a": 1}}},
        {"get_param": ["obj", "deep"]},
    ),
    *(
        {"get_param": ["word", 0]},
        {"list_join": ["", ["Ret", "ain"]]},
        {"list_join": ["", ["box"]]},
        {"get_resource": "last"},
    ),
    *(
        {"get_attr": ["last", "a"]},
        {"list_concat": [["box"], ["late"]]},
        {"if": ["on", "Retain", "Delete"]},
        {"if": ["off", 1]},
    ),
    *({"resource_facade": "deletion_policy"}, {"resource_facade": "update_policy"}, {"Fn::ResourceFacade": "Metadata"}),
)
VALUES = (*ODD, *_BAD_CALLS)
_POLICIES = (
    "Delete",
    "Retain",
    "Snapshot",
    "delete",
    "retain",
    "snapshot",
    "DELETE",
    "Keep",
    "Retain ",
    "Update",
    "retaIn",
)


def described(body: Any, version: str = LATEST, name: Any = "last", **around: Any) -> Body:
    """A case with one more resource."""
    template = frame(version)
    template["resources"][name] = copied(body)
    return case(template, **around)


def fields() -> Iterator[Case]:
    """Each field alone and beside others, in the versions in which fields differ."""
    for version in (LATEST, "2016-10-14", "2016-04-08", "2013-05-23"):
        for field in (*FIELDS, *_CFN):
            for value in (*VALUES, *_POLICIES) if field == "deletion_policy" else VALUES:
                body = {"type": "Demo::Box", field: value}
                yield f"{version}/{field}/{short(value)}", described(body, version)
                if isinstance(value, dict) and value in (*CALLS, *_BAD_CALLS):
                    yield (
                        f"{version}/{field}/in-map/{short(value)}",
                        described({"type": "B", field: {"k": value}}, version),
                    )
                    yield f"{version}/{field}/in-list/{short(value)}", described({"type": "B", field: [value]}, version)
    for value in VALUES:
        yield f"whole/{short(value)}", described(value)
        template = frame()
        template["resources"] = copied(value)
        yield f"section/{short(value)}", case(template)
        yield (
            f"section-with-output/{short(value)}",
            case({**template, "outputs": {"o": {"value": {"get_resource": "box"}}}}),
        )


def with_external_id() -> Iterator[Case]:
    """Every field of a resource that lives outside of the stack."""
    for identity in (
        "ext",
        "",
        {"get_param": "word"},
        {"get_param": ["obj", "none"]},
        {"get_resource": "box"},
        5,
        {"get_param": "x"},
    ):
        for field in FIELDS:
            if field == "external_id":
                continue
            for value in VALUES:
                body = {"type": "Demo::Box", "external_id": identity, field: value}
                yield f"{short(identity)}/{field}/{short(value)}", described(body)
                if field in ("properties", "metadata", "update_policy"):
                    yield f"{short(identity)}/{field}/in/{short(value)}", described({**body, field: {"k": value}})


def names() -> Iterator[Case]:
    """What resources may be called, and what happens when a parameter or an output has the name too."""
    options = (
        1,
        0,
        True,
        None,
        1.5,
        "",
        "a/b",
        "/",
        "a.b",
        "a b",
        "é",
        "word",
        "OS::stack_name",
        "OS::x",
        "on",
        "o",
        "get_resource",
        "x" * 300,
        "type",
        "last",
        Plain("2020-01-01"),
        Plain("0x1F"),
        Plain("1e3"),
        Plain("~"),
    )
    for name in options:
        for body in ({"type": "A"}, {"type": "A", "condition": "off"}, {"type": "A", "external_id": "x"}, {}, None):
            for user in (None, {"get_resource": name}, {"get_attr": [name, "a"]}, "depends"):
                template = frame()
                template["resources"][name] = copied(body)
                if user == "depends":
                    template["resources"]["last"] = {"type": "A", "depends_on": name}
                elif user:
                    template["outputs"]["o"] = {"value": copied(user)}
                yield f"{name!r}/{short(body)}/{short(user)}", case(template)
    for parameter in ("type: string", "type: string, default: x", "type: strin"):
        for condition in ({}, {"condition": "off"}, {"condition": "on"}, {"condition": "nowhere"}):
            template = frame()
            template["parameters"]["last"] = {
                "type": parameter.split()[1].strip(","),
                **({"default": "x"} if "x" in parameter else {}),
            }
            template["resources"]["last"] = {"type": "A", **condition}
            yield f"like-parameter/{parameter}/{short(condition)}", case(template)


_LINKS: dict[str, Callable[[str], Body]] = {
    "depends": lambda to: {"depends_on": to},
    "depends-list": lambda to: {"depends_on": ["box", to]},
    "property": lambda to: {"properties": {"p": {"get_resource": to}}},
    "attribute": lambda to: {"properties": {"p": {"get_attr": [to, "ip"]}}},
    "metadata": lambda to: {"metadata": {"p": {"get_resource": to}}},
    "update": lambda to: {"update_policy": {"p": {"get_resource": to}}},
    "deletion": lambda to: {"deletion_policy": {"get_resource": to}},
    "external": lambda to: {"external_id": {"get_resource": to}},
    "external-property": lambda to: {"external_id": "x", "properties": {"p": {"get_resource": to}}},
    "condition-off": lambda to: {"condition": "off", "depends_on": to},
    "if-off": lambda to: {"properties": {"p": {"if": ["off", {"get_resource": to}, 1]}}},
    "repeat-none": lambda to: {
        "properties": {"p": {"repeat": {"template": {"get_attr": [to, "x"]}, "for_each": {"%": []}}}}
    },
    "plain": lambda to: {},
}


def cycles() -> Iterator[Case]:
    """One, two and three resources in a ring, linked in all ways, with outputs that have mistakes of their own."""
    outputs: dict[str, Any] = {
        "none": {},
        "good": {"o": {"value": {"get_attr": ["a", "x"]}}},
        "syntax": {"o": {"value": {"list_join": 1}}},
        "value": {"o": {"value": {"list_join": [1, ["a"]]}}},
        "unknown": {"o": {"value": {"get_resource": "nowhere"}}},
    }
    for count in (1, 2, 3):
        rings = (
            product(_LINKS, repeat=count)
            if count < 3
            else ((one, other, "property") for one, other in product(_LINKS, repeat=2))
        )
        for links in rings:
            for what, described_outputs in outputs.items():
                for lonely in (False, True):
                    template = frame()
                    if lonely:
                        del template["resources"]["late"]
                    ring = {
                        "abc"[index]: {"type": "A", **copied(_LINKS[link]("abc"[(index + 1) % count]))}
                        for index, link in enumerate(links)
                    }
                    if lonely and not any("list" in link for link in links):
                        template["resources"] = ring
                    else:
                        template["resources"] |= ring
                    template["outputs"] = copied(described_outputs)
                    yield f"{'-'.join(links)}/{what}/{lonely}", case(template)


def dependencies() -> Iterator[Case]:
    """References from all places, in all functions, and the edges that they make."""
    places = ("properties", "metadata", "update_policy", "deletion_policy", "external_id")
    values: list[Any] = [
        *(
            {"get_resource": "late"},
            {"get_attr": ["late", "a"]},
            {"get_attr": ["late"]},
            {"get_resource": {"get_param": "word"}},
        ),
        *({"get_resource": {"list_join": ["", ["la", "te"]]}}, {"get_attr": [{"list_join": ["", ["la", "te"]]}, "x"]}),
        *({"get_attr": ["late", {"get_resource": "box"}]}, {"get_attr": ["box", "info", {"get_resource": "late"}]}),
        *(
            {"unknown": {"get_resource": "late"}},
            {"str_split": [",", {"get_resource": "late"}, 0]},
            [[{"get_resource": "late"}]],
        ),
        *(
            {"get_param": ["obj", {"get_resource": "late"}]},
            {"get_file": {"get_resource": "late"}},
            {"k": {"get_resource": "late"}},
        ),
        *(
            {"repeat": {"template": "%", "for_each": {"%": [{"get_resource": "late"}]}}},
            {"get_resource": {"get_attr": ["late", "x"]}},
        ),
        *(
            {"repeat": {"template": {"get_resource": "%"}, "for_each": {"%": ["late"]}}},
            {"if": ["off", {"get_resource": "late"}, 1]},
        ),
        *(
            {"repeat": {"template": {"get_resource": "late"}, "for_each": {"%": []}}},
            {"yaql": {"expression": {"get_resource": "late"}}},
        ),
        *({"yaql": {"expression": "1", "data": {"get_resource": "late"}}}, {"get_resource": {"get_resource": "late"}}),
        *({"str_replace": {"template": "a", "params": {"a": {"get_resource": "late"}}, "x": {"get_resource": "box"}}},),
        *(
            {"map_merge": [{"a": {"get_resource": "late"}}]},
            {"list_join": [",", [{"get_resource": "late"}], {"get_attr": ["box", "names"]}]},
        ),
        *(
            {"make_url": {"host": {"get_resource": "late"}}},
            {"contains": [{"get_resource": "late"}, "x"]},
            {"Ref": "late"},
        ),
        *(
            {"digest": ["md5", {"get_resource": "late"}]},
            {"filter": [[], [{"get_resource": "late"}]]},
            {"equals": [{"get_resource": "late"}, 1]},
        ),
    ]
    for place, (index, value) in product(places, enumerate(values)):
        for late in (
            {"type": "A"},
            {"type": "A", "condition": "off"},
            {"type": "A", "depends_on": "last"},
            {"type": "A", "external_id": "x"},
        ):
            for version in (LATEST, "2013-05-23"):
                template = frame(version)
                if version != LATEST and ("condition" in late or "external_id" in late or place == "external_id"):
                    continue
                template["resources"]["late"] = copied(late)
                plain = place in ("deletion_policy", "external_id")
                template["resources"]["last"] = {"type": "A", place: copied(value) if plain else {"p": copied(value)}}
                yield f"{version}/{place}/{index}/{short(late)}", case(template)
    for order in permutations(("a", "b", "c")):
        for links in product(("property", "depends", "condition-off", "plain"), repeat=2):
            template = frame()
            bodies = {"a": {}, "b": _LINKS[links[0]]("a"), "c": _LINKS[links[1]]("b")}
            template["resources"] = {name: {"type": "A", **copied(bodies[name])} for name in order}
            template["outputs"] = {"o": {"value": [{"get_resource": name} for name in order]}}
            yield f"order/{''.join(order)}/{'-'.join(links)}", case(template)


def versions() -> Iterator[Case]:
    """Every field in every version."""
    for version in (*words.VERSIONS, *words.RELEASES):
        for field, value in FIELDS.items():
            yield f"{version}/{field}", described({"type": "A", field: value}, version)
        for policy in (*_POLICIES, {"get_param": "word"}, {"list_join": ["", ["ret", "ain"]]}, None, "", True):
            yield f"{version}/policy/{policy}", described({"type": "A", "deletion_policy": policy}, version)


def pairs() -> Iterator[Case]:
    """Two fields with something odd in each."""
    some = (
        *PLAIN[:3],
        "a",
        ["a"],
        *CALLS[5:8],
        *CALLS[14:18],
        {"Ref": "box"},
        {"list_join": 1},
        {"list_join": [1, []]},
    )
    for (one, first), (other, second) in product(product(FIELDS, some), repeat=2):
        if one < other:
            yield f"{one}={short(first)}/{other}={short(second)}", described({"type": "A", one: first, other: second})


AREAS: dict[str, Callable[[], Iterator[Case]]] = {
    "resources/fields": fields,
    "resources/external_id": with_external_id,
    "resources/names": names,
    "resources/cycles": cycles,
    "resources/dependencies": dependencies,
    "resources/versions": versions,
    "resources/pairs": pairs,
}
