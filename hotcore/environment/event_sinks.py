"""The check of the section `event_sinks`: the receivers of a stack's events."""

from typing import Protocol

from hotcore.diagnostics import Severity
from hotcore.source import Span
from hotcore.spelling import did_you_mean
from hotcore.syntax import Mapping, Node, Scalar, Sequence, to_plain
from hotcore.values import kind_of

SINK_TYPES = {"zaqar-queue": ("target", "ttl")}
"""The types of sinks that come with Heat, and their options; the first one is required."""


class Complain(Protocol):
    """A callback that reports a diagnostic."""

    def __call__(
        self, code: str, message: str, span: Span, hint: str | None = None, severity: Severity = Severity.ERROR
    ) -> None: ...


def check_sinks(node: Node | None, complain: Complain) -> None:
    """Reports invalid sinks."""
    for item in node.items if isinstance(node, Sequence) else ():
        if isinstance(item, Mapping):
            _check_sink(item, complain)
        else:
            message = f"An event sink must be a map with `type` and `target`, not {kind_of(to_plain(item))}."
            complain("bad-event-sink", message, item.span)


def _check_sink(sink: Mapping, complain: Complain) -> None:
    node = sink.get("type")
    if node is None:
        message = "An event sink needs a `type`."
        complain("bad-event-sink", message, sink.span, f"The types are {', '.join(SINK_TYPES)}.")
        return
    kind = node.value if isinstance(node, Scalar) else None
    if kind not in SINK_TYPES:
        found = f"`{kind}`" if isinstance(kind, str) and kind else kind_of(to_plain(node))
        hint = did_you_mean(kind, SINK_TYPES) or f"The types that come with Heat are {', '.join(SINK_TYPES)}."
        complain("bad-event-sink", f"There is no event sink type {found}.", node.span, hint)
        return
    options = SINK_TYPES[kind]
    for key in sink.members:
        if key not in ("type", *options):
            hint = did_you_mean(key, options) or f"The options are {', '.join(options)}."
            complain("bad-event-sink", f"An event sink `{kind}` has no option `{key}`.", sink.key_span(key), hint)
    if options[0] not in sink.members:
        complain("bad-event-sink", f"An event sink `{kind}` needs a `{options[0]}`.", sink.span)
