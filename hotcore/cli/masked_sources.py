"""The texts for code frames, with the values of hidden parameters masked."""

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from hotcore.analysis import Document, load
from hotcore.diagnostics import Report
from hotcore.source import Source
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node, Scalar, read, to_plain
from hotcore.template import Template

if TYPE_CHECKING:
    from hotcore.edits import TextEdit

_MASK_CHARACTER = "•"


class ShownTexts:
    """The texts of a template and of the files that it uses.  Those of `others`, such as environments, are None: which
    values in them are hidden depends on all templates."""

    def __init__(self, document: Document, others: Collection[str]) -> None:
        self.document = document
        self.others = others
        self._found: dict[str | None, Source | None] = {}

    def source(self, file: str | None) -> Source | None:
        """The masked text of the template (None), or of a file that it uses."""
        if file not in self._found:
            self._found[file] = self._source(file)
        return self._found[file]

    def shows(self, file: str | None, edits: "Iterable[TextEdit]") -> bool:
        """Whether edits of a file, which are to be printed, touch no masked value; not known for `others`."""
        plain = self.document.text if file is None else self.document.files.get(file, "")
        return file in self.others or shows_all(plain, self.source(file), edits)

    def _source(self, file: str | None) -> Source | None:
        if file is None:
            return _masked(Source(self.document.text), _defaults(self.document.template))
        text = None if file in self.others else self.document.files.get(file)
        return None if text is None else _masked(Source(text), _defaults(load(text).template))


def shows_all(text: str, shown: Source | None, edits: "Iterable[TextEdit]") -> bool:
    """Whether edits of a text touch nothing that is masked where it is shown."""
    plain = Source(text).text
    return shown is not None and all(
        plain[edit.start : edit.end] == shown.text[edit.start : edit.end] for edit in edits
    )


def masked_environment(name: str, text: str, hidden: frozenset[str] | None) -> Source | None:
    """An environment without the values of hidden parameters; None if it cannot be read, or if a template cannot be
    (`hidden` is None), since its secrets cannot be found."""
    source = Source(text, name)
    root = read(source, Report(), as_json=False)
    return None if root is None or hidden is None else _masked(source, _given(root, hidden))


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
            written = ((key.value, value) for key, value in entries if isinstance(key, Scalar))
            yield from ((value.start, value.end) for key, value in written if isinstance(key, str) and key in names)


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
