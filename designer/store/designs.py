"""Write operations on designs and their revisions.

Each function is one transaction, takes only keyword arguments and is named `object_action`.
"""

from collections.abc import Iterable, Mapping
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import slugify

from designer.content import analysis
from designer.content.content import Content
from designer.models import Act, Design, Revision, RevisionFile, Tag, Visibility, owners_runs_at_work
from designer.operation.audit import record
from designer.store.hidden_values import hidden_values_forget
from designer.store.index_columns import without_nul, write_index

RESERVED_SLUGS = frozenset({"new"})
TAGS = 12  # of one design
LONGEST_MESSAGE = 200  # characters of a revision's message
BIN_KEEPS = timedelta(days=30)
LOOKED_BACK = 10  # revisions that are searched for the last readable one


class Conflict(Exception):
    """A save was based on a revision that is no longer the newest, which is `head`. Nothing was written."""

    def __init__(self, head: Revision) -> None:
        super().__init__(f"Revision {head.number} of {head.design.slug} was saved in the meantime.")
        self.head = head


@transaction.atomic
def design_create(
    *,
    owner: User,
    name: str,
    text: bytes,
    files: Mapping[str, bytes] | None = None,
    path: str = "",
    message: str = "",
    description: str = "",
    tags: Iterable[str] = (),
    visibility: str = Visibility.PRIVATE,
    forked_from: Design | None = None,
    slug: str = "",
) -> Design:
    """Create a design with its first revision, even if the text has errors.

    The address is made from `slug` or the name, with a number if it is taken.
    """
    design = Design(owner=owner, name=name, visibility=visibility, forked_from=forked_from)
    design.is_fork = forked_from is not None
    design.description = without_nul(description)
    _save_with_free_slug(design, slugify(slug or name)[:60].strip("-") or "template")
    _set_tags(design, tags)
    _add_revision(design, author=owner, content=Content(text, dict(files or {}), path), message=message)
    return design


@transaction.atomic
def revision_create(
    *,
    design: Design,
    author: User,
    text: bytes,
    files: Mapping[str, bytes] | None = None,
    path: str | None = None,
    message: str = "",
    based_on: int,
) -> Revision:
    """Save a text as the design's newest revision.

    `based_on` is the number of the revision that the author was editing; if it is no longer the newest, `Conflict` is
    raised. Without `files` or `path` those of the newest revision are kept. If the content is the same as that of the
    newest revision, that revision is returned.
    """
    _lock(design)
    head = design.newest
    kept = head.content
    content = Content(text, kept.files if files is None else dict(files), kept.path if path is None else path)
    if content.hash_value == head.content_hash:
        return head
    if head.number != based_on:
        raise Conflict(head)
    return _add_revision(design, author=author, content=content, message=message)


@transaction.atomic
def revision_restore(*, design: Design, author: User, number: int, message: str = "") -> Revision:
    """Restore an earlier revision's content as a new revision; nothing is deleted."""
    _lock(design)
    content = design.revisions.get(number=number).content
    record(Act.REVISION_RESTORED, f"{design.slug} {number}", by=author)
    return _add_revision(design, author=author, content=content, message=message)


def design_fork(*, owner: User, design: Design, name: str = "", message: str = "") -> Design:
    """Copy the newest revision of a design to a user's own library, as a private design."""
    newest = design.newest
    return design_create(
        owner=owner,
        name=name or design.name,
        text=newest.content.text,
        files=newest.content.files,
        path=newest.path,
        message=message,
        description=design.description,
        tags=design.tags.values_list("name", flat=True),
        forked_from=design,
    )


@transaction.atomic
def design_update(
    *,
    design: Design,
    name: str | None = None,
    description: str | None = None,
    tags: Iterable[str] | None = None,
    visibility: str | None = None,
) -> Design:
    """Update the given settings of a design. Its address never changes."""
    _lock(design)
    if visibility is not None and visibility != design.visibility:
        is_public = visibility == Visibility.PUBLIC
        record(Act.TEMPLATE_PUBLISHED if is_public else Act.TEMPLATE_WITHDRAWN, design.slug)
    design.name = design.name if name is None else name
    design.description = design.description if description is None else description
    design.visibility = design.visibility if visibility is None else visibility
    if tags is not None:
        _set_tags(design, tags)
    write_index(design)
    design.save()
    return design


