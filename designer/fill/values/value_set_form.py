"""The form that saves values as a value set."""

from django import forms
from django.utils.translation import gettext_lazy as _

from designer.models import ValueSet


class ValueSetForm(forms.Form):
    """The name of a value set."""

    set_name = forms.CharField(
        max_length=ValueSet._meta.get_field("name").max_length,
        error_messages={
            "required": _("Enter a name for the values."),
            "max_length": _("A name can have at most 80 characters."),
        },
    )
