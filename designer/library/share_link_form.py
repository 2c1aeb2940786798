"""The form of a share link: what it is for, and how long and how often it works."""

from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

MOST_USES = 100_000


class ShareLinkForm(forms.Form):
    """The label of a share link, its last day and the number of its uses."""

    label = forms.CharField(
        label=_("Label"), required=False, max_length=80, help_text=_("Who the link is for. Only you see it.")
    )
    expires = forms.DateField(
        label=_("Last day"),
        required=False,
        help_text=_("Empty: until you revoke it."),
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    most_uses = forms.IntegerField(
        label=_("Number of uses"),
        required=False,
        min_value=1,
        max_value=MOST_USES,
        help_text=_("A use is a browser that opens the link, or one download by a program. Empty: any number."),
    )

    def clean_label(self) -> str:
        """Return the label on one line."""
        return " ".join(str(self.cleaned_data["label"]).split())

    def clean_expires(self) -> datetime | None:
        """Return when the last day is over; reject days that are over."""
        day = self.cleaned_data["expires"]
        if day is None:
            return None
        if not timezone.localdate() <= day < timezone.localdate() + timedelta(days=36_500):
            raise forms.ValidationError(_("Choose today or a later day."))
        return timezone.make_aware(datetime.combine(day + timedelta(days=1), time()))

    @property
    def options(self) -> dict[str, Any]:
        """The validated options, as `share_link_create` takes them."""
        return self.cleaned_data
