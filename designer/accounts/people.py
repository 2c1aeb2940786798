"""Write operations on people and their accounts; each is one transaction, as in `store.designs`."""

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.contrib.sessions.models import Session
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from designer.accounts.cloud_access import cloud_access_erase
from designer.models import Act, CloudConnection, ConfirmedAddress, folded
from designer.operation.audit import record
from designer.operation.sessions import SessionStore


@transaction.atomic
def person_invite(*, name: str, email: str = "") -> User:
    """Create an account without a password, for which its owner gets a password link."""
    person = User.objects.create_user(name, email)
    address_confirm(person, email)
    record(Act.PERSON_INVITED, name)
    return person


@transaction.atomic
def person_set_active(*, person: User, is_active: bool) -> None:
    """Let a person sign in, or end all their sessions and let them sign in no more. What they made stays.

    What clouds are asked with in their name is erased: tokens and kept credentials, also those of runs at work.
    """
    if not User.objects.filter(pk=person.pk, is_active=not is_active).update(is_active=is_active):
        return
    record(Act.PERSON_ACTIVATED if is_active else Act.PERSON_DEACTIVATED, person.get_username())
    if not is_active:
        cloud_access_erase(person=person)
        sessions_end(person)


def person_stays(person: User) -> bool:
    """Whether a person may sign in, and may until the transaction ends: nobody deactivates them meanwhile."""
    return User.objects.select_for_update(no_key=True).filter(pk=person.pk, is_active=True).first() is not None


def sessions_end(person: User) -> None:
    """End all sessions of a person, with their connections to clouds."""
    CloudConnection.objects.filter(owner=person).delete()
    store, key = SessionStore(), str(person.pk)
    theirs = (
        session.pk
        for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator()
        if store.decode(session.session_data).get(SESSION_KEY) == key
    )
    Session.objects.filter(pk__in=list(theirs)).delete()


@transaction.atomic
def administrator_make(*, name: str, email: str = "") -> User:
    """Make a person an administrator; without an account of that name, create one without a password."""
    person = User.objects.filter(username=name).first() or User.objects.create_user(name, email)
    person.is_superuser = person.is_staff = person.is_active = True
    person.email = email or person.email
    person.save()
    if email:
        address_confirm(person, email)
    record(Act.ADMINISTRATOR_MADE, name)
    return person


@transaction.atomic
def email_change(*, person: User, email: str, is_confirmed: bool) -> None:
    """Change a person's e-mail address; `is_confirmed` says that they followed a mail to the new one."""
    User.objects.filter(pk=person.pk).update(email=email)
    address_confirm(person, email if is_confirmed else "")
    record(Act.EMAIL_CHANGED, by=person)


def address_confirm(person: User, email: str) -> None:
    """Note that an e-mail address is known to be a person's; an empty one, that none is."""
    if email:
        ConfirmedAddress.objects.update_or_create(person=person, defaults={"address": folded(email)})
    else:
        ConfirmedAddress.objects.filter(person=person).delete()


def password_path(person: User) -> str:
    """Return the path at which a person sets a password, once and within PASSWORD_RESET_TIMEOUT seconds."""
    key = urlsafe_base64_encode(force_bytes(person.pk))
    return reverse("reset", args=[key, default_token_generator.make_token(person)])


def password_link_create(*, person: User) -> str:
    """Return a path as `password_path` does, for an administrator to hand over."""
    record(Act.PASSWORD_LINK_CREATED, person.get_username())
    return password_path(person)
