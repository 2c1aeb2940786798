"""Hostile texts and values: each is processed quickly and with little memory."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import hotcore
from hotcore.analysis import SANDBOX_SECONDS, dependencies, wanted_attributes
from hotcore.cli.checked_templates import render_diagnostics
from hotcore.cli.render import render_preview
from hotcore.environment import write_environment
from hotcore.resolver.build import preview_as_data
from tests.counting import seconds_given_up
from tests.pace import within
from tests.sampling import sampled

pytestmark = pytest.mark.long

HEAD = "heat_template_version: 2021-04-16\n"
SECONDS = 12.0
"""On an idle machine each takes about one second; a hang takes minutes."""


def everything(text, values=None, files=None, attributes=None):
    """Performs every operation on a template, and returns its preview."""
    document = hotcore.load(text, files)
    assert isinstance(document.diagnostics, tuple)
    preview = hotcore.preview(document, values, attributes=attributes)
    assert isinstance(hotcore.lint(document, found=document.diagnostics), tuple)
    dependencies(document)
    wanted_attributes(document)
    if document.template:
        hotcore.form_schema(document.template)
        environment = write_environment(document.template, values or {}, everything=True, hidden=True)
        hotcore.read_environment(environment)
    data = json.dumps(preview_as_data(preview))
    for form in ("text", "json", "sarif"):
        render_diagnostics([("x", document, preview.diagnostics)], form, colour=True)
    render_preview(preview, "x", document, colour=False)
    assert len(data) < 100_000_000
    return preview


def answered(text, values=None, files=None, attributes=None):
    """The preview of a hostile template, which has to come soon."""
    with within(SECONDS):
        return everything(text, values, files, attributes)


def codes(preview):
    return {diagnostic.code for diagnostic in preview.diagnostics}


def in_property(expression, head=HEAD):
    return f"{head}resources:\n  a:\n    type: OS::Heat::None\n    properties:\n      p: {expression}\n"


def dense(count):
    """A template in which each resource depends on all that come before it."""
    body = "".join(f"  r{i}: {{type: T, depends_on: [{items('r{i}', i)}]}}\n" for i in range(count))
    return f"{HEAD}resources:\n{body}"


def nested(opening, inner, closing, levels):
    return opening * levels + inner + closing * levels


# -- the text ----------------------------------------------------------------

TEXTS = {
    "brackets": "[" * 25_000,
    "braces": "{" * 25_000,
    "brackets in a section": HEAD + "resources: " + "[" * 25_000,
    "JSON maps": '{"a":' * 25_000,
    "JSON lists": '{"heat_template_version": "2021-04-16", "a": ' + "[" * 900 + "]" * 900 + "}",
    "dashes": HEAD + "x:\n" + "- " * 20_000,
    "question marks": HEAD + "? " * 20_000,
    "half a megabyte of sexagesimal": HEAD + "x: 1" + ":1" * 250_000,
    "more than half a megabyte": HEAD + "#" * 600_000,
    "a JSON number": '{"heat_template_version": "2021-04-16", "a": ' + "9" * 300_000 + "}",
    "billion laughs": "a: &a [x,x,x,x,x,x,x,x,x]\n"
    + "".join(f"{b}: &{b} [{','.join([f'*{a}'] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)),
    "merge-key bomb": "a0: &a0 {x: 1}\n"
    + "".join(f"a{i}: &a{i} {{k{i}: 1, <<: [{','.join([f'*a{i - 1}'] * 8)}]}}\n" for i in range(1, 2000)),
    "one large merge, often": "b: &b {" + ",".join(f"k{i}: 1" for i in range(5000)) + "}\n"
    + "".join(f"a{i}: {{<<: *b}}\n" for i in range(20_000)),
    "a map in itself": HEAD + "a: &a {b: *a}\n",
    "a list in itself": HEAD + "a: &a [*a]\n",
    "a NUL": HEAD + "x: \0\n",
    "half a surrogate": HEAD + "x: \ud800\n",
    "a bad number": HEAD + "x: 0b_\n",
    "a bad date": HEAD + "x: 2020-13-45T99:99:99Z\n",
    "quotes": HEAD + "x: " + "'" * 100_001,
    "quotes in a JSON string": '{"' + '\\"' * 200_000,
    "blanks behind a word": HEAD + "a: |\n    x\n  b" + " " * 400_000 + "!\n",
    "blanks and dashes": HEAD + "a: |\n    x\n  " + "-  " * 90 + " " * 300_000 + "!\n",
    "tabs": HEAD + "\t" * 200_000,
    "colons": HEAD + "x: " + "a:" * 100_000,
    "a long anchor": HEAD + "x: &" + "a" * 200_000 + " 1\n",
    "a long tag": HEAD + "x: !" + "a" * 200_000 + " 1\n",
    "a list as a text": HEAD
    + "outputs: {a: {value: {get_param: !!binary YQ==}}, b: {value: {get_attr: !!binary YQ==}}}",
    "a list as a constraint": HEAD + "parameters: {a: {type: string, constraints: [!!binary YQ==]}}",
    "bytes": b"\xff\xfe\x00",
}  # fmt: skip


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_text_made_to_hurt_has_a_diagnostic(text):
    assert answered(text).ok is False


# -- many of everything ------------------------------------------------------


def items(item, count):
    """So many items of a list on one line, each with its number in it."""
    return ",".join(item.replace("{i}", str(number)) for number in range(count))


def lines(line, count):
    """So many lines, each with its number, and the next one, in it."""
    return "".join(line.replace("{i}", str(i)).replace("{next}", str(i + 1)) + "\n" for i in range(count))


MANY = {
    "unknown parameters": HEAD
    + "parameters:\n" + "".join(f"  parameter_number_{i}: {{type: string}}\n" for i in range(2500))
    + "outputs:\n" + "".join(f"  o{i}: {{value: {{get_param: paramter_number_x{i}}}}}\n" for i in range(6000)),
    "unknown sections": HEAD + "".join(f"resourcess{i}: 1\n" for i in range(28_000)),
    "one key, again and again": HEAD + "resources:\n" + "".join("  r: {type: T}\n" for _ in range(28_000)),
    "a group of strangers": HEAD
    + "parameters: {a: {type: string}}\nparameter_groups:\n- parameters: [" + items("p{i}", 60_000) + "]\n",
    "a long list, all allowed": HEAD
    + "parameters:\n  a:\n    type: comma_delimited_list\n    default: '" + items("v{i}", 30_000)
    + "'\n    constraints:\n    - allowed_values: [" + items("v{i}", 30_000) + "]\n",
    "a long list, often checked": HEAD
    + "parameters:\n  a:\n    type: comma_delimited_list\n    default: '" + "a," * 50_000 + "a'\n    constraints:\n"
    + "    - allowed_values: [a]\n" * 10_000,
    "a circle of thousands": HEAD
    + "resources:\n" + "".join(f"  r{i}: {{type: T, depends_on: r{(i + 1) % 9000}}}\n" for i in range(9000)),
    "a chain of resources": HEAD
    + "resources:\n" + lines("  r{i}: {type: T, depends_on: r{next}}", 9000) + "  r9000: {type: T}\n",
    "resources that are off": HEAD + "resources:\n" + lines("  r{i}: {type: T, condition: false}", 13_000),
    "a chain of conditions": HEAD + "conditions:\n  c0: true\n" + lines("  c{next}: {not: c{i}}", 15_000),
    "a chain of conditions, last first": HEAD
    + "conditions:\n" + lines("  c{i}: {not: c{next}}", 15_000) + "  c15000: true\n",
    "a circle of conditions": HEAD + "conditions:\n" + lines("  c{i}: {not: c{next}}", 9000) + "  c9000: {not: c0}\n",
    "a circle of deep conditions": HEAD
    + "conditions:\n" + "".join(f"  c{i}: {nested('{not: ', f'c{(i + 1) % 99}', '}', 90)}\n" for i in range(99)),
    "conditions that wait for each other's values": HEAD
    + "parameters:\n" + "".join(f"  p{i}: {{type: boolean}}\n" for i in range(4000))
    + "conditions:\n  c0: {get_param: p0}\n"
    + "".join(f"  c{i}: {{or: [{{get_param: p{i}}}, c{i - 1}]}}\n" for i in range(1, 4000)),
    "one condition of thousands": HEAD
    + "parameters:\n" + "".join(f"  p{i}: {{type: number}}\n" for i in range(5000))
    + "conditions:\n  o: {or: [" + ",".join(f"{{equals: [{{get_param: p{i}}}, 1]}}" for i in range(5000)) + "]}\n",
    "a mistaken condition, used often": HEAD
    + "conditions:\n  m: {or: [" + items("x{i}", 5000) + "]}\n  u: {or: [" + items("m", 50_000) + "]}\n",
    "references to a wrong kind": HEAD
    + "resources:\n" + lines("  r{i}: {type: OS::Neutron::Port, properties: {network: {get_resource: r{next}}}}", 6000)
    + "  r6000: {type: OS::Neutron::Net}\n",
    "broken defaults": HEAD
    + "parameters:\n"
    + "".join(f"  p{i}: {{type: string, default: a, constraints: [{{length: {{min: 2}}}}]}}\n" for i in range(6000)),
}  # fmt: skip


@pytest.mark.parametrize("text", sampled(MANY.values()), ids=MANY)
def test_many_of_a_kind_take_no_longer_than_their_number(text):
    answered(text)


def test_a_template_with_thousands_of_problems_reports_the_first_ones_and_that_there_are_more():
    document = hotcore.load(MANY["unknown sections"])
    found = [diagnostic.code for diagnostic in document.diagnostics]
    assert found.count("unknown-section") == 500
    assert found.count("more-problems") == 1


def test_a_name_of_thousands_of_characters_is_cut_in_messages():
    (found,) = hotcore.load(HEAD + "? " + "x" * 100_000 + "\n: 1\n").diagnostics
    assert len(found.message) <= 500


# -- values that grow --------------------------------------------------------

LONG = "a" * 200_000
GROWING = {
    "str_replace in str_replace": nested("{str_replace: {template: aaaaaaaaaa, params: {a: ", "x", "}}}", 30),
    "JSON in JSON in JSON": nested("{list_join: ['', [[", "'\"'", "]]]}", 23),
    "repeat in repeat": nested("{repeat: {for_each: {<a>: [" + "x," * 300 + "]}, template: ", "<a>", "}}", 5),
    "a product of lists": "{repeat: {for_each: {"
    + ",".join(f"<{c}>: [1a,2a,3a,4a,5a,6a,7a,8a,9a,0a]" for c in "abcdefghij") + "}, template: x}}",
    "a long list over a long template": "{repeat: {for_each: {<a>: [" + "xx," * 60_000 + "]}, template: ["
    + "'<a>'," * 30_000 + "]}}",
    "a long value in a long template": "{repeat: {for_each: {a: [" + "b" * 200_000 + "]}, template: " + LONG + "}}",
    "many placeholders": "{repeat: {for_each: {" + items("k{i}: [x]", 25_000) + "}, template: " + LONG + "}}",
    "a long text in a long text": "{str_replace: {params: {a: " + "b" * 200_000 + "}, template: " + LONG + "}}",
    "many keys": "{str_replace: {params: {" + ",".join(f"k{i:05}: x" for i in range(15_000)) + "}, template: '"
    + " ".join(f"k{i:05}" for i in range(30_000)) + "'}}",
    "many keys that are not there": "{str_replace: {params: {" + ",".join(f"k{i:05}: x" for i in range(20_000))
    + "}, template: '" + "k0" * 100_000 + "'}}",
    "a long delimiter": "{list_join: [" + "d" * 200_000 + ", [" + "a," * 60_000 + "]]}",
}  # fmt: skip


@pytest.mark.parametrize("expression", GROWING.values(), ids=GROWING)
def test_a_value_that_grows_is_given_up_with_one_diagnostic(expression):
    preview = answered(in_property(expression))
    assert codes(preview) & {"too-large", "bad-repeat"}
    assert len(preview.diagnostics) == 1
    assert not hotcore.is_known(preview.resources["a"].properties)


def test_what_does_not_grow_stays_when_something_else_is_given_up():
    text = in_property(GROWING["a long text in a long text"]) + "      q: {list_join: ['-', [a, b]]}\n"
    properties = hotcore.preview(hotcore.load(text)).resources["a"].properties
    assert str(properties["p"]) == "a value too large to be evaluated"
    assert properties["q"] == "a-b"


PARAMETER = HEAD + "parameters: {p: {type: json}}\n"
LARGE_VALUES = {
    "joined lists": ("{list_concat: [" + "{get_param: p}," * 15_000 + "]}", [1] * 100_000),
    "merged maps": ("{map_merge: [" + "{get_param: p}," * 15_000 + "]}", {str(i): 1 for i in range(100_000)}),
    "one value, often": ("[" + "{get_param: p}," * 15_000 + "]", list(range(100_000))),
    "one value, often joined": ("[" + "{list_join: ['', [{get_param: p}]]}," * 8000 + "]", ["x"] * 100_000),
    "one value, often split": ("[" + "{str_split: [a, {get_param: p}]}," * 8000 + "]", "a" * 500_000),
}


@pytest.mark.parametrize(("expression", "value"), sampled(LARGE_VALUES.values()), ids=LARGE_VALUES)
def test_a_large_value_that_is_used_often_is_given_up(expression, value):
    preview = answered(in_property(expression, PARAMETER), {"p": json.dumps(value)})
    assert codes(preview) == {"too-large"}


def test_maps_that_share_no_key_are_compared_soon():
    maps = (json.dumps({f"{letter}{number}": 1 for number in range(30_000)}) for letter in "ab")
    old, new = (hotcore.Side(hotcore.load(in_property(text))) for text in maps)
    with within(SECONDS):
        assert hotcore.semantic_diff(old, new).changes


def test_unique_items_and_filters_of_long_lists_are_found_soon():
    value = json.dumps([{"a": [i, str(i)]} for i in range(20_000)])
    text = in_property("{list_concat_unique: [{get_param: p}, {get_param: p}]}", PARAMETER)
    text += "      q: {filter: [{get_param: p}, {get_param: p}]}\n"
    properties = answered(text, {"p": value}).resources["a"].properties
    assert len(properties["p"]) == 20_000
    assert properties["q"] == []


def test_unique_items_are_those_that_python_calls_equal():
    text = in_property("{list_concat_unique: [[1, true, 1.0, '1', {a: 1}, {a: true}, [1], [1.0], null, '']]}")
    assert everything(text).resources["a"].properties["p"] == [1, "1", {"a": 1}, [1], None, ""]


LARGE_FILE = in_property("[" + "{str_replace: {template: {get_file: f}, params: {x: y}}}," * 6000 + "]")


def test_a_large_file_that_is_used_often_is_given_up():
    assert codes(answered(LARGE_FILE, files={"f": "x" * 500_000})) == {"too-large"}


WITHIN_MEMORY = """
import json, resource, sys
import hotcore
hotcore.preview(hotcore.load("heat_template_version: 2021-04-16"))
taken = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (taken + 200 * 2**20,) * 2)
for text, values, files in json.load(sys.stdin):
    hotcore.preview(hotcore.load(text, files), values)
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the memory of a process is read from /proc")
def test_nothing_that_grows_takes_much_memory():
    cases = [(in_property(expression), {}, {}) for expression in GROWING.values()]
    cases += [(in_property(text, PARAMETER), {"p": json.dumps(value)}, {}) for text, value in LARGE_VALUES.values()]
    cases += [(LARGE_FILE, {}, {"f": "x" * 500_000})]
    done = subprocess.run(
        [sys.executable, "-c", WITHIN_MEMORY], input=json.dumps(cases), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


# -- depth -------------------------------------------------------------------

DEEP = {
    "not": HEAD + "conditions:\n  c: " + nested("{not: ", "true", "}", 97),
    "and": HEAD + "conditions:\n  c: " + nested("{and: [true, ", "true", "]}", 48),
    "if": in_property(nested("{if: [true, ", "x", ", 1]}", 46)),
    "get_param": in_property(nested("{get_param: ", "x", "}", 94)),
    "get_resource": in_property(nested("{get_resource: ", "x", "}", 94)),
    "list_join": in_property(nested("{list_join: ['', [", "x", "]]}", 31)),
    "map_merge": in_property(nested("{map_merge: [", "{}", "]}", 47)),
}  # fmt: skip


def recursing(levels, work):
    """Does the work with so many frames of the stack in use, as behind a web framework."""
    return recursing(levels - 1, work) if levels else work()


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_functions_may_be_nested_as_deep_as_a_text_may(text):
    recursing(150, lambda: answered(text))


def test_values_that_are_nested_too_deeply_are_refused():
    text = PARAMETER + "outputs: {o: {value: {get_param: p}}, t: {value: {get_param: [p, 0]}}}"
    for value in ("[" * 101 + "]" * 101, "[" * 5000 + "]" * 5000):
        preview = answered(text, {"p": value})
        assert [d.message for d in preview.parameters["p"].diagnostics] == [
            "Lists and maps are nested more than 100 levels deep."
        ]
    deep = []
    for _ in range(3000):
        deep = [deep]
    for kind in ("json", "string", "comma_delimited_list", "number", "boolean"):
        preview = recursing(100, lambda kind=kind: answered(text.replace("json", kind), {"p": deep}))
        assert preview.parameters["p"].diagnostics
    assert answered(text, {"p": "[" * 100 + "]" * 100}).ok


def test_stand_in_attributes_that_are_nested_too_deeply_stay_unknown():
    deep = []
    for _ in range(3000):
        deep = [deep]
    text = HEAD + "resources: {a: {type: T}}\noutputs: {o: {value: {get_attr: [a, x]}}, p: {value: {get_attr: [a]}}}"
    preview = answered(text, attributes={"a": {"x": deep}})
    assert str(preview.outputs["o"].value) == "get_attr a.x"


# -- expressions and patterns ------------------------------------------------


def test_expressions_that_never_end_share_their_time(monkeypatch):
    expressions = "".join(f"      p{i}: {{yaql: {{expression: 'range(1000000000).len() + {i}'}}}}\n" for i in range(30))
    limits = seconds_given_up(monkeypatch)
    preview = hotcore.preview(hotcore.load(in_property("1") + expressions + "      q: {list_join: ['', [a, b]]}\n"))
    assert 0 < sum(limits) <= SANDBOX_SECONDS
    properties = preview.resources["a"].properties
    assert {str(value) for name, value in properties.items() if name.startswith("p") and name != "p"} == {
        "yaql, not evaluated: it takes too long"
    }
    assert properties["q"] == "ab"
    assert not [d for d in preview.diagnostics if "parsed" in d.message]


def test_patterns_that_never_end_share_their_time(monkeypatch):
    parameters = "".join(
        f"  p{i}: {{type: string, default: '{'a' * 40}b', constraints: [{{allowed_pattern: '(a+)+${i}'}}]}}\n"
        for i in range(30)
    )
    limits = seconds_given_up(monkeypatch)
    preview = hotcore.preview(hotcore.load(f"{HEAD}parameters:\n{parameters}"))
    assert 0 < sum(limits) <= SANDBOX_SECONDS
    assert {"takes too long" in d.message for d in preview.diagnostics} == {True}


# -- values and files --------------------------------------------------------

TYPES = ("string", "number", "boolean", "json", "comma_delimited_list")
HOSTILE_VALUES = [
    "", "\0", "\ud800", "9" * 5000, "1e999", "nan", "-0", "0x10", "٣", "1" + "0" * 400, "[" * 2000, '{"a":' * 2000,
    '{"a": 1, "a": 2}', "NaN", '"\\ud800"', "," * 100_000, "\u202e\u2028", "x" * 600_000,
    True, 0, -1, 1.5, float("nan"), float("inf"), 10**300, [], [None], [[1], {"a": 1}], {}, {"a": float("nan")}, {1: 2},
]  # fmt: skip


@pytest.mark.parametrize("value", HOSTILE_VALUES, ids=lambda value: ascii(value)[:30])
@pytest.mark.parametrize("kind", TYPES)
def test_any_value_for_any_type_is_taken_or_refused(kind, value):
    text = f"""{HEAD}
parameters:
  p: {{type: {kind}, constraints: []}}
outputs:
  plain: {{value: {{get_param: p}}}}
  path: {{value: {{get_param: [p, 0, a]}}}}
  text: {{value: {{str_replace: {{template: 'a $x', params: {{$x: {{get_param: p}}}}}}}}}}
  joined: {{value: {{list_join: [',', {{get_param: p}}]}}}}
  split: {{value: {{str_split: [',', {{get_param: p}}]}}}}
  address: {{value: {{make_url: {{host: {{get_param: p}}, query: {{a: {{get_param: p}}}}}}}}}}
  digest: {{value: {{digest: [md5, {{get_param: p}}]}}}}
"""
    preview = everything(text, {"p": value})
    state = preview.parameters["p"]
    assert hotcore.is_known(state.value) is not bool(state.diagnostics)


def test_a_file_of_the_bundle_may_be_anything():
    files = {
        "deep": "heat_template_version: 2021-04-16\na: " + "[" * 30_000,
        "broken": "heat_template_version: [",
        "nul": "heat_template_version: \0",
        "version": "heat_template_version: 1999-01-01",
        "many": "heat_template_version: 2021-04-16\nparameters:\n" + "".join(f"  p{i}: 5\n" for i in range(20_000)),
    }
    preview = answered(in_property("{get_file: deep}"), files=files)
    assert {d.file for d in preview.diagnostics} >= {"version", "many"}
