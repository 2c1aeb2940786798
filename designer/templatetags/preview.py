"""Texts of the preview: states, the reasons for them, and values as JSON."""

import re
from collections.abc import Mapping
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from designer.fill.form.fields import Field, in_short, key_of
from designer.fill.form.parameter_form import ParameterForm
from designer.fill.form.resource_tree import Branch
from designer.fill.form.value_errors import Breach
from designer.help.resource_types import find_type
from designer.site.json_text import json_text
from designer.site.page_updates import Parts, mark_of
from designer.site.row_folds import RowFold
from designer.site.row_folds import row_folds as folds_of
from hotcore import Unknown, is_known, to_json
from hotcore.resolver import OutputState, Reason

register = template.Library()

FROM_PARAMETER = "get_param "  # prefix of the source of a value that depends on a parameter
WORD_END = re.compile(r"([a-z0-9](?=[A-Z])|[_.:-](?=\w))")
LONGEST_LINE = 64  # characters of JSON on one line
LONGEST_VALUE = 40  # characters of a value within a sentence
MOST_LINES = 12  # of a folded output
LETTERS_IN_LINE = 40  # characters, at the preview's usual width
MOST_SENT = 10_000  # characters of a folded output that are sent


@register.filter
def state_of(value: object) -> str:
    """Return `true`, `false`, or `unknown` for anything else."""
    return "true" if value is True else "false" if value is False else "unknown"


@register.filter
def truth_word(value: object) -> str:
    """Return a condition's value as a word."""
    return {"true": _("true"), "false": _("false"), "unknown": _("not known yet")}[state_of(value)]


@register.filter
def now(row: Branch) -> str:
    """Return the state of a resource as a word, or its group's number of members."""
    if row.resource.enabled is True and row.inside and row.inside.members is not None:
        return str(row.inside.members)
    return {"true": _("on"), "false": _("off"), "unknown": _("not known yet")}[state_of(row.resource.enabled)]


@register.simple_tag(takes_context=True)
def is_closed(context: template.Context, row: Branch) -> bool:
    """Return whether a nested stack is left out of the response; the page requests it when it is unfolded."""
    is_update = context["parts"].is_update and not context["shows_all"]
    return is_update and row.path not in context["open_folds"] and not is_opened(row)


@register.filter
def is_opened(row: Branch) -> bool:
    """Return whether a resource is unfolded because values cause an error in it, or inside it for a nested one."""
    return row.is_broken if row.is_top else row.is_broken_inside


@register.simple_tag(takes_context=True)
def row_folds(context: template.Context, rows: list[object], name: str) -> list[RowFold]:
    """Return the folds with the rows of a list that are not shown at first."""
    return folds_of(rows, name, context["open_folds"])


@register.simple_tag(takes_context=True)
def row_mark(context: template.Context, row: Branch) -> str:
    """Return the mark of a resource's row by its data; empty for one with nested rows, which have their own marks."""
    parts: Parts = context["parts"]
    if row.inside or row.is_broken or row.path in context["open_folds"]:
        return ""
    return parts.mark_of((row.path, row.resource))


@register.simple_tag(takes_context=True)
def output_mark(context: template.Context, output: OutputState) -> str:
    """Return the mark of an output's row by its data; empty for an unfolded one."""
    parts: Parts = context["parts"]
    return "" if f"output/{output.name}" in context["open_folds"] else parts.mark_of(output)


@register.filter
def state_icon(value: object) -> SafeString:
    """Return the icon for true, false or unknown."""
    return _state_icon(state_of(value), get_language())


@lru_cache
def _state_icon(state: str, _language: str | None) -> SafeString:
    return render_to_string("site/parts/state.html", {"state": state})


@register.filter
def json(value: object) -> str:
    """Return a value as JSON; unknown parts show what they depend on."""
    return json_text(to_json(value))


@register.filter
def tidy_json(value: object) -> str:
    """Return a value as JSON, on several lines if it is long."""
    plain = to_json(value)
    line = json_text(plain)
    return line if len(line) <= LONGEST_LINE else json_text(plain, indent=2)


@register.filter
def knows(value: object) -> bool:
    """Return whether no part of the value is unknown."""
    return is_known(value)


@register.filter
def states(found: Mapping[str, object]) -> list[object]:
    """Return the states of a mapping as a list, which can be sliced."""
    return list(found.values())


@register.filter
def as_key(name: str) -> str:
    """Return a name for use in ids."""
    return key_of(name)


@register.simple_tag
def carried_fields(form: ParameterForm) -> SafeString:
    """Return hidden inputs with the values of the fields that the page does not show."""
    return format_html_join("", '<input type="hidden" name="param-{}" value="{}">', form.carried)


@register.filter
def digest(value: object) -> str:
    """Return a digest of a value, by which the page's script detects changes."""
    return mark_of(json(value))


@register.filter
def digest_of_text(text: str) -> str:
    """Return the digest of a value by its JSON."""
    return mark_of(text)


