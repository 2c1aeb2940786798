"""What the difference of two templates, or of two sets of values, means for whoever deploys it."""

from hotcore.meaning.changes import HEADINGS, TITLES, Change, ChangeKind, Heading, Meaning, SavedValue
from hotcore.meaning.comparison import meaning
from hotcore.meaning.stacks import Side

__all__ = ["HEADINGS", "TITLES", "Change", "ChangeKind", "Heading", "Meaning", "SavedValue", "Side", "meaning"]
