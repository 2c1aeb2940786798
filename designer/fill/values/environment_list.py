"""The environment files of a form in order: later ones win, and typed values win over all of them."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict

from designer.content import analysis
from designer.content.content import Content
from designer.fill.values.origin import Bases, BaseValue
from designer.fill.values.texts import text_of
from hotcore import Diagnostic, Environment, Severity
from hotcore.catalogue import Entry
from hotcore.environment_values import Withheld
from hotcore.runtime import cached_property
from hotcore.template import Parameter, Template

NAME, ON, TEXT = "environment-name", "environment-on", "environment-text-"
OVERWRITE = "overwrite"  # the merge strategy by which a later file replaces earlier values
SHOWN = "environments-shown"  # the names of the files in effect when the page was rendered, as JSON
MOST_UPLOADED = 20
LARGEST_TOGETHER = 1024 * 1024  # characters of all uploaded files; they are part of every response


Reader = Callable[[str, str], Environment]
"""Parses a text under a name; one for a single request may cache its results."""


@dataclass(frozen=True)
class EnvironmentFile:
    """An environment file: one that is saved with the template, or one that was uploaded or pasted on the page."""

    name: str
    text: str
    is_on: bool = False
    is_uploaded: bool = False
    environment: Environment | None = None
    reader: Reader = field(default=analysis.read_environment, compare=False)

    @cached_property
    def read(self) -> Environment:
        """The parsed file; those saved with a template are cached, uploaded ones are not."""
        return self.environment or self.reader(self.text, self.name)

    @cached_property
    def mistake(self) -> Diagnostic | None:
        """The error that makes the file unusable, if any."""
        return next((found for found in self.read.diagnostics if found.severity is Severity.ERROR), None)

    @property
    def is_in_force(self) -> bool:
        """Whether the file is in effect."""
        return self.is_on and self.mistake is None

    def values(self) -> Mapping[str, object]:
        """Return the values that it sets by name, its parameters taking precedence over its defaults."""
        return {**self.read.parameter_defaults, **self.read.parameters}

    def withheld(self, withheld: Withheld) -> list[str]:
        """Return the names for which it has a value that is not stored."""
        sections = {"parameter_defaults": self.read.parameter_defaults, "parameters": self.read.parameters}
        found = (name for section, values in sections.items() for name in values if withheld.has(section, name))
        return list(dict.fromkeys(found))

    def types(self) -> list[Entry]:
        """Return its resource registry entries, including those for single resources."""
        return list(self.read.registry.walk())

    def type_paths(self) -> set[tuple[str, ...]]:
        """Return the keys of its resource registry entries."""
        return {entry.path for entry in self.types()}


@dataclass(frozen=True)
class EnvironmentList:
    """The environment files of a form, in order."""

    files: tuple[EnvironmentFile, ...] = ()

    def __iter__(self) -> Iterator[EnvironmentFile]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)

    @property
    def uploaded(self) -> list[EnvironmentFile]:
        """The files that were uploaded or pasted."""
        return [file for file in self.files if file.is_uploaded]

    @cached_property
    def in_force(self) -> list[Environment]:
        """The environments that are in effect, in order."""
        return [file.read for file in self.files if file.is_in_force]

    @cached_property
    def merged_names(self) -> frozenset[str]:
        """The parameters that the files merge, so that a later file adds to their earlier values."""
        chosen: dict[str, object] = {}
        for environment in self.in_force:
            for name, value in [*environment.parameters.items(), *environment.parameter_defaults.items()]:
                if value is not None:
                    chosen.setdefault(name, environment.strategy(name, chosen))
        return frozenset(name for name, strategy in chosen.items() if strategy != OVERWRITE)

    @property
    def names_on(self) -> list[str]:
        """The names of the enabled files, in order."""
        return [file.name for file in self.files if file.is_on]

    @property
    def arrangement(self) -> list[tuple[str, bool, str]]:
        """The data by which two lists of one template are compared: names in order, whether enabled, and texts."""
        return [(file.name, file.is_on, file.text) for file in self.files]

    def named(self, name: str) -> EnvironmentFile | None:
        """Return the file with a name, if there is one."""
        return next((file for file in self.files if file.name == name), None)

    def with_on(self, names: Iterable[str]) -> "EnvironmentList":
        """Return the list with these files enabled and the others disabled."""
        on = frozenset(names)
        return EnvironmentList(tuple(replace(file, is_on=file.name in on) for file in self.files))

    def without(self, name: str) -> "EnvironmentList":
        """Return the list without an uploaded file; the template's own files stay."""
        return EnvironmentList(tuple(file for file in self.files if file.name != name or not file.is_uploaded))

    def moved(self, name: str, step: int) -> "EnvironmentList":
        """Return the list with a file moved by a number of positions, at most to an end."""
        files = list(self.files)
        at = next((number for number, file in enumerate(files) if file.name == name), None)
        if at is not None:
            files.insert(max(0, min(len(files) - 1, at + step)), files.pop(at))
        return EnvironmentList(tuple(files))

    def with_uploaded(self, name: str, text: str, *, replaces: bool) -> "EnvironmentList":
        """Return the list with an enabled file appended; one of the same name is replaced, or the new one renamed."""
        there = self.named(name)
        if there is not None and there.is_uploaded and replaces:
            files = tuple(replace(file, text=text, is_on=True) if file is there else file for file in self.files)
            return EnvironmentList(files)
        name = free_name(name, [file.name for file in self.files])
        return EnvironmentList((*self.files, EnvironmentFile(name, text, is_on=True, is_uploaded=True)))

    def bases(self, content: Content, template: Template) -> Bases:
        """Return the values that the files in effect give to the template's parameters."""
        withheld, uploaded = analysis.withheld(content), {file.name for file in self.uploaded}
        return {
            name: BaseValue(
                base_text(template.parameters[name], found.value),
                found.file or "",
                found.section,
                is_kept=found.file not in uploaded or not withheld.has(found.section, name),
            )
            for name, found in analysis.environment_values(content, self.in_force).items()
        }


