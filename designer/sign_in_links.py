"""The one-time sign-in link of a designer that runs on one's own machine."""

import getpass

from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.utils import timezone
from django.utils.http import base36_to_int, int_to_base36


class SignInTokens(PasswordResetTokenGenerator):
    """Tokens bound to a user's last sign-in: signing in by one makes it, and any older one, worthless."""

    key_salt = "designer.sign_in"


tokens = SignInTokens()


def local_user() -> User:
    """Return the person who started the designer, by their name on this machine; made at the first start."""
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
    """Use a token up and return whom it signs in, or None when it was used, is too old or was never made."""
    number, _, rest = token.partition("-")
    try:
        user = User.objects.get(pk=base36_to_int(number), is_active=True)
    except (ValueError, OverflowError, User.DoesNotExist):
        return None
    if not tokens.check_token(user, rest):
        return None
    # Of two that come at the same moment, one finds the last sign-in changed already.
    unused = User.objects.filter(pk=user.pk, last_login=user.last_login)
    return user if unused.update(last_login=timezone.now()) else None
