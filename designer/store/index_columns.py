"""The columns of a design by which the library finds, sorts and shows it."""

import time

from django.db import DatabaseError, transaction
from django.db.models import QuerySet

from designer.content.index import INDEX, index
from designer.models import Design

RENEWED_AT_ONCE, RENEWING_SECONDS = 50, 0.5


def indexes_refresh(*, designs: QuerySet[Design]) -> None:
    """Refresh index columns that were written by an older version, as far as time allows.

    Each is a transaction of its own; the rest is left for the next time. A database that is locked or read-only does
    not keep the library from being shown: the older values stay.
    """
    until = time.monotonic() + RENEWING_SECONDS
    outdated = designs.filter(indexed_by__lt=INDEX).values_list("pk", flat=True)
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
        write_index(design)
        design.save()


def write_index(design: Design) -> None:
    """Set the index columns from the newest revision and the design's settings."""
    found = index(design.newest.content)
    design.version = found.version
    design.resource_count = found.resource_count
    design.parameter_count = found.parameter_count
    design.error_count = found.error_count
    design.warning_count = found.warning_count
    design.indexed_by = INDEX
    design.shape = found.shape
    tags = design.tags.values_list("name", flat=True)
    design.search_text = without_nul(" ".join([design.name, design.description, *tags, found.words]).casefold())


def without_nul(text: str) -> str:
    """Return a text without NUL, which databases cannot store."""
    return text.replace("\0", "")
