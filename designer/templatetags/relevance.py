"""Why a parameter makes no difference now, in words that lead to the fields which decide that."""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from designer.forms.fields import Field
from designer.forms.parameters import ParameterForm
from designer.templatetags.preview import in_words
from hotcore import Reason, by_reason

register = template.Library()

MOST_NAMED = 3  # parts of the template that are named in one sentence
MOST_REASONS = 3  # values that are named as the reason
MOST_SENTENCES = 4


@register.simple_tag(takes_context=True)
def why_not(context: template.Context, field: Field) -> SafeString:
    """Return what would read a parameter and why it does not; links lead to the fields that decide it."""
    form: ParameterForm = context["form"]
    groups = list(by_reason(field.readers or ()))
    if not groups:
        return format_html("{}", _("Nothing in the template reads it."))
    say = sentence_of_all if len(groups) == 1 else sentence_of_some
    told = [say(why, names, because(form, reason)) for why, reason, names in groups[:MOST_SENTENCES]]
    if len(groups) > MOST_SENTENCES:
        told.append(format_html("{}", _("There is more that reads it.")))
    return format_html_join(" ", "{}", ((each,) for each in told))


def sentence_of_all(why: str, names: Sequence[str], reason: SafeString) -> SafeString:
    """Return why everything that reads a parameter does not."""
    count = len(names)
    words = {
        "off": ngettext("Only {} reads it, and that is off{}.", "Only {} read it, and they are off{}.", count),
        "branch": ngettext(
            "Only {} reads it, in a branch that is not taken{}.",
            "Only {} read it, in branches that are not taken{}.",
            count,
        ),
        "decided": ngettext(
            "Only {} reads it, and that is settled without it{}.",
            "Only {} read it, and they are settled without it{}.",
            count,
        ),
        "unused": ngettext(
            "Only {} reads it, and nothing uses that{}.", "Only {} read it, and nothing uses them{}.", count
        ),
    }
    return format_html(words[why], listed(names), reason)


def sentence_of_some(why: str, names: Sequence[str], reason: SafeString) -> SafeString:
    """Return why some of what reads a parameter does not."""
    count = len(names)
    words = {
        "off": ngettext("{} is off{}.", "{} are off{}.", count),
        "branch": ngettext(
            "{} has it in a branch that is not taken{}.", "{} have it in branches that are not taken{}.", count
        ),
        "decided": ngettext("{} is settled without it{}.", "{} are settled without it{}.", count),
        "unused": ngettext("Nothing uses {}{}.", "Nothing uses {}{}.", count),
    }
    return format_html(words[why], listed(names), reason)


def listed(names: Sequence[str]) -> SafeString:
    """Return names of the language; very many are counted."""
    shown = format_html_join(", ", "<code>{}</code>", ((name,) for name in names[:MOST_NAMED]))
    more = len(names) - MOST_NAMED
    return format_html(_("{} and {} more"), shown, more) if more > 0 else shown


def because(form: ParameterForm, reasons: Sequence[Reason]) -> SafeString:
    """Return the values that decide, with links to their fields."""
    told = [words for reason in reasons if (words := in_words(form, reason, is_linked=True))]
    shown = [*told[:MOST_REASONS], *(["…"] if len(told) > MOST_REASONS else [])]
    joined = format_html_join(_(" and "), "{}", ((words,) for words in shown))
    return format_html(_(" because {}"), joined) if told else SafeString("")
