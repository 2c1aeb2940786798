"""One-time sign-in links for a designer that runs on the user's own machine."""

import getpass

from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.utils import timezone
from django.utils.http import base36_to_int, int_to_base36


class SignInTokens(PasswordResetTokenGenerator):
    """Tokens bound to a user's last sign-in: signing in with one invalidates it and all older ones."""

    key_salt = "designer.sign_in"


tokens = SignInTokens()


def local_user() -> User:
    """Return the user who started the designer, by their login name; created on first start."""
    try:
        name = getpass.getuser()
    except (KeyError, OSError):  # an account without a name, as in some containers
        name = "local"
    user, created = User.objects.get_or_create(username=name)
    if created:
        user.set_unusable_password()
        user.save()
    return user


def link_token(user: User) -> str:
    """Return a token that signs the user in once, within PASSWORD_RESET_TIMEOUT seconds."""
    return f"{int_to_base36(user.pk)}-{tokens.make_token(user)}"


def claim_link(token: str) -> User | None:
    """Consume a token and return its user; None if it was used, has expired or is invalid."""
    number, _, rest = token.partition("-")
    try:
        user = User.objects.get(pk=base36_to_int(number), is_active=True)
    except (ValueError, OverflowError, User.DoesNotExist):
        return None
    if not tokens.check_token(user, rest):
        return None
    # Of two concurrent requests, one finds the last sign-in already changed.
    unused = User.objects.filter(pk=user.pk, last_login=user.last_login)
    return user if unused.update(last_login=timezone.now()) else None
