"""`manage.py sign_in_link`, used by `make link`: a new sign-in link for a running designer."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from designer.accounts.sign_in_links import link_token, local_user
from designer.management.commands.serve import local_origin


class Command(BaseCommand):
    """Prints a link that signs the local user in once."""

    help = "Prints a link that signs the local user in once (PORT, default 8000: the port of the running designer)."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print only the link, so that it can be piped."""
        if not settings.LOCAL:
            raise CommandError(
                "Sign-in links exist only for a single user on their own machine. Set DESIGNER_LOCAL=1 to use them."
            )
        self.stdout.write(f"{local_origin()}/accounts/local/{link_token(local_user())}/")
