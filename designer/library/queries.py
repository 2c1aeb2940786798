"""Database queries for the library. Each function makes a fixed number of queries, however many rows there are."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from designer.content.index import INDEX
from designer.models import Design, Revision, ShareLink, working_links
from designer.store.access import Person, readable_designs

PAGE_SIZE = 30

SORTS = {
    "changed": ("-changed", "-pk"),
    "name": ("name", "pk"),
    "size": ("-resource_count", "-parameter_count", "name", "pk"),
    "created": ("-created", "-pk"),
}

PROBLEMS = {
    "errors": Q(error_count__gt=0),
    "warnings": Q(warning_count__gt=0),
    "none": Q(error_count=0, warning_count=0),
}


@dataclass(frozen=True)
class Tally:
    """An option of a filter, and its number of designs."""

    value: str
    count: int


@dataclass(frozen=True)
class LibraryCounts:
    """The number of designs that each filter of the library would show; lists are sorted by frequency.

    `outdated` is the number of designs whose index columns were written by an older version.
    """

    everything: int
    mine: int
    with_errors: int
    with_warnings: int
    outdated: int
    owners: Sequence[Tally]
    tags: Sequence[Tally]
    versions: Sequence[Tally]


def library_designs(
    user: Person,
    *,
    text: str = "",
    owner: str = "",
    tag: str = "",
    version: str = "",
    problems: str = "",
    sort: str = "changed",
    page: int | str = 1,
) -> Page[Design]:
    """Return a page of the designs that a user may read and that match every given filter.

    Each word of `text` has to occur in the name, the description, a tag, or the names of parameters, resources and
    resource types. `owner` is a user name. An invalid sort order or page falls back to the first. Each design comes
    with its owner, the author of its head revision, its tags and `has_link`: whether it has an active share link.
    """
    designs = readable_designs(user)
    for word in text.casefold().split():
        designs = designs.filter(search_text__contains=word)
    if owner:
        designs = designs.filter(owner__username=owner)
    if tag:
        designs = designs.filter(tags__name=tag)
    if version:
        designs = designs.filter(version=version)
    if problems in PROBLEMS:
        designs = designs.filter(PROBLEMS[problems])
    designs = designs.order_by(*SORTS.get(sort, SORTS["changed"]))
    return Paginator(_with_row_data(designs), PAGE_SIZE).get_page(page)


def _with_row_data(designs: QuerySet[Design]) -> QuerySet[Design]:
    links = ShareLink.objects.filter(working_links(), design=OuterRef("pk"))
    return (
        designs.annotate(has_link=Exists(links))
        .select_related("owner", "head__author")
        .defer("search_text", "head__text")
        .prefetch_related("tags")
    )


def library_counts(user: Person) -> LibraryCounts:
    """Return the number of designs that each filter of the library would show to a user."""
    designs = readable_designs(user)
    totals = designs.aggregate(
        everything=Count("pk"),
        mine=Count("pk", filter=Q(owner_id=user.pk)),
        with_errors=Count("pk", filter=PROBLEMS["errors"]),
        with_warnings=Count("pk", filter=PROBLEMS["warnings"]),
        outdated=Count("pk", filter=Q(indexed_by__lt=INDEX)),
    )
    return LibraryCounts(
        **totals,
        owners=_tallies(designs, "owner__username"),
        tags=_tallies(designs.filter(tags__isnull=False), "tags__name"),
        versions=_tallies(designs.exclude(version=""), "version"),
    )


def _tallies(designs: QuerySet[Design], column: str) -> list[Tally]:
    rows = designs.order_by().values_list(column).annotate(count=Count("pk")).order_by("-count", column)
    return [Tally(value, count) for value, count in rows]


def revision_list(design: Design) -> QuerySet[Revision]:
    """Return a design's revisions, newest first, with their authors and without their texts."""
    return design.revisions.select_related("author").defer("text")


def active_links(design: Design) -> QuerySet[ShareLink]:
    """Return a design's share links that are not revoked, newest first."""
    return design.share_links.filter(revoked_at=None).select_related("created_by")
