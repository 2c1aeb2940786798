"""The reader of templates: text to nodes, under limits, so that it returns quickly for any input.

Heat reads a text as JSON first and only then as YAML.  The events of the YAML parser are turned into nodes one by one,
without recursion, so that no text can exhaust the stack of the parser or of its users.
"""

from collections.abc import Hashable, Iterator
from typing import Any

import yaml
from yaml._yaml import CParser

from hotcore.diagnostics import Diagnostic, Phase, Related, Report, Severity
from hotcore.runtime import dataclass, keep, kept, paused_collector, regex
from hotcore.source import Source
from hotcore.syntax import scalars
from hotcore.syntax.characters import character_error
from hotcore.syntax.json_parser import looks_like_json, read_json
from hotcore.syntax.nodes import Mapping, Node, Scalar, Sequence
from hotcore.syntax.scalars import MERGE, TAG, Mark
from hotcore.syntax.yaml_errors import JINJA_HINT, NO_JINJA, syntax_error


@dataclass(frozen=True, slots=True)
class Limits:
    """The size limits of a text."""

    size: int = 512 * 1024
    """Characters; Heat's default."""
    depth: int = 100
    """Nesting levels of lists and maps."""
    nodes: int = 100_000
    """Nodes as written; the densest real templates would have 21,000 at the full size."""
    expanded: int = 500_000
    """Nodes after the expansion of aliases."""


LIMITS = Limits()

_BYTES_OF_TREE = 200
"""Bytes that a tree takes for each character of its text; a dense block of YAML takes 70, a list of small maps 220."""


Event = Any
"""An event of the parser; in PyYAML's stubs it may be None, which does not happen inside a document."""


