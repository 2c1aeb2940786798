"""Gestures on dependencies between resources; each returns its title."""

from typing import Any

from hotcore.edits import connections
from hotcore.edits.draft import Draft
from hotcore.edits.gestures.registry import gesture


@gesture("connect")
def connect(
    draft: Draft,
    *,
    source: str,
    target: str,
    path: tuple[Any, ...] | None = None,
    attribute: str | tuple[Any, ...] = "",
) -> str:
    """Makes a resource depend on another, by a property or by `depends_on`; a property may take an attribute."""
    connections.connect(draft, source, target, path, attribute)
    return f"Connect {source} to {target}"


@gesture("disconnect")
def disconnect(draft: Draft, *, source: str, target: str, path: tuple[Any, ...] | None = None) -> str:
    """Removes the references from a resource to another, or only those at a path below it."""
    connections.disconnect(draft, source, target, path)
    return f"Disconnect {source} from {target}"
