"""Relevance of parameters: no values of the irrelevant ones, alone or all together, change the result."""

import json
import random

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from designer.samples import SAMPLES
from hotcore.analysis import load, preview
from hotcore.diagnostics import Report
from hotcore.parameters.given_values import take_values
from hotcore.resolver.build import preview_as_data
from tests.hotcore.corpus import needs_corpus, some_texts
from tests.hotcore.strategies import given_values
from tests.hotcore.strategies import templates as any_templates
from tests.pace import within

HEAD = "heat_template_version: 2021-04-16\n"
POOL = {
    "string": ["", "a", "b", "prod", "flag", "is_a", "other", "x" * 9, "10.0.0.0/24", "192.168.7.9", "name"],
    "number": [0, 1, 2, 3, 5, 22, 80, 1000, 1.5, -1],
    "boolean": [True, False],
    "json": [{}, {"a": 1}, {"a": {"b": ["x"]}}, ["x", "y"], {"name": "flag"}],
    "comma_delimited_list": [[], ["a"], ["b", "a"], ["prod", "x", "y"]],
}


def legal_values(document):
    """By parameter, the values of the pool and of the template's lists that Heat accepts."""
    found = {}
    for name, parameter in document.template.parameters.items():
        listed = [v for c in parameter.constraints if c.kind == "allowed_values" for v in c.options["values"]]
        tried = [*POOL[parameter.type], *listed[:5], *([parameter.default] if parameter.has_default else [])]
        found[name] = [value for value in tried if value is not None and is_legal(document, name, value)]
    return found


def is_legal(document, name, value):
    return not take_values(document.template, {name: value}, {}, Report())[name].diagnostics


def resolved(document, values):
    """The resources in order and the outputs, without any mask; and the irrelevant parameters."""
    found = preview(document, values, mask=False)
    data = preview_as_data(found)
    return [*data["resources"].items()], data["outputs"], found.irrelevant


def check_irrelevance(document, values, legal, chance):
    resources, outputs, idle = resolved(document, values)
    others = {name: chance.choice(legal[name]) for name in idle if legal[name]}
    changes = [{name: value} for name, value in others.items()] + [others]
    for change in changes if others else []:
        again = resolved(document, values | change)
        assert again[:2] == (resources, outputs), change
    return len(others)


# -- templates that are drawn ---------------------------------------------------

