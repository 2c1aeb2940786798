"""What people do to designs. Each function is one transaction, takes keywords only and is named thing_deed."""

import time
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import slugify

from designer import analysis
from designer.files.content import Content
from designer.models import Design, Positions, Revision, RevisionFile, ShareLink, Tag, Upload, ValueSet, Visibility

RESERVED_SLUGS = frozenset({"new"})
TAGS = 12  # of one design
UPLOADS = 3  # of one person that wait at once
UPLOADS_WAIT = timedelta(days=1)
LOOKED_BACK = 10  # revisions, for the last one that could be read
RENEWED_AT_ONCE, RENEWING_SECONDS = 50, 0.5


class Conflict(Exception):
    """A save was based on a revision that is no longer the newest.

    `head` is the newest one. Nothing was written.
    """

    def __init__(self, head: Revision) -> None:
        super().__init__(f"Revision {head.number} of {head.design.slug} was saved in between.")
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
    """Keep a new design with its first revision. A text with errors is kept like any other.

    The address is made from `slug` or else the name, with a number when it is taken.
    """
    design = Design(owner=owner, name=name, visibility=visibility, forked_from=forked_from)
    design.is_fork = forked_from is not None
    design.description = _fit_to_keep(description)
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

    `based_on` is the number of the revision that the author had before them; when another one is the newest by now,
    `Conflict` is raised. Without `files` or `path` those of the newest revision stay. Saving what is already the newest
    content returns that revision.
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
    """Make an earlier revision's content the newest again, as a new revision; nothing is deleted."""
    _lock(design)
    content = design.revisions.get(number=number).content
    return _add_revision(design, author=author, content=content, message=message)


def design_fork(*, owner: User, design: Design, name: str = "", message: str = "") -> Design:
    """Copy the newest revision of a design into a person's own library, private."""
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
    """Change what is said about a design; what is left out stays. Its address stays in any case."""
    _lock(design)
    design.name = design.name if name is None else name
    design.description = design.description if description is None else description
    design.visibility = design.visibility if visibility is None else visibility
    if tags is not None:
        _set_tags(design, tags)
    _write_index(design)
    design.save()
    return design


def design_delete(*, design: Design) -> None:
    """Delete a design with its revisions, saved values and links."""
    design.delete()


@transaction.atomic
def upload_create(*, owner: User, file_name: str, content: bytes, title: str = "") -> Upload:
    """Hold a file until its owner has looked at what is in it. Those that nobody came back for go."""
    Upload.objects.filter(created__lt=timezone.now() - UPLOADS_WAIT).delete()
    newest = Upload.objects.filter(owner=owner).order_by("-created").values_list("pk", flat=True)
    Upload.objects.filter(owner=owner).exclude(pk__in=list(newest[: UPLOADS - 1])).delete()
    return Upload.objects.create(owner=owner, file_name=file_name, content=content, title=title)


def upload_delete(*, upload: Upload) -> None:
    """Let a file go that was kept as a template, or given up."""
    upload.delete()


def share_link_create(
    *,
    design: Design,
    created_by: User,
    may: str,
    environments: Iterable[Mapping[str, Any]] = (),
    may_see_environments: bool = False,
    may_see_outputs: bool = False,
) -> ShareLink:
    """Make a link whose holder may view the design or only fill its form, with environment files as in a value set."""
    return ShareLink.objects.create(
        design=design,
        created_by=created_by,
        may=may,
        environments=list(environments),
        may_see_environments=may_see_environments,
        may_see_outputs=may_see_outputs,
    )


def share_link_revoke(*, link: ShareLink) -> None:
    """Put a link out of force, from now on and for good."""
    ShareLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())


def value_set_save(
    *,
    design: Design,
    owner: User,
    name: str,
    values: Mapping[str, Any],
    environments: Iterable[Mapping[str, Any]] = (),
) -> ValueSet:
    """Keep values and environment files under a name, in place of what the person kept under it before.

    Values of hidden parameters, and of names that the template does not declare, are left out.
    """
    kept = analysis.keepable_values(design.newest.content, values)
    value_set, _created = ValueSet.objects.update_or_create(
        design=design, owner=owner, name=name, defaults={"values": kept, "environments": list(environments)}
    )
    return value_set


