"""The gestures that say values in other ways; each returns its title."""

from typing import Any

from hotcore.edits import wrapping
from hotcore.edits.draft import Draft
from hotcore.edits.gestures.registry import gesture, need, shown


@gesture("say")
def say(draft: Draft, *, path: tuple[Any, ...], way: Any, start: Any = wrapping.NOTHING) -> str:
    """A value said in another way: written out, as a list or map, or by a function."""
    need(path, 2)
    wrapping.say(draft, path, str(way), start)
    return f"Use {way} for {shown(path)}" if way else f"Write {shown(path)} out"


@gesture("rename-key")
def rename_key(draft: Draft, *, path: tuple[Any, ...], new: str) -> str:
    """A key of a map under another name."""
    need(path, 3)
    draft.rename(path, new)
    return f"Rename {shown(path)} to {new}"
