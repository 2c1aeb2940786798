"""The name of a resource stands where a reference to it was meant.

Heat looks for a thing of that name in the cloud, does not find the one that this very template makes, or makes it too
late. `get_resource` names it, and waits for it.

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
from hotcore.lint.registry import About, Found, fix, rule
from hotcore.lint.subject import Subject, text_of


@rule(Severity.WARNING, changes=True, about=About.PLACE, fixes=Applicability.SUGGESTED)
def name_for_reference(subject: Subject) -> Iterator[Found]:
    """Finds texts that are the name of a resource of the kind that a property asks for."""
    for one in subject.properties:
        name = text_of(one.node) if one.schema.references else None
        known = subject.types.get(name) if name and name != one.resource.name else None
        if known is None or not any(_makes(subject, kind, known.name) for kind in one.schema.references):
            continue
        mend = fix(f"Refer to {name}", "set", path=list(one.path), value={"get_resource": name})
        message = f"`{name}` is a resource of this template, but this is only a text."
        yield Found(message, one.node.span, f"Write `{{get_resource: {name}}}`.", mend)


def _makes(subject: Subject, kind: str, type_name: str) -> bool:
    """Whether a type of resource makes things of a kind, and is referred to by its id."""
    reference = subject.catalogue.references.get(kind)
    return reference is not None and reference.kind == "entity" and type_name in reference.types