class _Refused(Exception):
    def __init__(self, code: str, message: str, start: int, end: int, hint: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.start, self.end, self.hint = code, message, start, end, hint


def read(source: Source, report: Report, limits: Limits = LIMITS, *, as_json: bool = True) -> Node | None:
    """The tree of a text, or None when it cannot be read.

    An empty text gives an empty mapping, as in Heat.  Errors, and pitfalls such as duplicate keys, are added to the
    report.  Heat never reads environments `as_json`, in which `1e3` is a number.  Within a memo, the tree of a text
    without problems is the same each time, with the source that was read first.
    """
    key = read, source.text, source.name, source.has_byte_order_mark, as_json, limits
    known: Node | None = kept(key)
    if known is not None:
        return known
    root = _read(source, report, limits, as_json)
    if root is not None and not report:
        keep(key, root, len(source.text) * _BYTES_OF_TREE)
    return root


def _read(source: Source, report: Report, limits: Limits, as_json: bool) -> Node | None:
    try:
        if len(source.text) > limits.size:
            raise _Refused(
                "too-large",
                f"The text has {len(source.text)} characters; Heat accepts at most {limits.size}.",
                0,
                0,
            )
        if as_json and not source.has_byte_order_mark and looks_like_json(source.text):
            node = read_json(source, limits.depth, lambda key, first: report.add(_duplicate(key, first, source)))
            if node is not None:
                return node
        with paused_collector(len(source.text)):
            return _YamlReader(source, report, limits).read()
    except _Refused as refused:
        span = source.span(refused.start, refused.end)
        report.add(
            Diagnostic(refused.code, refused.message, span, hint=refused.hint, file=_file(source), phase=Phase.TEXT)
        )
    except yaml.MarkedYAMLError as error:
        report.add(syntax_error(error, source))
    except (yaml.YAMLError, UnicodeError) as error:
        report.add(character_error(error, source))
    return None


_SCALAR, _MAPPING = yaml.ScalarEvent, yaml.MappingStartEvent


class _YamlReader:
    """Builds the tree of one text from the parser's events."""

    def __init__(self, source: Source, report: Report, limits: Limits) -> None:
        self.source = source
        self.report = report
        self.limits = limits
        self.count = 0
        self.expanded = 0
        self.content_end = 0
        self.has_marks = False
        self.anchors: dict[str, tuple[Node, int] | None] = {}

    def read(self) -> Node:
        parser = CParser(self.source.text)
        try:
            parser.get_event()  # the stream starts
            if isinstance(parser.get_event(), yaml.StreamEndEvent):
                return Mapping(self.source, 0, 0, flow=False, written=[], members={})
            node = self.document(parser)
            if self.has_marks:
                self.check_marks([node])
            parser.get_event()  # the document ends
            following: Event = parser.get_event()
            if not isinstance(following, yaml.StreamEndEvent):
                start = following.start_mark.index
                message = "A template is a single YAML document, but a second one starts here."
                hint = "Remove this line, or move the rest to another file."
                raise _Refused("several-documents", message, start, start + 3, hint)
            return node
        finally:
            parser.dispose()

    def document(self, parser: CParser) -> Node:
        """The root node of a document."""
        open_nodes: list[tuple[Event, int, list[Node]]] = []
        children: list[Node] = []  # of the innermost open node; keys and values in turn
        get_event, source, depth, new = parser.get_event, self.source, self.limits.depth, Scalar.__new__
        no_texts, numbers = scalars.NO_TEXTS, scalars.NUMBERS_START_WITH
        while True:
            event: Event = get_event()
            kind = type(event)
            if kind is _SCALAR:
                value = event.value
                if (
                    event.tag is None
                    and event.anchor is None
                    and ((value not in no_texts and value[0] not in numbers) or not event.implicit[0])
                ):
                    text = new(Scalar)  # inline and without a call, because most nodes are texts
                    text.source = source
                    text.start = event.start_mark.index
                    text.end = self.content_end = event.end_mark.index
                    text.value = value
                    text.style = event.style
                    node: Node = text
                else:
                    node = self.scalar(event)
            elif kind is _MAPPING or kind is yaml.SequenceStartEvent:
                if event.anchor is not None or len(open_nodes) >= depth:
                    self.check_opening(event, len(open_nodes))
                open_nodes.append((event, self.expanded, children))
                children = []
                continue
            elif kind is yaml.AliasEvent:
                node = self.alias(event, open_nodes[1][2] if len(open_nodes) > 1 else children)
            else:
                opening, before, outer = open_nodes.pop()
                node = self.closed(opening, event, children, before)
                children = outer
            if not open_nodes:
                return node
            children.append(node)

    def scalar(self, event: Event) -> Scalar:
        value: object = event.value
        start, end = event.start_mark.index, event.end_mark.index
        self.content_end = end
        try:
            if event.tag is not None and event.tag != "!":
                value = scalars.construct(event.tag, event.value)
            elif event.implicit[0]:
                value = scalars.plain(event.value)
        except scalars.Unreadable as error:
            if str(error) == scalars.NO_TAG:
                end = self.tag_end(start)
            raise _Refused("unreadable-value", _sentence(str(error)), start, end, hint=error.hint) from None
        if type(value) is Mark:
            self.has_marks = True
        node = Scalar(self.source, start, end, value, event.style)
        if event.anchor is not None:
            self.define(event)
            self.anchors[event.anchor] = node, 1
        return node

    def tag_end(self, start: int) -> int:
        """The end of the tag at the start of a value."""
        match = _TAG.match(self.source.text, start)
        return match.end() if match else start + 1

    def check_opening(self, event: Event, depth: int) -> None:
        start = event.start_mark.index
        if depth >= self.limits.depth:
            raise _Refused(
                "too-deep", f"Lists and maps are nested more than {self.limits.depth} levels deep.", start, start + 1
            )
        if event.anchor is not None:
            self.define(event)

    def closed(self, opening: Event, closing: Event, children: list[Node], before: int) -> Node:
        """The node of a list or map; `before` is the number of expanded nodes before it."""
        start, flow = opening.start_mark.index, opening.flow_style
        if flow:
            self.content_end = closing.end_mark.index
        end = self.content_end if self.content_end > start else start
        self.count += len(children)
        self.expanded += len(children)
        if self.count > self.limits.nodes:
            raise self.too_many(start, start)
        node: Node
        if type(opening) is _MAPPING:
            node = self.mapping(start, end, flow, children)
        else:
            if self.has_marks:
                self.check_marks(children)
            node = Sequence(self.source, start, end, flow, children)
        if self.expanded - before >= self.limits.expanded:
            message = "With its aliases expanded, this exceeds the size limit of a template."
            raise _Refused("too-large", message, start, end)
        if opening.tag is not None:
            node = self.tagged(node, opening.tag)
        if opening.anchor is not None:
            self.anchors[opening.anchor] = node, 1 + self.expanded - before
        return node

    def mapping(self, start: int, end: int, flow: bool, written: list[Node]) -> Mapping:
        if not self.has_marks:
            members: dict[Hashable, Node] = {}
            nodes: Iterator[Any] = iter(written)
            try:
                for key in nodes:  # for small maps, which most are, much faster than `zip`
                    members[key.value] = next(nodes)
            except (AttributeError, TypeError):
                pass  # a list or map is a key
            else:
                if 2 * len(members) == len(written):
                    return Mapping(self.source, start, end, flow, written, members)
        return Mapping(self.source, start, end, flow, written, *self.members(written))

    def tagged(self, node: Node, tag: str) -> Node:
        if tag in ("!", TAG + ("map" if isinstance(node, Mapping) else "seq")):
            return node
        if tag == TAG + "set" and isinstance(node, Mapping):
            return self.sequence_like(node, list(node.key_nodes.values()))
        if tag in (TAG + "omap", TAG + "pairs") and isinstance(node, Sequence):
            pairs = [item for item in node.items if isinstance(item, Mapping) and len(item.entries) == 1]
            if len(pairs) == len(node.items):
                return self.sequence_like(node, [self.sequence_like(item, list(item.written)) for item in pairs])
        raise _Refused(
            "unreadable-value",
            _sentence(scalars.NO_TAG),
            node.start,
            self.tag_end(node.start),
            hint=scalars.tag_hint(str(tag)),
        )

    def sequence_like(self, node: Node, items: list[Node]) -> Sequence:
        return Sequence(self.source, node.start, node.end, flow=True, items=items)

    def members(self, written: list[Node]) -> tuple[dict[Hashable, Node], dict[Hashable, Node]]:
        """Applies merge keys, then the mapping's own members; the last of duplicate keys wins."""
        members: dict[Hashable, Node] = {}
        key_nodes: dict[Hashable, Node] = {}
        entries = list(zip(written[::2], written[1::2], strict=True))
        merges = [value for key, value in entries if getattr(key, "value", None) is MERGE]
        for source in merges:
            for key, key_node, value in self.merge_members(source):
                members[key], key_nodes[key] = value, key_node
        own = key_nodes if not merges else {}
        for key_node, value in entries:
            self.check_marks([value])
            if getattr(key_node, "value", None) is MERGE:
                continue
            key = self.key_of(key_node)
            if key in own:
                self.report.add(_duplicate(key_node, own[key], self.source))
            own[key] = key_nodes[key] = key_node
            members[key] = value
        return members, key_nodes

    def merge_members(self, value: Node) -> list[tuple[Hashable, Node, Node]]:
        sources = list(reversed(value.items)) if isinstance(value, Sequence) else [value]
        members: list[tuple[Hashable, Node, Node]] = []
        for item in sources:
            if not isinstance(item, Mapping):
                raise _Refused("bad-merge-key", "`<<` takes a map or a list of maps.", value.start, value.end)
            members.extend((key, item.key_nodes[key], child) for key, child in item.members.items())
            self.count += len(item.members)
        if self.count > self.limits.nodes:
            raise self.too_many(value.start, value.end)
        return members

    def key_of(self, node: Node) -> Hashable:
        if isinstance(node, Scalar):
            value = node.value
            if type(value) is str:
                return value
            if isinstance(value, Mark):
                return value.text
            if isinstance(value, Hashable):
                return value
            if isinstance(value, list):
                return bytes(value)  # the value of `!!binary`
        if self.source.text[node.start - 1 : node.start + 1] == "{{":
            message = NO_JINJA.format("{{ }}")
            raise _Refused("complex-key", message, node.start - 1, node.end + 1, JINJA_HINT)
        hint = "If it is meant to be a string, quote it."
        raise _Refused("complex-key", "A list or a map cannot be a key.", node.start, node.end, hint)

    def check_marks(self, nodes: list[Node]) -> None:
        """Rejects `<<` and `=` where they are not keys."""
        for node in nodes:
            if isinstance(node, Scalar) and isinstance(node.value, Mark):
                message = f"Heat cannot read `{node.value.text}` as a value; quote it."
                raise _Refused("unreadable-value", message, node.start, node.end)

    def define(self, event: Event) -> None:
        """Registers an anchor whose node is not complete yet."""
        if event.anchor in self.anchors:
            start = event.start_mark.index
            end = start + len(event.anchor) + 1
            raise _Refused("anchor-twice", f"The anchor `{event.anchor}` is already defined.", start, end)
        self.anchors[event.anchor] = None

    def alias(self, event: Event, sections: list[Node]) -> Node:
        start, end = event.start_mark.index, event.end_mark.index
        self.content_end = end
        if event.anchor not in self.anchors:
            hint = "Quote a string that starts with `*`."
            raise _Refused("unknown-anchor", "This alias refers to an undefined anchor.", start, end, hint)
        anchored = self.anchors[event.anchor]
        if anchored is None:
            return self.recursive_alias(event, sections)
        node, nodes = anchored
        self.expanded += nodes - 1
        return node

    def recursive_alias(self, event: Event, sections: list[Node]) -> Node:
        """The placeholder for an alias inside its own anchor; Heat recurses forever when it reads the section."""
        start, end = event.start_mark.index, event.end_mark.index
        section = getattr(sections[-1], "value", None) if sections else None
        phase = _RECURSION_PHASES.get(section) if isinstance(section, str) else None
        message = f"The anchor `{event.anchor}` contains an alias of itself."
        if phase is None:
            raise _Refused("endless-alias", message, start, end)
        span = self.source.span(start, end)
        self.report.add(Diagnostic("endless-alias", message, span, file=_file(self.source), phase=phase))
        return Scalar(self.source, start, end, None)

    def too_many(self, start: int, end: int) -> _Refused:
        message = f"There are more than {self.limits.nodes} values, including those of merge keys."
        return _Refused("too-large", message, start, end)


_TAG = regex(r"(?:&\S+\s+)?!\S*")


_RECURSION_PHASES = {"conditions": Phase.CONDITIONS, "resources": Phase.RESOURCES, "outputs": Phase.OUTPUTS}
"""The phase in which Heat recurses forever, by section."""


def _file(source: Source) -> str | None:
    return None if source.name == "template" else source.name


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def _duplicate(node: Node, first: Node, source: Source) -> Diagnostic:
    key = source.text[node.start : node.end].strip("'\"")
    return Diagnostic(
        "duplicate-key",
        f"Duplicate key `{key}`; Heat uses this one and ignores the one before.",
        node.span,
        Severity.WARNING,
        file=_file(source),
        related=(Related("previously defined here", first.span),),
    )
