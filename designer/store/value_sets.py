"""Write operations on sets of values, as in `designs`."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from designer.content import analysis
from designer.models import Act, Design, ValueSet
from designer.operation.audit import record
from designer.store.hidden_values import locked_content, storable_state


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
