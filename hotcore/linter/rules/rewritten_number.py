"""A number becomes a different string from the one that is written.

Without quotes, YAML reads `1.10` as the number 1.1, `0755` as 493, and `1_000` as 1000. Where a string is expected,
that number becomes the string.

Example::

    heat_template_version: 2021-04-16
    parameters:
      version: {type: string, default: 1.10}
    resources:
      net: {type: OS::Neutron::Net, properties: {name: {get_param: version}}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      version: {type: string, default: '1.10'}
    resources:
      net: {type: OS::Neutron::Net, properties: {name: {get_param: version}}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.subject import Path, Subject


@rule(Severity.WARNING, changes=True, about=About.PLACE, fixes=Applicability.SUGGESTED)
def rewritten_number(subject: Subject) -> Iterator[Found]:
    """Finds numbers in the defaults of strings and in string properties."""
    strings = string_paths(subject)
    for path, node, text in subject.numbers:
        if path in strings:
            quick_fix = fix("Quote it", "set", path=list(path), value=text)
            yield Found(
                f"As a string, this becomes `{subject.shown(path, node.value)}`.",
                node.span,
                "Quote it.",
                quick_fix,
            )


def string_paths(subject: Subject) -> set[Path]:
    """The paths at which a string is expected."""
    parameters = subject.template.parameters.items()
    defaults = {("parameters", name, "default") for name, one in parameters if one.type == "string"}
    return defaults | {one.path for one in subject.properties if one.schema.type == "string"}
