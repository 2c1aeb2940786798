"""`manage.py reset_second_factor NAME`: for an administrator who has lost theirs."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from designer.accounts.second_factors import second_factor_reset


class Command(BaseCommand):
    """Turns off a person's second factor."""

    help = "Turns off the second factor of a person; administrators can also do that at /people/."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take a name."""
        parser.add_argument("name", help="the user name")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Turn it off."""
        person = User.objects.filter(username=options["name"]).first()
        if person is None:
            raise CommandError(f"Nobody is called {options['name']}.")
        second_factor_reset(person=person)
        self.stdout.write(f"{person.get_username()} has no second factor now.")