def value_set_share(*, value_set: ValueSet, is_shared: bool) -> None:
    """Show a saved set to everybody who may see its design, or to its owner only."""
    ValueSet.objects.filter(pk=value_set.pk).update(is_shared=is_shared)


def value_set_delete(*, value_set: ValueSet) -> None:
    """Forget a saved set of values."""
    value_set.delete()


def positions_keep(*, design: Design, owner: User, path: str, places: Mapping[str, list[float]]) -> None:
    """Keep where a person put the nodes of a graph, in place of what was kept before; none at all is forgotten."""
    if places:
        Positions.objects.update_or_create(design=design, owner=owner, path=path, defaults={"places": dict(places)})
    else:
        Positions.objects.filter(design=design, owner=owner, path=path).delete()


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
            # Somebody took the address since we looked; any other broken rule would repeat without end.
            if not Design.objects.filter(slug=design.slug).exists():
                raise


def _lock(design: Design) -> None:
    """Read the design as it is in the database now, and keep others from writing it until the transaction ends."""
    design.refresh_from_db(from_queryset=Design.objects.select_for_update())


def _add_revision(design: Design, *, author: User, content: Content, message: str) -> Revision:
    _renew_description(design, content)
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
    _forget_hidden_values(design, analysis.hidden_parameters(content))
    return revision


def _renew_description(design: Design, content: Content) -> None:
    """Describe the design as its template does from now on, unless somebody has described it in words of their own."""
    described = analysis.description(content)
    if design.head is None or described is None:
        return
    earlier = (analysis.description(revision.content) for revision in design.revisions.all()[:LOOKED_BACK])
    before = next((each for each in earlier if each is not None), "")
    if design.description == _fit_to_keep(before):
        design.description = _fit_to_keep(described)


def indexes_renew(*, designs: QuerySet[Design]) -> None:
    """Write the columns of the library anew where an older way of counting has written them, as far as there is time.

    Each is a transaction of its own; what is left is for the next time. A database that is locked or takes no
    writes keeps nobody from reading the library: the older count stands.
    """
    until = time.monotonic() + RENEWING_SECONDS
    outdated = designs.filter(indexed_by__lt=analysis.INDEX).values_list("pk", flat=True)
    for key in list(outdated[:RENEWED_AT_ONCE]):
        try:
            _renew_index(key)
        except DatabaseError:
            return
        if time.monotonic() > until:
            return


@transaction.atomic
def _renew_index(key: int) -> None:
    design = Design.objects.select_for_update(of=("self",)).select_related("head").filter(pk=key).first()
    if design is not None:  # nobody has deleted it meanwhile
        _write_index(design)
        design.save()


def _write_index(design: Design) -> None:
    """Write what the newest revision says, and what is said about the design, into the columns of the library."""
    found = analysis.index(design.newest.content)
    design.version = found.version
    design.resource_count = found.resource_count
    design.parameter_count = found.parameter_count
    design.error_count = found.error_count
    design.warning_count = found.warning_count
    design.indexed_by = analysis.INDEX
    design.shape = found.shape
    tags = design.tags.values_list("name", flat=True)
    design.search_text = _fit_to_keep(" ".join([design.name, design.description, *tags, found.words]).casefold())


def _fit_to_keep(text: str) -> str:
    """Return what a template says without NUL, which no database takes in a text."""
    return text.replace("\0", "")


def _set_tags(design: Design, names: Iterable[str]) -> None:
    wanted = sorted({" ".join(name.split()).casefold()[:40] for name in names} - {""})[:TAGS]
    design.tags.exclude(name__in=wanted).delete()
    Tag.objects.bulk_create((Tag(design=design, name=name) for name in wanted), ignore_conflicts=True)


def _forget_hidden_values(design: Design, hidden: frozenset[str]) -> None:
    """Take values out of saved sets whose parameters have become hidden since they were saved."""
    for value_set in design.value_sets.all() if hidden else ():
        if hidden & value_set.values.keys():
            value_set.values = {name: value for name, value in value_set.values.items() if name not in hidden}
            value_set.save()
