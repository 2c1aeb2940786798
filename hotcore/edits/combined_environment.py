"""Combination of several environment files and typed values into one environment file."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from posixpath import dirname, normpath
from typing import Any

from hotcore.analysis import Document
from hotcore.diagnostics import Severity
from hotcore.edits.draft import Draft, same
from hotcore.edits.omitted_values import without_values
from hotcore.edits.registry_paths import rebase
from hotcore.edits.text.copy import carried, taken
from hotcore.edits.text.serialize import Verbatim, entry_lines
from hotcore.edits.text.slots import CannotEdit, Slot, line_start
from hotcore.edits.text.style import Style
from hotcore.edits.text.tree import TextTree
from hotcore.edits.text.write import entry_range
from hotcore.environment import (
    DEFAULTS,
    ENCRYPTED,
    PARAMETERS,
    REGISTRY,
    SINKS,
    STRATEGIES,
    Environment,
    annotated_entries,
    combined,
    read_environment,
)
from hotcore.environment_values import Withheld
from hotcore.environment_values import withheld as withheld_of
from hotcore.runtime import dataclass
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Path, Scalar, to_plain

_STYLE = Style()
_LISTS = (SINKS, ENCRYPTED)


def environments_in_one(
    document: Document,
    texts: Mapping[str, str],
    values: Mapping[str, Any],
    *,
    name: str = "environment.yaml",
    hidden: bool = False,
) -> str:
    """The text of one environment file that is equivalent to several in their order, with typed values last.

    `texts` are the files by their paths relative to the template, `name` is the path of the new file: files that
    registries name are written relative to it.  Merge strategies are applied.  The comments at the top of the files,
    above their sections and at the entries that take effect are kept unless values were merged; typed values get
    labels and descriptions.  Without `hidden`, the values of hidden parameters are left out and named in comments.
    Raises `CannotEdit` if an environment has errors, or `name` is outside the template's folder.
    """
    if normpath(name).startswith(("..", "/")):  # from there, the name of the template's folder is unknown
        raise CannotEdit("The combined file must be in the template's folder or below it.")
    environments = [read_environment(text, each) for each, text in texts.items()]
    merged = combined(environments, document.parameter_types(environments))
    for found in merged.diagnostics:
        if found.severity is Severity.ERROR:
            raise CannotEdit(f"{found.file or 'An environment'}: {found.message}")
    withheld = Withheld() if hidden else withheld_of(document, environments)
    files = {
        each.name: _File(TextTree(_moved(texts[each.name], each.name, name, withheld)), each) for each in environments
    }
    typed = {key: value for key, value in values.items() if document.template and key in document.template.parameters}
    one = _CombinedFile(document, merged, files, typed, withheld, hidden=hidden)
    for is_carried in (True, False):
        text = one.text(is_carried=is_carried)
        if one.is_equivalent(text, name):
            return text
    raise CannotEdit("These environments cannot be combined into one file.")


def _moved(text: str, old: str, new: str, withheld: Withheld) -> str:
    """The text of an environment file without withheld values, rewritten for another path."""
    draft = Draft(without_values(text, withheld.names, withheld.own), here=True)
    rebase(draft, dirname(old), dirname(new))
    return draft.text


@dataclass(frozen=True, slots=True)
class _File:
    """An environment file with its text rewritten for the path of the combined file."""

    tree: TextTree
    environment: Environment

    def data(self, path: Path) -> Any:
        """The data at a path."""
        return to_plain(self.tree.node(path))

    def carried(self, section: str, key: str) -> Any:
        """An entry as it is written, with its comments, or its plain data if that cannot be copied."""
        try:
            return carried(self.tree, section, key)
        except CannotEdit:
            return self.data((section, key))

    def head(self) -> list[str]:
        """The comments at the top, without those of the first section if that is kept."""
        sections = self.sections
        if not sections:
            return []
        first = sections[0]
        is_dropped = isinstance(first.key, Scalar) and first.key.value == STRATEGIES
        end = first.start if is_dropped else entry_range(self.tree, sections, 0)[0]
        return [line for line in self.tree.text[:end].splitlines() if line.startswith("#")]

    def above(self, section: str) -> list[str]:
        """The comments directly above a section."""
        at = self.tree.position(self.tree.root, section) if self.sections else None
        if at is None:
            return []
        start = entry_range(self.tree, self.sections, at)[0]
        return self.tree.text[start : line_start(self.tree.text, self.sections[at].start)].splitlines()

    @property
    def sections(self) -> list[Slot]:
        """The sections that are on lines of their own."""
        root = self.tree.root
        return self.tree.slots(root) if isinstance(root, MappingNode) and not root.flow else []


@dataclass(frozen=True, slots=True)
class _CombinedFile:
    """The content of the combined file and the way it is written."""

    document: Document
    merged: Environment
    files: Mapping[str, _File]
    typed: Mapping[str, Any]
    withheld: Withheld
    hidden: bool

    def text(self, *, is_carried: bool) -> str:
        """The text of the file; with `is_carried`, entries are written as in their original files."""
        lines = list(chain.from_iterable(file.head() for file in self.files.values()))
        for section, values in self.values.items():
            own = [self.entry(section, key, value, is_carried=is_carried) for key, value in values.items()]
            typed = self.typed_lines() if section == PARAMETERS else []
            lines += self.section(section, chain(*own), chain(typed, self.withheld_lines(section)))
        registry = (self.entry(REGISTRY, *each, is_carried=is_carried) for each in self.registry.items())
        lines += self.section(REGISTRY, chain(*registry), ())
        for section in _LISTS:
            for file in self.owner(section):
                data = taken(file.tree, (section,)) if is_carried else file.data((section,))
                lines += [*file.above(section), *entry_lines(section, data, _STYLE)]
        return "".join(f"{line}\n" for line in lines) or "{}\n"

    @property
    def values(self) -> dict[str, dict[str, Any]]:
        """The values from the files that take effect, by section."""
        sections = {PARAMETERS: self.merged.parameters, DEFAULTS: self.merged.parameter_defaults}
        typed = {PARAMETERS: self.typed.keys(), DEFAULTS: ()}
        return {
            section: {k: v for k, v in found.items() if not self.withheld.has(section, k) and k not in typed[section]}
            for section, found in sections.items()
        }

    @property
    def registry(self) -> dict[str, Any]:
        """The registry, with files relative to the combined file."""
        written = self.merged.registry.written.items()
        return {key: self.files[item.file].data((REGISTRY, key)) for key, item in written}

    def owner(self, section: str) -> list[_File]:
        """The file that has a list, if any."""
        return [file for file in self.files.values() if _list(file.environment, section)][:1]

    def entry(self, section: str, key: str, value: Any, *, is_carried: bool) -> list[str]:
        """The lines of an entry with the comments above it, and those next to it if its value comes from one file."""
        item = self.merged.registry.written[key] if section == REGISTRY else self.merged.place(section, key)
        file = self.files[item.file] if item is not None and item.file is not None else None
        found = file.carried(section, key) if file else value
        above = found.above if isinstance(found, Verbatim) else ()
        is_same = isinstance(found, Verbatim) and same(found.value, value)
        if is_carried and is_same:
            return entry_lines(key, found, _STYLE)
        return [*above, *entry_lines(key, value, _STYLE)]

    def section(self, section: str, entries: Iterable[str], others: Iterable[str]) -> list[str]:
        """The lines of a section; `others` are already indented and may be only comments."""
        own = [line and f"  {line}" for line in entries]
        lines = [*own, *others]
        if not lines:
            return []
        above = chain.from_iterable(file.above(section) for file in self.files.values())
        if all(line.lstrip().startswith("#") or not line for line in lines):
            return [*above, *(line.removeprefix("  ") for line in lines), f"{section}: {{}}"]
        return [*above, f"{section}:", *lines]

    def typed_lines(self) -> Iterator[str]:
        """The typed values with their labels and descriptions."""
        if self.document.template is not None:
            blocks = annotated_entries(self.document.template, self.typed, hidden=self.hidden)
            yield from chain.from_iterable(block.removesuffix("\n").split("\n") for block in blocks)

    def withheld_lines(self, section: str) -> Iterator[str]:
        """Comments that name the values left out."""
        values = self.merged.parameters if section == PARAMETERS else self.merged.parameter_defaults
        left_out = (
            name
            for name in values
            if self.withheld.has(section, name) and (section == DEFAULTS or name not in self.typed)
        )
        yield from (f"  # {name}: hidden, provide its value" for name in left_out if name.isprintable())

    def is_equivalent(self, text: str, name: str) -> bool:
        """Whether a text has exactly this content."""
        found = read_environment(text, name)
        if any(each.severity is Severity.ERROR for each in found.diagnostics):
            return False
        loaded = {key: value for key, value in found.parameters.items() if key not in self.typed}
        registry = to_plain(TextTree(text).node((REGISTRY,))) if self.registry else {}
        lists = (list(found.event_sinks), list(found.encrypted_names))
        wanted = (list(self.merged.event_sinks), list(self.merged.encrypted_names))
        content = [loaded, found.parameter_defaults, registry, *lists]
        return same(content, [self.values[PARAMETERS], self.values[DEFAULTS], self.registry, *wanted])


def _list(environment: Environment, section: str) -> tuple[Any, ...]:
    return environment.event_sinks if section == SINKS else environment.encrypted_names
