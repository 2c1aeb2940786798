"""What the present values break: the template's own errors that are there under these values and not without any."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from designer.forms.fields import Field
from hotcore import Diagnostic, Preview, Severity, Template


@dataclass(frozen=True)
class Breach:
    """One thing that a value breaks: the resource that refuses it and the field that it stands in, as far as known.

    Without a `finding` the value is refused by its own parameter, and `field` has the reason.
    """

    field: Field | None = None
    resource: str = ""
    finding: Diagnostic | None = None

    @property
    def words(self) -> str:
        """Why the value is refused, in the words of the template or of Heat."""
        if self.field and self.field.errors:
            return self.field.errors[0].message
        return self.finding.message if self.finding else ""


def broken_by_values(found: Iterable[Diagnostic], unfilled: Preview) -> list[Diagnostic]:
    """Return the errors that a template has not by itself, but under the values of a form."""
    always = frozenset(unfilled.diagnostics)
    return [each for each in found if each.severity is Severity.ERROR and each not in always]


def breaches(
    broken: Iterable[Diagnostic], fields: Mapping[str, Field], template: Template, preview: Preview
) -> list[Breach]:
    """Return what the values break, first inside the template and then at their own parameters."""
    inside = [
        Breach(field_behind(finding, fields), resource_at(finding, template, preview), finding) for finding in broken
    ]
    told = [breach.field for breach in inside]
    wrong = [field for field in fields.values() if field.errors and field.is_given]
    return inside + [Breach(field) for field in wrong if field not in told]


def field_behind(finding: Diagnostic, fields: Mapping[str, Field]) -> Field | None:
    """Return the field whose value a finding is about, if it names one."""
    places = [place.span for place in finding.related if place.file is None]
    return next((field for field in fields.values() if finding.file is None and field.parameter.span in places), None)


def resource_at(finding: Diagnostic, template: Template, preview: Preview) -> str:
    """Return the name of the resource in which a finding stands; that of a nested template stands where it is used."""
    here = [finding.span, *(place.span for place in finding.related)] if finding.file is None else []
    used = [place.span for place in finding.related if place.file == "template"]
    spans = [span for span in (used or here) if span is not None]
    for name in preview.resources:
        outer = template.resources[name].node.span if name in template.resources else None
        if outer and spans and outer.start <= spans[0].start < outer.end:
            return name
    return ""
