"""Every form of a condition with every odd value in every place, unused and used in all ways; odd sections."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.parity.strategies import vocabulary as words
from tests.parity.strategies.writer import copied
from tests.parity.systematic.frames import CALLS, LATEST, ODD, PLAIN, Body, Case, case, frame, short, spoilt

FORMS: dict[str, Any] = {
    "equals": {"equals": [{"get_param": "word"}, "north"]},
    "not": {"not": "on"},
    "not-call": {"not": {"equals": [1, 2]}},
    "and": {"and": ["on", {"not": "off"}]},
    "or": {"or": ["off", {"equals": [1, 1]}, True]},
    "get_param": {"get_param": "flag"},
    "get_param-path": {"get_param": ["obj", "on"]},
    "contains": {"contains": ["red", {"get_param": "csv"}]},
    "yaql": {"yaql": {"expression": "$.data.a > 0", "data": {"a": {"get_param": "size"}}}},
    "true": True,
    "name": "on",
}
_MORE: tuple[Any, ...] = (
    {"equals": [1, 2]},
    {"get_param": ["obj", "on"]},
    {"get_param": ["obj", "name"]},
    {"get_param": ["odd", "1"]},
    {"get_param": ["odd", "19"]},
    {"get_param": ["odd", "15"]},
    {"yaql": {"expression": "true"}},
    {"yaql": {"expression": "("}},
    {"yaql": {"expression": "1", "data": {"get_attr": ["box", "ip"]}}},
    {"contains": ["a", "abc"]},
    {"contains": ["a"]},
    {"and": ["on"]},
    {"or": ["nowhere", "on"]},
    {"and": ["off", "nowhere"]},
    {"equals": ["on", True]},
    {"str_replace": {}},
    {"c": 1},
    "c",
    "later",
)
ODD_CONDITIONS = (*ODD, *_MORE)


def users(version: str = LATEST) -> dict[str, Callable[[Body], None]]:
    """What uses the condition `c` of a template, by name."""

    def on_resource(template: Body) -> None:
        template["resources"]["last"] = {"type": "Demo::Box", "condition": "c", "properties": {"a": 1}}

    def on_output(template: Body) -> None:
        template["outputs"]["o"] = {"value": 1, "condition": "c"}

    def in_if(template: Body) -> None:
        template["outputs"]["o"] = {"value": {"if": ["c", "yes", "no"]}}

    def in_property(template: Body) -> None:
        template["resources"]["last"] = {"type": "Demo::Box", "properties": {"a": {"if": ["c", "yes", "no"]}}}

    def by_name(template: Body) -> None:
        template["conditions"]["user"] = {"and": ["c", "on"]}
        template["outputs"]["o"] = {"value": 1, "condition": "user"}

    return {
        "unused": lambda _: None,
        "resource": on_resource,
        "output": on_output,
        "if": in_if,
        "property": in_property,
        "by-name": by_name,
    }


def conditional(definition: Any, user: Callable[[Body], None], version: str = LATEST) -> Body:
    """A case with the condition `c` and something that uses it."""
    template = frame(version)
    template.setdefault("conditions", {"on": True, "off": False})
    template["conditions"]["c"] = copied(definition)
    template["conditions"]["later"] = {"not": "off"}
    user(template)
    return case(template)


def definitions() -> Iterator[Case]:
    """Conditions by name."""
    for name, user in users().items():
        for form, good in FORMS.items():
            for what, spoiled in spoilt(good, ODD_CONDITIONS):
                yield f"{form}/{what}/{name}", conditional(spoiled, user)


def written_out() -> Iterator[Case]:
    """Inline conditions."""
    for form, good in FORMS.items():
        for what, spoiled in spoilt(good, ODD_CONDITIONS):
            template = frame()
            template["resources"]["last"] = {"type": "Demo::Box", "condition": copied(spoiled)}
            yield f"resource/{form}/{what}", case(template)
            template = frame()
            template["outputs"]["o"] = {"value": "v", "condition": copied(spoiled)}
            yield f"output/{form}/{what}", case(template)
            template = frame()
            template["outputs"]["o"] = {"value": {"if": [copied(spoiled), "y", "n"]}}
            yield f"if/{form}/{what}", case(template)
            template = frame()
            template["resources"]["last"] = {"type": "B", "properties": {"p": {"if": [copied(spoiled), "y"]}}}
            yield f"property-if/{form}/{what}", case(template)


def versions() -> Iterator[Case]:
    """All that can be done with conditions in every version and under every release's name."""
    for version in (*words.VERSIONS, *words.RELEASES):
        for name, user in users(version).items():
            for form, good in FORMS.items():
                yield f"{version}/{form}/{name}", conditional(good, user, version)
            for value in (
                {"list_join": ["", ["a"]]},
                {"if": ["on", True, False]},
                {"Fn::Join": ["", []]},
                None,
                "x",
                1,
            ):
                yield f"{version}/{short(value)}/{name}", conditional(value, user, version)
            for function in (*words.FUNCTIONS, "Fn::Equals", "Fn::If", "Fn::Not", "Fn::GetAtt", "Condition", "nope"):
                yield f"{version}/{function}/{name}", conditional({function: ["on", "off"]}, user, version)
                yield f"{version}/not-{function}/{name}", conditional({"not": {function: ["on", "off"]}}, user, version)
                yield (
                    f"{version}/equals-{function}/{name}",
                    conditional({"equals": [{function: "word"}, 1]}, user, version),
                )


