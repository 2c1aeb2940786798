"""Projects: the settings of a folder of templates, in `hotcore.toml` or in `pyproject.toml`."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import Any

from hotcore.cli.files import STANDARD_INPUT, read_text
from hotcore.cli.outcome import Unusable
from hotcore.diagnostics import Severity
from hotcore.linter import RULES
from hotcore.runtime import LazyModule, dataclass, regex
from hotcore.spelling import did_you_mean, listed

tomllib: Any = LazyModule("tomllib")


_OWN, _SHARED = "hotcore.toml", "pyproject.toml"
_KEYS = ("catalogue", "exclude", "ignore", "severity", "templates")
_GROUP_KEYS = ("environments", "files")
_LARGEST = 512 * 1024
_MOST_DOTS = 32
_DOTTED = regex(
    r"""
    (?P<key> (?: (?: (?<![\w-])[\w-]++ | "(?:[^"\\\n]|\\.)*+" | '[^'\n]*+' ) [ \t]*+ \. [ \t]*+ )++ )
    | \#[^\n]*+
    | \"{3} (?: \\[\s\S] | (?!\"{3})[^\\] )*+ (?: \"{3,5}+ | \Z | \\\Z )
    | '{3} (?: (?!'{3})[\s\S] )*+ (?: '{3,5}+ | \Z )
    | " (?: [^"\\\n] | \\. )*+ "?+
    | ' [^'\n]*+ '?+
    """,
    re.VERBOSE,
)
"""A key with dots, or a comment or string, in which dots say nothing.  The time for the tables of a key grows with the
square of their number: thousands would take minutes."""


@dataclass(frozen=True)
class Group:
    """Templates that belong together: the patterns of their paths, and the environments that go with them."""

    files: tuple[str, ...]
    environments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Project:
    """The settings for the templates in a folder and below it.

    `environments` and `catalogue` are paths that can be opened; patterns are relative to the folder.  `severity` has
    the rules whose severity is not the usual one.
    """

    folder: Path
    file: Path | None = None
    catalogue: str | None = None
    exclude: tuple[str, ...] = ()
    ignore: frozenset[str] = frozenset()
    severity: Mapping[str, Severity] = field(default_factory=dict)
    templates: tuple[Group, ...] = ()

    def groups_of(self, name: str) -> list[Group]:
        """The groups that a template belongs to."""
        return [group for group in self.templates if self._matches(name, group.files)]

    def environments_of(self, name: str) -> list[str]:
        """The environments that go with a template, in order; later ones win."""
        return list(dict.fromkeys(each for group in self.groups_of(name) for each in group.environments))

    def leaves_out(self, name: str) -> bool:
        """Whether a file is left out of its folder."""
        return self._matches(name, self.exclude)

    def _matches(self, name: str, patterns: Iterable[str]) -> bool:
        path = Path(name).absolute()
        if not path.is_relative_to(self.folder):
            return False
        relative = path.relative_to(self.folder).as_posix()
        return any(_expression(pattern).fullmatch(relative) for pattern in patterns)


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    """A pattern of paths: `*` is anything within a name, `**` any folders; a pattern that ends in `/` is a folder.

    What stands between two `**` fits best where it ends first, so that no other place is ever tried: the time of a
    search grows with the path, not with the number of ways to divide it.
    """
    whole = f"{pattern}**" if pattern.endswith("/") else pattern
    first, *others = re.split(r"((?<![^/])\*\*/|\*\*)", whole)
    words = [_names(first, is_last=not others)]
    for at in range(0, len(others), 2):
        is_last = at == len(others) - 2
        found = ("(?:.*?/)??" if others[at] == "**/" else ".*?") + _names(others[at + 1], is_last=is_last)
        words.append(found if is_last else f"(?>{found})")
    return re.compile("".join(words), re.DOTALL)


def _names(pattern: str, *, is_last: bool) -> str:
    """The expression for a part of a pattern without `**`; the last part reaches to the end of the path."""
    first, *others = ("[^/]".join(map(re.escape, each.split("?"))) for each in pattern.split("*"))
    end = f"[^/]*{others.pop()}" if others and is_last else ""
    return first + "".join(f"(?>[^/]*?{each})" for each in others) + end


class Projects:
    """The projects of templates, each read once."""

    def __init__(self) -> None:
        self._known: dict[Path, Project] = {}
        self._around: dict[str, Project] = {}

    def around(self, name: str) -> Project:
        """The project of a template: that of the nearest folder with settings.

        Raises `Unusable` for wrong settings.
        """
        if name not in self._around:
            folder = (Path() if name == STANDARD_INPUT else Path(name).parent).absolute()
            if folder not in self._known:
                self._known[folder] = _project_of(folder)
            self._around[name] = self._known[folder]
        return self._around[name]


def _project_of(folder: Path) -> Project:
    for place in (folder, *folder.parents):
        for path in (place / _OWN, place / _SHARED):
            settings = _read(path) if path.is_file() else None
            if settings is not None:
                return _project(path, settings)
    return Project(folder)


def _read(path: Path) -> dict[str, Any] | None:
    """The settings in a file; None if it has none."""
    text = read_text(str(path))
    if len(text) > _LARGEST:
        raise Unusable(f"cannot read {path}: it is larger than {_LARGEST >> 10} KiB")
    try:
        if any((found["key"] or "").count(".") > _MOST_DOTS for found in _DOTTED.finditer(text)):
            raise Unusable(f"cannot read {path}: a key has more than {_MOST_DOTS} dots")
        data: dict[str, Any] = tomllib.loads(text)
    except ValueError as error:
        raise Unusable(f"cannot read {path}: {error}") from None
    except RecursionError:
        raise Unusable(f"cannot read {path}: it is nested too deeply") from None
    if path.name == _OWN:
        return data
    tool = data.get("tool", {})
    settings = tool.get("hotcore") if isinstance(tool, dict) else None
    if settings is not None and not isinstance(settings, dict):
        raise Unusable(f"`hotcore` below [tool] in {path} must be a table")
    return settings


def _project(path: Path, settings: Mapping[str, Any]) -> Project:
    where = f"in {path}" if path.name == _OWN else f"below [tool.hotcore] in {path}"
    _check_keys(settings, _KEYS, where)
    groups = settings.get("templates", [])
    if not isinstance(groups, list) or not all(isinstance(each, dict) for each in groups):
        raise Unusable(f"`templates` {where} must be an array of tables: [[templates]]")
    catalogue = settings.get("catalogue")
    if catalogue is not None and not isinstance(catalogue, str):
        raise Unusable(f"`catalogue` {where} must be a path")
    return Project(
        path.parent,
        path,
        _openable(path.parent, catalogue) if catalogue else None,
        tuple(_texts(settings, "exclude", where)),
        codes(_texts(settings, "ignore", where), f"`ignore` {where}"),
        dict(_severities(settings.get("severity", {}), where)),
        tuple(_group(path.parent, each, f"`templates` {where}") for each in groups),
    )


def _group(folder: Path, settings: Mapping[str, Any], where: str) -> Group:
    _check_keys(settings, _GROUP_KEYS, where)
    files, environments = (_texts(settings, key, where) for key in ("files", "environments"))
    return Group(tuple(files), tuple(_openable(folder, each) for each in environments))


def _openable(folder: Path, name: str) -> str:
    """A path in a file of settings, as it can be opened from the current folder."""
    path = folder / name
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


def _severities(settings: Any, where: str) -> Iterator[tuple[str, Severity]]:
    if not isinstance(settings, dict):
        raise Unusable(f"`severity` {where} must be a table of codes of rules")
    for code, value in settings.items():
        codes([code], f"`severity` {where}", only_rules=True)
        if value not in list(Severity):
            raise Unusable(f"`severity.{code}` {where} must be {listed([f'`{each}`' for each in Severity], 'or')}")
        yield code, Severity(value)


def _check_keys(settings: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in settings:
        if key not in known:
            hint = did_you_mean(key, known) or f"The settings are {listed(f'`{each}`' for each in known)}."
            raise Unusable(f"unknown setting `{key}` {where}. {hint}")


def _texts(settings: Mapping[str, Any], key: str, where: str) -> list[str]:
    found = settings.get(key, [])
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise Unusable(f"`{key}` {where} must be a list of strings")
    return found


def codes(given: Iterable[str], where: str, *, only_rules: bool = False) -> frozenset[str]:
    """The codes of options or settings, of any diagnostic or only of rules.  Raises `Unusable` for an unknown one."""
    found = [code.strip().lower() for each in given for code in each.split(",") if code.strip()]
    for code in found:
        known: Collection[str] = RULES if only_rules or code in RULES else _all_codes()
        if code not in known:
            hint = did_you_mean(code, known)
            raise Unusable(f"{where} has the unknown code {code}. {hint or '`hotcore rules` lists them.'}")
    return frozenset(found)


def _all_codes() -> Collection[str]:
    from hotcore.linter import code_names  # takes all functions and constraints, for codes that are rarely given

    return code_names()