@register.filter
def is_long(text: str) -> bool:
    """Return whether a text takes more lines than are shown before it is unfolded."""
    lines = sum(len(line) // LETTERS_IN_LINE + 1 for line in text[: LETTERS_IN_LINE * MOST_LINES * 2].splitlines())
    return lines > MOST_LINES


@register.filter
def is_too_long_to_send(text: str) -> bool:
    """Return whether a text is too long to be sent before it is unfolded."""
    return len(text) > MOST_SENT


@register.filter
def beginning(text: str) -> str:
    """Return the part of a text that is shown before it is unfolded."""
    return text[: LETTERS_IN_LINE * MOST_LINES]


@register.filter
def short_type(name: str) -> str:
    """Return a resource type without the common prefix."""
    return str(name).removeprefix("OS::")


@register.filter
def has_help(type_name: str) -> bool:
    """Return whether a resource type has a help page."""
    return find_type(type_name) is not None


@register.filter
def breakable(name: str) -> SafeString:
    """Return a name as HTML with optional line breaks between its words."""
    return mark_safe(WORD_END.sub(r"\1<wbr>", conditional_escape(name)))  # noqa: S308 -- escaped just before


@register.simple_tag(takes_context=True)
def because(context: template.Context, reasons: tuple[Reason, ...]) -> SafeString:
    """Return reasons as a sentence; a parameter without a valid value is a link to its field."""
    form: ParameterForm = context["form"]
    return format_html_join("; ", "{}", ((words,) for reason in reasons if (words := in_words(form, reason))))


@register.simple_tag(takes_context=True)
def waits_for(context: template.Context, value: object) -> SafeString:
    """Return what an unknown value depends on."""
    form: ParameterForm = context["form"]
    sources = sources_of(value)
    names = [source.removeprefix(FROM_PARAMETER) for source in sources if is_parameter(source)]
    fields = [form.fields[name] for name in names if name in form.fields]
    if fields:
        links = format_html_join(", ", "{}", ((link_to(field),) for field in fields))
        return format_html(_("waits for {}"), links)
    return format_html("{}", _("known after deployment") if sources else _("see the problems"))


@register.filter
def waiting(properties: object) -> list[str]:
    """Return the names of the properties that depend on a missing parameter value."""
    named = properties.items() if isinstance(properties, dict) else ()
    return [str(name) for name, value in named if any(is_parameter(source) for source in sources_of(value))]


def is_parameter(source: str) -> bool:
    """Return whether the source of an unknown value is a parameter."""
    return source.startswith(FROM_PARAMETER)


def sources_of(value: object) -> list[str]:
    """Return the sources of the unknown parts of a value, each once."""
    if isinstance(value, Unknown):
        return list(value.sources)
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return list(dict.fromkeys(source for part in parts for source in sources_of(part)))


def in_words(form: ParameterForm, reason: Reason, *, is_linked: bool = False) -> str:
    """Return a reason in words, optionally with links to all fields; empty if it has no short form."""
    if reason.subject == "parameter":
        return (
            about_parameter(form.fields[reason.name], reason, is_linked=is_linked) if reason.name in form.fields else ""
        )
    if reason.subject == "condition":
        words = {"true": _("{} is true"), "false": _("{} is false")}.get(reason.kind, _("{} is not known yet"))
        return format_html(words, reason.name)
    return _("set in the template") if reason.kind == "literal" else ""


def about_parameter(field: Field, reason: Reason, *, is_linked: bool) -> str:
    """Return a reason about a parameter in words."""
    label, value = link_to(field) if is_linked else field.parameter.label, value_words(reason.value)
    match reason.kind:
        case "is":
            return format_html(_("{} is {}"), label, value)
        case "contains":
            return format_html(_("{} contains {}"), label, value)
        case "not-contains":
            return format_html(_("{} does not contain {}"), label, value)
        case "missing":
            return format_html(_("{} has no value yet"), link_to(field))
        case "invalid":
            return format_html(_("{} has no valid value"), link_to(field))
        case _:
            return format_html(_("depends on {}"), label)


@register.simple_tag(takes_context=True)
def breach_words(context: template.Context, breach: Breach) -> SafeString:
    """Return a sentence about what rejects which value; a hidden value is not shown."""
    field = breach.field
    shown = "" if field is None or field.parameter.hidden else in_short(field.text, LONGEST_VALUE)
    link = format_html("{} {}", link_to(field), shown) if field else ""
    if breach.resource and context["opened"].shows_template:
        words = _("<code>{}</code> refuses {}.") if link else _("<code>{}</code> is not valid with these values.")
        return format_html(words, breach.resource, link)
    return format_html(_("{} is refused."), link) if link else format_html("{}", _("These values are refused."))


def link_to(field: Field) -> SafeString:
    """Return a link that leads to a field."""
    return format_html('<a href="#param-{}" data-to-field>{}</a>', field.key, field.parameter.label)


def value_words(value: object) -> str:
    """Return a value as text for a sentence."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    words = value if isinstance(value, str) else json_text(to_json(value))
    if not words:
        return _("empty text")
    return words if len(words) <= LONGEST_VALUE else words[:LONGEST_VALUE] + "…"
