"""The files that come with a template, those among them that are templates read once each."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from hotcore.bundle_files import BundleFiles
from hotcore.diagnostics import Diagnostic, Report
from hotcore.source import Source, Span
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node, read
from hotcore.template.cloudformation import check_cfn, is_cfn
from hotcore.template.model import Template
from hotcore.template.sections import CFN_VERSION_KEYS, VERSION_KEY, SectionReader


@dataclass(frozen=True, slots=True)
class NestedTemplate:
    """A file of the bundle read as a template.

    `template` is None when it is none, and `found` says why.  `is_versioned` tells that it wants to be one,
    `is_foreign` that it is a CloudFormation template, which Heat takes and which is not looked into here.
    """

    name: str
    template: Template | None
    found: tuple[Diagnostic, ...] = ()
    is_versioned: bool = False
    is_foreign: bool = False
    length: int = 0


class Bundle:
    """The files that come with a template, by their paths beside it."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files
        self._read: dict[str, NestedTemplate] = {}

    def key(self, name: str, beside: str | None = None) -> str | None:
        """The path of a file that is named in the file `beside` (None: in the main template), None without one.

        A name is relative to the file that has it; where nothing is there, it is taken as it is written.
        """
        return next((key for key in paths(name, beside) if key in self.files), None)

    def template(self, name: str) -> NestedTemplate:
        """A file read as a template."""
        if name not in self._read:
            self._read[name] = _nested_template(name, self.files[name])
        return self._read[name]


def paths(name: str, beside: str | None) -> tuple[str, ...]:
    """Where a file may be that a file of the bundle names: beside that file, else as it is written."""
    bare = name.removeprefix("file://")
    folder = dirname(beside) if beside else ""
    return tuple(dict.fromkeys((normpath(join(folder, bare)) if bare else bare, bare, name)))


def has_version(content: str) -> bool:
    """Whether a text may say that it is a template."""
    return any(key in content for key in (VERSION_KEY, *CFN_VERSION_KEYS))


def _nested_template(name: str, content: str) -> NestedTemplate:
    report = Report()
    source = Source(content, name)
    root = read(source, report)
    keys = root.members if isinstance(root, MappingNode) else {}
    versioned = VERSION_KEY in keys
    if isinstance(root, MappingNode) and is_cfn(root, VERSION_KEY):
        check_cfn(root, report)
        return NestedTemplate(name, None, report.sorted, is_foreign=True, length=len(content))
    template = SectionReader(source, report).template(root) if root is not None else None
    return NestedTemplate(name, template, report.sorted, versioned, length=len(content))
