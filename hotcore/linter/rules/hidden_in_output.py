"""An output exposes the value of a hidden parameter.

Outputs are shown in clear text to everyone who may view the stack, which defeats hiding the parameter. For maps and
lists this is only a hint, since they may be data for a parent template. An attribute that returns a property, such as
the `value` of `OS::Heat::Value`, exposes it as well.

Example::

    heat_template_version: 2021-04-16
    parameters:
      password: {type: string, hidden: true}
    outputs:
      login:
        value:
          str_replace:
            template: admin:<password>
            params: {<password>: {get_param: password}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      password: {type: string, hidden: true}
    outputs:
      fingerprint:
        value: {digest: [sha256, {get_param: password}]}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.function_registry import verbatim_functions
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Path, Subject, flows_on
from hotcore.spelling import listed
from hotcore.syntax import Node, Scalar, Sequence, at_path, child
from hotcore.template import Occurrence

_RETURNED_PROPERTIES = {
    ("OS::Heat::Value", "value"),
    ("OS::Heat::SoftwareConfig", "config"),
    ("OS::Heat::StructuredConfig", "config"),
}
"""Types with an attribute that returns the property of the same name."""

_MOST = 50
"""Resources to follow for one attribute."""

_MOST_VISITED = 200_000
"""Parameters and attributes to look at while following all of them: some tenths of a second."""

_MOST_NAMED = 3


@rule(Severity.WARNING, about=About.DECLARATION)
def hidden_in_output(subject: Subject) -> Iterator[Found]:
    """Finds hidden parameters that are read in the values of outputs, directly or through a resource."""
    for use in subject.shown_secrets:
        if use.path[0] == "outputs":
            message = f"The output `{use.path[1]}` exposes the hidden parameter `{use.name}`."
            yield Found(message, use.node.span, severity=Severity.HINT if _is_data(subject, use.path[1]) else None)
    flows = _Flows(subject)
    for use in flows.attributes:
        shown = flows.shown_by(use) if use.path[0] == "outputs" else {}
        if shown:
            hidden = "hidden parameter" if len(shown) == 1 else "hidden parameters"
            names = listed([f"`{name}`" for name in shown], most=_MOST_NAMED)
            message = f"The output `{use.path[1]}` exposes the {hidden} {names}, which `{use.name}` passes on."
            in_data = _is_data(subject, use.path[1]) or all(shown.values())
            yield Found(message, use.node.span, severity=Severity.HINT if in_data else None)


def _is_data(subject: Subject, name: str) -> bool:
    """Whether an output is a map or a list, and not a string for people to read."""
    return _is_written(subject, subject.template.outputs[name].node)


def _is_written(subject: Subject, node: Node | None) -> bool:
    """Whether a node is a literal map or list."""
    return isinstance(node, Sequence) or subject.written_map(node) is not None


class _Flows:
    """The uses of hidden parameters and attributes in each resource and each output."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self.attributes = [use for use in subject.occurrences if use.by == "get_attr" and flows_on(use.path)]
        self._parts: dict[Path, list[Occurrence]] = {}
        self._left = _MOST_VISITED
        self._shown: dict[Path, dict[str, bool]] = {}
        for use in (*subject.shown_secrets, *self.attributes):
            self._parts.setdefault(use.path[:2], []).append(use)

    def shown_by(self, use: Occurrence) -> dict[str, bool]:
        """The hidden parameters that an attribute exposes, and whether they are inside a map or a list."""
        source = _source(self._subject, use)
        if source is None:
            return {}
        if source not in self._shown:
            self._shown[source] = self._followed(source)
        return self._shown[source]

    def _followed(self, first: Path) -> dict[str, bool]:
        found: dict[str, bool] = {}
        pending, seen = [(first, False)], {first}
        while pending:
            source, in_data = pending.pop()
            in_data = in_data or _is_written(self._subject, at_path(self._subject.template.root, source))
            parts = self._parts.get(source[:2], ())
            self._left -= len(parts)
            if self._left < 0:
                break
            for use in (each for each in parts if each.path[: len(source)] == source):
                following = _source(self._subject, use) if use.kind != "parameters" else None
                if use.kind == "parameters":
                    found[use.name] = found.get(use.name, True) and in_data
                elif following is not None and following not in seen and len(seen) < _MOST:
                    seen.add(following)
                    pending.append((following, in_data))
        return found


def _source(subject: Subject, use: Occurrence) -> Path | None:
    """The path at which the value of an attribute is written; None if unknown."""
    arguments = at_path(subject.template.root, (*(use.call or ()), "get_attr"))
    steps = [item.value if isinstance(item, Scalar) else None for item in getattr(arguments, "items", ())[1:]]
    resource = subject.template.resources.get(use.name)
    if resource is None or not steps or not all(isinstance(step, str | int) for step in steps):
        return None
    if (resource.type, steps[0]) not in _RETURNED_PROPERTIES:
        return None
    path: Path = ("resources", use.name, "properties", steps[0])
    node = at_path(subject.template.root, path)
    for step in steps[1:]:
        if subject.is_call(node):
            return path if getattr(node, "sole_key", None) in verbatim_functions() else None
        node = child(node, step)
        path = (*path, step)
    return path if node is not None else None
