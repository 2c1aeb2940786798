"""`depends_on` names a resource that is already a dependency.

`get_resource` and `get_attr` create a dependency, in properties and in metadata. Repeating it in `depends_on` has no
effect, and is left behind when the reference is removed. The same holds when another item of `depends_on` already
depends on the resource.

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
from hotcore.linter.registry import Found, fix, rule
from hotcore.linter.subject import Subject
from hotcore.template import Occurrence

_MOST = 50
"""Dependencies of one resource up to which their own dependencies are looked at."""


@rule(Severity.HINT, fixes=Applicability.SAFE)
def implied_depends_on(subject: Subject) -> Iterator[Found]:
    """Finds items of `depends_on` that a reference or another item already implies."""
    written = [use for use in subject.occurrences if use.by == "depends_on"]
    needs: dict[str, set[str]] = defaultdict(set)
    for use in subject.occurrences:
        if _is_reference(use):
            needs[use.path[1]].add(use.name)
    referred = {name: frozenset(needed) for name, needed in needs.items()}
    for use in written:
        needs[use.path[1]].add(use.name)
    always = {name: needs[name] for name in subject.template.resources if _is_always_created(subject, name)}
    others = {name: sorted(needed) if len(needed) <= _MOST else [] for name, needed in needs.items()}
    for use in written:
        name = use.path[1]
        other = next((each for each in others[name] if use.name in always.get(each, ())), None)
        if use.name in referred.get(name, ()):
            remove = fix(f"Remove `{use.name}` from `depends_on`", "unset", path=list(use.path))
            message = f"`{name}` refers to `{use.name}`, and so already depends on it."
            yield Found(message, use.node.span, fix=remove)
        elif other is not None:
            yield Found(f"`{name}` depends on `{other}`, which already depends on `{use.name}`.", use.node.span)


def _is_always_created(subject: Subject, name: str) -> bool:
    """Whether a resource is unconditional and created by its stack, so that its own dependencies count."""
    resource = subject.template.resources[name]
    return resource.field("condition") is None and resource.field("external_id") is None


def _is_reference(use: Occurrence) -> bool:
    """Whether a name makes its resource depend on another one under all conditions."""
    if use.path[0] != "resources" or use.kind != "resources" or "if" in use.path:
        return False
    return use.path[2] in ("properties", "metadata")
