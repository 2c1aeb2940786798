"""Cached analysis of saved templates; for text that is being edited, see `design.answers` and `store.drafts.merge`.

Results that depend on a content alone are cached by its hash. Previews with a user's values are never cached.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, update_wrapper
from posixpath import basename
from threading import RLock
from typing import Any, Generic, TypeVar

import hotcore
import hotcore.analysis
import hotcore.environment
import hotcore.environment_values
from designer.content.content import Content
from hotcore import Diagnostic, Document, Environment, Preview, Severity
from hotcore.catalogue import Catalogue, catalogue_in_use
from hotcore.edits import CannotEdit, without_values
from hotcore.environment import EnvironmentValue, is_environment
from hotcore.environment_values import Withheld, matrix_under
from hotcore.linter import combined_diagnostics
from hotcore.parameters import FormSection
from hotcore.sandbox import is_guest_work
from hotcore.symbolic import Matrix
from hotcore.template import NamedFile, Template, followed_names

Found = TypeVar("Found")

REMEMBERED = 64  # contents; the largest accepted one has 512 KiB
LONGEST_DESCRIPTION = 1000  # of a template in the library, in characters


LOCKS, GUEST_LOCKS = (tuple(RLock() for _ in range(64)) for _ in range(2))
"""Locks by content hash: of the concurrent requests that a page sends about one text, only one parses it.

Visitors have locks of their own, so that nobody waits for a text of theirs that happens to have the same lock.
"""


class Remembered(Generic[Found]):
    """The latest results of a function, by what they are about and by the catalogue in use.

    A content that is analysed against the types of two clouds has two results.
    """

    def __init__(self, compute: Callable[..., Found]) -> None:
        @lru_cache(maxsize=REMEMBERED)
        def kept(_catalogue: Catalogue, *about: Any) -> Found:
            return compute(*about)

        self.kept = kept
        update_wrapper(self, compute)

    def __call__(self, *about: Any) -> Found:
        """Return a result, which is computed if it is not remembered."""
        return self.kept(catalogue_in_use(), *about)

    def cache_clear(self) -> None:
        """Forget everything."""
        self.kept.cache_clear()


def document(content: Content) -> Document:
    """Return a parsed content: its declarations and all diagnostics that do not depend on values."""
    with _reading(content):
        return _document(content)


def unfilled(content: Content) -> Preview:
    """Return the preview of a template without any parameter values."""
    with _reading(content):
        return _document(content).unfilled


def diagnostics(content: Content, found: Sequence[Diagnostic] | None = None) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of Heat's checks and the lint rules: without values, or with those `found` under some."""
    read = document(content)
    return combined_diagnostics(read, [*(read.diagnostics if found is None else found), *rule_diagnostics(content)])


def rule_diagnostics(content: Content) -> tuple[Diagnostic, ...]:
    """Return the lint diagnostics of a content; hints are withheld while it has errors."""
    with _reading(content):
        return _rule_diagnostics(content)


def _reading(content: Content) -> RLock:
    return (GUEST_LOCKS if is_guest_work() else LOCKS)[int(content.hash_value[:4], 16) % len(LOCKS)]


@Remembered
def _document(content: Content) -> Document:
    return hotcore.load(content.text, content.file_texts)


@Remembered
def _rule_diagnostics(content: Content) -> tuple[Diagnostic, ...]:
    read = _document(content)
    found = hotcore.lint(read, found=read.diagnostics)
    return found if read.ok else tuple(each for each in found if each.severity is not Severity.HINT)


def form(template: Template) -> tuple[FormSection, ...]:
    """Return the sections of a template's form, in page order."""
    return hotcore.form_schema(template)


def preview(
    content: Content,
    values: Mapping[str, object],
    *,
    environments: Sequence[Environment] = (),
    attributes: Mapping[str, Mapping[str, object]] | None = None,
    stack: Mapping[str, str] | None = None,
) -> Preview:
    """Return the preview of a template under the given values; hidden values are masked."""
    if not (values or environments or attributes or stack):
        return unfilled(content)
    return hotcore.preview(
        document(content), values, environments=environments, attributes=attributes or {}, stack=stack or {}
    )


