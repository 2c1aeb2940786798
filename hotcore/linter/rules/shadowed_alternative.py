"""An alternative of a pattern is hidden by a shorter one before it.

Heat matches a pattern from the start of a value, takes the first match, and refuses the value if something is left
over. In `small|small-fast` the second alternative is never taken, because `small` matches first. With a `$` at the end,
the longer one counts.

Example::

    heat_template_version: 2021-04-16
    parameters:
      flavor: {type: string, constraints: [{allowed_pattern: small|small-fast}]}
    resources:
      net: {type: OS::Neutron::Net, properties: {name: {get_param: flavor}}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      flavor: {type: string, constraints: [{allowed_pattern: (small|small-fast)$}]}
    resources:
      net: {type: OS::Neutron::Net, properties: {name: {get_param: flavor}}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.subject import Subject
from hotcore.parameters import shadowed


@rule(Severity.WARNING, about=About.DECLARATION, fixes=Applicability.SUGGESTED)
def shadowed_alternative(subject: Subject) -> Iterator[Found]:
    """Finds alternatives at the end of a pattern that start with an earlier one."""
    for parameter in subject.template.parameters.values():
        for constraint in parameter.constraints:
            pattern = constraint.options.get("pattern") if constraint.kind == "allowed_pattern" else None
            pair = shadowed(pattern) if isinstance(pattern, str) else None
            if pair is None or constraint.span is None:
                continue
            path = subject.constraint_path(parameter, constraint) or ()
            quick_fix = fix("Add `$` at its end", "set", path=[*path, "allowed_pattern"], value=f"(?:{pattern})$")
            message = f"`{pair[1]}` is refused, because `{pair[0]}` matches first, but not all of it."
            yield Found(message, constraint.span, "Add `$` after the alternatives.", quick_fix)
