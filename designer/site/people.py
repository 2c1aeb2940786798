"""The names of people, as pages say them."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.translation import gettext as _


def person(user: AbstractBaseUser | AnonymousUser | None) -> str:
    """Return a user's display name; that of a deleted account is "deleted user"."""
    if user is None:
        return _("deleted user")
    name = getattr(user, "get_full_name", str)()
    return str(name or user.get_username())
