"""A parameter is never used.

Users are asked for a value that has no effect, or a `get_param` is missing where the value was meant to go. If the name
of a parameter is computed somewhere (`get_param` of another function's result), any of them may be used, and nothing is
reported. For parameters outside of groups it is only a hint: templates of one family often take the same parameters,
and not each of them uses all. Where a project says which templates belong together, it is none for parameters that
several of them declare.

Example::

    heat_template_version: 2021-04-16
    parameters:
      size: {type: number}
      colour: {type: string}
    resources:
      disk:
        type: OS::Cinder::Volume
        properties: {size: {get_param: size}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      size: {type: number}
    resources:
      disk:
        type: OS::Cinder::Volume
        properties: {size: {get_param: size}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.evaluation import readers
from hotcore.linter.registry import Found, fix, rule
from hotcore.linter.subject import CallAt, Subject
from hotcore.template import reference_of


@rule(Severity.HINT, fixes=Applicability.SUGGESTED)
def unused_parameter(subject: Subject) -> Iterator[Found]:
    """Finds parameters that nothing reads."""
    if any(map(_is_computed, subject.calls_of(*readers("parameter")))):
        return
    asked = _asked_for(subject)
    for parameter in subject.template.parameters.values():
        if all(use.by == "parameter_groups" for use in subject.uses("parameters", parameter.name)):
            remove = fix(
                f"Remove {parameter.name}", "remove", section="parameters", name=parameter.name, with_uses=True
            )
            message = f"The parameter `{parameter.name}` is never used."
            severity = Severity.WARNING if parameter.name in asked else None
            if severity is None and parameter.name in subject.shared_parameters:
                continue
            yield Found(message, parameter.span, fix=remove, severity=severity)


def _asked_for(subject: Subject) -> set[str]:
    """The parameters that users are asked for: those in groups, except for groups of deprecated parameters."""
    groups = subject.template.parameter_groups
    return {name for group in groups if not group.is_deprecated for name in group.parameters}


def _is_computed(call: CallAt) -> bool:
    reference = reference_of(call.node)
    return reference is not None and reference.name is None
