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
    if not settings.SENDS_MAILS or not person.email:
        return False
    words = render_to_string("accounts/invitation.txt", {"person": person, "address": address})
    try:
        send_mail(_("Your account at HOT designer"), words, None, [person.email])
    except (OSError, SMTPException) as error:
        log.warning("A mail could not be sent: %s", type(error).__name__)
        return False
    return True
