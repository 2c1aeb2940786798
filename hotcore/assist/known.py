"""What a text declares, read off its lines, as far as it has come."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from hotcore.assist.place import LONGEST_START
from hotcore.versions import LATEST, Version, find_version

_SECTION = re.compile(r"^([a-z_]+):", re.MULTILINE)
_FIELD = re.compile(r"""^( +)(type|version)\s*:\s*["']?([^\s"'#]+)""")
_ENTRY = re.compile(r"""^( +)(?:"([^"]*)"|'([^']*)'|([^\s#'"][^:#]*?))\s*:(?:\s|$)""")


@dataclass
class Known:
    """The names that a template declares: resources and parameters with their types, conditions, outputs; the files
    beside it."""

    version: Version = LATEST
    parameters: dict[str, str] = field(default_factory=dict)
    conditions: dict[str, str] = field(default_factory=dict)
    resources: dict[str, str] = field(default_factory=dict)
    outputs: dict[str, str] = field(default_factory=dict)
    files: tuple[str, ...] = ()


def known_in(text: str, files: Mapping[str, object] | None = None) -> Known:
    """What a text declares."""
    known = Known(files=tuple(files or ()))
    section, indent, name = "", -1, ""
    for whole in text.split("\n"):
        line = whole[:LONGEST_START]
        start = _SECTION.match(line)
        if start:
            section, indent = start.group(1), -1
            if section == "heat_template_version":
                written = line.partition(":")[2].partition("#")[0].strip().strip("\"'")
                known.version = find_version(written) or LATEST
            continue
        members: dict[str, str] | None = getattr(known, section, None) if section in _DECLARING else None
        entry = _ENTRY.match(line) if members is not None else None
        if entry is None or members is None:
            continue
        if indent < 0:
            indent = len(entry.group(1))
        if len(entry.group(1)) == indent:
            name = next(group for group in entry.groups()[1:] if group is not None)
            members[name] = ""
        elif (kind := _FIELD.match(line)) and kind.group(2) == "type" and not members.get(name):
            members[name] = kind.group(3)
    return known


_DECLARING = ("parameters", "conditions", "resources", "outputs")
