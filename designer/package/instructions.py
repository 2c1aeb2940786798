"""The text that goes with a package: what to do with it, and the command. It is a shell script as it stands."""

from textwrap import wrap

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from designer.package.outgoing import Placeholder
from designer.package.package import Package

WIDTH = 100
MOST_MISSING = 10  # names of files in one sentence


def instructions(package: Package, title: str) -> str:
    """Return the text, of which every line before the command is a comment of a shell."""
    paragraphs = [
        title,
        _("Unpack the zip into an empty folder, go there, run the command. It makes the stack that the preview shows.")
        if not package.options.is_there
        else _("Unpack the zip into an empty folder, go there, run the command. It updates the stack."),
        _("It needs python-openstackclient with python-heatclient."),
        *(sentence_about(each) % words_about(each) for each in package.placeholders),
        *notes(package),
    ]
    lines = [f"# {line}" for words in paragraphs for line in [*wrap(one_line(words), WIDTH)]]
    return "\n".join([*lines, "", package.command.text, ""])


def sentence_about(placeholder: Placeholder) -> str:
    """Return why a value is left out, and what to do about it; with room for `label`, `file` and `text`."""
    if placeholder.was_typed:
        return _("%(label)s was typed here and is left out of the zip: write it in place of %(text)s.")
    if placeholder.file:
        return _("%(label)s is in your %(file)s and is left out of the zip: write it in place of %(text)s.")
    return _("%(label)s was not given here. Heat asks for it: write it in place of %(text)s.")


def words_about(placeholder: Placeholder) -> dict[str, str]:
    """Return what the sentence about a value that is left out has room for."""
    return {"label": placeholder.parameter.label, "text": placeholder.text, "file": placeholder.file}


def notes(package: Package) -> list[str]:
    """Return what else whoever runs the command has to know."""
    found = []
    if package.missing:
        missing = {"names": ", ".join(package.missing[:MOST_MISSING])}
        found.append(_("The client will not find what is named but not there: %(names)s.") % missing)
    if len(package.placeholders) == 1:
        found.append(_("Where the command has only one --parameter, the client divides its value at each semicolon."))
    if package.options.is_there:
        found.append(_("The stack keeps the hidden values that it has, and its values of what has none here."))
    if names := package.outgoing.nested_left_out:
        words = {"names": ", ".join(f"{name} ({file})" for name, file in names)}
        found.append(
            ngettext(
                "A value is left out that a nested template hides: add %(names)s to its file.",
                "Values are left out that nested templates hide: add %(names)s to their files.",
                len(names),
            )
            % words
        )
    if package.outgoing.hidden_count:
        count = package.outgoing.hidden_count
        found.append(
            ngettext("This zip holds %(count)d hidden value.", "This zip holds %(count)d hidden values.", count)
            % {"count": count}
        )
    return found


def one_line(text: str) -> str:
    """Return words that came from people without anything that could end a comment."""
    return " ".join("".join(character if character.isprintable() else " " for character in text).split())
