"""`manage.py clear_bins`: deletes what has been in recycle bins for too long."""

from typing import Any

from django.core.management.base import BaseCommand

from designer.store.designs import BIN_KEEPS, bins_clear


class Command(BaseCommand):
    """Deletes templates for good."""

    help = f"Deletes the templates that have been in a recycle bin for {BIN_KEEPS.days} days. Run it once a day."

    def handle(self, *_args: Any, **options: Any) -> None:
        """Delete them, and say how many there were."""
        count = bins_clear()
        if options["verbosity"]:
            self.stdout.write(f"{count} templates were deleted.")
