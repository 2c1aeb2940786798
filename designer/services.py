"""Write operations. Each function is one transaction, takes only keyword arguments and is named `object_action`."""

import time
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import slugify

from designer import analysis
from designer.audit import record
from designer.files.content import Content
from designer.models import (
    Act,
    Design,
    DiagramView,
    Positions,
    Revision,
    RevisionFile,
    ShareLink,
    Tag,
    Upload,
    ValueSet,
    Visibility,
    hash_of,
    owners_runs_at_work,
    unguessable_token,
)
from designer.store.hidden_values import hidden_values_forget, locked_content, storable_state

RESERVED_SLUGS = frozenset({"new"})
TAGS = 12  # of one design
UPLOADS = 3  # pending per user
UPLOADS_WAIT = timedelta(days=1)
BIN_KEEPS = timedelta(days=30)
LOOKED_BACK = 10  # revisions that are searched for the last readable one
RENEWED_AT_ONCE, RENEWING_SECONDS = 50, 0.5


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
    design.description = _without_nul(description)
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
    _write_index(design)
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


@transaction.atomic
def upload_create(*, owner: User, file_name: str, content: bytes, title: str = "") -> Upload:
    """Store an upload until its owner has reviewed it. Abandoned uploads are deleted."""
    Upload.objects.filter(created__lt=timezone.now() - UPLOADS_WAIT).delete()
    newest = Upload.objects.filter(owner=owner).order_by("-created").values_list("pk", flat=True)
    Upload.objects.filter(owner=owner).exclude(pk__in=list(newest[: UPLOADS - 1])).delete()
    return Upload.objects.create(owner=owner, file_name=file_name, content=content, title=title)


def upload_delete(*, upload: Upload) -> None:
    """Delete an upload that was imported or abandoned."""
    upload.delete()


@transaction.atomic
def share_link_create(
    *,
    design: Design,
    created_by: User,
    may: str,
    environments: Iterable[Mapping[str, Any]] = (),
    may_see_environments: bool = False,
    may_see_outputs: bool = False,
    label: str = "",
    expires: datetime | None = None,
    most_uses: int | None = None,
) -> ShareLink:
    """Create a link to view a design or only to fill its form, with environment files as in a value set.

    Only this result has its token.
    """
    token = unguessable_token()
    link = ShareLink.objects.create(
        token_hash=hash_of(token),
        label=label,
        expires=expires,
        most_uses=most_uses,
        design=design,
        created_by=created_by,
        may=may,
        environments=storable_state(locked_content(design), list(environments)),
        may_see_environments=may_see_environments,
        may_see_outputs=may_see_outputs,
    )
    link.token = token
    record(Act.LINK_CREATED, _link_in_words(link), by=created_by)
    return link


@transaction.atomic
def share_link_revoke(*, link: ShareLink) -> None:
    """Revoke a link permanently."""
    if ShareLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now()):
        record(Act.LINK_REVOKED, _link_in_words(link))


def _link_in_words(link: ShareLink) -> str:
    return " ".join([link.design.slug, link.may, str(link.pk), link.label]).strip()


@transaction.atomic
def value_set_save(
    *,
    design: Design,
    owner: User,
    name: str,
    values: Mapping[str, Any],
    environments: Iterable[Mapping[str, Any]] = (),
) -> ValueSet:
    """Save values and environment files as a value set, replacing the user's set of that name.

    Values of hidden parameters, and of names that the template does not declare, are left out.
    """
    content = locked_content(design)
    files = storable_state(content, list(environments))
    kept = {"values": analysis.keepable_values(content, values), "environments": files}
    value_set, _created = ValueSet.objects.update_or_create(design=design, owner=owner, name=name, defaults=kept)
    return value_set


@transaction.atomic
def value_set_share(*, value_set: ValueSet, is_shared: bool) -> None:
    """Share a value set with everybody who may see its design, or only with its owner."""
    if is_shared and not value_set.is_shared:
        record(Act.VALUES_SHARED, f"{value_set.design.slug} {value_set.name}")
    ValueSet.objects.filter(pk=value_set.pk).update(is_shared=is_shared)


def value_set_delete(*, value_set: ValueSet) -> None:
    """Delete a value set."""
    value_set.delete()


def positions_save(
    *, design: Design, owner: User, path: str, view: DiagramView, places: Mapping[str, list[float]]
) -> None:
    """Replace a user's node positions in a diagram; without any, delete them."""
    diagram: dict[str, Any] = {"design": design, "owner": owner, "path": path, "view": view}
    if places:
        Positions.objects.update_or_create(**diagram, defaults={"places": dict(places)})
    else:
        Positions.objects.filter(**diagram).delete()


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
    _write_index(design)
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
    if design.description == _without_nul(before):
        design.description = _without_nul(described)


def indexes_refresh(*, designs: QuerySet[Design]) -> None:
    """Refresh index columns that were written by an older version, as far as time allows.

    Each is a transaction of its own; the rest is left for the next time. A database that is locked or read-only does
    not keep the library from being shown: the older values stay.
    """
    until = time.monotonic() + RENEWING_SECONDS
    outdated = designs.filter(indexed_by__lt=analysis.INDEX).values_list("pk", flat=True)
    for key in list(outdated[:RENEWED_AT_ONCE]):
        try:
            _refresh_index(key)
        except DatabaseError:
            return
        if time.monotonic() > until:
            return


@transaction.atomic
def _refresh_index(key: int) -> None:
    design = Design.objects.select_for_update().filter(pk=key).first()  # a join would not see a head saved meanwhile
    if design is not None:  # it may have been deleted in the meantime
        _write_index(design)
        design.save()


def _write_index(design: Design) -> None:
    """Set the index columns from the newest revision and the design's settings."""
    found = analysis.index(design.newest.content)
    design.version = found.version
    design.resource_count = found.resource_count
    design.parameter_count = found.parameter_count
    design.error_count = found.error_count
    design.warning_count = found.warning_count
    design.indexed_by = analysis.INDEX
    design.shape = found.shape
    tags = design.tags.values_list("name", flat=True)
    design.search_text = _without_nul(" ".join([design.name, design.description, *tags, found.words]).casefold())


def _without_nul(text: str) -> str:
    """Return a text without NUL, which databases cannot store."""
    return text.replace("\0", "")


def _set_tags(design: Design, names: Iterable[str]) -> None:
    wanted = sorted({" ".join(name.split()).casefold()[:40] for name in names} - {""})[:TAGS]
    design.tags.exclude(name__in=wanted).delete()
    Tag.objects.bulk_create((Tag(design=design, name=name) for name in wanted), ignore_conflicts=True)
