"""What the difference of two templates, or of two sets of values, means for whoever deploys it."""

from hotcore.diff.changes import HEADINGS, TITLES, Change, ChangeKind, Heading, Meaning, SavedValue
from hotcore.diff.compare import meaning
from hotcore.diff.sides import Side

__all__ = ["HEADINGS", "TITLES", "Change", "ChangeKind", "Heading", "Meaning", "SavedValue", "Side", "meaning"]
