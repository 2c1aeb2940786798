"""`manage.py backup`: everything in the database as one file."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from designer.operation.backups import write_backup


class Command(BaseCommand):
    """Writes a backup, which `restore` reads into a database of the same or the other kind."""

    help = "Writes everything in the database into a new file. The designer may run meanwhile."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file."""
        parser.add_argument("file", type=Path, help="the file to create; only its owner can read it")

    def handle(self, *_args: Any, file: Path, **options: Any) -> None:
        """Write the file under another name until it is whole."""
        if file.exists():
            raise CommandError(f"{file} exists.")
        part = file.with_name(file.name + ".part")
        try:
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
                digest = write_backup(stream)
                stream.flush()
                os.fsync(stream.fileno())
            part.rename(file)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {os.strerror(error.errno or 0)}.") from None
        finally:
            part.unlink(missing_ok=True)
        if options["verbosity"]:
            self.stdout.write(f"{digest.rows} rows with the hash {digest} are in {file}.")
