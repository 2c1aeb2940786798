"""A condition is negated twice.

Two nested `not` cancel each other out.

Example::

    heat_template_version: 2021-04-16
    parameters:
      open: {type: boolean, default: true}
    conditions:
      is_open: {not: {not: {get_param: open}}}
    resources:
      net: {type: OS::Neutron::Net, condition: is_open}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      open: {type: boolean, default: true}
    conditions:
      is_open: {get_param: open}
    resources:
      net: {type: OS::Neutron::Net, condition: is_open}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.subject import Subject
from hotcore.syntax import Mapping


@rule(Severity.HINT, about=About.PLACE, fixes=Applicability.SAFE)
def double_negation(subject: Subject) -> Iterator[Found]:
    """Finds `not` directly inside `not`."""
    for call in subject.calls_of("not"):
        inner = call.argument
        if not isinstance(inner, Mapping) or inner.sole_key != "not" or call.path[-1] == "not":
            continue
        bare = not isinstance(inner.members["not"], Mapping)  # a name, which a definition cannot be
        quick_fix = fix("Remove both", "unwrap", path=list(call.path), inner=["not", "not"])
        fits = not (bare and call.path[0] == "conditions" and len(call.path) == 2)
        yield Found(
            "Two nested `not` cancel each other out.", call.node.key_span("not"), fix=quick_fix if fits else None
        )
