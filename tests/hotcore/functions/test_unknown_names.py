"""Names that nothing declares: the search for near ones costs little, however many there are."""

import pytest

import hotcore
from tests.pace import within

COUNT = 7_000


@pytest.mark.parametrize(
    ("version", "function", "seconds"), [("2021-04-16", "get_param", 0.9), ("2013-05-23", "Ref", 0.35)]
)
def test_very_many_unknown_names_among_many_parameters_are_reported_soon(version, function, seconds):
    parameters = "".join(f"  name{number}: {{type: string}}\n" for number in range(COUNT))
    outputs = "".join(f"  o{number}: {{value: {{{function}: nmae{number}}}}}\n" for number in range(COUNT))
    document = hotcore.load(f"heat_template_version: {version}\nparameters:\n{parameters}outputs:\n{outputs}")
    assert document.template is not None
    with within(seconds):
        found = hotcore.preview(document).diagnostics
    hints = [each.hint for each in found if each.code in ("unknown-parameter", "unknown-reference")]
    assert hints[1] == "Did you mean `name1`?"
