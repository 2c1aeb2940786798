"""The second factor: one-time codes of an app, or recovery codes, asked for after the password.

Functions that change something are transactions, as in `people`.
"""

import secrets
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from designer.models import Act, RecoveryCode, SecondFactor, hash_of
from designer.operation.audit import record

CODE_DIGITS = 6
RECOVERY_CODES = 10
RECOVERY_CODE_LETTERS = 16  # 80 bits, so that nobody guesses one and its hash needs no salt
ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # without those that look like others
SECONDS_FOR_CODE = 10 * 60  # for which a password counts while the code is awaited
SECONDS_FOR_SET_UP = 60 * 60
AWAITS, BY_PROVIDER = "awaits-code", "by-provider"
"""What sessions remember: who has given their password, who has a second factor, and who came by the provider."""

FREE = frozenset({"second_factor", "logout", "password", "theme", "csp_report", "healthz", "readyz", "metrics"})
"""The names of addresses that are open to people who have yet to set up a required second factor."""


def has_second_factor(person: AbstractBaseUser) -> bool:
    """Whether a person is asked for a code when they sign in."""
    return settings.SECOND_FACTOR != "off" and SecondFactor.objects.filter(person_id=person.pk).exists()


# -- setting up ----------------------------------------------------------------


def set_up_begin(person: User, sent: str = "") -> tuple[str, str, str]:
    """Return a secret, its image for apps, and the encrypted text by which the form sends it back, as it did before."""
    from designer.accounts.one_time_codes import encrypted, new_secret, qr_code

    secret = set_up_secret(person, sent) or new_secret()
    return secret, qr_code(secret, person.get_username()), encrypted(f"{person.pk} {secret}")


def set_up_secret(person: User, sent: str) -> str:
    """Return the secret in the text that a form has sent back; nothing if it is not for this person or too old."""
    from designer.accounts.one_time_codes import decrypted

    key, _, secret = (decrypted(sent, seconds=SECONDS_FOR_SET_UP) or "").partition(" ")
    return secret if key == str(person.pk) else ""


@transaction.atomic
def second_factor_add(*, person: User, secret: str, code: str) -> list[str] | None:
    """Store the secret of a person's app, if it shows this code; return their recovery codes."""
    from designer.accounts.one_time_codes import encrypted, step_of

    step = step_of(secret, _plain(code))
    if step is None:
        return None
    SecondFactor.objects.update_or_create(person=person, defaults={"secret": encrypted(secret), "last_step": step})
    record(Act.SECOND_FACTOR_ADDED, by=person)
    return _new_recovery_codes(person)


@transaction.atomic
def recovery_codes_renew(*, person: User) -> list[str]:
    """Return new recovery codes; the old ones are worthless."""
    record(Act.RECOVERY_CODES_RENEWED, by=person)
    return _new_recovery_codes(person)


@transaction.atomic
def second_factor_remove(*, person: User) -> None:
    """Turn off the second factor of a person, who asks for it."""
    _remove(person)
    record(Act.SECOND_FACTOR_REMOVED, by=person)


@transaction.atomic
def second_factor_reset(*, person: User) -> None:
    """Turn off the second factor of a person who has lost it, for an administrator or a command."""
    _remove(person)
    record(Act.SECOND_FACTOR_RESET, person.get_username())


def _remove(person: User) -> None:
    SecondFactor.objects.filter(person=person).delete()
    RecoveryCode.objects.filter(person=person).delete()


def _new_recovery_codes(person: User) -> list[str]:
    RecoveryCode.objects.filter(person=person).delete()
    codes = ["".join(secrets.choice(ALPHABET) for _ in range(RECOVERY_CODE_LETTERS)) for _ in range(RECOVERY_CODES)]
    RecoveryCode.objects.bulk_create(RecoveryCode(person=person, code_hash=hash_of(code)) for code in codes)
    return ["-".join(code[at : at + 4] for at in range(0, RECOVERY_CODE_LETTERS, 4)) for code in codes]


# -- signing in ----------------------------------------------------------------


@transaction.atomic
def code_use(*, person: User, code: str) -> bool:
    """Use up a code of the app or a recovery code; return whether it is right and was not used before."""
    code = _plain(code)
    if len(code) == CODE_DIGITS:
        return _use_code(person, code)
    # One statement: of two requests with the same code, one deletes nothing.
    if not RecoveryCode.objects.filter(person=person, code_hash=hash_of(code)).delete()[0]:
        return False
    record(Act.RECOVERY_CODE_USED, by=person)
    return True


def _use_code(person: User, code: str) -> bool:
    from designer.accounts.one_time_codes import decrypted, step_of

    found = SecondFactor.objects.filter(person=person).first()
    secret = found and decrypted(found.secret)
    step = step_of(secret, code) if secret else None
    if step is None:
        return False
    return bool(SecondFactor.objects.filter(person=person, last_step__lt=step).update(last_step=step))


def _plain(code: str) -> str:
    """Return a code without what people put in to read it; nothing that no code has."""
    code = "".join(code.split()).replace("-", "").lower()
    return code if code.isascii() else ""


def code_await(request: HttpRequest, person: User, *, provider: str = "") -> None:
    """Remember, in a new session, that a person has given all but their code."""
    request.session.cycle_key()
    until = time.time() + SECONDS_FOR_CODE
    request.session[AWAITS] = [person.pk, person.get_session_auth_hash(), until, provider]


def awaited(request: HttpRequest) -> tuple[User, str] | None:
    """Return the person whose code is awaited, and by which provider they came, if by one."""
    key, digest, until, provider = request.session.get(AWAITS, (None, "", 0, ""))
    person = User.objects.filter(pk=key, is_active=True).first()
    if person is None or until < time.time() or digest != person.get_session_auth_hash():
        return None
    return person, provider


class SecondFactorRequired:
    """Where a second factor is required, leads those who have none to the page that sets one up.

    Whoever came by the provider is left alone: it has asked for what it requires.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Redirect; a script learns where to."""
        name = request.resolver_match and request.resolver_match.url_name
        if settings.SECOND_FACTOR != "required" or name in FREE or not self.lacks(request):
            return None
        if getattr(request, "htmx", False):
            raise PermissionDenied
        return redirect(reverse("second_factor"))

    def lacks(self, request: HttpRequest) -> bool:
        """Whether a person is signed in without a second factor."""
        person: User | AnonymousUser = request.user
        if not person.is_authenticated or request.session.get(BY_PROVIDER):
            return False
        return not has_second_factor(person)
