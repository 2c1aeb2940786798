"""The parameter form: the template's parameters in the order of the page, with what was given for them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from designer import analysis
from designer.forms.fields import Field, field_of
from designer.forms.given import Given
from designer.forms.origin import BaseValue, NestedFiles, SetValue
from hotcore import Preview, Template

EVERY_FILE = NestedFiles()


@dataclass
class Section:
    """A group of parameters on the page, numbered from 0."""

    number: int
    label: str
    description: str
    fields: list[Field]

    @property
    def wrong(self) -> int:
        """How many of its fields show an error."""
        return sum(bool(field.errors) for field in self.fields)

    @property
    def needed(self) -> int:
        """How many of its fields still need a value."""
        return sum(field.is_needed and not field.errors for field in self.fields)


@dataclass(frozen=True, slots=True)
class Shown:
    """A choice of what the form shows, and how many fields that are; `count` is None where it is no choice now."""

    value: str
    label: str
    count: int | None


class ParameterForm:
    """The fields of a template's parameters in sections, filled with what was given.

    `bases` holds what environment files say, `from_set` which values a saved set gave, both by the parameters' names.
    """

    def __init__(
        self,
        template: Template,
        given: Given,
        bases: Mapping[str, BaseValue] | None = None,
        from_set: Mapping[str, SetValue] | None = None,
        *,
        names_files: bool = True,
    ) -> None:
        self.given = given
        bases, from_set = bases or {}, from_set or {}
        schema = [section for section in analysis.form(template) if section.parameters]
        self.sections = [
            Section(
                number,
                heading(section.label, number, is_only=len(schema) == 1),
                section.description or "",
                [
                    field_of(each, given, bases.get(each.name), from_set.get(each.name), names_files=names_files)
                    for each in section.parameters
                ],
            )
            for number, section in enumerate(schema)
        ]
        self.fields = {field.name: field for section in self.sections for field in section.fields}

    def judge(self, preview: Preview, nested: NestedFiles = EVERY_FILE, *, is_submitted: bool = False) -> None:
        """Show at the fields what the preview found wrong with their values; on submitting, also what is missing."""
        for name, field in self.fields.items():
            field.readers = preview.irrelevant.get(name)
            field.judge(preview.parameters[name], is_submitted=is_submitted)
            field.refuse(preview.nested_refusals.get(name, ()), nested)

    def unfold(self) -> None:
        """Show every field alike, whether or not its value makes a difference now: to whoever works on the fields."""
        for field in self.fields.values():
            field.readers = None

    def leave_hidden_open(self) -> None:
        """Take back that hidden values are missing: values that are kept have none, so nothing is to be done there."""
        for field in self.fields.values():
            if field.parameter.hidden and field.is_needed:
                field.errors = ()

    @property
    def wrong(self) -> list[Field]:
        """The fields that show an error, in the order of the page."""
        return [field for field in self.fields.values() if field.errors]

    @property
    def unkeepable(self) -> list[Field]:
        """The fields whose values no database takes."""
        return [field for field in self.fields.values() if not field.can_be_kept and not field.parameter.hidden]

    @property
    def needed(self) -> list[Field]:
        """The fields without an error that still need a value."""
        return [field for field in self.fields.values() if field.is_needed and not field.errors]

    @property
    def open(self) -> list[Field]:
        """The fields at which there is something left to do."""
        return [field for field in self.fields.values() if field.errors or field.is_needed]

    @property
    def changed(self) -> list[Field]:
        """The fields for which something was given."""
        return [field for field in self.fields.values() if field.is_given]

    @property
    def shown(self) -> list[Shown]:
        """What can be chosen to be shown; what no file and no set gave is no choice."""
        counts = Counter(name for field in self.fields.values() for name in field.shown_under)
        has_files = any(field.base for field in self.fields.values())
        return [
            Shown("everything", _("Everything"), counts["everything"]),
            Shown("needed", _("Still needed or to fix"), counts["needed"]),
            Shown("typed", _("Typed by you"), counts["typed"]),
            Shown("file", _("From files"), counts["file"] if has_files else None),
            Shown("set", _("From the set"), counts["set"] or None),
        ]

    @property
    def fine(self) -> int:
        """How many fields need no attention."""
        return len(self.fields) - len(self.wrong) - len(self.needed)

    @property
    def touched(self) -> list[str]:
        """The names of the fields that somebody has had a turn at."""
        return [name for name, field in self.fields.items() if field.is_touched]

    @property
    def answered(self) -> list[str]:
        """The names of the fields that look empty and are meant so."""
        return [name for name, field in self.fields.items() if field.is_answered and field.is_given]

    @property
    def boxes(self) -> list[str]:
        """The names of the fields that post nothing when nothing is ticked."""
        return [name for name, field in self.fields.items() if field.kind in ("switch", "checks")]

    @property
    def has_hidden(self) -> bool:
        """Whether the template asks for values that are never kept."""
        return any(field.parameter.hidden for field in self.fields.values())


def heading(label: str | None, number: int, *, is_only: bool) -> str:
    """Return what stands above a section; the parameters that are in no group have None as label."""
    if label is None:
        return _("Parameters") if is_only else _("Other parameters")
    return label or _("Group %(number)d") % {"number": number + 1}
