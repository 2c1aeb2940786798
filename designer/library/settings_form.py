"""The settings form of a template: its name, description and tags."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from designer.models import Design
from designer.store.designs import TAGS

LONGEST_TAG = 40


class TagsField(forms.CharField):
    """A field for tags separated by commas."""

    def prepare_value(self, value: Any) -> Any:
        """Return the tags as one line."""
        return value if isinstance(value, str) else ", ".join(value or ())

    def clean(self, value: Any) -> list[str]:
        """Return the validated tags."""
        words = [" ".join(word.split()) for word in str(super().clean(value)).split(",")]
        tags = list(dict.fromkeys(word for word in words if word))
        if len(tags) > TAGS:
            raise forms.ValidationError(
                _("%(count)d tags are too many. A template can have at most %(most)d."),
                params={"count": len(tags), "most": TAGS},
            )
        if long := [tag for tag in tags if len(tag) > LONGEST_TAG]:
            raise forms.ValidationError(
                _("“%(tag)s” is too long. A tag can have at most %(most)d characters."),
                params={"tag": shortened(long[0]), "most": LONGEST_TAG},
            )
        return tags


def shortened(word: str) -> str:
    """Return a word cut to the length of a tag."""
    return word if len(word) <= LONGEST_TAG else word[:LONGEST_TAG] + "…"


class SettingsForm(forms.Form):
    """The name, description and tags of a template in the library."""

    name = forms.CharField(label=_("Name"), max_length=120)
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=4000,
        help_text=_("The library shows its first sentence."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    tags = TagsField(label=_("Tags"), required=False, help_text=_("Separate tags with commas."))

    @classmethod
    def about(cls, design: Design) -> "SettingsForm":
        """Return the form with a design's current settings."""
        tags = [tag.name for tag in design.tags.all()]
        return cls(initial={"name": design.name, "description": design.description, "tags": tags})
