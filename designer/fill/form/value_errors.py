"""Errors that the current values cause in a template that has none of them without values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from designer.fill.form.fields import Field
from hotcore import Diagnostic, Preview, Severity
from hotcore.template import Template


@dataclass(frozen=True)
class Breach:
    """An error caused by a value: the resource that rejects it and the field that it was entered in, if known.

    Without a `diagnostic`, the parameter itself rejects the value, and `field` has the reason.
    """

    field: Field | None = None
    resource: str = ""
    diagnostic: Diagnostic | None = None

    @property
    def words(self) -> str:
        """The reason for the rejection, in the words of the template or of Heat."""
        if self.field and self.field.errors:
            return self.field.errors[0].message
        return self.diagnostic.message if self.diagnostic else ""


def broken_by_values(found: Iterable[Diagnostic], unfilled: Preview) -> list[Diagnostic]:
    """Return the errors that a template has only under the values of a form."""
    always = frozenset(unfilled.diagnostics)
    return [each for each in found if each.severity is Severity.ERROR and each not in always]


def breaches(
    broken: Iterable[Diagnostic], fields: Mapping[str, Field], template: Template, preview: Preview
) -> list[Breach]:
    """Return the errors caused by values, first those inside the template and then those of the parameters."""
    inside = [
        Breach(field_behind(diagnostic, fields), resource_at(diagnostic, template, preview), diagnostic)
        for diagnostic in broken
    ]
    reported = [breach.field for breach in inside]
    wrong = [field for field in fields.values() if field.errors and field.is_given]
    return inside + [Breach(field) for field in wrong if field not in reported]


def field_behind(diagnostic: Diagnostic, fields: Mapping[str, Field]) -> Field | None:
    """Return the field whose value a diagnostic is about, if any."""
    places = [place.span for place in diagnostic.related if place.file is None]
    return next(
        (field for field in fields.values() if diagnostic.file is None and field.parameter.span in places), None
    )


def resource_at(diagnostic: Diagnostic, template: Template, preview: Preview) -> str:
    """Return the name of the resource that a diagnostic is in; in a nested template, of the one that uses it."""
    here = [diagnostic.span, *(place.span for place in diagnostic.related)] if diagnostic.file is None else []
    used = [place.span for place in diagnostic.related if place.file == "template"]
    spans = [span for span in (used or here) if span is not None]
    for name in preview.resources:
        outer = template.resources[name].node.span if name in template.resources else None
        if outer and spans and outer.start <= spans[0].start < outer.end:
            return name
    return ""
