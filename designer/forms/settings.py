"""What is said about a template: its name, its description and its tags."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from designer.models import Design
from designer.services import TAGS

LONGEST_TAG = 40


class TagsField(forms.CharField):
    """Words separated by commas."""

    def prepare_value(self, value: Any) -> Any:
        """Return tags as one line."""
        return value if isinstance(value, str) else ", ".join(value or ())

    def clean(self, value: Any) -> list[str]:
        """Return the words; the limits are those of a design's tags."""
        words = [" ".join(word.split()) for word in str(super().clean(value)).split(",")]
        tags = list(dict.fromkeys(word for word in words if word))
        if len(tags) > TAGS:
            raise forms.ValidationError(
                _("%(count)d tags are too many; a template has %(most)d at most."),
                params={"count": len(tags), "most": TAGS},
            )
        if long := [tag for tag in tags if len(tag) > LONGEST_TAG]:
            raise forms.ValidationError(
                _("“%(tag)s” is too long for a tag; %(most)d characters are the most."),
                params={"tag": shortened(long[0]), "most": LONGEST_TAG},
            )
        return tags


def shortened(word: str) -> str:
    """Return a word as a sentence can hold it."""
    return word if len(word) <= LONGEST_TAG else word[:LONGEST_TAG] + "…"


class SettingsForm(forms.Form):
    """The words under which a template stands in the library."""

    name = forms.CharField(label=_("Name"), max_length=120)
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=4000,
        help_text=_("The library shows its first sentence."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    tags = TagsField(label=_("Tags"), required=False, help_text=_("Words separated by commas."))

    @classmethod
    def about(cls, design: Design) -> "SettingsForm":
        """Return the form as it stands for a design."""
        tags = [tag.name for tag in design.tags.all()]
        return cls(initial={"name": design.name, "description": design.description, "tags": tags})
