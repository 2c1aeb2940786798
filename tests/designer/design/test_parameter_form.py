"""Parameters as forms: each constraint with its options, and the groups as they are written."""

from hypothesis import given, settings

import hotcore
from designer.design.inspector.parameter import asked_groups, inspect_parameter
from hotcore.edits import Shared, perform
from tests.hotcore.corpus import corpus_texts, needs_corpus
from tests.hotcore.edits.test_constraints import TEXT
from tests.hotcore.strategies import templates


def test_a_form_shows_each_constraint_with_its_options_and_diagnostics():
    document = hotcore.load(TEXT)
    found = inspect_parameter(document.template, "name", document.diagnostics)
    assert (found.type, found.group, found.groups) == ("string", 2, ((0, "First"), (2, "")))
    assert [(one.kind, one.options) for one in found.constraints] == [
        ("length", {"min": "2", "max": "9"}),
        ("allowed_values", {"values": "one\ntwo\n3"}),
        ("allowed_pattern", {"pattern": "[a-z]+"}),
        ("custom_constraint", {"name": "dns_name"}),
        ("", {}),
    ]
    assert found.constraints[0].description == "Not too long"
    assert found.constraints[4].text == "lenght: {max: 3}"
    assert found.constraints[4].diagnostics
    assert not found.constraints[1].diagnostics
    assert found.fields["label"].text == "The name"
    assert "modulo" not in found.kinds
    assert inspect_parameter(document.template, "nowhere") is None
    assert inspect_parameter(document.template, "odd").type == ""


def test_groups_are_listed_as_they_are_written():
    document = hotcore.load(TEXT)
    groups = asked_groups(document.template, document.diagnostics)
    assert [(one.index, one.label, [(p.index, p.name, p.type) for p in one.parameters]) for one in groups] == [
        (0, "First", [(0, "size", "number"), (1, "gone", "")]),
        (2, "", [(0, "name", "string")]),
        (None, "", [(0, "free", "json"), (1, "odd", "?")]),
    ]
    assert groups[1].parameters[0].problems
    assert not groups[0].parameters[0].problems


@needs_corpus
def test_what_a_form_shows_of_real_constraints_and_sends_back_changes_nothing():
    done = 0
    for name, text in corpus_texts():
        template = hotcore.load(text).template
        for parameter in template.parameters if template else ():
            shown = inspect_parameter(template, parameter)
            for one in [one for one in shown.constraints if one.kind]:
                options = {key: value.split("\n") if key == "values" else value for key, value in one.options.items()}
                arguments = {"name": parameter, "index": one.index, "kind": one.kind, "options": options}
                try:
                    after = perform(text, "constrain", arguments).after
                except Shared:
                    continue
                assert after == text, (name, parameter, one)
                done += 1
    assert done > 50


@given(templates)
@settings(max_examples=100, deadline=None)
def test_whatever_a_template_says_its_parameters_can_be_shown(text):
    document = hotcore.load(text)
    if document.template is None:
        return
    for group in asked_groups(document.template, document.diagnostics):
        for row in group.parameters:
            found = inspect_parameter(document.template, row.name, document.diagnostics)
            assert (found is None) == (row.type == "")
