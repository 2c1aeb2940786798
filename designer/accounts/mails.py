"""Mails to people."""

import logging
from smtplib import SMTPException

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

log = logging.getLogger(__name__)


def send_invitation(person: User, address: str) -> bool:
    """Send a person the address at which they set their password; return whether that worked."""
    words = render_to_string("accounts/invitation.txt", {"person": person, "address": address})
    return _send(person.email, _("Your account at HOT designer"), words)


def send_confirmation(person: User, email: str, address: str) -> bool:
    """Send the address at which a person confirms their new e-mail address; return whether that worked."""
    words = render_to_string("accounts/confirmation.txt", {"person": person, "address": address})
    return _send(email, _("Confirm your e-mail address for HOT designer"), words)


def send_email_changed(person: User, email: str) -> bool:
    """Tell the reader of a person's former address that it has been changed; return whether that worked."""
    words = render_to_string("accounts/email_changed.txt", {"person": person})
    return _send(email, _("Your e-mail address at HOT designer"), words)


def _send(email: str, subject: str, words: str) -> bool:
    if not settings.SENDS_MAILS or not email:
        return False
    try:
        send_mail(subject, words, None, [email])
    except (OSError, SMTPException) as error:
        log.warning("A mail could not be sent: %s", type(error).__name__)
        return False
    return True