def read_environment(text: str, name: str) -> Environment:
    """Return a parsed environment file that does not belong to a saved template; it is never cached."""
    return hotcore.read_environment(text, name)


def combined_environments(content: Content, environments: Sequence[Environment]) -> Environment:
    """Return several environments merged as Heat merges them for a template."""
    return hotcore.environment.combined(environments, document(content).parameter_types(environments))


def environment_values(content: Content, environments: Sequence[Environment]) -> Mapping[str, EnvironmentValue]:
    """Return the values that environments give to a template's parameters; hidden values are masked."""
    return hotcore.environment_values.environment_values(document(content), environments)


@lru_cache(maxsize=REMEMBERED)
def environments_beside(content: Content) -> Mapping[str, Environment]:
    """Return the files next to a template that look like environment files, by path."""
    texts = sorted(content.file_texts.items())
    return {path: hotcore.read_environment(text, path) for path, text in texts if is_environment(text, path)}


def environment_paths(content: Content) -> tuple[str, ...]:
    """Return the paths of the files next to a template that look like environment files."""
    return tuple(environments_beside(content))


@Remembered
def missing_files(content: Content) -> tuple[NamedFile, ...]:
    """Return the missing files that the template, its nested templates and its environments reference.

    A name counts once per referencing file.
    """
    read = document(content)
    if read.template is None:
        return ()
    registries = [environment.registry for environment in environments_beside(content).values()]
    found = {
        (named.name, named.file): named
        for named in followed_names(read.template.root, read.bundle, registries)
        if named.path is None and content.path_of(named.name) != basename(content.path)
    }
    return tuple(found.values())


@Remembered
def environment_diagnostics(content: Content, path: str) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of one of the files as an environment of the template."""
    environment = hotcore.read_environment(content.file_texts[path], path)
    found = hotcore.preview(document(content), environments=(environment,)).diagnostics
    return tuple(one for one in found if one.file == path)


def conditions(content: Content, environments: Sequence[Environment] = ()) -> Matrix:
    """Return the condition matrix of a template under environments; the template must be readable.

    It is cached if all environments are files next to the template.
    """
    names = tuple(environment.name for environment in environments)
    beside = environments_beside(content)
    if any(beside.get(each.name) is not each for each in environments):
        return matrix_under(document(content), environments)
    with _reading(content):
        found = _conditions(content, names)
        if not found.is_whole:
            _conditions.cache_clear()  # it ran out of time; the next request may get further
        return found


@Remembered
def _conditions(content: Content, names: tuple[str, ...]) -> Matrix:
    beside = environments_beside(content)
    return matrix_under(_document(content), [beside[name] for name in names])


@Remembered
def wanted_attributes(content: Content) -> tuple[tuple[str, str], ...]:
    """Return the resource attributes that only a live stack knows and that stand-in values can be given for."""
    return hotcore.analysis.wanted_attributes(document(content))


def hidden_parameters(content: Content) -> frozenset[str]:
    """Return the names of the parameters whose values must not be stored."""
    template = document(content).template
    return (
        frozenset(name for name, parameter in template.parameters.items() if parameter.hidden)
        if template
        else frozenset()
    )


def description(content: Content) -> str | None:
    """Return the template's own description as one line for the library; None if the text cannot be read."""
    template = document(content).template
    return None if template is None else " ".join(template.description.split())[:LONGEST_DESCRIPTION]


def without_hidden_values(content: Content, text: str) -> str:
    """Return an environment file's text without the values of hidden parameters.

    A value of one of the template's open parameters stays, unless it also reaches a hidden parameter of that name. A
    text that cannot be parsed is dropped if it names a hidden parameter, because nobody can tell where the value ends.
    """
    found = withheld(content)
    try:
        return without_values(text, found.names, found.own)
    except CannotEdit:
        return "" if any(name in text for name in found.names) else text


@Remembered
def withheld(content: Content) -> Withheld:
    """Return which values of environment files reach a hidden parameter of a template or of its nested templates."""
    return hotcore.environment_values.withheld(document(content))


def keepable_values(content: Content, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that may be stored: those of parameters that the template declares and does not hide."""
    template = document(content).template
    declared = template.parameters if template else {}
    return {name: value for name, value in values.items() if name in declared and not declared[name].hidden}
