"""Words for a value by its trail."""

from hotcore.evaluation import Trail


def last_name(trail: Trail) -> str:
    """The last name of a trail."""
    return next((str(step) for step in reversed(trail) if not isinstance(step, int)), "")


def subject(trail: Trail) -> str:
    """A value as the subject of a message."""
    return f"An item of `{last_name(trail)}`" if isinstance(trail[-1], int) else f"`{last_name(trail)}`"
