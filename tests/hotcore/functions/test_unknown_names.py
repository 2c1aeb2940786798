"""Names that nothing declares: the search for near ones costs little, however many there are."""

import hotcore
from tests.pace import within

COUNT = 7_000


def test_very_many_unknown_names_among_many_parameters_are_reported_soon():
    parameters = "".join(f"  name{number}: {{type: string}}\n" for number in range(COUNT))
    outputs = "".join(f"  o{number}: {{value: {{get_param: nmae{number}}}}}\n" for number in range(COUNT))
    document = hotcore.load(f"heat_template_version: 2021-04-16\nparameters:\n{parameters}outputs:\n{outputs}")
    assert document.template is not None
    with within(1.2):  # a third of a second on an ordinary machine, 1.7 where each name makes a list of all
        found = hotcore.preview(document).diagnostics
    hints = [each.hint for each in found if each.code == "unknown-parameter"]
    assert hints[1] == "Did you mean `name1`?"
