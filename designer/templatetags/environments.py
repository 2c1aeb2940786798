"""Texts about environment files: what a file sets, how much, and whether it is in effect."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from designer.content import analysis
from designer.content.content import Content
from designer.fill.form.fields import LONGEST_DEFAULT, in_short
from designer.fill.form.filled_form import FilledForm
from designer.fill.values.environment_list import EnvironmentFile
from designer.site.json_text import json_text
from hotcore import Diagnostic, Severity
from hotcore.environment_values import Withheld

register = template.Library()


@dataclass(frozen=True)
class Row:
    """A value or a type that a file sets, and what is in effect now."""

    label: str
    says: str
    now: str
    is_in_force: bool


@dataclass(frozen=True)
class Rows:
    """The entries of a file; `hidden` are the labels of the hidden parameters that it sets, and `nested` those of them
    that only nested templates hide."""

    values: Sequence[Row]
    types: Sequence[Row]
    hidden: Sequence[str]
    nested: Sequence[str] = ()

    @property
    def hidden_words(self) -> str:
        """The note about hidden values."""
        words = ngettext(
            "%(labels)s is used here but never saved with a value set.",
            "%(labels)s are used here but never saved with a value set.",
            len(self.hidden),
        )
        return words % {"labels": ", ".join(self.hidden)}

    @property
    def nested_words(self) -> str:
        """The note about values that only nested templates hide."""
        words = ngettext(
            "%(labels)s is visible in this template but hidden in a nested one that also uses it.",
            "%(labels)s are visible in this template but hidden in nested ones that also use them.",
            len(self.nested),
        )
        return words % {"labels": ", ".join(self.nested)}


@register.filter
def file_counts(file: EnvironmentFile, content: Content) -> str:
    """Return the numbers of values, types and hidden values in a file, in words."""
    if file.mistake:
        return _("Not used")
    values, hidden_count = file.values(), len(file.withheld(analysis.withheld(content)))
    open_count = len(values) - hidden_count
    counted = (
        (open_count, ngettext("%d value", "%d values", open_count)),
        (len(file.types()), ngettext("%d type", "%d types", len(file.types()))),
        (hidden_count, ngettext("%d hidden", "%d hidden", hidden_count)),
    )
    words = ", ".join(text % count for count, text in counted if count) or _("nothing for this template")
    return words if file.is_on else _("Off: %(words)s") % {"words": words}


@register.filter
def open_text(file: EnvironmentFile, content: Content) -> str:
    """Return a file's text without hidden values, which are never sent back."""
    return analysis.without_hidden_values(content, file.text)


@register.filter
def position_of(filled: FilledForm, file: EnvironmentFile) -> int:
    """Return the file's position in the list, from 1."""
    return filled.environments.files.index(file) + 1


@register.filter
def diagnostics_of(filled: FilledForm, name: str) -> list[Diagnostic]:
    """Return the diagnostics of a file as it is used here."""
    return [found for found in filled.file_problems if found.file == name]


@register.filter
def in_counts(found: Iterable[Diagnostic]) -> str:
    """Return the numbers of errors, warnings and hints, in words."""
    severities = [each.severity for each in found]
    errors, warnings = severities.count(Severity.ERROR), severities.count(Severity.WARNING)
    hints = len(severities) - errors - warnings
    counted = (
        (errors, ngettext("%d error", "%d errors", errors)),
        (warnings, ngettext("%d warning", "%d warnings", warnings)),
        (hints, ngettext("%d hint", "%d hints", hints)),
    )
    return ", ".join(words % count for count, words in counted if count)


@register.filter
def file_rows(file: EnvironmentFile, filled: FilledForm) -> Rows:
    """Return the entries of a file, and whether each is in effect."""
    withheld = analysis.withheld(filled.content)
    labels = {name: filled.form.fields[name].parameter.label for name in filled.form.fields}
    hidden = file.withheld(withheld)
    return Rows(
        list(value_rows(file, filled, withheld)),
        list(type_rows(file, filled)),
        [labels.get(name, name) for name in hidden],
        [labels.get(name, name) for name in hidden if name in withheld.own],
    )


def value_rows(file: EnvironmentFile, filled: FilledForm, withheld: Withheld) -> Iterator[Row]:
    """Yield the parameter values of a file."""
    for section, values in (
        ("parameters", file.read.parameters),
        ("parameter_defaults", file.read.parameter_defaults),
    ):
        for name, value in values.items():
            field = filled.form.fields.get(name)
            label = field.parameter.label if field else name
            is_hidden = withheld.has(section, name)
            says = _("hidden") if is_hidden else in_short(value_text(value), LONGEST_DEFAULT)
            if not file.is_in_force:
                yield Row(label, says, _("off"), is_in_force=False)
            elif field and field.is_given:
                typed = (
                    _("typed") if is_hidden else _("typed: %(text)s") % {"text": in_short(field.text, LONGEST_DEFAULT)}
                )
                yield Row(label, says, typed, is_in_force=False)
            else:
                over = next((other.name for other in filled.before(file) if name in getattr(other.read, section)), "")
                yield Row(label, says, *force(file, filled.file_in_force(section, name), over))


def type_rows(file: EnvironmentFile, filled: FilledForm) -> Iterator[Row]:
    """Yield the resource registry entries of a file."""
    for entry in file.types():
        key, says = " › ".join(entry.path), value_text(entry.value)
        if not file.is_in_force:
            yield Row(key, says, _("off"), is_in_force=False)
            continue
        over = next((other.name for other in filled.before(file) if entry.path in other.type_paths()), "")
        yield Row(key, says, *force(file, filled.type_in_force(entry.path), over))


def force(file: EnvironmentFile, counts: str, over: str) -> tuple[str, bool]:
    """Return whether a file's entry is in effect, in words that name an overridden or overriding file."""
    if counts != file.name:
        return (_("from %(file)s") % {"file": counts} if counts else _("not used")), False
    return (_("in force, overrides %(file)s") % {"file": over} if over else _("in force")), True


def value_text(value: object) -> str:
    """Return a value as the text of a table cell."""
    return value if isinstance(value, str) else json_text(value)
