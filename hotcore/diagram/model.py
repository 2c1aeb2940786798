"""What diagrams of a template show: its resources as boxes, their references as arrows."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from hotcore.diagnostics import Diagnostic, Severity
from hotcore.resolver import Preview
from hotcore.runtime import dataclass
from hotcore.template import Template, occurrences
from hotcore.values import Unknown

State = Literal["on", "off", "unknown"]

MOST_ARROWS = 10_000
"""The number of references that a diagram shows, in the order of the text; nobody can follow more."""


@dataclass(frozen=True, slots=True)
class Box:
    """A resource: whether it will exist, the name of its condition, and the number of its diagnostics by severity."""

    name: str
    type: str
    state: State
    condition: str | None
    found: Mapping[Severity, int]
    line: int

    @property
    def problems(self) -> int:
        """The number of diagnostics within it."""
        return sum(self.found.values())


@dataclass(frozen=True, slots=True)
class Arrow:
    """A dependency of `source` on `target`: by the function or field `by` at `path` in the source."""

    source: str
    target: str
    by: str
    path: tuple[Any, ...]

    @property
    def where(self) -> str:
        """The property with the dependency, as people write it: `networks.0.port`."""
        path = self.path[1:] if self.path[:1] == ("properties",) else self.path
        return ".".join(map(str, path))


def boxes_of(template: Template, preview: Preview) -> Iterable[Box]:
    """The resources of a template under the values of a preview."""
    problems = _problems(template, preview.diagnostics)
    for state in preview.resources.values():
        enabled = _state(state.enabled)
        yield Box(state.name, state.type, enabled, state.condition, problems[state.name], state.line)


def arrows_of(template: Template) -> Iterable[Arrow]:
    """Every place at which a resource refers to another one, or asks to be created after it."""
    for use in occurrences(template.root):
        if use.path[0] == "resources" and use.kind == "resources" and use.name in template.resources:
            source = use.path[1]
            if source in template.resources and use.path[2] in ("properties", "metadata", "depends_on"):
                yield Arrow(source, use.name, use.by, (use.path if use.call is None else use.call)[2:])


def _problems(template: Template, diagnostics: Iterable[Diagnostic]) -> Mapping[str, Counter[Severity]]:
    """The number of diagnostics of each severity within each resource."""
    starts = sorted((resource.span.start, resource.node.end, name) for name, resource in template.resources.items())
    counts: defaultdict[str, Counter[Severity]] = defaultdict(Counter)
    index = 0
    placed = (found for found in diagnostics if found.span is not None and found.file is None)
    for found in sorted(placed, key=lambda found: found.sort_key):
        assert found.span
        while index < len(starts) and starts[index][1] < found.span.start:
            index += 1
        if index < len(starts) and starts[index][0] <= found.span.start <= starts[index][1]:
            counts[starts[index][2]][found.severity] += 1
    return counts


def _state(enabled: object) -> State:
    if isinstance(enabled, Unknown):
        return "unknown"
    return "on" if enabled else "off"