def sections() -> Iterator[Case]:
    """Odd sections, odd names, cycles."""
    for version in (LATEST, "2016-10-14", "2016-04-08"):
        for value in (*ODD, {"c": True, 1: False}, {"a": "a"}, {"if": True}, {"get_param": True}, {"a": {"not": "a"}}):
            template = frame(version)
            template["conditions"] = copied(value)
            yield f"{version}/section/{short(value)}", case(template)
            template["resources"] = {}
            yield f"{version}/section-alone/{short(value)}", case(copied(template))
            template["outputs"] = {"o": {"value": 1, "condition": "c"}}
            yield f"{version}/section-output/{short(value)}", case(copied(template))
    names = (
        1,
        True,
        None,
        1.5,
        "",
        "a b",
        "a.b",
        "a/b",
        "é",
        "true",
        "not",
        "word",
        "box",
        "OS::stack_name",
        "if",
        "x" * 300,
    )
    for key in names:
        for use in (key, str(key), {"equals": [1, 1]}):
            template = frame()
            template["conditions"] = {key: True}
            template["resources"]["last"] = {"type": "Demo::Box", "condition": copied(use)}
            template["outputs"]["o"] = {"value": {"if": [copied(use), 1, 2]}}
            yield f"name/{key!r}/{short(use)}", case(template)
    yield from _cycles()


def _cycles() -> Iterator[Case]:
    links: dict[str, Any] = {
        "not": {"not": "d"},
        "and": {"and": ["off", "d"]},
        "and-first": {"and": ["d", "off"]},
        "or": {"or": ["on", "d"]},
        "equals": {"equals": ["d", "d"]},
        "name": "d",
    }
    for name, user in users().items():
        for one, first in links.items():
            for other in ({"not": "c"}, {"not": "d"}, {"or": ["on", "c"]}, {"not": "nowhere"}, True):
                template = frame()
                template["conditions"] |= {"c": copied(first), "d": copied(other)}
                user(template)
                yield f"cycle/{one}/{short(other)}/{name}", case(template)


