"""The form by which an environment file is loaded."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from hotcore import Diagnostic, Environment, read_environment

LARGEST = 512 * 1024  # bytes, as Heat accepts


class EnvironmentForm(forms.Form):
    """An environment file, uploaded or pasted. `environment` is what it says once the form is valid."""

    environment_file = forms.FileField(required=False, max_length=255)
    environment_text = forms.CharField(required=False, strip=False)

    environment: Environment
    problems: tuple[Diagnostic, ...] = ()

    def clean_environment_file(self) -> str:
        """Return the uploaded file's text."""
        upload: UploadedFile | None = self.cleaned_data["environment_file"]
        if upload is None:
            return ""
        if (upload.size or 0) > LARGEST:
            raise ValidationError(_("The file is larger than 512 KiB, which is more than Heat accepts."))
        try:
            return str(upload.read(), "utf-8-sig")
        except UnicodeDecodeError:
            raise ValidationError(_("The file is not text in UTF-8.")) from None

    def clean(self) -> dict[str, Any]:
        """Read the environment; its own errors become errors of the form, with their places in `problems`."""
        data = super().clean() or {}
        if self.errors:
            return data
        text = data.get("environment_file") or data.get("environment_text", "")
        if not text.strip():
            raise ValidationError(_("Choose a file, or paste its text."))
        if len(text.encode("utf-8", "replace")) > LARGEST:
            raise ValidationError(_("The text is larger than 512 KiB, which is more than Heat accepts."))
        self.environment = read_environment(text, "environment")
        self.problems = tuple(self.environment.diagnostics)
        if any(problem.severity == "error" for problem in self.problems):
            raise ValidationError(_("This is not an environment file that Heat would take. Your values are unchanged."))
        return data

    @property
    def values(self) -> dict[str, object]:
        """The values that it sets: its parameters before its defaults."""
        return {**self.environment.parameter_defaults, **self.environment.parameters}
