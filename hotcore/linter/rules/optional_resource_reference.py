"""Something refers to a resource that may be off.

Heat refuses the stack when the resource is off but what refers to it is not. The message names values for which that
happens; they were found by solving the conditions, and tried.

Example::

    heat_template_version: 2021-04-16
    parameters:
      backup: {type: boolean, default: true}
    conditions:
      with_backup: {get_param: backup}
    resources:
      disk:
        type: OS::Cinder::Volume
        condition: with_backup
        properties: {size: 10}
    outputs:
      disk: {value: {get_resource: disk}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      backup: {type: boolean, default: true}
    conditions:
      with_backup: {get_param: backup}
    resources:
      disk:
        type: OS::Cinder::Volume
        condition: with_backup
        properties: {size: 10}
    outputs:
      disk: {condition: with_backup, value: {get_resource: disk}}
"""

import json
from collections.abc import Iterator
from typing import Any

from hotcore.diagnostics import Related, Severity
from hotcore.linter.registry import Found, rule
from hotcore.linter.subject import Subject
from hotcore.syntax import Scalar
from hotcore.values import MASK, to_json

_LONGEST = 40


@rule(Severity.WARNING)
def optional_resource_reference(subject: Subject) -> Iterator[Found]:
    """Finds references that remain in some case in which the resource is off."""
    optional = {name for name, resource in subject.template.resources.items() if resource.field("condition")}
    for use in subject.occurrences:
        if use.kind != "resources" or use.name not in optional or use.by == "depends_on":
            continue
        condition = subject.template.resources[use.name].field("condition")
        if condition is None or (isinstance(condition, Scalar) and not isinstance(condition.value, str)):
            continue
        values = subject.reachable.proved((*subject.context(use.path), (condition, False)))
        if values is not None:
            related = (Related("its condition", condition.span),)
            yield Found(f"`{use.name}` is off {_when(subject, values)}.", use.node.span, related=related)


def _when(subject: Subject, values: dict[str, Any]) -> str:
    """The values, in words."""
    if not values:
        return "with the default values"
    cases = []
    for name, value in values.items():
        hidden = subject.template.parameters[name].hidden
        cases.append(f"`{name}` is `{MASK if hidden else _shown(value)}`")
    return f"when {' and '.join(cases)}"


def _shown(value: Any) -> str:
    """A value as a user would enter it, truncated if it is long."""
    text = value if isinstance(value, str) and value else json.dumps(to_json(value), ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
