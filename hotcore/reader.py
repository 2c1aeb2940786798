"""A template's text to nodes, under limits: whatever is fed to it, it answers, and soon.

Heat reads a text as JSON first and only then as YAML.  The YAML parser's events are turned into nodes one by
one, without recursion, so that no text can exhaust the stack of the parser or of its users.
"""

import re
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import yaml
from yaml._yaml import CParser

from hotcore import scalars
from hotcore.diagnostics import Diagnostic, Phase, Related, Report, Severity
from hotcore.json_reader import looks_like_json, read_json
from hotcore.nodes import Mapping, Node, Scalar, Sequence
from hotcore.scalars import TAG
from hotcore.source import Source
from hotcore.syntax_errors import JINJA_HINT, NO_JINJA, syntax_error


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a text may ask for."""

    size: int = 512 * 1024
    """Characters; what Heat takes by default."""
    depth: int = 100
    """Levels of lists and maps within each other."""
    nodes: int = 250_000
    """Nodes as written."""
    expanded: int = 500_000
    """Nodes once every alias is written out."""


LIMITS = Limits()


Event = Any
"""An event of the parser; PyYAML's stubs do not say that a started document has no missing ones."""


class _Refused(Exception):
    def __init__(self, code: str, message: str, start: int, end: int, hint: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.start, self.end, self.hint = code, message, start, end, hint


def decode(content: bytes) -> str:
    """The text of a file.  Raises ValueError, with line and column, when it is not UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        line, column = Source(before).position(len(before))
        raise ValueError(
            f"The file is not UTF-8: byte 0x{content[error.start]:02x} at line {line}, column {column}."
        ) from None


def read(source: Source, report: Report, limits: Limits = LIMITS) -> Node | None:
    """The tree of a text, or None when it cannot be read.

    An empty text gives an empty mapping, as it does for Heat.  What is wrong, and what is read in a surprising
    way (a key given twice), goes into the report.
    """
    try:
        if len(source.text) > limits.size:
            raise _Refused(
                "too-large",
                f"The text has {len(source.text)} characters; Heat takes {limits.size} at most.",
                0,
                0,
            )
        if not source.marked and looks_like_json(source.text):
            node = read_json(source, limits.depth)
            if node is not None:
                return node
        return _YamlReader(source, report, limits).read()
    except _Refused as refused:
        span = source.span(refused.start, refused.end)
        report.add(
            Diagnostic(refused.code, refused.message, span, hint=refused.hint, file=_file(source), phase=Phase.TEXT)
        )
    except yaml.MarkedYAMLError as error:
        report.add(syntax_error(error, source))
    except (yaml.YAMLError, UnicodeError) as error:
        report.add(_character_error(error, source))
    return None


class _YamlReader:
    """Builds the tree of one text from the parser's events."""

    def __init__(self, source: Source, report: Report, limits: Limits) -> None:
        self.source = source
        self.report = report
        self.limits = limits
        self.count = 0
        self.content_end = 0
        self.has_lonely = False
        self.anchors: dict[str, Node | None] = {}

    def read(self) -> Node:
        parser = CParser(self.source.text)
        try:
            parser.get_event()  # the stream starts
            if isinstance(parser.get_event(), yaml.StreamEndEvent):
                return Mapping(self.source, 0, flow=False)
            node = self.document(parser)
            self.check_lonely(node)
            parser.get_event()  # the document ends
            following: Event = parser.get_event()
            if not isinstance(following, yaml.StreamEndEvent):
                start = following.start_mark.index
                message = "A template is one YAML document; here a second one starts."
                hint = "Take this line out, or put the rest into a file of its own."
                raise _Refused("several-documents", message, start, start + 3, hint)
            return node
        finally:
            parser.dispose()

    def document(self, parser: CParser) -> Node:
        """The one node of a document."""
        open_nodes: list[tuple[Sequence | Mapping, Event, list[Node]]] = []
        children: list[Node] = []  # of the innermost open node; keys and values in turn
        get_event = parser.get_event
        while True:
            event: Event = get_event()
            kind = type(event)
            if kind is yaml.ScalarEvent:
                node: Node = self.scalar(event)
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                open_nodes.append((self.opened(event, len(open_nodes)), event, children))
                children = []
                continue
            elif kind is yaml.AliasEvent:
                node = self.alias(event)
            else:
                container, opening, outer = open_nodes.pop()
                node = self.closed(container, children, opening, event)
                children = outer
            if not open_nodes:
                return node
            children.append(node)

    def scalar(self, event: Event) -> Scalar:
        text: str = event.value
        tag = event.tag
        if tag is None or tag == "!":
            tag = scalars.implicit_tag(text) if event.implicit[0] else _STR
        start, end = event.start_mark.index, event.end_mark.index
        self.content_end = end
        if tag == _STR:
            value: object = text
        elif tag in _LONELY:
            value = _LONELY[tag]
            self.has_lonely = True
        else:
            try:
                value = scalars.construct(tag, text)
            except scalars.Unreadable as error:
                if str(error) == scalars.NO_TAG:
                    end = self.tag_end(start)
                raise _Refused("unreadable-value", _sentence(str(error)), start, end, hint=error.hint) from None
        node = Scalar(self.source, start, end, value, event.style or "")
        if event.anchor is not None:
            self.define(event, node)
        return node

    def tag_end(self, start: int) -> int:
        """Where the tag ends that a value begins with."""
        match = _TAG.match(self.source.text, start)
        return match.end() if match else start + 1

    def opened(self, event: Event, depth: int) -> Sequence | Mapping:
        start = event.start_mark.index
        if depth >= self.limits.depth:
            raise _Refused(
                "too-deep", f"Lists and maps are nested more than {self.limits.depth} levels deep.", start, start + 1
            )
        if event.anchor is not None:
            self.define(event, None)
        flow = bool(event.flow_style)
        return (
            Mapping(self.source, start, flow)
            if type(event) is yaml.MappingStartEvent
            else Sequence(self.source, start, [], flow)
        )

    def closed(self, node: Sequence | Mapping, children: list[Node], opening: Event, closing: Event) -> Node:
        self.count += len(children)
        self.check_count(node)
        if isinstance(node, Mapping):
            node.entries = list(zip(children[::2], children[1::2], strict=True))
            self.fill(node)
        else:
            node.items = children
            if self.has_lonely:
                for child in children:
                    self.check_lonely(child)
        weight = 1
        for child in children:
            weight += child.weight
        node.weight = weight
        if node.flow:
            self.content_end = closing.end_mark.index
        node.end = max(node.start, self.content_end)
        if weight > self.limits.expanded:
            raise _Refused(
                "too-large", "Written out, the aliases make this larger than any template may be.", node.start, node.end
            )
        finished = node if opening.tag is None else self.tagged(node, opening.tag)
        if opening.anchor is not None:
            self.anchors[opening.anchor] = finished
        return finished

    def tagged(self, node: Sequence | Mapping, tag: str | None) -> Node:
        if tag in (None, "!", TAG + ("map" if isinstance(node, Mapping) else "seq")):
            return node
        if tag == TAG + "set" and isinstance(node, Mapping):
            return self.sequence_like(node, list(node.key_nodes.values()))
        if tag in (TAG + "omap", TAG + "pairs") and isinstance(node, Sequence):
            pairs = [item for item in node.items if isinstance(item, Mapping) and len(item.entries) == 1]
            if len(pairs) == len(node.items):
                return self.sequence_like(node, [self.sequence_like(item, list(item.entries[0])) for item in pairs])
        raise _Refused(
            "unreadable-value",
            _sentence(scalars.NO_TAG),
            node.start,
            self.tag_end(node.start),
            hint=scalars.tag_hint(str(tag)),
        )

    def sequence_like(self, node: Node, items: list[Node]) -> Sequence:
        sequence = Sequence(self.source, node.start, items, flow=True)
        sequence.end, sequence.weight = node.end, node.weight
        return sequence

    def fill(self, node: Mapping) -> None:
        """Works in merge keys, then the mapping's own members; the last of equal keys counts."""
        members, key_nodes = node.members, node.key_nodes
        merges = self.has_lonely and [value for key, value in node.entries if getattr(key, "value", None) is _MERGE]
        for source in merges or ():
            for key, key_node, value in self.merge_members(source):
                members[key], key_nodes[key] = value, key_node
        own = key_nodes if not merges else {}
        for key_node, value in node.entries:
            if self.has_lonely:
                self.check_lonely(value)
                if getattr(key_node, "value", None) is _MERGE:
                    continue
            key = self.key_of(key_node)
            if key in own:
                self.report.add(_duplicate(key_node, own[key], self.source))
            own[key] = key_nodes[key] = key_node
            members[key] = value
        if len(members) == 1:
            (key,) = members
            node.sole_key = key if isinstance(key, str) else None

    def merge_members(self, value: Node) -> list[tuple[Hashable, Node, Node]]:
        sources = list(reversed(value.items)) if isinstance(value, Sequence) else [value]
        members: list[tuple[Hashable, Node, Node]] = []
        for item in sources:
            if not isinstance(item, Mapping):
                raise _Refused("bad-merge-key", "`<<` takes a map or a list of maps.", value.start, value.end)
            members.extend((key, item.key_nodes[key], child) for key, child in item.members.items())
            self.count += len(item.members)
        self.check_count(value)
        return members

    def key_of(self, node: Node) -> Hashable:
        if isinstance(node, Scalar):
            value = node.value
            if type(value) is str:
                return value
            if value is _EQUALS:
                return "="
            if isinstance(value, Hashable):
                return value
        if self.source.text[node.start - 1 : node.start + 1] == "{{":
            message = NO_JINJA.format("{{ }}")
            raise _Refused("complex-key", message, node.start - 1, node.end + 1, JINJA_HINT)
        raise _Refused("complex-key", "A list or a map cannot be a key.", node.start, node.end)

    def check_lonely(self, node: Node) -> None:
        """Refuses `<<` and `=` where they are not keys."""
        if isinstance(node, Scalar) and isinstance(node.value, _Mark):
            message = f"A lonely `{node.value.text}` means nothing to Heat; put it in quotes."
            raise _Refused("unreadable-value", message, node.start, node.end)

    def define(self, event: Event, node: Node | None) -> None:
        if event.anchor in self.anchors:
            start = event.start_mark.index
            end = start + len(event.anchor) + 1
            raise _Refused("anchor-twice", f"The anchor `{event.anchor}` is defined a second time.", start, end)
        self.anchors[event.anchor] = node

    def alias(self, event: Event) -> Node:
        start, end = event.start_mark.index, event.end_mark.index
        self.content_end = end
        if event.anchor not in self.anchors:
            hint = "A text that starts with `*` needs quotes."
            raise _Refused("unknown-anchor", "This is an alias, but nothing has its anchor.", start, end, hint)
        node = self.anchors[event.anchor]
        if node is None:
            raise _Refused("endless-alias", f"`{event.anchor}` contains itself.", start, end)
        return node

    def check_count(self, node: Node) -> None:
        if self.count > self.limits.nodes:
            message = f"There are more than {self.limits.nodes} values here, those of merge keys included."
            raise _Refused("too-large", message, node.start, max(node.start, node.end))


class _Mark:
    """A plain scalar that only means something as a key."""

    def __init__(self, text: str) -> None:
        self.text = text


_TAG = re.compile(r"(?:&\S+\s+)?!\S*")
_STR = TAG + "str"
_MERGE, _EQUALS = _Mark("<<"), _Mark("=")
_LONELY = {TAG + "merge": _MERGE, TAG + "value": _EQUALS}


def _file(source: Source) -> str | None:
    return None if source.name == "template" else source.name


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def _duplicate(node: Node, first: Node, source: Source) -> Diagnostic:
    key = source.text[node.start : node.end].strip("'\"")
    return Diagnostic(
        "duplicate-key",
        f"The key `{key}` is given again; Heat takes this last one and forgets the one before.",
        node.span,
        Severity.WARNING,
        file=_file(source),
        related=(Related("given before here", first.span),),
    )


def _character_error(error: Exception, source: Source) -> Diagnostic:
    position = getattr(error, "position", None)
    if isinstance(error, UnicodeEncodeError):
        position = error.start
    offset = position if isinstance(position, int) and position <= len(source.text) else _control_offset(source.text)
    character = source.text[offset : offset + 1]
    name = f"U+{ord(character):04X}" if character else "this character"
    return Diagnostic(
        "invalid-character",
        f"YAML does not allow the character {name}.",
        source.span(offset, min(offset + 1, len(source.text))),
        file=_file(source),
    )


def _control_offset(text: str) -> int:
    """Where the first character stands that YAML does not allow."""
    match = yaml.reader.Reader.NON_PRINTABLE.search(text)
    return match.start() if match else 0
