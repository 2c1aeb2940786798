"""The form by which an administrator invites somebody."""

from django import forms
from django.contrib.auth.forms import UsernameField
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from designer.samples import SAMPLES_OWNER

LONGEST_NAME = 150


def check_free(name: str) -> str:
    """Return a name for a new account; raise `ValidationError` if somebody has it, in whatever case."""
    if name.casefold() == SAMPLES_OWNER or User.objects.filter(username__iexact=name).exists():
        raise ValidationError(_("A user with that username already exists."), code="unique")
    return name


class InvitationForm(forms.Form):
    """The name and the address of somebody who gets an account."""

    username = UsernameField(
        label=_("Username"), max_length=LONGEST_NAME, validators=[UnicodeUsernameValidator()], help_text=""
    )
    email = forms.EmailField(
        label=_("E-mail address"), required=False, max_length=254, help_text=_("Where mails to reset a password go.")
    )

    def clean_username(self) -> str:
        """Reject names that are taken."""
        return check_free(self.cleaned_data["username"])
