"""The template has no description.

It is the first thing that users see of a template, in lists of stacks and above the form.

Example::

    heat_template_version: 2021-04-16
    resources:
      net: {type: OS::Neutron::Net}

Instead::

    heat_template_version: 2021-04-16
    description: A private network
    resources:
      net: {type: OS::Neutron::Net}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import Found, rule
from hotcore.linter.subject import Subject


@rule(Severity.HINT)
def missing_template_description(subject: Subject) -> Iterator[Found]:
    """Finds templates without a description."""
    template = subject.template
    if not template.description:
        yield Found("The template has no description.", template.root.key_span("heat_template_version"))