PARAMETERS = {
    "flag": {"type": "boolean", "default": False},
    "open": {"type": "boolean"},
    "env": {"type": "string", "default": "a", "constraints": [{"allowed_values": ["a", "b", "prod"]}]},
    "named": {"type": "string", "default": "flag"},
    "condition": {"type": "string", "default": "c0", "constraints": [{"allowed_values": ["c0", "c1"]}]},
    "count": {"type": "number", "default": 1},
    "list": {"type": "comma_delimited_list", "default": "a,b"},
    "data": {"type": "json", "default": {"a": "x"}},
    "secret": {"type": "string", "default": "s", "hidden": True},
}
reads = st.sampled_from(
    [*({"get_param": name} for name in PARAMETERS), {"get_param": ["data", "a"]}, {"get_param": ["list", 0]}]
)
constants = st.sampled_from(["a", "b", "prod", 1, True, "x"])
names = st.sampled_from(["c0", "c1", "c2"])
atoms = st.one_of(
    st.tuples(reads, st.one_of(constants, reads)).map(lambda pair: {"equals": list(pair)}),
    st.tuples(constants, st.sampled_from([{"get_param": "list"}, {"get_param": "env"}])).map(
        lambda pair: {"contains": list(pair)}
    ),
    st.sampled_from([{"get_param": "flag"}, {"get_param": "open"}, {"get_param": "condition"}, True, False]),
    reads.map(lambda read: {"yaql": {"expression": "$.data.x = 1", "data": {"x": read}}}),
    names,
)
conditions = st.recursive(
    atoms,
    lambda inner: st.one_of(
        inner.map(lambda one: {"not": one}),
        st.lists(inner, min_size=2, max_size=3).map(lambda all_of: {"and": all_of}),
        st.lists(inner, min_size=2, max_size=3).map(lambda any_of: {"or": any_of}),
    ),
    max_leaves=5,
)
definitions = conditions.filter(lambda node: isinstance(node, dict | bool))
leaves = st.one_of(
    reads,
    constants,
    st.sampled_from([{"get_param": ["data", {"get_param": "named"}]}, {"get_attr": ["r1", "value"]}]),
)
values = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.tuples(conditions, inner, inner).map(lambda parts: {"if": list(parts)}),
        st.tuples(conditions, inner).map(lambda parts: {"if": list(parts)}),
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["k", "l"]), inner, max_size=2),
        st.tuples(st.just("-"), st.lists(inner, max_size=2)).map(lambda parts: {"list_join": list(parts)}),
        inner.map(lambda value: {"str_replace": {"template": "a $x", "params": {"$x": value}}}),
        reads.map(lambda read: {"repeat": {"template": {"n": "<i>"}, "for_each": {"<i>": read}}}),
    ),
    max_leaves=5,
)
resources = st.fixed_dictionaries(
    {"type": st.just("OS::Heat::Value"), "properties": values.map(lambda value: {"value": value})},
    optional={"condition": conditions, "metadata": values.map(lambda value: {"m": value})},
)
templates = st.fixed_dictionaries(
    {
        "heat_template_version": st.just("2021-04-16"),
        "parameters": st.just(PARAMETERS),
        "conditions": st.fixed_dictionaries({"c0": definitions, "c1": definitions, "c2": definitions}),
        "resources": st.fixed_dictionaries({"r0": resources, "r1": resources}),
        "outputs": st.fixed_dictionaries(
            {"o": st.fixed_dictionaries({"value": values}, optional={"condition": conditions})}
        ),
    }
)
chances = st.randoms(use_true_random=False)


@settings(max_examples=60, deadline=None)
@given(templates, st.sets(st.sampled_from([*PARAMETERS])), chances)
def test_irrelevant_parameters_change_nothing(template, chosen, chance):

    document = load(json.dumps(template))
    legal = legal_values(document)
    found = {name: chance.choice(legal[name]) for name in sorted(chosen)}
    changed = check_irrelevance(document, found, legal, chance)
    event(f"irrelevant: {min(changed, 5)}")


@settings(max_examples=80, deadline=None)
@given(any_templates, given_values, chances)
def test_irrelevant_parameters_change_nothing_in_a_template_with_errors(text, values, chance):
    document = load(text)
    assume(document.template is not None)
    known = {name: value for name, value in values.items() if name in document.template.parameters}
    check_irrelevance(document, known, legal_values(document), chance)


GENERATED = ".j2.yaml"  # what these end in is made into templates first


@needs_corpus
@pytest.mark.parametrize(
    ("name", "text"),
    [pytest.param(name, text, id=name) for name, text in some_texts() if not name.endswith(GENERATED)],
)
def test_irrelevant_parameters_change_nothing_in_real_templates(name, text):
    document, chance = load(text), random.Random(name)
    legal = legal_values(document)
    for share in (0.0, 0.5, 1.0):
        chosen = {each: chance.choice(found) for each, found in legal.items() if found and chance.random() < share}
        check_irrelevance(document, chosen, legal, chance)


# -- readers and reasons --------------------------------------------------------

CASE = """\
parameters:
  env: {type: string, default: dev}
  backup: {type: boolean, default: false}
  schedule: {type: string, default: nightly}
  size: {type: number, default: 3}
  zone: {type: string, default: a}
  lone: {type: string, default: x}
  forgotten: {type: string, default: x}
conditions:
  prod: {equals: [{get_param: env}, prod]}
  with_backup: {and: [{get_param: backup}, prod]}
  big: {equals: [{get_param: size}, 9]}
  nobody: {equals: [{get_param: forgotten}, y]}
resources:
  a: {type: OS::Heat::Value, properties: {value: {if: [prod, {get_param: zone}, x]}}}
  b:
    type: OS::Heat::Value
    condition: with_backup
    properties: {value: [{get_param: schedule}, {if: [big, 1, 2]}]}
"""


