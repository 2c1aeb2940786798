"""What a person decides about a run besides its values."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from designer.fill.package.stack_names import is_stack_name
from designer.models import Run, RunAction

LONGEST_LIMIT = 7 * 24 * 60  # minutes


class RunForm(forms.Form):
    """The stack's name, what Heat does on failure, the time limit and tags."""

    stack_name = forms.CharField(label=_("Stack name"), max_length=255)
    on_failure = forms.ChoiceField(label=_("On failure"), choices=[("roll-back", _("Roll back")), ("keep", _("Keep"))])
    minutes = forms.IntegerField(label=_("Time limit in minutes"), min_value=1, max_value=LONGEST_LIMIT)
    tags = forms.CharField(label=_("Tags, separated by commas"), max_length=255, required=False)

    @classmethod
    def of(cls, run: Run) -> "RunForm":
        """Return the form with what a run says."""
        return cls(
            initial={
                "stack_name": run.stack_name,
                "on_failure": "roll-back" if run.rolls_back else "keep",
                "minutes": run.minutes,
                "tags": run.tags,
            }
        )

    def clean_stack_name(self) -> str:
        """Refuse what Heat would refuse."""
        name = str(self.cleaned_data["stack_name"])
        if not is_stack_name(name):
            raise forms.ValidationError(
                _("A stack's name begins with a letter; letters, digits, “_”, “.” and “-” may follow.")
            )
        return name

    def clean_tags(self) -> str:
        """Return the tags without blanks around them and without empty ones."""
        tags = [tag.strip() for tag in self.cleaned_data["tags"].split(",")]
        if any(len(tag) > 80 for tag in tags):
            raise forms.ValidationError(_("A tag has at most 80 characters."))
        return ",".join(filter(None, tags))

    def apply(self, run: Run) -> None:
        """Set what the form says; nothing is stored."""
        data: dict[str, Any] = self.cleaned_data
        if run.action == RunAction.CREATE:
            run.stack_name = data["stack_name"]
        run.rolls_back = data["on_failure"] == "roll-back"
        run.minutes = data["minutes"]
        run.tags = data["tags"]
