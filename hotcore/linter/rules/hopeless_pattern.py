"""A pattern matches nothing.

It requires a character after its end (`$`) or before its start (`^`), or a character from an empty class.

Example::

    heat_template_version: 2021-04-16
    parameters:
      host: {type: string, constraints: [{allowed_pattern: '[a-z]+^[0-9]+'}]}
    resources:
      net: {type: OS::Neutron::Net, properties: {name: {get_param: host}}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      host: {type: string, constraints: [{allowed_pattern: '[a-z]+[0-9]+'}]}
    resources:
      net: {type: OS::Neutron::Net, properties: {name: {get_param: host}}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject
from hotcore.parameters import is_hopeless


@rule(Severity.WARNING, about=About.DECLARATION)
def hopeless_pattern(subject: Subject) -> Iterator[Found]:
    """Finds patterns that require something beyond the ends of a string."""
    for parameter in subject.template.parameters.values():
        for constraint in parameter.constraints:
            pattern = constraint.options.get("pattern") if constraint.kind == "allowed_pattern" else None
            if isinstance(pattern, str) and is_hopeless(pattern):
                message = f"No value of `{parameter.name}` matches this pattern."
                yield Found(message, constraint.span or parameter.span)
