"""The form that adds environment files to the fill page: uploaded, alone or in a zip, or pasted."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from designer.content.uploads import RefusedUpload
from designer.content.zips import STARTS, unpacked
from designer.fill.values.environment_list import LARGEST_TOGETHER, MOST_UPLOADED
from hotcore.environment import is_environment

LARGEST = 512 * 1024  # bytes, as Heat accepts
LONGEST_NAME = 200
PASTED_NAME = "pasted.yaml"


class SeveralFiles(forms.ClearableFileInput):
    """A file input for any number of files."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """A field for several uploaded files, in the order in which they were selected."""

    widget = SeveralFiles

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        """Return the validated files."""
        files = data if isinstance(data, list | tuple) else [data] if data else []
        return [super(FilesField, self).clean(file, initial) for file in files]


class EnvironmentUpload(forms.Form):
    """Environment files to add to a form: uploaded ones, the environments in a zip, or a pasted text.

    `texts` are their names and texts once the form is valid. A single file that is no environment is accepted too, so
    that the list can show what is wrong with it. `there` are the texts of files that were uploaded before.
    """

    environment_file = FilesField(required=False, max_length=255)
    environment_text = forms.CharField(required=False, strip=False)
    environment_text_name = forms.CharField(required=False, max_length=LONGEST_NAME)
    environment_same = forms.CharField(required=False)

    texts: list[tuple[str, str]]

    def __init__(self, *arguments: Any, there: Sequence[str] = ()) -> None:
        super().__init__(*arguments)
        self.there = there

    @property
    def replaces(self) -> bool:
        """Whether an uploaded file replaces one of the same name."""
        return self.cleaned_data.get("environment_same") == "replace"

    def clean_environment_file(self) -> list[tuple[str, str]]:
        """Return the names and texts of the uploaded files."""
        uploads: list[UploadedFile] = self.cleaned_data["environment_file"]
        return [found for upload in uploads for found in texts_of_upload(upload)]

    def clean(self) -> dict[str, Any]:
        """Collect the texts and check their number and sizes."""
        data = super().clean() or {}
        if self.errors:
            return data
        self.texts = list(data.get("environment_file", ()))
        if (text := data.get("environment_text", "")).strip():
            self.texts.append((plain_name(data.get("environment_text_name", "")) or PASTED_NAME, text))
        if not self.texts:
            raise ValidationError(_("Choose a file or paste its text."))
        if len(self.texts) + len(self.there) > MOST_UPLOADED:
            raise ValidationError(
                _("A form can have at most %(most)d uploaded files. Remove some first.") % {"most": MOST_UPLOADED}
            )
        if any(len(text.encode("utf-8", "replace")) > LARGEST for _name, text in self.texts):
            raise ValidationError(_("The text is larger than 512 KiB, the most that Heat accepts."))
        if sum(map(len, (*self.there, *(text for _name, text in self.texts)))) > LARGEST_TOGETHER:
            raise ValidationError(_("The files are larger than 1 MiB in total, the most that a form can hold."))
        return data


def texts_of_upload(upload: UploadedFile) -> list[tuple[str, str]]:
    """Return the name and text of an uploaded file, or those of the environment files in a zip."""
    if (upload.size or 0) > LARGEST:
        raise ValidationError(_("The file is larger than 512 KiB, the most that Heat accepts."))
    content = upload.read()
    if content.startswith(STARTS):
        return texts_of_zip(content)
    return [(plain_name(upload.name or "") or PASTED_NAME, decoded(content))]


def texts_of_zip(content: bytes) -> list[tuple[str, str]]:
    """Return the names and texts of the environment files in a zip."""
    try:
        files, _left_out = unpacked(content)
    except RefusedUpload as refused:
        raise ValidationError(str(refused)) from None
    texts = ((path, data.decode("utf-8-sig", "replace")) for path, data in files.items())
    found = [(path, text) for path, text in texts if is_environment(text, path)]
    if not found:
        raise ValidationError(_("The zip contains no environment file."))
    return found


def plain_name(name: str) -> str:
    """Return a file name without unprintable characters, cut to the maximum length."""
    return "".join(letter for letter in name if letter.isprintable()).strip()[:LONGEST_NAME]


def decoded(content: bytes) -> str:
    """Return a file's bytes as text."""
    try:
        return str(content, "utf-8-sig")
    except UnicodeDecodeError:
        raise ValidationError(_("The file is not UTF-8 text. Save it as UTF-8.")) from None