def idle(text, values=None):
    return preview(load(HEAD + text), values or {}).irrelevant


def summary(readers):
    """A summary of readers: what and why, and the values that decide it."""
    return [(f"{r.kind} {r.name}", r.why, {one.name: one.value for one in r.reason}) for r in readers]


def test_each_irrelevant_parameter_has_its_readers_and_why_they_do_not_read():
    dev = {"env": "dev"}
    assert {name: summary(readers) for name, readers in idle(CASE).items()} == {
        "backup": [("condition with_backup", "decided", dev)],
        "schedule": [("resource b", "off", dev)],
        "size": [("resource b", "off", dev)],
        "zone": [("resource a", "branch", dev)],
        "lone": [],
        "forgotten": [("condition nobody", "unused", {})],
    }


def test_values_make_parameters_relevant_again():
    assert [*idle(CASE, {"env": "prod"})] == ["schedule", "size", "lone", "forgotten"]
    assert summary(idle(CASE, {"env": "prod"})["size"]) == [("resource b", "off", {"backup": False})]
    assert [*idle(CASE, {"env": "prod", "backup": True})] == ["lone", "forgotten"]


TWO = "parameters: {p: {type: string, default: a}, q: {type: string, default: b}, f: {type: boolean, default: false}}\n"


def output(value, conditions=""):
    return f"{TWO}conditions: {{{conditions}}}\noutputs: {{o: {{value: {value}}}}}\n"


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        (output("{get_param: {get_param: p}}"), {}, []),
        (output("{get_param: [p, {get_param: q}]}"), {}, ["f"]),
        (output("{if: [{get_param: p}, 1, 2]}", "d: {get_param: f}"), {"p": "d"}, ["q"]),
        (
            output("{if: [{and: [{get_param: p}, {get_param: f}]}, 1, 2]}", "d: {equals: [{get_param: q}, x]}"),
            {},
            ["q"],
        ),
        (output("{if: [{and: [{get_param: p}, true]}, 1, 2]}", "d: {equals: [{get_param: q}, x]}"), {"p": "d"}, ["f"]),
        (output("{if: [{and: [c, {get_param: f}]}, 1, 2]}", "c: {equals: [{get_param: p}, x]}"), {}, ["q", "f"]),
        (output("{if: [{or: [{get_param: f}, c]}, 1, 2]}", "c: {equals: [{get_param: p}, a]}"), {}, ["q", "f"]),
        (output("{if: [{get_param: f}, {get_param: p}, {get_param: q}]}"), {"f": "no boolean"}, []),
        (output("{if: [{not: {get_param: f}}, {get_param: p}, {get_param: q}]}"), {}, ["q"]),
        (output("{if: [c, 1, 2]}", "c: {equals: [{not: d}, {get_param: p}]}, d: {get_param: f}"), {}, ["q"]),
        (output("{wrong: {if: [{get_param: p}]}}"), {}, ["q", "f"]),
    ],
)
def test_irrelevant_parameters(text, values, expected):
    assert [*idle(text, values)] == expected


@pytest.mark.parametrize(("value", "why"), [("{if: [c, 1, 2]}", "off"), ("5", "unused")])
def test_a_computed_name_is_that_of_any_parameter_also_where_nothing_reads_it_now(value, why):
    conditions = "conditions: {c: {equals: [{get_param: {get_param: p}}, a]}}\n"
    resource = f"{{type: OS::Heat::Value, condition: false, properties: {{value: {value}}}}}"
    text = f"{TWO}{conditions}resources: {{r: {resource}}}\n"
    found = {name: [reader.why for reader in readers] for name, readers in idle(text).items()}
    assert found == {"p": [why], "q": [why], "f": [why]}


