"""`manage.py sign_in_link`, which `make link` calls: a new sign-in link for a designer that is running."""

import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from designer.management.commands.serve import LOOPBACK
from designer.sign_in_links import link_token, local_user


class Command(BaseCommand):
    """Prints a link that signs the local user in once."""

    help = "Prints a link that signs the local user in once (PORT, default 8000: where the designer is running)."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print the link alone, so that it can be piped."""
        if not settings.LOCAL:
            raise CommandError("Links sign in the one person of a designer on their own machine: DESIGNER_LOCAL=1.")
        port = os.environ.get("PORT", "").strip() or "8000"
        self.stdout.write(f"http://{LOOPBACK}:{port}/accounts/local/{link_token(local_user())}/")
