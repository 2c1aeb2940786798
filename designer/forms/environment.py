"""The form by which environment files come onto the fill page: uploaded, by themselves or in a zip, or pasted."""

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
LONGEST_NAME = 200
PASTED_NAME = "pasted.yaml"


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


class EnvironmentUpload(forms.Form):
    """Environment files for a form's list: uploaded ones, of a zip those that read as environments, a pasted text.

    `texts` are their names and texts once the form is valid; a file that is no environment is taken as it is, so that
    the list says what is wrong with it. `there` are the texts of files that were uploaded before.
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
        """Whether an uploaded file takes the place of one of the same name."""
        return self.cleaned_data.get("environment_same") == "replace"

    def clean_environment_file(self) -> list[tuple[str, str]]:
        """Return the names and texts of the uploaded files."""
        uploads: list[UploadedFile] = self.cleaned_data["environment_file"]
        return [found for upload in uploads for found in texts_of_upload(upload)]

    def clean(self) -> dict[str, Any]:
        """Gather the texts; together they must not be more than a form can carry."""
        data = super().clean() or {}
        if self.errors:
            return data
        self.texts = list(data.get("environment_file", ()))
        if (text := data.get("environment_text", "")).strip():
            self.texts.append((plain_name(data.get("environment_text_name", "")) or PASTED_NAME, text))
        if not self.texts:
            raise ValidationError(_("Choose a file, or paste its text."))
        if len(self.texts) + len(self.there) > MOST_UPLOADED:
            raise ValidationError(
                _("%(most)d uploaded files are the most. Take some out first.") % {"most": MOST_UPLOADED}
            )
        if any(len(text.encode("utf-8", "replace")) > LARGEST for _name, text in self.texts):
            raise ValidationError(_("The text is larger than 512 KiB, which is more than Heat accepts."))
        if sum(map(len, (*self.there, *(text for _name, text in self.texts)))) > LARGEST_TOGETHER:
            raise ValidationError(_("The files have more than 1 MiB together, which is more than a form can carry."))
        return data


def texts_of_upload(upload: UploadedFile) -> list[tuple[str, str]]:
    """Return the name and text of an uploaded file, or those of the environment files in a zip."""
    if (upload.size or 0) > LARGEST:
        raise ValidationError(_("The file is larger than 512 KiB, which is more than Heat accepts."))
    content = upload.read()
    if content.startswith(STARTS):
        return texts_of_zip(content)
    return [(plain_name(upload.name or "") or PASTED_NAME, decoded(content))]


def texts_of_zip(content: bytes) -> list[tuple[str, str]]:
    """Return the names and texts of those files in a zip that read as environments."""
    try:
        files, _left_out = unpacked(content)
    except RefusedUpload as refused:
        raise ValidationError(str(refused)) from None
    texts = ((path, data.decode("utf-8-sig", "replace")) for path, data in files.items())
    found = [(path, text) for path, text in texts if is_environment(text, path)]
    if not found:
        raise ValidationError(_("No file in the zip is an environment."))
    return found


def plain_name(name: str) -> str:
    """Return a file's name as the list shows it: without what no name of a file has."""
    return "".join(letter for letter in name if letter.isprintable()).strip()[:LONGEST_NAME]


def decoded(content: bytes) -> str:
    """Return a file's text."""
    try:
        return str(content, "utf-8-sig")
    except UnicodeDecodeError:
        raise ValidationError(_("The file is not text in UTF-8.")) from None