def test_an_unknown_condition_needs_both_branches():
    text = "parameters: {f: {type: boolean}, p: {type: string, default: a}, q: {type: string, default: b}}\n"
    resource = (
        "resources: {r: {type: OS::Heat::Value, condition: {get_param: f}, properties: {value: {get_param: p}}}}\n"
    )
    assert [*idle(f"{text}outputs: {{o: {{value: {{if: [{{get_param: f}}, {{get_param: p}}, 2]}}}}}}\n")] == ["q"]
    assert [*idle(text + resource)] == ["q"]
    assert [*idle(text + resource, {"f": False})] == ["p", "q"]


def test_a_parameter_without_a_value_can_be_irrelevant():
    text = "parameters: {p: {type: string}, f: {type: boolean, default: false}}\n"
    assert [*idle(f"{text}outputs: {{o: {{value: {{get_param: p}}, condition: {{get_param: f}}}}}}\n")] == ["p"]


def test_a_template_without_results_has_no_irrelevant_parameters():
    assert idle("parameters: {p: {type: string, default: a}}\n") == {}
    assert [*idle("parameters: {p: {type: string, default: a}}\noutputs: {o: {value: 1}}\n")] == ["p"]


def test_in_versions_without_conditions_every_parameter_that_is_read_matters():
    text = "heat_template_version: 2013-05-23\nparameters: {p: {type: string, default: a}}\nresources:\n"
    resource = "  r: {type: OS::Heat::Value, condition: false, properties: {value: {Ref: p}}}\n"
    assert preview(load(text + resource)).irrelevant == {}


def test_the_reason_hides_the_values_of_hidden_parameters():
    text = "parameters: {k: {type: string, hidden: true, default: Sesam}, p: {type: string, default: a}}\n"
    text += "outputs: {o: {value: {get_param: p}, condition: {equals: [{get_param: k}, x]}}}\n"
    assert summary(idle(text)["p"]) == [("output o", "off", {"k": "••••••"})]


@pytest.mark.parametrize("fan", [1, 3])
def test_long_chains_of_conditions_are_followed(fan):
    chain = ", ".join(f"c{n}: {{and: [{', '.join([f'c{n - 1}'] * fan)}, {{get_param: f{n}}}]}}" for n in range(1, 600))
    parameters = ", ".join(f"f{n}: {{type: boolean, default: true}}" for n in range(600))
    text = f"parameters: {{{parameters}}}\nconditions: {{c0: {{get_param: f0}}, {chain}}}\n"
    resource = "resources: {r: {type: OS::Heat::Value, condition: c599}}\n"
    assert idle(text + resource) == {}
    assert len(idle(text + resource, {"f0": False})) == 599


def test_very_many_skipped_readers_take_little_time():
    many = ", ".join(f"{{equals: [{{get_param: p{n}}}, b]}}" for n in range(2000))
    parameters = ", ".join(f"p{n}: {{type: string, default: a}}" for n in range(2000))
    items = ", ".join(["{if: [off, {if: [any, 1, 2]}, 3]}"] * 2400)
    text = f"parameters: {{off: {{type: boolean, default: false}}, {parameters}}}\n"
    text += f"conditions: {{off: {{get_param: off}}, any: {{or: [{many}]}}}}\n"
    text += f"resources: {{r: {{type: OS::Heat::Value, properties: {{value: [{items}]}}}}}}\n"
    with within(1.5):
        found = idle(text)
    assert len(found) == 2000
    assert {tuple(reader.name for reader in readers) for readers in found.values()} == {("r",)}


def test_samples():
    found = {
        sample.slug: [*preview(load(sample.text, {n: c.decode() for n, c in sample.files.items()})).irrelevant]
        for sample in SAMPLES
    }
    assert {slug: names for slug, names in found.items() if names} == {
        "batch-workers": ["most_workers", "step"],
        "load-balanced-web": ["certificate"],
        "three-tiers": ["backup_hours"],
    }
