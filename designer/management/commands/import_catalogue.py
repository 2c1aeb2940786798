"""`manage.py import_catalogue --cloud NAME`: the resource types of a cloud, for `hotcore --catalogue`."""

import json
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    """Writes the catalogue of a cloud."""

    help = "Writes the resource types of a cloud's Heat as a catalogue for `hotcore --catalogue`."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the cloud, and where to write."""
        parser.add_argument("--cloud", required=True, help="its name in clouds.yaml, which has to hold a sign-in")
        parser.add_argument("--region", default="", help="the region, if it has several")
        parser.add_argument("-o", "--output", help="the file; without it, standard output")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Read all resource types, and write them at once."""
        if not settings.CLOUDS:
            raise CommandError("No clouds are set up: set DESIGNER_CLOUD_KEY, and install the extra `cloud`.")
        from designer.cloud.project.heat_types import catalogue_of
        from designer.cloud.service.configuration import configured_clouds
        from designer.cloud.service.faults import CloudFault

        clouds = configured_clouds()
        cloud = clouds.get(options["cloud"])
        if cloud is None:
            known = ", ".join(clouds) or "none"
            raise CommandError(f"clouds.yaml has no cloud {options['cloud']}. It has: {known}.")
        try:
            data = catalogue_of(cloud, options["region"] or cloud.regions[0], self.tell)
        except CloudFault as fault:
            raise CommandError(fault.words) from None
        text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
        if not options["output"]:
            self.stdout.write(text, ending="")
            return
        try:
            Path(options["output"]).write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{options['output']} cannot be written: {error.strerror}") from None
        self.stdout.write(f"{len(data['types'])} resource types are in {options['output']}.")

    def tell(self, number: int, count: int) -> None:
        """Say on a terminal how far the reading is."""
        if sys.stderr.isatty():
            end = "\n" if number + 1 == count else "\r"
            self.stderr.write(f"{number + 1} of {count} resource types", ending=end)
