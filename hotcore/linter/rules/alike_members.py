"""All members of a group have the same name.

A group creates its members from one definition, in which `%index%` is replaced by the index of each member. Without it,
members cannot be told apart, and a service that requires unique names refuses the second one.

Example::

    heat_template_version: 2021-04-16
    resources:
      nets:
        type: OS::Heat::ResourceGroup
        properties:
          count: 3
          resource_def: {type: OS::Neutron::Net, properties: {name: inner}}

Instead::

    heat_template_version: 2021-04-16
    resources:
      nets:
        type: OS::Heat::ResourceGroup
        properties:
          count: 3
          resource_def: {type: OS::Neutron::Net, properties: {name: inner-%index%}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject, text_of
from hotcore.syntax import Mapping, Scalar, at_path


@rule(Severity.HINT, about=About.DECLARATION)
def alike_members(subject: Subject) -> Iterator[Found]:
    """Finds groups of more than one member whose definition has a fixed name."""
    for resource in subject.template.resources.values():
        properties = resource.field("properties") if resource.type == "OS::Heat::ResourceGroup" else None
        count = at_path(properties, ("count",))
        name = at_path(properties, ("resource_def", "properties", "name"))
        if count is None or name is None or not isinstance(properties, Mapping) or "index_var" in properties.members:
            continue
        single = isinstance(count, Scalar) and count.value in (0, 1, "0", "1")
        text = text_of(name)
        if text and not single and "%index%" not in text:
            yield Found("All members get this name.", name.span, "Add `%index%` to the name.")
