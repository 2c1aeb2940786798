"""A number becomes another text than it is written as.

Without quotes, `1.10` is the number 1.1, `0755` is 493, and `1_000` is 1000; where a text is wanted, that is what it
becomes.

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
from hotcore.lint.registry import About, Found, fix, rule
from hotcore.lint.subject import Path, Subject


@rule(Severity.WARNING, changes=True, about=About.PLACE, fixes=Applicability.SUGGESTED)
def rewritten_number(subject: Subject) -> Iterator[Found]:
    """Finds numbers in defaults of texts, and in properties that are texts."""
    texts = text_places(subject)
    for path, node, text in subject.numbers:
        if path in texts:
            mend = fix("Put it in quotes", "set", path=list(path), value=text)
            yield Found(
                f"As a text, this becomes `{subject.said(path, node.value)}`.", node.span, "Put it in quotes.", mend
            )


def text_places(subject: Subject) -> set[Path]:
    """The paths at which a text is wanted."""
    parameters = subject.template.parameters.items()
    defaults = {("parameters", name, "default") for name, one in parameters if one.type == "string"}
    return defaults | {one.path for one in subject.properties if one.schema.type == "string"}
