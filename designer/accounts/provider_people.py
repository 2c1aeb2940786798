"""Whom an OpenID provider means: people by what it has verified, never by what somebody merely says.

Functions that change something are transactions, as in `people`.
"""

import re
from itertools import count

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from designer.accounts.invitation import LONGEST_NAME, check_free
from designer.accounts.openid import Claims
from designer.accounts.people import address_confirm, sessions_end
from designer.models import Act, ConfirmedAddress, ProviderIdentity, folded
from designer.operation.audit import record


class NotRecognized(Exception):
    """Nobody here is meant, for a reason in words."""


def person_recognize(claims: Claims) -> User:
    """Return the person whom the provider means: known to it, of that confirmed address, or new.

    Raises `NotRecognized` where none of these may come in.
    """
    try:
        person = _known(claims.subject) or _person_connect(claims)
    except IntegrityError:  # somebody came in at the same time, with this account of the provider or this name
        person = _known(claims.subject) or _person_connect(claims)
    if not person.is_active:
        raise NotRecognized(_("Your account here is deactivated."))
    return person


@transaction.atomic
def identity_connect(*, person: User, subject: str) -> bool:
    """Let a person come in by the provider from now on; return whether that account of it is nobody else's."""
    identity, created = ProviderIdentity.objects.get_or_create(
        issuer=settings.OIDC_ISSUER, subject=subject, defaults={"person": person}
    )
    if created:
        record(Act.PROVIDER_CONNECTED, settings.OIDC_NAME, by=person)
    return identity.person_id == person.pk


@transaction.atomic
def identities_disconnect(*, person: User) -> None:
    """Let a person no longer come in by the provider."""
    if person.provider_identities.filter(issuer=settings.OIDC_ISSUER).delete()[0]:
        record(Act.PROVIDER_DISCONNECTED, settings.OIDC_NAME, by=person)


@transaction.atomic
def identities_reset(*, person: User) -> None:
    """Disconnect a person's account of the provider that is lost, or somebody else's now, for an administrator.

    Whoever has it could come in again by the address that it verifies, so that is not known to be the person's any
    more; and who has come in with it is signed out.
    """
    if person.provider_identities.filter(issuer=settings.OIDC_ISSUER).delete()[0]:
        address_confirm(person, "")
        sessions_end(person)
        record(Act.PROVIDER_RESET, person.get_username())


def _known(subject: str) -> User | None:
    return User.objects.filter(
        provider_identities__issuer=settings.OIDC_ISSUER, provider_identities__subject=subject
    ).first()


@transaction.atomic
def _person_connect(claims: Claims) -> User:
    """Connect the account of the address that the provider has verified, or a new one."""
    if not claims.email:
        raise NotRecognized(_("%(provider)s has not verified your e-mail address.") % {"provider": settings.OIDC_NAME})
    found = [each.person for each in ConfirmedAddress.objects.filter(address=folded(claims.email))]
    if len(found) > 1:
        raise NotRecognized(_("Several accounts have your e-mail address."))
    if not found and not settings.OIDC_SIGN_UP_OPEN:
        raise NotRecognized(_("Nobody has been invited with your e-mail address."))
    person = found[0] if found else _person_create(claims)
    identity_connect(person=person, subject=claims.subject)
    return person


def _person_create(claims: Claims) -> User:
    person = User.objects.create_user(free_name(claims.name), claims.email)
    address_confirm(person, claims.email)
    record(Act.SIGNED_UP, by=person)
    return person


def free_name(wanted: str) -> str:
    """Return a user name that is free and like the wanted one."""
    stem = re.sub(r"[^\w.@+-]", "", wanted)[: LONGEST_NAME - 10] or "person"
    for number in count(1):
        name = stem if number == 1 else f"{stem}-{number}"
        try:
            return check_free(name)
        except ValidationError:
            continue
    raise AssertionError("there is no largest number")
