"""Whether the values of a form are in the connected cloud."""

from collections.abc import Iterable

from django.http import HttpRequest

from designer.cloud import verdicts_of
from designer.fill.form.fields import Field


def tell_fields(request: HttpRequest, fields: Iterable[Field]) -> None:
    """Set what the connected cloud says of fields of one line that are not hidden; the cloud itself is not asked."""
    lines = [field for field in fields if field.kind == "line"]
    found = verdicts_of(request, [(field.parameter, field.text) for field in lines])
    for field, in_cloud in zip(lines, found, strict=True):
        field.in_cloud = in_cloud
