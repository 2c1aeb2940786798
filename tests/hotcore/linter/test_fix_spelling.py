"""Corrections of misspelt names: what is announced as safe is made, unless the result is worse."""

import pytest

from hotcore.analysis import load
from hotcore.linter import apply_fixes, combined_diagnostics, machine_fixes
from tests.hotcore.linter.test_fix_edits import as_json

HEAD = "heat_template_version: 2021-04-16\n"
SERVER = "server: {type: OS::Nova::Server, properties: {flavor: m, image: i, networks: [{network: n}]}}"
PORT = "port: {type: OS::Neutron::Port, properties: {network: n, PROPERTY: 1}}"


@pytest.mark.parametrize(
    ("text", "wrong", "right", "noticed"),
    [
        (
            f"{HEAD}resources: {{{SERVER}}}\noutputs: {{o: {{value: {{get_attr: [servr, first_address]}}}}}}\n",
            "servr,",
            "server,",
            "deprecated-attribute",
        ),
        (
            f"{HEAD}resources: {{{SERVER}}}\noutputs: {{o: {{value: {{get_attr: [servr, uptime]}}}}}}\n",
            "servr,",
            "server,",
            "unknown-attribute",
        ),
        (
            f"heat_template_verson: 2021-04-16\nresources: {{{PORT}}}\n",
            "verson",
            "version",
            "unknown-property",
        ),
        (f"{HEAD}resource: {{{PORT}}}\n", "resource:", "resources:", "unknown-property"),
        (f"{HEAD}resources: {{{PORT.replace('type', 'tpye')}}}\n", "tpye", "type", "unknown-property"),
        (f"{HEAD}resources: {{{PORT.replace('Port', 'Prot')}}}\n", "Prot", "Port", "unknown-property"),
    ],
)
def test_what_is_noticed_only_behind_a_misspelt_name_does_not_keep_it(text, wrong, right, noticed):
    fixed = apply_fixes(text, suggested="Prot" in text)
    assert (fixed.text, fixed.left) == (text.replace(wrong, right), ())
    assert noticed in {each.code for each in load(fixed.text).diagnostics}


def test_a_correction_after_which_a_value_is_refused_is_not_made():
    flavor = SERVER.replace("flavor: m", "flavor: {get_param: siez}")
    text = f"{HEAD}parameters: {{size: {{type: json, default: {{}}}}}}\nresources: {{{flavor}}}\n"
    assert [each.has_certain_suggestion for each in load(text).diagnostics] == [True]
    fixed = apply_fixes(text)
    assert (fixed.text, len(fixed.left)) == (text, 1)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("outputs: {o: {value: 1}}\noutputz: {p: {value: 2}}\n", "outputz"),
        ("resources: {r: {typ: OS::Heat::Value, type: OS::Heat::None}}\n", "typ"),
        ("parameters: {p: {type: string, defualt: a, default: b}}\n", "defualt"),
    ],
)
def test_a_name_that_is_there_already_is_not_offered(text, wrong):
    text = HEAD + text
    (shown,) = [each for each in as_json(text) if each["severity"] == "error"]
    assert wrong in shown["message"]
    assert shown["hint"].endswith("is there already.")
    assert (shown["fix"], shown["fixes"]) == (None, [])
    fixed = apply_fixes(text, suggested=True, wanted=lambda each: each.severity == "error")
    assert (fixed.text, fixed.left) == (text, ())


def test_of_two_names_that_mean_the_same_one_is_corrected():
    text = f"{HEAD}outputz: {{o: {{value: 1}}}}\noutputss: {{p: {{value: 2}}}}\n"
    document = load(text)
    assert (
        len([each for each in machine_fixes(text, combined_diagnostics(document, document.diagnostics)) if each]) == 2
    )
    assert apply_fixes(text).text == text.replace("outputz", "outputs")
