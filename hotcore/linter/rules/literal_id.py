"""A property refers to something by its id.

An id is valid in one cloud only, and means nothing to a reader. A name works wherever something has that name; a
parameter with a custom constraint offers what exists.

Example::

    heat_template_version: 2021-04-16
    resources:
      port:
        type: OS::Neutron::Port
        properties: {network: 5c1f3b2e-7d54-4f0a-9d5a-2f9a8a1b7c3d}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      network: {type: string, constraints: [{custom_constraint: neutron.network}]}
    resources:
      port:
        type: OS::Neutron::Port
        properties: {network: {get_param: network}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject, text_of
from hotcore.runtime import regex

_ID = regex(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\Z")


@rule(Severity.HINT, about=About.PLACE)
def literal_id(subject: Subject) -> Iterator[Found]:
    """Finds ids in properties that refer to something."""
    for one in subject.properties:
        text = text_of(one.node) if one.schema.references else None
        if text and _ID.match(text):
            yield Found("This id is valid in one cloud only.", one.node.span)
