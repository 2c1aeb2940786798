"""The texts for code frames, with the values of hidden parameters masked."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from hotcore.analysis import Document, load
from hotcore.diagnostics import Report
from hotcore.edits import TextEdit
from hotcore.source import Source
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node, Scalar, read, to_plain
from hotcore.template import Template

_MASK_CHARACTER = "•"


class ShownTexts:
    """The texts of several templates, of the files that they use, and of `others`, such as environments."""

    def __init__(self, documents: Iterable[Document], others: Mapping[str, str]) -> None:
        self.documents = list(documents)
        self.others = others
        self._found: dict[tuple[int, str | None], Source | None] = {}

    def source(self, document: Document, file: str | None) -> Source | None:
        """The masked text of a template (None), of a file that it uses, or of one of the others."""
        key = (id(document), None if file is None else file)
        if key not in self._found:
            self._found[key] = self._source(document, file)
        return self._found[key]

    def shows(self, document: Document, file: str | None, edits: Iterable[TextEdit]) -> bool:
        """Whether edits of a file, which are to be printed, touch no masked value."""
        shown = self.source(document, file)
        plain = document.text if file is None else self.others.get(file, document.files.get(file, ""))
        text = Source(plain).text
        return shown is not None and all(
            text[edit.start : edit.end] == shown.text[edit.start : edit.end] for edit in edits
        )

    def _source(self, document: Document, file: str | None) -> Source | None:
        if file is not None and file in self.others:
            return self._environment(Source(self.others[file]))
        if file is None:
            return _masked(Source(document.text), _defaults(document.template))
        text = document.files.get(file)
        return None if text is None else _masked(Source(text), _defaults(load(text).template))

    def _environment(self, source: Source) -> Source | None:
        """A masked environment; None if it cannot be read, since its secrets cannot be found."""
        root = read(source, Report())
        return None if root is None or self._hidden is None else _masked(source, _given(root, self._hidden))

    @cached_property
    def _hidden(self) -> frozenset[str] | None:
        """The names of all hidden parameters, in nested templates too; None if a template cannot be read."""
        names: set[str] = set()
        for document in self.documents:
            if document.template is None:
                return None
            names |= document.hidden_names
        return frozenset(names)


def _defaults(template: Template | None) -> Iterator[tuple[int, int]]:
    """The ranges of the defaults of hidden parameters."""
    parameters = template.root.get("parameters") if template else None
    for name, body in parameters.members.items() if template and isinstance(parameters, MappingNode) else ():
        default = body.get("default") if isinstance(body, MappingNode) else None
        if template and default is not None and template.hides(name):
            yield default.start, default.end


def _given(root: Node, hidden: frozenset[str]) -> Iterator[tuple[int, int]]:
    """The ranges of the values of hidden parameters in an environment."""
    if not isinstance(root, MappingNode):
        yield root.start, root.end
        return
    encrypted = root.get("encrypted_param_names")
    names = hidden | set(_texts(encrypted))
    for section, node in root.entries:
        if isinstance(section, Scalar) and section.value in ("parameters", "parameter_defaults"):
            entries = node.entries if isinstance(node, MappingNode) else []
            yield from (
                (value.start, value.end) for key, value in entries if isinstance(key, Scalar) and key.value in names
            )


def _texts(node: Node | None) -> list[str]:
    names = to_plain(node) if node else None
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def _masked(source: Source, places: Iterable[tuple[int, int]]) -> Source:
    """The text with masks of the same length in the given ranges."""
    text = source.text
    for start, end in places:
        mask = "".join(character if character in "\r\n" else _MASK_CHARACTER for character in text[start:end])
        text = text[:start] + mask + text[end:]
    return source if text == source.text else Source(text, source.name)
