"""The bundle of a template's files, with a cache of the templates among them."""

from collections.abc import Mapping
from dataclasses import field

from hotcore.bundle_files import BundleFiles
from hotcore.diagnostics import Diagnostic, Report
from hotcore.runtime import dataclass
from hotcore.source import Source, Span
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node, read
from hotcore.template.cloudformation import check_cfn, is_cfn
from hotcore.template.model import Template
from hotcore.template.sections import CFN_VERSION_KEYS, SectionReader
from hotcore.versions import VERSION_KEY

MOST_READ = 3_000_000
"""The total length of the templates that are read from one bundle, about two seconds of work."""


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A reference to a file."""

    name: str
    """The name as written."""
    place: str
    """The path at which a client looks for the file."""
    path: str | None
    """The path of the file in the bundle; None when it is missing."""
    file: str | None
    """The file that has the reference; None for the main template."""
    span: Span | None
    """The place of the name in the file that has the reference."""
    is_sent: bool = True
    """Whether this reference makes a client send the file. Heat follows other references only among the files that were
    sent for another reason."""


@dataclass(frozen=True, slots=True)
class NestedTemplate:
    """A file of the bundle read as a template."""

    name: str
    """Its path in the bundle."""
    template: Template | None
    """What it declares; None when it is no template."""
    found: tuple[Diagnostic, ...] = ()
    """The diagnostics about it, which say why it is no template."""
    is_versioned: bool = False
    """Whether it has a HOT version."""
    is_foreign: bool = False
    """Whether it is a CloudFormation template, which Heat accepts and which is not analysed here."""
    is_left_out: bool = False
    """Whether it was not read, since the bundle is too large."""
    length: int = 0
    """The length of its text, in characters."""
    root: Node | None = field(default=None, repr=False, compare=False)
    """The root node of its text."""


class Bundle:
    """The files that come with a template, by their path relative to it; `named` caches the references in them."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files if isinstance(files, BundleFiles) else BundleFiles(files)
        self.named: dict[str, tuple[NamedFile, ...]] = {}
        self._read: dict[str, NestedTemplate] = {}
        self._room = MOST_READ

    def key(self, name: str, beside: str | None = None) -> str | None:
        """The path of the file that the file `beside` (None: the main template) references, None when it is missing.

        A name is relative to the file that contains it.  Among files that are just sent, it may be the path itself.
        """
        return self.files.key(*self.files.places(name, beside))

    def template(self, name: str, *, is_needed: bool = True) -> NestedTemplate:
        """A file read as a template; left out when there is no more room for it.

        What is read only because it is there leaves half of the room to what a resource needs.
        """
        if name not in self._read:
            content = self.files[name]
            if len(content) > self._room - (0 if is_needed else MOST_READ // 2):
                return NestedTemplate(name, None, is_left_out=True, length=len(content))
            self._room -= len(content)
            self._read[name] = _nested_template(name, content)
        return self._read[name]


def has_version(content: str) -> bool:
    """Whether a text may be a template, by its version key."""
    return any(key in content for key in (VERSION_KEY, *CFN_VERSION_KEYS))


def _nested_template(name: str, content: str) -> NestedTemplate:
    report = Report()
    source = Source(content, name)
    root = read(source, report)
    keys = root.members if isinstance(root, MappingNode) else {}
    versioned = VERSION_KEY in keys
    if isinstance(root, MappingNode) and is_cfn(root, VERSION_KEY):
        check_cfn(root, report)
        return NestedTemplate(name, None, report.sorted, is_foreign=True, length=len(content), root=root)
    template = SectionReader(source, report).template(root) if root is not None else None
    return NestedTemplate(name, template, report.sorted, versioned, length=len(content), root=root)
