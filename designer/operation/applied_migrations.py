"""Which migrations are applied, as `app.name`. A squashed one stands for those that it replaces."""

from functools import cache

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


@cache
def _on_disk() -> dict[str, set[str]]:
    """Return the migrations of this release, each with those that it replaces."""
    found = MigrationLoader(None).disk_migrations.values()
    return {str(each): {".".join(name) for name in each.replaces} for each in found}


def applied_migrations(connection: BaseDatabaseWrapper) -> set[str]:
    """Return the migrations that are applied to a database."""
    return squashed({".".join(name) for name in MigrationRecorder(connection).applied_migrations()})


def squashed(names: set[str]) -> set[str]:
    """Return applied migrations, where a squashed one stands for those that it replaces, if all of them are there."""
    for name, replaced in _on_disk().items():
        if replaced and replaced <= names:
            names = names - replaced | {name}
    return names


def missing_migrations(connection: BaseDatabaseWrapper) -> set[str]:
    """Return the migrations of this release that are not applied to a database."""
    return _on_disk().keys() - applied_migrations(connection)


def is_partly_migrated(connection: BaseDatabaseWrapper) -> bool:
    """Whether only a part of what a squashed migration replaces is applied: from there, Django cannot migrate."""
    applied = applied_migrations(connection)
    return any(replaced & applied for replaced in _on_disk().values())
