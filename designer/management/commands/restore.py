"""`manage.py restore`: a backup in place of everything in the database."""

import os
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from designer.operation.backups import BadBackup, read_backup


class Command(BaseCommand):
    """Restores a file that `backup` wrote."""

    help = "Restores a backup into this database, which has to be migrated and empty. Stop the designer before."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file, and the permission to replace what is there."""
        parser.add_argument("file", type=Path, help="the file that `backup` wrote")
        parser.add_argument("--replace", action="store_true", help="delete what is in the database")

    def handle(self, *_args: Any, file: Path, replace: bool, **options: Any) -> None:
        """Restore, or leave the database as it is."""
        if not replace and (people := User.objects.count()):
            raise CommandError(f"The database is not empty: it has {people} users. --replace deletes what is there.")
        try:
            with file.open("rb") as stream:
                digest = read_backup(stream)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {os.strerror(error.errno or 0)}.") from None
        except BadBackup as error:
            raise CommandError(str(error)) from None
        if options["verbosity"]:
            self.stdout.write(f"{digest.rows} rows were restored and have the hash {digest}.")
