"""Hidden parameters that outputs show: directly, and through resources that give back what they were given."""

import pytest

from hotcore.analysis import load
from hotcore.lint.linter import lint

HEAD = (
    "heat_template_version: 2021-04-16\n"
    "parameters: {pw: {type: string, hidden: true}, p: {type: string}, all: {type: json, hidden: true}}\n"
)


def found(value, **resources):
    """What is said of an output, with `value`s of resources that give them back."""
    made = ", ".join(
        f"{name}: {{type: OS::Heat::Value, properties: {{value: {each}}}}}" for name, each in resources.items()
    )
    document = load(f"{HEAD}resources: {{{made}}}\noutputs: {{o: {{value: {value}}}}}\n")
    assert document.ok, document.diagnostics
    return [(each.message, str(each.severity.value)) for each in lint(document, select=["hidden-in-output"])]


def shown(name, by, severity="warning"):
    return [(f"The output `o` shows the hidden parameter `{name}`, which `{by}` passes on.", severity)]


@pytest.mark.parametrize(
    ("value", "resources", "told"),
    [
        ("{get_attr: [v, value]}", {"v": "{get_param: pw}"}, shown("pw", "v")),
        ("{get_attr: [v, value]}", {"v": "{list_join: ['', [a, {get_param: pw}]]}"}, shown("pw", "v")),
        ("{list_join: ['', [{get_attr: [v, value]}]]}", {"v": "{get_param: pw}"}, shown("pw", "v")),
        ("{get_attr: [v, value]}", {"v": "{get_attr: [w, value]}", "w": "{get_param: pw}"}, shown("pw", "v")),
        ("{get_attr: [v, value, a]}", {"v": "{a: {get_param: pw}, b: {get_param: p}}"}, shown("pw", "v")),
        ("{get_attr: [v, value, 0]}", {"v": "[{get_param: pw}]"}, shown("pw", "v")),
        ("{get_attr: [v, value, key]}", {"v": "{get_param: all}"}, shown("all", "v")),
        ("{get_attr: [v, value]}", {"v": "{a: {get_param: pw}}"}, shown("pw", "v", "hint")),
        ("[{get_attr: [v, value]}]", {"v": "{get_param: pw}"}, shown("pw", "v", "hint")),
        ("{get_attr: [v, value, b]}", {"v": "{a: {get_param: pw}, b: {get_param: p}}"}, []),
        ("{get_attr: [v, value, b]}", {"v": "{map_merge: [{a: {get_param: pw}}, {b: {get_param: p}}]}"}, []),
        ("{get_attr: [v, value]}", {"v": "{get_param: p}"}, []),
        ("{get_attr: [v, value]}", {"v": "{digest: [sha256, {get_param: pw}]}"}, []),
        ("{get_attr: [v, value]}", {"v": "{if: [{equals: [{get_param: pw}, '']}, a, b]}"}, []),
        ("{digest: [sha256, {get_attr: [v, value]}]}", {"v": "{get_param: pw}"}, []),
        ("{get_attr: [v, show]}", {"v": "{get_param: pw}"}, []),
        ("{get_resource: v}", {"v": "{get_param: pw}"}, []),
    ],
)
def test_an_output_shows_what_a_resource_passes_on(value, resources, told):
    assert found(value, **resources) == told


def test_a_long_way_through_resources_is_followed():
    chain = {f"v{number}": f"{{get_attr: [v{number + 1}, value]}}" for number in range(40)}
    assert found("{get_attr: [v0, value]}", **chain, v40="{get_param: pw}") == shown("pw", "v0")
    assert found("{get_attr: [v0, value]}", **chain, v40="x") == []


def test_scripts_pass_on_what_stands_in_them():
    text = HEAD + (
        "resources: {c: {type: OS::Heat::SoftwareConfig, properties: {config: {get_param: pw}}},"
        " s: {type: OS::Nova::KeyPair, properties: {name: {get_param: pw}}}}\n"
        "outputs: {o: {value: {get_attr: [c, config]}}, n: {value: {get_attr: [s, public_key]}}}\n"
    )
    (told,) = lint(load(text), select=["hidden-in-output"])
    assert told.message == shown("pw", "c")[0][0]


def test_all_that_an_attribute_shows_is_told_at_once():
    both = "{list_join: ['', [{get_param: pw}, {get_param: all}]]}"
    message = "The output `o` shows the hidden parameters `pw` and `all`, which `v` passes on."
    assert found("{get_attr: [v, value]}", v=both) == [(message, "warning")]
    assert found("{get_attr: [v, value]}", v=f"[{both}]") == [(message, "hint")]


@pytest.mark.parametrize("step", ["!!binary aGVsbG8=", "[a]", "2020-01-01", "1.5"])
def test_steps_that_lead_nowhere_show_nothing(step):
    text = f"{HEAD}resources: {{v: {{type: OS::Heat::Value, properties: {{value: {{a: {{get_param: pw}}}}}}}}}}\n"
    for steps in (step, f"value, {step}"):
        document = load(f"{text}outputs: {{o: {{value: {{get_attr: [v, {steps}]}}}}}}\n")
        assert lint(document, select=["hidden-in-output"]) == ()
