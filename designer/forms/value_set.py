"""The form by which values are kept under a name."""

from django import forms
from django.utils.translation import gettext_lazy as _

from designer.models import ValueSet


class ValueSetForm(forms.Form):
    """The name under which values are kept."""

    set_name = forms.CharField(
        max_length=ValueSet._meta.get_field("name").max_length,
        error_messages={"required": _("Give the values a name."), "max_length": _("A name has at most 80 characters.")},
    )
