"""Gestures that move parts of templates: paste, pattern and extract; each returns its title."""

from collections.abc import Sequence

from hotcore.edits import copies
from hotcore.edits import extract as extracting
from hotcore.edits import paste as pasting
from hotcore.edits.draft import Draft
from hotcore.edits.gestures.registry import SECTION_WORDS, gesture
from hotcore.edits.resource_patterns import add_pattern, patterns


@gesture("paste")
def paste(draft: Draft, *, piece: str) -> str:
    """Pastes a piece of a template."""
    names = pasting.paste(draft, piece)
    new = list(names["resources"].values())
    if 0 < len(new) <= 3:
        return f"Paste {', '.join(new)}"
    if new:
        return f"Paste {len(new)} resources"
    section, others = next((section, found) for section, found in names.items() if found)
    return f"Paste {SECTION_WORDS[section]} {next(iter(others.values()))}"


@gesture("pattern")
def pattern(draft: Draft, *, name: str, names: Sequence[str] = (), files: Sequence[str] = ()) -> str:
    """Adds the resources of a pattern, connected to those with these names, where they fit.

    What comes with it gets names that none of the existing `files` beside the template has.
    """
    add_pattern(draft, name, names, files)
    return f"Add {patterns()[name].title}"


@gesture("extract")
def extract(draft: Draft, *, names: list[str], resource: str, file: str) -> str:
    """Extracts resources into a nested template, which is a new file."""
    draft.files[file] = extracting.extract(draft, names, resource, file)
    return f"Extract {', '.join(names)} as {resource}" if len(names) < 4 else f"Extract {len(names)} resources"


@gesture("duplicate-all")
def duplicate_all(draft: Draft, *, names: list[str]) -> str:
    """Copies resources; the copies refer to each other as the originals do."""
    made = copies.duplicate_all(draft, names)
    if len(made) == 1:
        return f"Duplicate {names[0]} as {made[names[0]]}"
    return f"Duplicate {names[0]} and {len(made) - 1} more" if len(made) > 3 else f"Duplicate {', '.join(made)}"


@gesture("repeat")
def repeat(draft: Draft, *, name: str, into: str) -> str:
    """Makes a resource the member of a group of the given type."""
    copies.repeat(draft, name, into)
    return f"Repeat {name} with {into.rsplit('::', 1)[-1]}"
