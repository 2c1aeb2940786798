"""The forms with which people change their own accounts."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from designer.operation.rate_limits import count_sign_in, forget_sign_in


class PasswordAgain(forms.Form):
    """A form that asks for the current password again, of whoever has one; wrong ones count as at sign-in."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, person: User, client: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person, self.client = person, client
        if not person.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        """Reject a wrong password."""
        password: str = self.cleaned_data["password"]
        name = self.person.get_username()
        count_sign_in(name, self.client)
        if not self.person.check_password(password):
            raise ValidationError(_("This is not your password."), code="wrong")
        forget_sign_in(name, self.client)
        return password


class CodeForm(forms.Form):
    """A code of somebody who is signing in."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        help_text=_("The code that your app shows now, or one of your recovery codes."),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code"}),
    )


class SecondFactorForm(PasswordAgain):
    """The first code of a new app."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        help_text=_("The code that your app shows now."),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code"}),
    )
    field_order = ("code", "password")


class EmailForm(PasswordAgain):
    """A new e-mail address."""

    email = forms.EmailField(
        label=_("New e-mail address"),
        required=False,
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("email", "password")
