"""Valid stack names."""

import re

STACK_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9_.-]{0,254}")
LONGEST_MADE = 60  # characters of a name that is made from a title


def is_stack_name(name: str) -> bool:
    """Return whether Heat accepts a stack name."""
    return STACK_NAME.fullmatch(name) is not None


def stack_name(*titles: str) -> str:
    """Return a stack name made from the first title that contains a letter or a digit."""
    for title in titles:
        name = re.sub(r"[^a-zA-Z0-9_.-]+", "-", title).strip("-._")[:LONGEST_MADE]
        if name:
            return name if is_stack_name(name) else f"stack-{name}"
    return "stack"
