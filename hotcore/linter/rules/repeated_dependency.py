"""A resource is listed twice in `depends_on`.

Once is enough; perhaps another resource was meant.

Example::

    heat_template_version: 2021-04-16
    resources:
      one: {type: OS::Heat::None}
      two: {type: OS::Heat::None, depends_on: [one, one]}

Instead::

    heat_template_version: 2021-04-16
    resources:
      one: {type: OS::Heat::None}
      two: {type: OS::Heat::None, depends_on: [one]}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.subject import Subject


@rule(Severity.HINT, about=About.DECLARATION, fixes=Applicability.SUGGESTED)
def repeated_dependency(subject: Subject) -> Iterator[Found]:
    """Finds names that occur twice in a `depends_on`."""
    seen: set[tuple[str, str]] = set()
    for use in subject.occurrences:
        if use.by != "depends_on":
            continue
        if (use.path[1], use.name) in seen:
            quick_fix = fix("Remove it", "unset", path=list(use.path))
            yield Found(f"`{use.name}` is already listed.", use.node.span, fix=quick_fix)
        seen.add((use.path[1], use.name))