def disabled() -> Iterator[Case]:
    """References from everywhere to something that is off, or is on, or has an odd condition."""
    references: tuple[Any, ...] = (
        *(
            {"get_resource": "r"},
            {"get_attr": ["r", "ip"]},
            {"get_attr": ["r"]},
            {"if": ["c", {"get_resource": "r"}, "n"]},
        ),
        *(
            {"if": ["c", {"get_attr": ["r", "ip"]}]},
            {"repeat": {"template": {"get_resource": "r"}, "for_each": {"%": []}}},
        ),
        *({"list_join": [",", [{"get_resource": "r"}]]}, {"get_param": [{"get_resource": "r"}]}, {"Ref": "r"}),
        *(
            {"resource_facade": {"get_resource": "r"}},
            {"unknown": {"get_attr": ["r", "x"]}},
            {"get_attr": ["r", "missing"]},
        ),
        *(
            {"str_replace": {"template": "", "params": {}, "x": {"get_resource": "r"}}},
            {"if": ["on", 1, {"get_resource": "r"}]},
        ),
    )
    for condition in (False, True, None, "off", "on", {"not": "on"}, {"get_param": "flag"}, "nowhere", 0):
        for live in (True, False):
            for index, reference in enumerate(references):
                for place in (
                    "output",
                    "output-same",
                    "property",
                    "property-same",
                    "metadata",
                    "update_policy",
                    "external_id",
                    "deletion_policy",
                ):
                    template = frame()
                    template["conditions"]["c"] = copied(condition) if isinstance(condition, bool) else True
                    template["resources"]["r"] = {"type": "Demo::Box", "condition": copied(condition)}
                    same = {"condition": copied(condition)} if place.endswith("same") else {}
                    if place.startswith("output"):
                        template["outputs"]["o"] = {"value": copied(reference), **same}
                    else:
                        body: Body = {"type": "Demo::Box", **same}
                        key = {"property": "properties", "property-same": "properties"}.get(place, place)
                        plain = key in ("external_id", "deletion_policy")
                        body[key] = copied(reference) if plain else {"a": copied(reference)}
                        template["resources"]["last"] = body
                    around = {"attributes": {"r": {"ip": "1"}}} if live else {}
                    yield f"{condition}/{live}/{index}/{place}", case(template, **around)
            for needs in ("r", ["r"], ["box", "r"], ["r", "r"], ["r", "nowhere"]):
                template = frame()
                template["resources"]["r"] = {"type": "Demo::Box", "condition": copied(condition)}
                template["resources"]["last"] = {"type": "Demo::Box", "depends_on": needs}
                yield f"{condition}/{live}/depends-on/{needs}", case(template)
                template["resources"]["r"]["depends_on"] = "last"
                yield f"{condition}/{live}/depends-on-cycle/{needs}", case(copied(template))


def in_disabled() -> Iterator[Case]:
    """All kinds of mistakes inside of resources and outputs that are off."""
    fields = (
        "type",
        "properties",
        "metadata",
        "update_policy",
        "deletion_policy",
        "external_id",
        "depends_on",
        "description",
        "zz",
    )
    for field in fields:
        for value in (
            *PLAIN,
            *CALLS,
            *({"p": call} for call in CALLS),
            {"p": {"list_join": 1}},
            {"p": {"Fn::Join": 1}},
        ):
            template = frame()
            template["resources"]["last"] = {"type": "Demo::Box", "condition": "off", field: copied(value)}
            yield f"resource/{field}/{short(value)}", case(template)
    for field in ("value", "description", "zz"):
        for value in (*PLAIN, *CALLS, *({"p": call} for call in CALLS), {"list_join": 1}):
            template = frame()
            template["outputs"]["o"] = {"value": 1, "condition": "off", field: copied(value)}
            yield f"output/{field}/{short(value)}", case(template)


AREAS: dict[str, Callable[[], Iterator[Case]]] = {
    "conditions/definitions": definitions,
    "conditions/written-out": written_out,
    "conditions/versions": versions,
    "conditions/sections": sections,
    "conditions/disabled": disabled,
    "conditions/in-disabled": in_disabled,
}
