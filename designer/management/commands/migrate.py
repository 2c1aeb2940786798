"""`manage.py migrate`, which refuses a database that it cannot upgrade."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections

from designer.operation.applied_migrations import is_partly_migrated


class Command(migrate.Command):
    """Migrates. Of a squashed migration that is applied in part, Django alone would do nothing, and say so nowhere."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate, or say which way leads here."""
        if is_partly_migrated(connections[options["database"]]):
            raise CommandError(
                "This database was last migrated by a version that is too old. Check out the commit 14d1075f of the "
                "designer, run its `migrate`, and then this one again. Nothing was changed."
            )
        super().handle(*args, **options)
