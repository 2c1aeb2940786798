"""One-time sign-in links for a designer that runs on the user's own machine."""

import getpass

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.utils import timezone
from django.utils.http import base36_to_int, int_to_base36


class SignInTokens(PasswordResetTokenGenerator):
    """Tokens bound to a user's last sign-in: signing in with one invalidates it and all older ones."""

    key_salt = "designer.sign_in"

    def is_recent(self, token: str) -> bool:
        """Whether a valid token was made within SIGN_IN_LINK_SECONDS, which is less than for passwords."""
        made = base36_to_int(token.partition("-")[0])
        return self._num_seconds(self._now()) - made <= settings.SIGN_IN_LINK_SECONDS


tokens = SignInTokens()


def local_user() -> User:
    """Return the user who started the designer, by their login name; created on first start.

    They are the administrator of their own instance.
    """
    try:
        name = getpass.getuser()
    except (KeyError, OSError):  # an account without a name, as in some containers
        name = "local"
    user, created = User.objects.get_or_create(username=name)
    if created:
        user.set_unusable_password()
    if not user.is_superuser:
        user.is_superuser = user.is_staff = True
        user.save()
    return user


def link_token(user: User) -> str:
    """Return a token that signs the user in once, within SIGN_IN_LINK_SECONDS seconds."""
    return f"{int_to_base36(user.pk)}-{tokens.make_token(user)}"


def claim_link(token: str) -> User | None:
    """Consume a token and return its user; None if it was used, has expired or is invalid."""
    number, _, rest = token.partition("-")
    try:
        user = User.objects.get(pk=base36_to_int(number), is_active=True)
    except (ValueError, OverflowError, User.DoesNotExist):
        return None
    if not tokens.check_token(user, rest) or not tokens.is_recent(rest):
        return None
    # Of two concurrent requests, one finds the last sign-in already changed.
    unused = User.objects.filter(pk=user.pk, last_login=user.last_login)
    return user if unused.update(last_login=timezone.now()) else None
