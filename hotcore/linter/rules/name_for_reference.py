"""The name of a resource is used instead of a reference to it.

Heat looks for something of that name in the cloud, and does not find what this template creates, or looks before it is
created. `get_resource` refers to the resource and waits for it.

Example::

    heat_template_version: 2021-04-16
    resources:
      net: {type: OS::Neutron::Net}
      port: {type: OS::Neutron::Port, properties: {network: net}}

Instead::

    heat_template_version: 2021-04-16
    resources:
      net: {type: OS::Neutron::Net}
      port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.subject import Subject, text_of


@rule(Severity.WARNING, changes=True, about=About.PLACE, fixes=Applicability.SUGGESTED)
def name_for_reference(subject: Subject) -> Iterator[Found]:
    """Finds strings that name a resource of the kind that a property refers to."""
    for one in subject.properties:
        name = text_of(one.node) if one.schema.references else None
        known = subject.types.get(name) if name and name != one.resource.name else None
        if known is None or not any(_creates(subject, kind, known.name) for kind in one.schema.references):
            continue
        quick_fix = fix(f"Refer to {name}", "set", path=list(one.path), value={"get_resource": name})
        message = f"`{name}` is a resource of this template, but this is only a string."
        yield Found(message, one.node.span, f"Write `{{get_resource: {name}}}`.", quick_fix)


def _creates(subject: Subject, kind: str, type_name: str) -> bool:
    """Whether a resource type creates things of a kind that are referred to by id."""
    reference = subject.catalogue.references.get(kind)
    return reference is not None and reference.kind == "entity" and type_name in reference.types
