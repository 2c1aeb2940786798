"""Gestures on dependencies between resources; each returns its title."""

from typing import Any

from hotcore.edits import connections, containment
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


@gesture("live-in")
def live_in(draft: Draft, *, names: list[str], home: str | None) -> str:
    """Moves resources into a network, subnet, group or the network of a parameter; null moves them out of all."""
    containment.live_in(draft, names, home)
    moved = ", ".join(names) if len(names) < 4 else f"{len(names)} resources"
    return f"Move {moved} into {home}" if home is not None else f"Move {moved} outside"
