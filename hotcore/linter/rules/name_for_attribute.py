"""The name of an attribute is used instead of its value.

Heat takes the name as it is written: the record below would lead to the text `first_address`. `get_attr` reads the
attribute of a resource.

Example::

    heat_template_version: 2021-04-16
    resources:
      web: {type: OS::Nova::Server, properties: {image: ubuntu, flavor: small, networks: [{network: private}]}}
      name:
        type: OS::Designate::RecordSet
        properties: {zone: example.org., name: www.example.org., type: A, records: [first_address]}

Instead::

    heat_template_version: 2021-04-16
    resources:
      web: {type: OS::Nova::Server, properties: {image: ubuntu, flavor: small, networks: [{network: private}]}}
      name:
        type: OS::Designate::RecordSet
        properties: {zone: example.org., name: www.example.org., type: A, records: [{get_attr: [web, first_address]}]}
"""

from collections.abc import Iterator
from itertools import islice

from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.subject import PropertyAt, Subject, text_of
from hotcore.syntax import Node, Path, Sequence

_ADDRESS = "_address"  # other attributes have names that may well be meant as texts, such as `name` and `status`


@rule(Severity.WARNING, changes=True, about=About.PLACE, fixes=Applicability.SUGGESTED)
def name_for_attribute(subject: Subject) -> Iterator[Found]:
    """Finds strings that name an attribute with an address of another resource."""
    having: dict[str, list[str]] = {}
    for resource, known in subject.types.items():
        for attribute in known.attributes:
            if attribute.endswith(_ADDRESS):
                having.setdefault(attribute, []).append(resource)
    for one in subject.properties if having else ():
        for path, node in _texts(one):
            name = text_of(node) or ""
            owners = list(islice((each for each in having.get(name, ()) if each != one.resource.name), 2))
            if owners:
                call = {"get_attr": [owners[0], name]}
                quick_fix = fix(f"Use {name} of {owners[0]}", "set", path=list(path), value=call)
                message = f"`{name}` is an attribute of `{owners[0]}`, but this is only a string."
                hint = f"Write `{{get_attr: [{owners[0]}, {name}]}}`."
                yield Found(message, node.span, hint, quick_fix if len(owners) == 1 else None)


def _texts(one: PropertyAt) -> list[tuple[Path, Node]]:
    """The value of a property, and the items of a list of which nothing is known."""
    items = one.node.items if isinstance(one.node, Sequence) and one.schema.items is None else ()
    return [(one.path, one.node), *(((*one.path, at), item) for at, item in enumerate(items))]
