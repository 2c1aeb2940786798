"""The form by which environment files are loaded: those beside the template, uploaded ones, a pasted text."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from designer.files.uploads import RefusedUpload
from designer.files.zips import STARTS, unpacked
from designer.forms.environment_list import LARGEST_TOGETHER, MOST_UPLOADED
from hotcore import is_environment

LARGEST = 512 * 1024  # bytes, as Heat accepts
MOST_FILES = 20
TEXT_NAME = "environment"


class SeveralFiles(forms.ClearableFileInput):
    """A control for as many files as one likes."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Uploaded files, in the order in which they were chosen."""

    widget = SeveralFiles

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        """Return the files, each of them checked."""
        files = data if isinstance(data, list | tuple) else [data] if data else []
        return [super(FilesField, self).clean(file, initial) for file in files]


class EnvironmentForm(forms.Form):
    """Environment files, later ones before earlier ones: chosen beside the template, uploaded, pasted.

    `environment` is all of them together once the form is valid; `problems` are the findings about them, also those
    that only show with the template.
    """

    environment_path = forms.MultipleChoiceField(required=False)
    environment_file = FilesField(required=False, max_length=255)
    environment_text = forms.CharField(required=False, strip=False)

    environment: Environment
    problems: Sequence[Diagnostic] = ()

    def __init__(self, *arguments: Any, content: Content, paths: Sequence[str] = ()) -> None:
        super().__init__(*arguments)
        self.content = content
        field = self.fields["environment_path"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(path, path) for path in paths]

    def clean_environment_file(self) -> list[tuple[str, str]]:
        """Return the names and texts of the uploaded files."""
        uploads: list[UploadedFile] = self.cleaned_data["environment_file"]
        if len(uploads) > MOST_FILES:
            raise ValidationError(_("These are more than %(most)d files.") % {"most": MOST_FILES})
        return [(upload.name or TEXT_NAME, text_of_upload(upload)) for upload in uploads]

    def clean(self) -> dict[str, Any]:
        """Read the environments; their own errors become errors of the form, with their places in `problems`."""
        data = super().clean() or {}
        if self.errors:
            return data
        texts = [(path, self.content.file_texts[path]) for path in data.get("environment_path", ())]
        texts += data.get("environment_file", ())
        if (text := data.get("environment_text", "")).strip():
            texts.append((TEXT_NAME, text))
        if not any(text.strip() for _name, text in texts):
            raise ValidationError(_("Choose a file, or paste its text."))
        if any(len(text.encode("utf-8", "replace")) > LARGEST for _name, text in texts):
            raise ValidationError(_("The text is larger than 512 KiB, which is more than Heat accepts."))
        environments = [read_environment(text, name) for name, text in texts]
        self.environment, found = analysis.environments_together(self.content, environments)
        self.problems = [problem for problem in found if problem.file is not None]
        if any(problem.severity is Severity.ERROR for problem in self.environment.diagnostics):
            raise ValidationError(_("This is not an environment file that Heat would take. Your values are unchanged."))
        return data

    @property
    def values(self) -> dict[str, object]:
        """The values that it sets: its parameters before its defaults."""
        return {**self.environment.parameter_defaults, **self.environment.parameters}

    @property
    def maps_types(self) -> bool:
        """Whether it says something about the types of resources, which are no values."""
        return bool(self.environment.registry)


def text_of_upload(upload: UploadedFile) -> str:
    """Return an uploaded file's text."""
    if (upload.size or 0) > LARGEST:
        raise ValidationError(_("The file is larger than 512 KiB, which is more than Heat accepts."))
    try:
        return str(upload.read(), "utf-8-sig")
    except UnicodeDecodeError:
        raise ValidationError(_("The file is not text in UTF-8.")) from None
