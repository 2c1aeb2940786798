"""Items of a comma-delimited list have spaces around them.

The items of a `comma_delimited_list` are everything between the commas, spaces included: `a, b` has the items `a` and `
b`.

Example::

    heat_template_version: 2021-04-16
    parameters:
      zones: {type: comma_delimited_list, default: 'a, b'}
    outputs:
      second: {value: {get_param: [zones, 1]}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      zones: {type: comma_delimited_list, default: 'a,b'}
    outputs:
      second: {value: {get_param: [zones, 1]}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.subject import Subject


@rule(Severity.WARNING, changes=True, about=About.DECLARATION, fixes=Applicability.SUGGESTED)
def blanks_in_list(subject: Subject) -> Iterator[Found]:
    """Finds defaults of lists, written as strings, with spaces around their items."""
    for name, parameter in subject.template.parameters.items():
        default = parameter.default
        if parameter.type != "comma_delimited_list" or not isinstance(default, str):
            continue
        items = default.split(",")
        if len(items) > 1 and any(item != item.strip(" ") for item in items):
            bare = ",".join(item.strip(" ") for item in items)
            quick_fix = fix("Remove the spaces", "set", path=["parameters", name, "default"], value=bare)
            yield Found("The spaces become part of the items.", parameter.default_span, fix=quick_fix)
