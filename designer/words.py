"""The words that the design page's scripts say, in the reader's language."""

from django.utils.translation import gettext_lazy as _

WORDS = {
    "add": _("Add"),
    "add_conditions": _("Add a condition"),
    "add_outputs": _("Add an output"),
    "add_parameters": _("Add a parameter"),
    "by": _("By"),
    "choose": _("Choose"),
    "chosen": _("chosen"),
    "column": _("column"),
    "connect": _("Connect"),
    "definition": _("Definition, as YAML"),
    "disconnect": _("Disconnect"),
    "duplicate": _("Duplicate"),
    "everywhere": _("Change it everywhere?"),
    "fit": _("Show the whole graph"),
    "goTo": _("Go to"),
    "if": _("if"),
    "keepUses": _("Keep what they say"),
    "label": _("Label"),
    "line": _("Line"),
    "lines": _("lines"),
    "lost": _("The server did not answer. Your text is still here; try again."),
    "makeParameter": _("Make it a parameter"),
    "name": _("Name"),
    "needs": _("needs"),
    "newGroup": _("A new group of parameters"),
    "next": _("Next"),
    "nothing": _("There is no name here."),
    "false": _("false"),
    "off": _("off"),
    "ok": _("OK"),
    "on": _("on"),
    "problems": _("problems"),
    "readOnly": _("You can read this template, not change it."),
    "redo": _("Redo"),
    "redone": _("Redone"),
    "remove": _("Remove"),
    "removeUses": _("Remove what refers to it"),
    "rename": _("Rename"),
    "searchText": _("Search the text"),
    "tidied": _("Everything is laid out anew."),
    "tidy": _("Lay the graph out anew"),
    "to": _("To"),
    "true": _("true"),
    "type": _("Type"),
    "typing": _("typing"),
    "undo": _("Undo"),
    "undone": _("Undone"),
    "unknown": _("not known yet"),
    "use": _("Use"),
    "usedBy": _("used by"),
    "value": _("Value, as YAML"),
    "whatUsers": _("What refers to it"),
}
"""The words by the names that the scripts know them by."""


def words() -> dict[str, object]:
    """Return the words, and what the editor itself says, which stays as it is."""
    return {**{name: str(word) for name, word in WORDS.items()}, "phrases": {}}
