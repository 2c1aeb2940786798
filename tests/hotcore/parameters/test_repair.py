"""Repairs: the nearest valid values for an invalid one."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hotcore
from hotcore import analysis
from hotcore.edits.gestures.registry import perform
from tests.counting import seconds_given_up
from tests.hotcore.corpus import corpus_texts, needs_corpus
from tests.pace import within

HEAD = "heat_template_version: 2021-04-16\n"


def document(kind, constraints="[]", more=""):
    return hotcore.load(f"{HEAD}parameters: {{p: {{type: {kind}, constraints: {constraints}{more}}}}}\n")


def repairs(kind, value, constraints="[]", more=""):
    return list(hotcore.preview(document(kind, constraints, more), {"p": value}).parameters["p"].repairs)


@pytest.mark.parametrize(
    ("value", "constraints", "offered"),
    [
        ("5", "[{range: {min: 2, max: 12}}, {modulo: {step: 2, offset: 0}}]", [4, 6]),
        ("13", "[{range: {min: 2, max: 12}}, {modulo: {step: 5, offset: 0}}]", [10]),
        ("1", "[{range: {min: 2, max: 4}}, {modulo: {step: 5, offset: 0}}]", []),
        ("7", "[{modulo: {step: 4, offset: 1}}, {modulo: {step: 6, offset: 3}}]", [9, -3]),
        ("7", "[{modulo: {step: 4, offset: 1}}, {modulo: {step: 6, offset: 2}}]", []),
        ("8", "[{modulo: {step: -4, offset: -1}}]", [7, 11]),
        ("2.5", "[{modulo: {step: 2.0, offset: 1}}]", [3, 1]),
        ("99.5", "[{range: {max: 12.25}}]", [12.25]),
        ("0", "[{range: {min: 1}}, {range: {min: 3, max: 9}}]", [3]),
        ("7", "[{allowed_values: [1, 5, 8, 100]}]", [8, 5]),
        ("7", "[{allowed_values: [1, 5, 8, 100]}, {range: {max: 5}}]", [5, 1]),
        ("1" + "0" * 40, "[{modulo: {step: 7, offset: 0}}]", [10**40 + 3, 10**40 - 4]),
        ("5 GB", "[{range: {max: 12}}]", [5]),
        ("50 GiB", "[{range: {max: 12}}]", [12]),
        ("2,5", "[]", [2.5]),
        ("1,000", "[]", [1000]),
        ("\u22125", "[]", [-5]),
        ("1e400", "[{range: {max: 12}}]", [12]),
        ("1e400", "[{modulo: {step: 2, offset: 0}}]", []),
        ("nan", "[{modulo: {step: 2, offset: 0}}]", []),
        ("many", "[{range: {max: 12}}]", []),
        ("", "[{allowed_values: [4, 8, 16]}]", [4, 8]),
        ("", "[{range: {max: 12}}]", []),
    ],
)
def test_a_number(value, constraints, offered):
    assert repairs("number", value, constraints) == offered


@pytest.mark.parametrize(
    ("value", "constraints", "offered"),
    [
        ("ture", "[]", [True]),
        ("flase", "[]", [False]),
        ("'Yes'", "[]", [True]),
        ("disabled", "[]", [False]),
        ("maybe", "[]", [True, False]),
        ("no", "[{allowed_values: [true]}]", [True]),
        ("no", "[{allowed_values: []}]", []),
    ],
)
def test_a_boolean(value, constraints, offered):
    assert repairs("boolean", value, constraints) == offered


@pytest.mark.parametrize(
    ("value", "constraints", "offered"),
    [
        (" abc ", "[{allowed_pattern: '[a-z]+'}]", ["abc"]),
        ("ABC", "[{allowed_pattern: '[a-z]+'}]", ["abc"]),
        ("My Server", "[{allowed_pattern: '[a-z][a-z0-9-]*'}]", ["my-server"]),
        ("Zürich", "[{allowed_pattern: '[A-Za-z]+'}]", ["Zurich"]),
        ("a\u200bb", "[{allowed_pattern: '[a-z]+'}]", ["ab"]),
        ("prodction", "[{allowed_values: [staging, production]}]", ["production"]),
        ("PRODUCTION ", "[{allowed_values: [staging, production]}]", ["production"]),
        ("m1 small", "[{allowed_values: [m1.small, m1.large]}]", ["m1.small"]),
        ("m1.smal", "[{allowed_values: [m1.large, m1.small, m2.small]}]", ["m1.small", "m2.small"]),
        ("nothing like it", "[{allowed_values: [a, b]}]", []),
        ("", "[{allowed_values: [small, medium, large]}]", ["small", "medium"]),
        (" ", "[{allowed_values: [small, medium]}, {allowed_pattern: 'm.*'}]", ["medium"]),
        ("a-name-that-is-long", "[{length: {max: 12}}]", ["a-name-that"]),
        ("x" * 500, "[{length: {max: 12}}]", []),
        ("x", "[{length: {min: 12}}]", []),
        ("10.0.0/24", "[{custom_constraint: net_cidr}]", ["10.0.0.0/24"]),
        ("10.0.0.0/255.255.255.0", "[{custom_constraint: net_cidr}]", ["10.0.0.0/24"]),
        ("10.0.0.0", "[{custom_constraint: net_cidr}]", ["10.0.0.0/24"]),
        ("10.0.0.7", "[{custom_constraint: net_cidr}]", ["10.0.0.7/32"]),
        ("010.0.0.5", "[{custom_constraint: ip_addr}]", ["10.0.0.5"]),
        ("[fe80::1]", "[{custom_constraint: ip_addr}]", ["fe80::1"]),
        ("10.0.0.5/24", "[{custom_constraint: ip_addr}]", ["10.0.0.5"]),
        ("AA BB CC DD EE FF", "[{custom_constraint: mac_addr}]", ["aa:bb:cc:dd:ee:ff"]),
        ("https://Example.org/x", "[{custom_constraint: dns_domain}]", ["example.org."]),
        ("31.1.2030", "[{custom_constraint: iso_8601}]", ["2030-01-31"]),
        ("Berlin", "[{custom_constraint: timezone}]", ["Europe/Berlin"]),
        ("utcc", "[{custom_constraint: timezone}]", ["UTC"]),
        ("utc+1", "[{custom_constraint: timezone}]", ["Etc/GMT-1"]),
        ("GMT-05:00", "[{custom_constraint: timezone}]", ["Etc/GMT+5"]),
        ("utc+5:30", "[{custom_constraint: timezone}]", []),
        ("utc1", "[{custom_constraint: timezone}]", []),
        ("{'a': 1}", "[{custom_constraint: json_string}]", ['{"a": 1}']),
        (5, "[{allowed_pattern: '[0-9]+'}]", ["5"]),
    ],
)
def test_a_text(value, constraints, offered):
    assert repairs("string", value, constraints) == offered


@pytest.mark.parametrize(
    ("value", "constraints", "offered"),
    [
        ("a, b", "[{allowed_values: [a, b]}]", [["a", "b"]]),
        ("a;B", "[{allowed_values: [a, b]}]", [["a", "b"]]),
        ("a,,b", "[{allowed_values: [a, b]}]", [["a", "b"]]),
        ("[a, b]", "[{allowed_values: [a, b]}]", [["a", "b"]]),
        ("web,databse", "[{allowed_values: [web, database]}]", [["web", "database"]]),
        ("a,b,c", "[{length: {max: 2}}]", [["a", "b"]]),
        (80, "[]", [["80"]]),
        ("x", "[{allowed_values: [a, b, c]}, {length: {min: 2}}]", [["a", "b"]]),
        ("b", "[{allowed_values: [a, b, c]}, {length: {min: 2}}]", [["b", "a"]]),
        ("", "[{allowed_values: [a, b, c]}, {length: {min: 1}}]", [["a"]]),
        ("a", "[{length: {min: 2}}]", []),
    ],
)
def test_a_list(value, constraints, offered):
    assert repairs("comma_delimited_list", value, constraints)[:1] == offered


@pytest.mark.parametrize(
    ("value", "offered"),
    [
        ("{'a': 1, 'b': True,}", {"a": 1, "b": True}),
        ('{"a": None, "b": [1, 2,]}', {"a": None, "b": [1, 2]}),
        ("{'it': 'isn\\'t'}", {"it": "isn't"}),
        ("{team: orders}", {"team": "orders"}),
        ('{"a": {"b": 1}', {"a": {"b": 1}}),
        ('{"None": "True, \'x\',}"', {"None": "True, 'x',}"}),
    ],
)
def test_json(value, offered):
    assert repairs("json", value) == [offered]


def test_a_hidden_value_is_not_offered_in_another_spelling():
    found = hotcore.preview(document("string", "[{allowed_values: [secret]}]", ", hidden: true"), {"p": "secre"})
    assert found.parameters["p"].repairs == ()
    assert "secre" not in repr(found.diagnostics).replace("allowed_values", "").replace("Allowed: secret", "")


def test_the_diagnostic_has_the_suggestion_once():
    found = hotcore.preview(document("number", "[{range: {max: 12}}, {modulo: {step: 2, offset: 0}}]"), {"p": "15"})
    assert sorted(str(each.hint) for each in found.diagnostics) == ["None", "Use `12`."]
    assert set(found.parameters["p"].diagnostics) == set(found.diagnostics)


def test_the_default_is_suggested_first_for_an_empty_value():
    assert repairs("string", "", "[{allowed_values: [a, b, c]}]", ", default: c") == ["c", "a"]
    assert repairs("number", "", "[{allowed_values: [1, 2, 3]}]", ", default: 3") == [3, 1]


def test_a_number_that_should_be_a_text_is_offered_in_quotes():
    found = hotcore.preview(document("string", "[{allowed_pattern: '[0-9]+'}]"), {"p": 5})
    assert [each.hint for each in found.diagnostics] == ['Use `"5"`.']


def test_a_value_in_an_environment_has_the_hint_at_its_location():
    environment = hotcore.read_environment("parameters:\n  p: 5\n", "e.yaml")
    found = hotcore.preview(document("number", "[{modulo: {step: 2, offset: 0}}]"), environments=[environment])
    assert [(each.file, each.span.line, each.hint, each.fix) for each in found.diagnostics] == [
        ("e.yaml", 2, "Use `4` or `6`.", None)
    ]


@pytest.mark.parametrize(
    ("kind", "default", "constraints"),
    [
        ("number", "5", "[{modulo: {step: 2, offset: 0}}]"),
        ("string", "My Server", "[{allowed_pattern: '[a-z-]+'}]"),
        ("boolean", "ture", "[]"),
        ("comma_delimited_list", "'a, b'", "[{allowed_values: [a, b]}]"),
        ("string", "12", "[{allowed_pattern: '[0-9]+'}]"),
    ],
)
def test_a_default_is_fixed_by_one_gesture(kind, default, constraints):
    read = document(kind, constraints, f", default: {default}")
    (found,) = read.diagnostics
    assert found.code == "bad-default"
    assert found.hint.startswith("Use `")
    after = perform(read.text, found.fix.gesture, found.fix.arguments).after
    assert hotcore.load(after).diagnostics == ()


numbers = st.one_of(st.integers(-50, 50), st.integers(), st.floats(allow_nan=False), st.just(10**60))
DEEP: object = "x"
for _ in range(5000):
    DEEP = {"a": DEEP} if _ % 2 else [DEEP]
ODD = (
    *(
        "1e400",
        "-1e400",
        "nan",
        "inf",
        "0x10",
        "١٢",
        "\u2163",
        "\0",
        "\ud800",
        "a\0b",
        "9" * 5000,
        "x" * 5000,
        "[" * 900,
    ),
    *("{'a': " * 300, "1," * 900, " ", "", "'", '"', "None", "true,", "10.0.0.0/8/8", "::%", "/", "1/1/1", "é" * 300),
    *(True, None, [], ["a"], [1, 2], {"a": 1}, [[]], 1.5, float("nan"), float("inf"), 10**400, 10**5000, -(10**5000)),
)
kinds = st.one_of(
    st.fixed_dictionaries(
        {"range": st.fixed_dictionaries({"min": numbers}, optional={"max": numbers})},
    ),
    st.integers(1, 40).flatmap(
        lambda step: st.integers(0, step - 1).map(lambda offset: {"modulo": {"step": step, "offset": offset}})
    ),
    st.fixed_dictionaries({"length": st.fixed_dictionaries({"min": st.integers(0, 3), "max": st.integers(2, 30)})}),
    st.lists(st.one_of(numbers, st.text(max_size=8), st.booleans()), max_size=6).map(
        lambda all_: {"allowed_values": all_}
    ),
    st.sampled_from(("[a-z]+", "[0-9]{2,4}", "[A-Z][a-z0-9_-]*", "(a|ab)+", "")).map(lambda p: {"allowed_pattern": p}),
    st.sampled_from(("ip_addr", "net_cidr", "dns_name", "iso_8601", "timezone", "nova.flavor", "json_string")).map(
        lambda name: {"custom_constraint": name}
    ),
)
FOR_TYPE = {
    "string": ("length", "allowed_values", "allowed_pattern", "custom_constraint"),
    "number": ("range", "modulo", "allowed_values"),
    "boolean": ("allowed_values",),
    "comma_delimited_list": ("length", "allowed_values"),
    "json": ("length",),
}


@st.composite
def parameters(draw):
    kind = draw(st.sampled_from(tuple(FOR_TYPE)))
    constraints = draw(st.lists(kinds.filter(lambda each: next(iter(each)) in FOR_TYPE[kind]), max_size=3))
    return {"type": kind, "constraints": constraints}


given_values = st.one_of(
    st.sampled_from(ODD),
    numbers,
    numbers.map(str),
    st.text(max_size=40),
    st.lists(st.text(max_size=5), max_size=4),
    st.recursive(st.one_of(st.text(max_size=4), numbers), lambda inner: st.lists(inner, max_size=3)).map(repr),
)


@pytest.mark.long
@given(parameters(), given_values)
@settings(max_examples=300, deadline=None)
def test_every_suggestion_is_valid(parameter, value):
    read = hotcore.load(json.dumps({"heat_template_version": "2021-04-16", "parameters": {"p": parameter}}))
    with within(10):
        offered = hotcore.preview(read, {"p": value}).parameters["p"].repairs
    assert len(offered) <= 2
    for each in offered:
        state = hotcore.preview(read, {"p": each}).parameters["p"]
        assert state.diagnostics == (), each
        assert hotcore.preview(read, {"p": _typed(each, parameter["type"])}).parameters["p"].value == state.value


@pytest.mark.long
@given(parameters(), st.one_of(st.text(max_size=40), st.sampled_from([each for each in ODD if isinstance(each, str)])))
@settings(max_examples=200, deadline=None)
def test_a_hint_about_a_typed_value_can_be_typed(parameter, value):
    read = hotcore.load(json.dumps({"heat_template_version": "2021-04-16", "parameters": {"p": parameter}}))
    found = hotcore.preview(read, {"p": value})
    offered = found.parameters["p"].repairs
    hints = [each.hint for each in found.diagnostics if offered and (each.hint or "").startswith("Use `")]
    for text in re.findall("`([^`]+)`", hints[0] if hints else ""):
        state = hotcore.preview(read, {"p": text}).parameters["p"]
        assert state.diagnostics == ()
        assert state.value in [hotcore.preview(read, {"p": each}).parameters["p"].value for each in offered]


@pytest.mark.parametrize(("value", "hint"), [("a,b,c", "Use `a,b`."), (["a", "b", "c"], 'Use `["a", "b"]`.')])
def test_a_list_is_offered_as_it_was_given(value, hint):
    found = hotcore.preview(document("comma_delimited_list", "[{length: {max: 2}}]"), {"p": value})
    assert [each.hint for each in found.diagnostics] == [hint]


def test_items_that_cannot_be_typed_are_no_hint():
    read = document("comma_delimited_list", '[{allowed_values: ["north, south"]}]')
    found = hotcore.preview(read, {"p": "north south"})
    assert found.parameters["p"].repairs == (["north, south"],)
    assert [each.hint for each in found.diagnostics] == [None]


def _typed(value, kind):
    """A value as the user types it into a form."""
    if isinstance(value, bool) or kind == "json":
        return json.dumps(value)
    if isinstance(value, list) and all(isinstance(item, str) and "," not in item for item in value):
        return ",".join(value)
    return value if isinstance(value, str | list) else str(value)


@pytest.mark.long
@needs_corpus
def test_every_suggestion_for_a_parameter_of_the_corpus_is_valid():
    tried = 0
    for name, text in corpus_texts():
        read = hotcore.load(text)
        wanted = {n: p for n, p in (read.template.parameters if read.template else {}).items() if p.constraints}
        for value in ("5", "TRUE ", "My Server", "10.0.0.0", "-1", "a, b"):
            states = hotcore.preview(read, dict.fromkeys(wanted, value)).parameters
            for parameter in wanted:
                for each in states[parameter].repairs:
                    tried += 1
                    assert not hotcore.preview(read, {parameter: each}).parameters[parameter].diagnostics, (name, each)
    assert tried > 50


def test_a_slow_pattern_and_thousands_of_listed_values_take_no_more_than_a_moment(monkeypatch):
    slow = "{type: string, constraints: [{allowed_pattern: '(a|a)*(a|a)*(a|a)*(a|a)*c'}]}"
    many = f"{{type: string, constraints: [{{allowed_values: [{', '.join(f'v{n}' for n in range(20_000))}]}}]}}"
    lines = [f"  p{n}: {slow}\n" for n in range(40)] + [f"  q{n}: {many}\n" for n in range(3)]
    read = hotcore.load(f"{HEAD}parameters:\n{''.join(lines)}")
    values = {name: "a" * 40 + " B" if name[0] == "p" else "V 77" for name in read.template.parameters}
    limits = seconds_given_up(monkeypatch)
    with within(10):
        hotcore.preview(read, values)
    assert 0 < sum(limits) <= analysis.SANDBOX_SECONDS + analysis.REPAIR_SECONDS


def test_long_lists_and_thousands_of_listed_values_take_no_more_than_a_moment():
    listed = {"allowed_values": [f"v{number}" for number in range(3000)]}
    one = {"type": "comma_delimited_list", "constraints": [listed]}
    read = hotcore.load(
        json.dumps({"heat_template_version": "2021-04-16", "parameters": {f"p{number}": one for number in range(10)}})
    )
    items = ",".join(f"vv{number}" for number in range(100))
    with within(5):
        hotcore.preview(read, dict.fromkeys(read.template.parameters, items))
    assert hotcore.preview(read, {"p0": "v1,V 2,vv1500"}).parameters["p0"].repairs[0] == ["v1", "v2", "v1500"]


def test_hostile_patterns_do_not_extend_the_time_limit_of_repairs(monkeypatch):
    monkeypatch.setattr(analysis, "SANDBOX_SECONDS", 0.3)
    monkeypatch.setattr(analysis, "REPAIR_SECONDS", 60.0)
    slow = "{type: string, constraints: [{allowed_pattern: '(a|a)*(a|a)*(a|a)*(a|a)*d'}]}"
    read = hotcore.load(f"{HEAD}parameters:\n" + "".join(f"  p{number}: {slow}\n" for number in range(100)))
    limits = seconds_given_up(monkeypatch)
    hotcore.preview(read, dict.fromkeys(read.template.parameters, "a" * 40 + " B"))
    assert 0 < sum(limits) <= 0.3


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("type: OS::Cinder::Volume, properties: {size: 0}", "Use `1`."),
        ("type: OS::Neutron::Subnet, properties: {network: n, cidr: 10.0.0.0}", "Use `10.0.0.0/24`."),
        ("type: OS::Neutron::Subnet, properties: {network: n, cidr: 10.0.0.0/24, dns_nameservers: [9.9.9]}", None),
        ("type: OS::Neutron::Pool, properties: {lb_method: x}", None),
        ("type: OS::Heat::RandomString, properties: {length: 600}", "Use `512`."),
    ],
)
def test_a_literal_property_is_fixed_by_one_gesture(written, hint):
    text = f"{HEAD}resources:\n  r: {{{written}}}\n"
    found = [each for each in hotcore.load(text).diagnostics if each.hint == hint]
    if hint is None:
        assert not [each for each in hotcore.load(text).diagnostics if (each.hint or "").startswith("Use `")]
        return
    (found,) = found
    after = perform(text, found.fix.gesture, found.fix.arguments).after
    assert found.fix.title == hint.removesuffix(".")
    assert hotcore.load(after).diagnostics == ()


def test_a_property_in_a_branch_has_a_hint_only():
    text = f"""{HEAD}
conditions: {{c: true}}
resources:
  r: {{type: OS::Cinder::Volume, properties: {{size: {{if: [c, 0, 1]}}}}}}
"""
    assert [(each.hint, each.fix) for each in hotcore.load(text).diagnostics] == [("Use `1`.", None)]


def test_the_value_of_a_parameter_is_not_fixed_at_the_property():
    text = f"""{HEAD}
parameters: {{size: {{type: number, default: 0}}}}
resources:
  r: {{type: OS::Cinder::Volume, properties: {{size: {{get_param: size}}}}}}
"""
    assert [(each.hint, each.fix) for each in hotcore.load(text).diagnostics] == [(None, None)]


@pytest.mark.parametrize("kind", FOR_TYPE)
@pytest.mark.parametrize("wrapped", [DEEP, [DEEP], ["a", [DEEP]], 10**5000], ids=["deep", "list", "within", "huge"])
def test_a_huge_or_too_deeply_nested_value_has_no_repair(kind, wrapped):
    assert repairs(kind, wrapped) == []
