"""Hidden parameters that outputs expose, directly and through resources that return their properties."""

import pytest

from hotcore.analysis import load
from hotcore.linter.linter import lint

HEAD = (
    "heat_template_version: 2021-04-16\n"
    "parameters: {pw: {type: string, hidden: true}, p: {type: string}, all: {type: json, hidden: true}}\n"
)


def found(value, **resources):
    """What is reported of an output that reads the given `value`s of resources."""
    made = ", ".join(
        f"{name}: {{type: OS::Heat::Value, properties: {{value: {each}}}}}" for name, each in resources.items()
    )
    document = load(f"{HEAD}resources: {{{made}}}\noutputs: {{o: {{value: {value}}}}}\n")
    assert document.ok, document.diagnostics
    return [(each.message, str(each.severity.value)) for each in lint(document, select=["hidden-in-output"])]


def exposed(name, by, severity="warning"):
    return [(f"The output `o` exposes the hidden parameter `{name}`, which `{by}` passes on.", severity)]


@pytest.mark.parametrize(
    ("value", "resources", "expected"),
    [
        ("{get_attr: [v, value]}", {"v": "{get_param: pw}"}, exposed("pw", "v")),
        ("{get_attr: [v, value]}", {"v": "{list_join: ['', [a, {get_param: pw}]]}"}, exposed("pw", "v")),
        ("{list_join: ['', [{get_attr: [v, value]}]]}", {"v": "{get_param: pw}"}, exposed("pw", "v")),
        ("{get_attr: [v, value]}", {"v": "{get_attr: [w, value]}", "w": "{get_param: pw}"}, exposed("pw", "v")),
        ("{get_attr: [v, value, a]}", {"v": "{a: {get_param: pw}, b: {get_param: p}}"}, exposed("pw", "v")),
        ("{get_attr: [v, value, 0]}", {"v": "[{get_param: pw}]"}, exposed("pw", "v")),
        ("{get_attr: [v, value, key]}", {"v": "{get_param: all}"}, exposed("all", "v")),
        ("{get_attr: [v, value]}", {"v": "{a: {get_param: pw}}"}, exposed("pw", "v", "hint")),
        ("[{get_attr: [v, value]}]", {"v": "{get_param: pw}"}, exposed("pw", "v", "hint")),
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
def test_an_output_exposes_what_a_resource_passes_on(value, resources, expected):
    assert found(value, **resources) == expected


def test_a_long_chain_of_resources_is_followed():
    chain = {f"v{number}": f"{{get_attr: [v{number + 1}, value]}}" for number in range(40)}
    assert found("{get_attr: [v0, value]}", **chain, v40="{get_param: pw}") == exposed("pw", "v0")
    assert found("{get_attr: [v0, value]}", **chain, v40="x") == []


def test_scripts_pass_on_their_content():
    text = HEAD + (
        "resources: {c: {type: OS::Heat::SoftwareConfig, properties: {config: {get_param: pw}}},"
        " s: {type: OS::Nova::KeyPair, properties: {name: {get_param: pw}}}}\n"
        "outputs: {o: {value: {get_attr: [c, config]}}, n: {value: {get_attr: [s, public_key]}}}\n"
    )
    (diagnostic,) = lint(load(text), select=["hidden-in-output"])
    assert diagnostic.message == exposed("pw", "c")[0][0]


def test_all_that_an_attribute_exposes_is_reported_at_once():
    both = "{list_join: ['', [{get_param: pw}, {get_param: all}]]}"
    message = "The output `o` exposes the hidden parameters `pw` and `all`, which `v` passes on."
    assert found("{get_attr: [v, value]}", v=both) == [(message, "warning")]
    assert found("{get_attr: [v, value]}", v=f"[{both}]") == [(message, "hint")]


@pytest.mark.parametrize("step", ["!!binary aGVsbG8=", "[a]", "2020-01-01", "1.5"])
def test_paths_that_lead_nowhere_expose_nothing(step):
    text = f"{HEAD}resources: {{v: {{type: OS::Heat::Value, properties: {{value: {{a: {{get_param: pw}}}}}}}}}}\n"
    for steps in (step, f"value, {step}"):
        document = load(f"{text}outputs: {{o: {{value: {{get_attr: [v, {steps}]}}}}}}\n")
        assert lint(document, select=["hidden-in-output"]) == ()
