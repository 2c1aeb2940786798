"""Write operations on share links, as in `designs`."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from designer.models import Act, Design, ShareLink, hash_of, unguessable_token
from designer.operation.audit import record
from designer.store.hidden_values import locked_content, storable_state


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
