"""`manage.py make_administrator NAME`: an administrator, and the link with which they set a password."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from designer.accounts.people import administrator_make, password_path
from designer.management.commands.serve import local_origin


class Command(BaseCommand):
    """Makes a person an administrator."""

    help = "Makes a person an administrator, who has the pages /people/, /instance/ and /audit/."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take a name and an address."""
        parser.add_argument("name", help="the user name; without an account of that name, one is created")
        parser.add_argument("--email", default="", help="where mails to reset the password go")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print what was done, and a link for somebody without a password."""
        name, email = options["name"], options["email"]
        try:
            User(username=name, email=email).clean_fields(exclude=["password"])
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        person = administrator_make(name=name, email=email)
        self.stdout.write(f"{name} is an administrator.")
        if not person.has_usable_password():
            hours = settings.PASSWORD_RESET_TIMEOUT // 3600
            self.stdout.write(f"This link sets a password, once and within {hours} hours:")
            self.stdout.write(f"{self.origin()}{password_path(person)}")

    def origin(self) -> str:
        """Return the start of the instance's addresses."""
        if settings.LOCAL:
            return local_origin()
        host = next((host for host in settings.ALLOWED_HOSTS if host.strip("*.")), "localhost").lstrip(".")
        return f"{'https' if settings.HTTPS else 'http'}://{host}"
