"""The parameter form: the template's parameters in page order, with their values."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.translation import gettext as _

from designer.content import analysis
from designer.fill.form.field_window import FieldWindow, window_of
from designer.fill.form.fields import Field, field_of
from designer.fill.values.given import Given
from designer.fill.values.in_stack import InStack
from designer.fill.values.origin import BaseValue, NestedFiles, SetValue
from hotcore import Preview
from hotcore.template import Template

EVERY_FILE = NestedFiles()


@dataclass
class Section:
    """A group of parameters on the page, numbered from 0, and which of its fields are shown; None for all."""

    number: int
    label: str
    description: str
    fields: list[Field]
    shown: list[Field] | None = None

    @property
    def shown_fields(self) -> list[Field]:
        """The fields that the page shows."""
        return self.fields if self.shown is None else self.shown

    @property
    def wrong(self) -> int:
        """The number of fields with an error."""
        return sum(bool(field.errors) for field in self.fields)

    @property
    def needed(self) -> int:
        """The number of fields that still need a value."""
        return sum(field.is_needed and not field.errors for field in self.fields)


@dataclass(frozen=True, slots=True)
class Shown:
    """A filter of the form and its number of fields; `count` is None if it is not offered now."""

    value: str
    label: str
    count: int | None


class ParameterForm:
    """The fields of a template's parameters in sections, filled with the given values.

    `bases` are the values of environment files, `from_set` those of a value set, `in_stack` those of the stack that is
    updated, all by parameter name.
    """

    def __init__(
        self,
        template: Template,
        given: Given,
        bases: Mapping[str, BaseValue] | None = None,
        from_set: Mapping[str, SetValue] | None = None,
        in_stack: Mapping[str, InStack] | None = None,
        *,
        names_files: bool = True,
    ) -> None:
        self.given = given
        bases, from_set, in_stack = bases or {}, from_set or {}, in_stack or {}
        schema = [section for section in analysis.form(template) if section.parameters]
        self.sections = [
            Section(
                number,
                heading(section.label, number, is_only=len(schema) == 1),
                section.description or "",
                [
                    field_of(
                        each,
                        given,
                        bases.get(each.name),
                        from_set.get(each.name),
                        in_stack.get(each.name),
                        names_files=names_files,
                    )
                    for each in section.parameters
                ],
            )
            for number, section in enumerate(schema)
        ]
        self.fields = {field.name: field for section in self.sections for field in section.fields}
        self.window: FieldWindow | None = None

    def judge(self, preview: Preview, nested: NestedFiles = EVERY_FILE, *, is_submitted: bool = False) -> None:
        """Set the errors of the fields from a preview; after submission, missing values too."""
        for name, field in self.fields.items():
            field.readers = preview.irrelevant.get(name)
            field.judge(preview.parameters[name], is_submitted=is_submitted)
            field.refuse(preview.nested_refusals.get(name, ()), nested)

    def show_window(self, data: QueryDict) -> None:
        """Show the fields of a long form that a request asks for; they are judged already."""
        self.window = window_of([(section.label, section.fields) for section in self.sections], data)

    @property
    def shown_sections(self) -> list[Section]:
        """The sections with fields that the page shows."""
        if self.window is None:
            return self.sections
        names = self.window.names
        found = [
            replace(section, shown=[field for field in section.fields if field.name in names])
            for section in self.sections
        ]
        return [section for section in found if section.shown]

    @property
    def shown_fields(self) -> list[Field]:
        """The fields that the page shows."""
        return [field for section in self.shown_sections for field in section.shown_fields]

    @property
    def carried(self) -> list[tuple[str, str]]:
        """The names and texts of typed values whose fields the page does not show; hidden ones are on no page."""
        shown = self.window.names if self.window else self.fields.keys()
        return [
            (name, field.text)
            for name, field in self.fields.items()
            if field.is_given and name not in shown and not field.parameter.hidden
        ]

    def unfold(self) -> None:
        """Show every field, whether or not its value has an effect now, for authors who edit the form."""
        for field in self.fields.values():
            field.readers = None

    @property
    def wrong(self) -> list[Field]:
        """The fields with an error, in page order."""
        return [field for field in self.fields.values() if field.errors]

    @property
    def unkeepable(self) -> list[Field]:
        """The fields whose values a database cannot store."""
        return [field for field in self.fields.values() if not field.can_be_kept and not field.parameter.hidden]

    @property
    def needed(self) -> list[Field]:
        """The fields without an error that still need a value."""
        return [field for field in self.fields.values() if field.is_needed and not field.errors]

    @property
    def open(self) -> list[Field]:
        """The fields that need attention."""
        return [field for field in self.fields.values() if field.errors or field.is_needed]

    @property
    def changed(self) -> list[Field]:
        """The fields with a given value."""
        return [field for field in self.fields.values() if field.is_given]

    @property
    def shown(self) -> list[Shown]:
        """The filters of the form; those for files and sets only if a value comes from one."""
        counts = Counter(name for field in self.fields.values() for name in field.shown_under)
        has_files = any(field.base for field in self.fields.values())
        return [
            Shown("everything", _("Everything"), counts["everything"]),
            Shown("needed", _("Missing or invalid"), counts["needed"]),
            Shown("typed", _("Typed by you"), counts["typed"]),
            Shown("file", _("From files"), counts["file"] if has_files else None),
            Shown("set", _("From the set"), counts["set"] or None),
            Shown("cloud", _("From the cloud"), counts["cloud"] or None),
        ]

    @property
    def not_in_cloud(self) -> list[Field]:
        """The fields whose values a connected cloud does not have."""
        return [field for field in self.fields.values() if field.in_cloud and field.in_cloud.is_warning]

    @property
    def fine(self) -> int:
        """The number of fields that need no attention."""
        return len(self.fields) - len(self.wrong) - len(self.needed)

    @property
    def touched(self) -> list[str]:
        """The names of the fields that the user has edited."""
        return [name for name, field in self.fields.items() if field.is_touched]

    @property
    def answered(self) -> list[str]:
        """The names of the fields that are empty on purpose."""
        return [name for name, field in self.fields.items() if field.is_answered and field.is_given]

    @property
    def boxes(self) -> list[str]:
        """The names of the shown fields that submit nothing when nothing is checked."""
        return [field.name for field in self.shown_fields if field.kind in ("switch", "checks")]

    @property
    def has_hidden(self) -> bool:
        """Whether the template has parameters whose values are never stored."""
        return any(field.parameter.hidden for field in self.fields.values())


def heading(label: str | None, number: int, *, is_only: bool) -> str:
    """Return the heading of a section, whose label is None for parameters without a group."""
    if label is None:
        return _("Parameters") if is_only else _("Other parameters")
    return label or _("Group %(number)d") % {"number": number + 1}
