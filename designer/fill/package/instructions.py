"""The instructions in a package, with its command, as a valid shell script."""

from textwrap import wrap

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from designer.fill.package.outgoing import Placeholder
from designer.fill.package.package import Package

WIDTH = 100
MOST_MISSING = 10  # file names in one sentence


def instructions(package: Package, title: str) -> str:
    """Return the instructions; every line before the command is a shell comment."""
    paragraphs = [
        title,
        _("Unpack the zip into an empty folder and run the command there. It creates the stack that the preview shows.")
        if not package.options.is_there
        else _("Unpack the zip into an empty folder and run the command there. It updates the stack."),
        _("The command needs python-openstackclient with python-heatclient."),
        *(sentence_about(each) % words_about(each) for each in package.placeholders),
        *notes(package),
    ]
    lines = [f"# {line}" for words in paragraphs for line in [*wrap(one_line(words), WIDTH)]]
    return "\n".join([*lines, "", package.command.text, ""])


def sentence_about(placeholder: Placeholder) -> str:
    """Return why a value is left out and what to do about it, as a format string for `label`, `file` and `text`."""
    if placeholder.was_typed:
        return _("%(label)s was typed here and is not in the zip: replace %(text)s with its value.")
    if placeholder.file:
        return _("%(label)s is in your %(file)s and is not in the zip: replace %(text)s with its value.")
    return _("%(label)s is required and has no value here: replace %(text)s with its value.")


def words_about(placeholder: Placeholder) -> dict[str, str]:
    """Return the values for the format string of `sentence_about`."""
    return {"label": placeholder.parameter.label, "text": placeholder.text, "file": placeholder.file}


def notes(package: Package) -> list[str]:
    """Return further notes for the user who runs the command."""
    found = []
    if package.missing:
        missing = {"names": ", ".join(package.missing[:MOST_MISSING])}
        found.append(_("The client will not find these missing files: %(names)s.") % missing)
    if len(package.placeholders) == 1:
        found.append(_("If the command has only one --parameter, the client splits its value at each semicolon."))
    if package.options.is_there:
        found.append(_("The stack keeps its hidden values, and its values of parameters that have none here."))
    if names := package.outgoing.nested_left_out:
        words = {"names": ", ".join(f"{name} ({file})" for name, file in names)}
        found.append(
            ngettext(
                "A value that a nested template hides is left out: add %(names)s to its file.",
                "Values that nested templates hide are left out: add %(names)s to their files.",
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
    """Return a user's text without anything that could end a comment."""
    return " ".join("".join(character if character.isprintable() else " " for character in text).split())
