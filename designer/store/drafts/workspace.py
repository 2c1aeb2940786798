"""A design as a user edits it: their draft over a revision, and the one file that is being edited.

A nested template that is edited is treated as the template, with the paths of all other files relative to it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from posixpath import dirname, join

from django.contrib.auth.models import User
from django.http import Http404

from designer.content import analysis
from designer.content.content import Content
from designer.content.uploads import is_template
from designer.models import Design, Draft, Revision
from designer.store.access import Person
from designer.store.drafts.design_drafts import Fresh, changes_between, changes_of, overlaid
from hotcore import Diagnostic
from hotcore.bundle_files import path_from
from hotcore.diagnostics import file_of
from hotcore.runtime import cached_property


@dataclass(frozen=True)
class Work:
    """A design with a user's draft: `saved` is the content of the revision, `content` the one with the draft applied.

    `path` is the file that is being edited, empty for the template itself; `counter` is that of the draft, or 0;
    `fresh` are the fresh resources by file.
    """

    design: Design
    revision: Revision
    saved: Content
    content: Content
    path: str = ""
    counter: int = 0
    was_template: bool = False
    fresh: Mapping[str, Fresh] = field(default_factory=dict)

    @property
    def saved_bytes(self) -> bytes:
        """The edited file as the revision has it; empty for a new file."""
        return self.saved.files.get(self.path, b"") if self.path else self.saved.text

    @property
    def now(self) -> bytes:
        """The edited file as the draft has it."""
        return self.content.files.get(self.path, b"") if self.path else self.content.text

    @cached_property
    def changes(self) -> Mapping[str, bytes | None]:
        """The unsaved changes by path."""
        return changes_between(self.saved, self.content)

    def at(self, path: str) -> "Work":
        """Return the same work with another file being edited."""
        return replace(self, path=path, was_template=False)

    def with_bytes(self, data: bytes) -> "Work":
        """Return the same work with other bytes in the edited file."""
        content = overlaid(self.content, {self.path: data})
        return replace(self, content=content, was_template=bool(self.path) and self.is_template)

    def with_text(self, text: str) -> "Work":
        """Return the same work with the text that a page sends for the edited file."""
        return self.with_bytes(text.encode("utf-8", "replace"))

    @cached_property
    def is_template(self) -> bool:
        """Whether the edited file is a template and so has a diagram; it stays one while it is typed."""
        return not self.path or self.was_template or is_template(self.path, self.now)

    @property
    def is_environment(self) -> bool:
        """Whether the edited file is an environment file."""
        return self.path in analysis.environment_paths(self.content)

    @cached_property
    def template(self) -> Content:
        """The edited file as the template with all other files; if it is no template, the design's own template."""
        return nested_in(self.path, self.content) if self.path and self.is_template else self.content

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The diagnostics of the edited template, or of the design's template if another file is edited.

        File names are relative to the design's template.
        """
        found = analysis.diagnostics(self.template)
        if self.path and self.is_template:
            return tuple(_in_bundle(one, self.path, self.content) for one in found)
        if self.is_environment:
            found += tuple(one for one in analysis.environment_diagnostics(self.content, self.path) if one not in found)
        return found


def work_on(user: Person, design: Design, path: str = "") -> Work:
    """Return a design as a user sees it: with their draft if they have one, else as last saved."""
    draft = draft_of(user, design)
    revision = draft.base if draft else design.newest
    saved = revision.content
    content = overlaid(saved, changes_of(draft)) if draft else saved
    if path and path not in content.files:
        raise Http404
    if not draft:
        return Work(design, revision, saved, content, path)
    fresh = {file.path: file.fresh for file in draft.files.all()}
    return Work(design, revision, saved, content, path, draft.counter, fresh=fresh)


def draft_of(user: Person, design: Design) -> Draft | None:
    """Return the user's draft of a design, if any; only those who may edit a design have one."""
    if not isinstance(user, User) or design.owner_id != user.pk:
        return None
    return design.drafts.filter(owner=user, given_up=False).select_related("base").prefetch_related("files").first()


def has_draft(user: Person, design: Design) -> bool:
    """Whether the user has unsaved changes to a design."""
    draft = draft_of(user, design)
    return draft is not None and bool(draft.files.all())


def nested_in(path: str, content: Content) -> Content:
    """Return one of the files as the template, the others by the names under which it finds them.

    Heat resolves a name relative to the referencing file, and falls back to the name as written.
    """
    nested, beside = content.about(path), dict[str, bytes]()
    for other, data in content.files.items():
        if other == path:
            continue
        name = path_from(nested.folder, content.place_of(other))
        is_written = name != other and other.encode() in nested.text and name.encode() not in nested.text
        beside[other if is_written and other not in beside else name] = data
    return replace(nested, files=beside)


def _in_bundle(found: Diagnostic, path: str, content: Content) -> Diagnostic:
    """Return a diagnostic of `nested_in` with file names relative to the template."""

    def named(file: str | None) -> str:
        below = content.path_of(join(dirname(path), file)) if file else path
        return below if below in content.files else file or path

    related = tuple(
        replace(one, file=named(file_of(one, found))) if one.file is not None else one for one in found.related
    )
    return replace(found, file=named(found.file), related=related)