@transaction.atomic
def design_delete(*, design: Design) -> None:
    """Move a design to its owner's recycle bin, and delete what has been in one for too long."""
    bins_clear()
    record(Act.TEMPLATE_DELETED, design.slug)
    Design.objects.filter(pk=design.pk, deleted_at=None).update(deleted_at=timezone.now())


@transaction.atomic
def design_bring_back(*, design: Design) -> None:
    """Take a design out of the recycle bin, as it was: with its address, revisions, value sets and links."""
    if Design.objects.filter(pk=design.pk).exclude(deleted_at=None).update(deleted_at=None):
        record(Act.TEMPLATE_RESTORED, design.slug)


def design_purge(*, design: Design) -> bool:
    """Delete a design with its revisions, value sets, links and runs for good, unless its owner has a run at work."""
    return bool(_purge(Design.objects.filter(pk=design.pk))) or not Design.objects.filter(pk=design.pk).exists()


def bins_clear() -> int:
    """Delete what has been in recycle bins for too long, unless its owner has a run at work; return how many."""
    return _purge(Design.objects.filter(deleted_at__lt=timezone.now() - BIN_KEEPS), by_itself=True)


@transaction.atomic
def _purge(designs: QuerySet[Design], *, by_itself: bool = False) -> int:
    found = list(designs.select_for_update().exclude(pk__in=owners_runs_at_work().values("design")))
    Design.objects.filter(pk__in=[each.pk for each in found]).delete()
    for each in found:
        record(Act.TEMPLATE_PURGED, each.slug, by_itself=by_itself)
    return len(found)


def _save_with_free_slug(design: Design, wanted: str) -> None:
    taken = set(Design.objects.filter(slug__startswith=wanted).values_list("slug", flat=True)) | RESERVED_SLUGS
    number = 1
    while True:
        design.slug = wanted if number == 1 else f"{wanted}-{number}"
        number += 1
        if design.slug in taken:
            continue
        try:
            with transaction.atomic():
                design.save(force_insert=True)
            return
        except IntegrityError:
            # The address was taken since we looked; any other integrity error would repeat forever.
            if not Design.objects.filter(slug=design.slug).exists():
                raise


def _lock(design: Design) -> None:
    """Reload the design from the database, and lock it until the transaction ends."""
    design.refresh_from_db(from_queryset=Design.objects.select_for_update().filter(deleted_at=None))


def _add_revision(design: Design, *, author: User, content: Content, message: str) -> Revision:
    _update_description(design, content)
    last = design.revisions.order_by("-number").values_list("number", flat=True).first() or 0
    revision = Revision.objects.create(
        design=design,
        number=last + 1,
        text=content.text,
        path=content.path,
        message=message,
        author=author,
        content_hash=content.hash_value,
    )
    RevisionFile.objects.bulk_create(
        RevisionFile(revision=revision, path=path, content=file) for path, file in content.files.items()
    )
    design.head = revision
    design.changed = revision.created
    write_index(design)
    design.save()
    hidden_values_forget(design, content)
    return revision


def _update_description(design: Design, content: Content) -> None:
    """Copy the template's description to the design, unless the design has a description of its own."""
    described = analysis.description(content)
    if design.head is None or described is None:
        return
    earlier = (analysis.description(revision.content) for revision in design.revisions.all()[:LOOKED_BACK])
    before = next((each for each in earlier if each is not None), "")
    if design.description == without_nul(before):
        design.description = without_nul(described)


def _set_tags(design: Design, names: Iterable[str]) -> None:
    wanted = sorted({" ".join(name.split()).casefold()[:40] for name in names} - {""})[:TAGS]
    design.tags.exclude(name__in=wanted).delete()
    Tag.objects.bulk_create((Tag(design=design, name=name) for name in wanted), ignore_conflicts=True)