def base_text(parameter: Parameter, value: object) -> str:
    """Return the text of a control for an environment's value; empty for a hidden parameter."""
    return "" if parameter.hidden else text_of(parameter, value)


def free_name(name: str, taken: Sequence[str]) -> str:
    """Return the name, with a number before its suffix if it is taken: `site-2.yaml`."""
    stem, dot, ending = name.rpartition(".")
    number = 1
    found = name
    while found in taken:
        number += 1
        found = f"{stem}-{number}.{ending}" if dot and stem else f"{name}-{number}"
    return found


def beside(content: Content) -> EnvironmentList:
    """Return the environment files next to a template, all of them disabled."""
    return EnvironmentList(
        tuple(
            EnvironmentFile(path, content.file_texts[path], environment=environment)
            for path, environment in analysis.environments_beside(content).items()
        )
    )


def _within_limits(kept: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Drop what is far more than any page lets anybody upload."""
    files, characters = 0, 0
    for item in kept:
        text = item.get("text")
        if isinstance(text, str):
            files, characters = files + 1, characters + len(text)
            if files > MOST_UPLOADED or characters > 2 * LARGEST_TOGETHER:
                continue
        yield item


def arranged(
    content: Content, kept: Iterable[Mapping[str, Any]], reader: Reader = analysis.read_environment
) -> EnvironmentList:
    """Return the list as it was stored, as dictionaries with `name`, `on`, and the `text` of an uploaded file.

    Files that the template no longer has are dropped; new ones are appended, disabled.
    """
    there = {file.name: file for file in beside(content)}
    kept = list(_within_limits(item for item in kept if isinstance(item.get("name"), str)))
    uploaded = [item["name"] for item in kept if isinstance(item.get("text"), str)]
    files: dict[str, EnvironmentFile] = {}
    for item in kept:
        name, text, is_on = str(item["name"]), item.get("text"), item.get("on") is True
        if name in files:
            continue
        if isinstance(text, str):
            if name in there:
                name = free_name(name, [*there, *files, *uploaded])
            files[name] = EnvironmentFile(name, text, is_on=is_on, is_uploaded=True, reader=reader)
        elif name in there:
            files[name] = replace(there[name], is_on=is_on)
    return EnvironmentList((*files.values(), *(file for name, file in there.items() if name not in files)))


def list_in_form(content: Content, data: QueryDict, reader: Reader) -> EnvironmentList:
    """Return the list of a submitted form; in a form without one, every file is disabled."""
    on = frozenset(data.getlist(ON))
    kept = [
        {"name": name, "on": name in on, **({"text": data[TEXT + name]} if TEXT + name in data else {})}
        for name in data.getlist(NAME)
    ]
    return arranged(content, kept, reader)


def shown_in_form(content: Content, data: QueryDict, reader: Reader) -> EnvironmentList:
    """Return the list as it was when the submitted page was rendered."""
    posted = list_in_form(content, data, reader)
    try:
        names = json.loads(data.get(SHOWN) or "[]")
    except (ValueError, RecursionError):
        names = []
    names = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    by_name = {file.name: file for file in posted}
    ordered = [by_name.pop(name) for name in names if name in by_name]
    return EnvironmentList((*ordered, *by_name.values())).with_on(names)


def list_in_address(content: Content, data: QueryDict) -> EnvironmentList:
    """Return the list of a prefilled link, which names the enabled files of the template in order.

    An empty name matches no file: alone, it disables all of them.
    """
    return arranged(content, [{"name": name, "on": True} for name in data.getlist("environment")])
