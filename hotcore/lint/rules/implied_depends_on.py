"""A resource depends on one that it refers to anyway.

`get_resource` and `get_attr` make a resource wait for the other, in its properties as in its metadata. Saying it again
with `depends_on` does nothing, and stays behind when the reference goes. Nor does it where another item of `depends_on`
waits for that one already.

Example::

    heat_template_version: 2021-04-16
    resources:
      net: {type: OS::Neutron::Net}
      port:
        type: OS::Neutron::Port
        depends_on: net
        properties:
          network: {get_resource: net}

Instead::

    heat_template_version: 2021-04-16
    resources:
      net: {type: OS::Neutron::Net}
      port:
        type: OS::Neutron::Port
        properties:
          network: {get_resource: net}
"""

from collections import defaultdict
from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.lint.registry import Found, fix, rule
from hotcore.lint.subject import Subject
from hotcore.template import Occurrence

_MOST = 50
"""Resources that one may need to be asked what they need in turn."""


@rule(Severity.HINT, fixes=Applicability.SAFE)
def implied_depends_on(subject: Subject) -> Iterator[Found]:
    """Finds items of `depends_on` that a reference says already, or another item."""
    written = [use for use in subject.occurrences if use.by == "depends_on"]
    needs: dict[str, set[str]] = defaultdict(set)
    for use in subject.occurrences:
        if _is_reference(use):
            needs[use.path[1]].add(use.name)
    referred = {name: frozenset(needed) for name, needed in needs.items()}
    for use in written:
        needs[use.path[1]].add(use.name)
    steady = {name: needs[name] for name in subject.template.resources if _is_steady(subject, name)}
    others = {name: sorted(needed) if len(needed) <= _MOST else [] for name, needed in needs.items()}
    for use in written:
        name = use.path[1]
        other = next((each for each in others[name] if use.name in steady.get(each, ())), None)
        if use.name in referred.get(name, ()):
            remove = fix(f"Remove `{use.name}` from `depends_on`", "unset", path=list(use.path))
            message = f"`{name}` refers to `{use.name}`, and so waits for it anyway."
            yield Found(message, use.node.span, fix=remove)
        elif other is not None:
            yield Found(f"`{name}` waits for `{other}`, which waits for `{use.name}` anyway.", use.node.span)


def _is_steady(subject: Subject, name: str) -> bool:
    """Whether a resource is always there, and made by its stack, so that what it waits for is waited for."""
    resource = subject.template.resources[name]
    return resource.field("condition") is None and resource.field("external_id") is None


def _is_reference(use: Occurrence) -> bool:
    """Whether a name makes its resource wait, whatever conditions come to."""
    if use.path[0] != "resources" or use.kind != "resources" or "if" in use.path:
        return False
    return use.path[2] in ("properties", "metadata")
