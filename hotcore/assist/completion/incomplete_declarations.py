"""Declarations of an incomplete text, derived from its lines."""

import re
from collections.abc import Mapping
from dataclasses import field

from hotcore.assist.completion.cursor import LONGEST_START
from hotcore.runtime import cached_property, dataclass, regex
from hotcore.versions import LATEST, Version, find_version

_SECTION = regex(r"""^["']?([a-z_]+)["']?\s*:""")
_FIELD = regex(r"""^( +)["']?(type|default)["']?\s*:(?:\s*["']?([^\s"'#,]+))?""")
_ENTRY = regex(r"""^( +)(?:"([^"]*)"|'([^']*)'|([^\s#'"{}\[\]-][^:#]*?))\s*:(?:\s|$)""")
_FLOW_TYPE = regex(r"""[{,]\s{0,20}["']?type["']?\s{0,20}:\s{0,20}["']?([^\s"',}#]+)""")
_FLOW_DEFAULT = regex(r"""[{,]\s{0,20}["']?default["']?\s{0,20}:""")
_USE = regex(r"""\b(get_param|get_resource|get_attr)["']?\s?:\s?\[?\s?["']?([^\s"'\[\]{},#]{1,255})""")
_CONDITION = regex(r"""(?:\bcondition\s?:\s?|\bif\s?:\s?\[\s?)["']?([\w.-]{1,255})""")
_FLUSH_DASH = regex(r"^( *)[^\s#-][^\n:]*:[ ]*\n\1- ", re.MULTILINE)


@dataclass
class Known:
    """The names that a template declares: resources and parameters with their types, conditions, outputs; those that
    it uses, by kind; the parameters in groups, and those with a default; the files next to it with their contents.

    `step` is the indentation of a nested map, `dash` that of the `-` of a list below its key.
    """

    version: Version = LATEST
    parameters: dict[str, str] = field(default_factory=dict)
    conditions: dict[str, str] = field(default_factory=dict)
    resources: dict[str, str] = field(default_factory=dict)
    outputs: dict[str, str] = field(default_factory=dict)
    used: dict[str, dict[str, None]] = field(default_factory=dict)
    grouped: frozenset[str] = frozenset()
    defaulted: frozenset[str] = frozenset()
    files: Mapping[str, object] = field(default_factory=dict)
    step: int = 2
    dash: int = 2

    @cached_property
    def _nested(self) -> dict[str, "Known | None"]:
        return {}

    def nested(self, path: str) -> "Known | None":
        """The declarations of a template among the files; None if the file is not a template."""
        if path not in self._nested:
            self._nested[path] = self._read_file(path)
        return self._nested[path]

    def _read_file(self, path: str) -> "Known | None":
        content = self.files.get(path)
        text = content.decode("utf-8", "replace") if isinstance(content, bytes) else content
        if not isinstance(text, str) or "heat_template_version" not in text:
            return None
        return known_in(text)


def known_in(text: str, files: Mapping[str, object] | None = None) -> Known:
    """The declarations of a text."""
    known = Known(files=files or {}, used={"parameters": {}, "resources": {}, "conditions": {}})
    reader = _LineReader(known)
    for line in text.split("\n"):
        reader.read(line[:LONGEST_START])
    known.defaulted = frozenset(reader.defaulted)
    known.grouped = frozenset(re.findall(r"[\w:.-]+", "\n".join(reader.group_lines)))
    known.dash = 0 if _FLUSH_DASH.search(text) else known.step
    return known


class _LineReader:
    """Reads declarations line by line; it knows the current section, the indentation of its entries, and its last
    entry."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.defaulted: set[str] = set()
        self.group_lines: list[str] = []
        self._section, self._indent, self._name = "", -1, ""

    def read(self, line: str) -> None:
        """Read the next line."""
        self._note_uses(line)
        if start := _SECTION.match(line):
            self._section, self._indent = start.group(1), -1
            if self._section == "heat_template_version":
                written = line.partition(":")[2].partition("#")[0].strip().strip("\"'")
                self.known.version = find_version(written) or LATEST
        elif self._section == "parameter_groups":
            self.group_lines.append(line)
        elif self._section in _DECLARING and (entry := _ENTRY.match(line)):
            self._read_entry(line, entry, getattr(self.known, self._section))

    def _note_uses(self, line: str) -> None:
        used = self.known.used
        if "get_" in line:
            for how, name in _USE.findall(line):
                used["parameters" if how == "get_param" else "resources"][name] = None
        if "condition" in line or "if" in line:
            for name in _CONDITION.findall(line):
                used["conditions"][name] = None

    def _read_entry(self, line: str, entry: re.Match[str], members: dict[str, str]) -> None:
        """Read a declaration, or a field of the last one."""
        if self._indent < 0:
            self._indent = len(entry.group(1))
            self.known.step = min(self._indent, 8)
        if len(entry.group(1)) == self._indent:
            self._name = next(group for group in entry.groups()[1:] if group is not None)
            flow = _FLOW_TYPE.search(line, entry.end() - 1)
            members[self._name] = flow.group(1) if flow else ""
            if _FLOW_DEFAULT.search(line, entry.end() - 1):
                self.defaulted.add(self._name)
        elif (found := _FIELD.match(line)) and found.group(2) == "default":
            self.defaulted.add(self._name)
        elif found and found.group(3) and not members.get(self._name):
            members[self._name] = found.group(3)


_DECLARING = ("parameters", "conditions", "resources", "outputs")
