"""Patterns: what they add, which existing resources they use, and that nothing else changes."""

import json

import pytest

import hotcore
from hotcore.analysis import dependencies
from hotcore.edits import CannotEdit, patterns, perform
from hotcore.lint import lint

BLANK = "heat_template_version: 2018-08-31\n"
OURS = """\
heat_template_version: 2018-08-31

# our own
parameters:
    size: {type: string, constraints: [{custom_constraint: nova.flavor}]}   # how big
    private: {type: string, constraints: [{custom_constraint: neutron.network}]}

resources:
    # the net
    a net: {type: OS::Neutron::Net}
    other: {type: OS::Neutron::Net}
    web: {type: OS::Nova::Server, properties: {flavor: {get_param: size}, networks: [{network: {get_param: private}}]}}
"""


def added(text, name, *chosen):
    return perform(text, "pattern", {"name": name, "names": list(chosen)}).after


def problems(text):
    return [one.code for one in lint(hotcore.load(text)) if one.severity != "hint"]


@pytest.mark.parametrize("name", patterns())
def test_a_pattern_stands_alone(name):
    assert problems(added(BLANK, name)) == []


@pytest.mark.parametrize("name", patterns())
def test_a_pattern_is_added_twice(name):
    once = added(BLANK, name)
    twice = added(once, name)
    assert problems(twice) == []
    resources = [len(hotcore.load(text).template.resources) for text in (once, twice)]
    assert resources[1] == 2 * resources[0]


def test_all_patterns_fit_together():
    text = BLANK
    for name in patterns():
        text = added(text, name)
    assert problems(text) == []


@pytest.mark.parametrize("name", patterns())
def test_the_rest_of_the_text_stays(name):
    text = added(OURS, name)
    assert problems(text) == []
    lines = iter(text.splitlines())
    assert all(line in lines for line in OURS.splitlines())  # all of them are there, in their order


def test_what_is_chosen_fills_a_slot():
    text = added(OURS, "server", "web", "a net")
    port = hotcore.load(text).template.resources["port"]
    assert "network: {get_resource: a net}" in text
    assert port.type == "OS::Neutron::Port"
    assert "network" not in hotcore.load(text).template.parameters


@pytest.mark.parametrize("name", ["a, b", "it's", "{x}", "12", "yes", "#", "a: b", "volume", "volume_2"])
def test_any_name_fills_a_slot(name):
    text = f"{BLANK}resources:\n  {json.dumps(name)}:\n    type: OS::Nova::Server\n"
    document = hotcore.load(added(text, "volume"))
    needed = {edge.target for edge in dependencies(document).edges}
    assert name in needed
    assert len(document.template.resources) == 3


def test_arguments_of_the_wrong_kind_are_refused():
    with pytest.raises(CannotEdit, match="`names` must be a list of strings"):
        perform(BLANK, "pattern", {"name": "volume", "names": [{}]})


def test_the_only_one_that_fits_fills_a_slot():
    assert "instance_uuid: {get_resource: web}" in added(OURS, "volume")


def test_one_of_several_is_not_guessed():
    assert "network: {get_param: network}" in added(OURS, "server")


def test_a_parameter_for_the_same_is_read():
    template = hotcore.load(added(OURS, "server", "a net")).template
    assert set(template.parameters) == {"size", "private", "external_network", "image"}
    assert set(hotcore.load(added(OURS, "network")).template.parameters) == {"size", "private", "external_network"}


def test_an_attribute_fills_a_slot():
    text = added(added(BLANK, "server"), "dns-name")
    assert "{get_attr: [floating_ip, floating_ip_address]}" in text


def test_an_older_version_is_remarked():
    change = perform("heat_template_version: 2013-05-23\n", "pattern", {"name": "https-listener"})
    assert any("2013-05-23" in note for note in change.notes)


def test_there_is_no_other_pattern():
    with pytest.raises(CannotEdit, match="There is no pattern `moon`"):
        perform(BLANK, "pattern", {"name": "moon"})


@pytest.mark.parametrize("broken", ["resources: [", "- a\n"])
def test_a_text_that_is_no_template_is_refused_in_words(broken):
    with pytest.raises(CannotEdit, match=r"\w"):
        added(broken, "network")


@pytest.mark.parametrize("broken", ["resources: {a: 1}\n", "parameters: {a: {constraints: 1}}\n"])
def test_a_template_with_mistakes_takes_a_pattern(broken):
    assert "OS::Neutron::Router" in added(broken, "network")
