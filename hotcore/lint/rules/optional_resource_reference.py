"""Something refers to a resource that a condition may remove.

Heat refuses the stack when what refers is there and the resource is not. Which values bring that about is told: they
were found by working the conditions out, and tried.

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
from hotcore.lint.registry import Found, rule
from hotcore.lint.subject import Subject
from hotcore.syntax import Scalar
from hotcore.values import MASK, to_json

_LONGEST = 40


@rule(Severity.WARNING)
def optional_resource_reference(subject: Subject) -> Iterator[Found]:
    """Finds references that are there in some case in which the resource is not."""
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
            yield Found(f"`{use.name}` is not there {_when(subject, values)}.", use.node.span, related=related)


def _when(subject: Subject, values: dict[str, Any]) -> str:
    """The case, in words."""
    if not values:
        return "with the default values"
    told = []
    for name, value in values.items():
        hidden = subject.template.parameters[name].hidden
        told.append(f"`{name}` is `{MASK if hidden else _shown(value)}`")
    return f"when {' and '.join(told)}"


def _shown(value: Any) -> str:
    """A value as somebody would give it, its beginning if it is long."""
    text = value if isinstance(value, str) and value else json.dumps(to_json(value), ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
