"""Explanations why a parameter has no effect now, with links to the fields that decide it."""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from designer.fill.form.fields import Field
from designer.fill.form.parameter_form import ParameterForm
from designer.templatetags.preview import in_words
from hotcore.resolver import Reason, by_reason

register = template.Library()

MOST_NAMED = 3  # parts of the template that are named in one sentence
MOST_REASONS = 3  # values that are named as the reason
MOST_SENTENCES = 4


@register.simple_tag(takes_context=True)
def why_not(context: template.Context, field: Field) -> SafeString:
    """Return what would read a parameter and why it does not, with links to the fields that decide it."""
    form: ParameterForm = context["form"]
    groups = list(by_reason(field.readers or ()))
    if not groups:
        return format_html("{}", _("Nothing in the template uses it."))
    say = sentence_of_all if len(groups) == 1 else sentence_of_some
    sentences = [say(why, names, because(form, reason)) for why, reason, names in groups[:MOST_SENTENCES]]
    if len(groups) > MOST_SENTENCES:
        sentences.append(format_html("{}", _("There are more uses.")))
    return format_html_join(" ", "{}", ((each,) for each in sentences))


def sentence_of_all(why: str, names: Sequence[str], reason: SafeString) -> SafeString:
    """Return why a parameter is not used, if all its uses have the same reason."""
    count = len(names)
    words = {
        "off": ngettext("Only {} uses it, and it is off{}.", "Only {} use it, and they are off{}.", count),
        "branch": ngettext(
            "Only {} uses it, in a branch that is not taken{}.",
            "Only {} use it, in branches that are not taken{}.",
            count,
        ),
        "decided": ngettext(
            "Only {} uses it, and its result does not depend on it{}.",
            "Only {} use it, and their results do not depend on it{}.",
            count,
        ),
        "unused": ngettext(
            "Only {} uses it and is not used itself{}.", "Only {} use it and are not used themselves{}.", count
        ),
    }
    return format_html(words[why], listed(names), reason)


def sentence_of_some(why: str, names: Sequence[str], reason: SafeString) -> SafeString:
    """Return why some of a parameter's uses have no effect."""
    count = len(names)
    words = {
        "off": ngettext("{} is off{}.", "{} are off{}.", count),
        "branch": ngettext(
            "{} uses it in a branch that is not taken{}.", "{} use it in branches that are not taken{}.", count
        ),
        "decided": ngettext(
            "The result of {} does not depend on it{}.", "The results of {} do not depend on it{}.", count
        ),
        "unused": ngettext("{} is not used{}.", "{} are not used{}.", count),
    }
    return format_html(words[why], listed(names), reason)


def listed(names: Sequence[str]) -> SafeString:
    """Return names as HTML; beyond a few, only their number."""
    shown = format_html_join(", ", "<code>{}</code>", ((name,) for name in names[:MOST_NAMED]))
    more = len(names) - MOST_NAMED
    return format_html(_("{} and {} more"), shown, more) if more > 0 else shown


def because(form: ParameterForm, reasons: Sequence[Reason]) -> SafeString:
    """Return the deciding values, with links to their fields."""
    words_of_reasons = [words for reason in reasons if (words := in_words(form, reason, is_linked=True))]
    shown = [*words_of_reasons[:MOST_REASONS], *(["…"] if len(words_of_reasons) > MOST_REASONS else [])]
    joined = format_html_join(_(" and "), "{}", ((words,) for words in shown))
    return format_html(_(" because {}"), joined) if words_of_reasons else SafeString("")
