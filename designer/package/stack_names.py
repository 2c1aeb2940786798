"""Names of stacks, as Heat takes them."""

import re

STACK_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9_.-]{0,254}")
LONGEST_MADE = 60  # characters of a name that is made of a title


def is_stack_name(name: str) -> bool:
    """Return whether Heat takes it as the name of a stack."""
    return STACK_NAME.fullmatch(name) is not None


def stack_name(*titles: str) -> str:
    """Return the name that a stack gets from the first of the titles that has a letter or a digit."""
    for title in titles:
        name = re.sub(r"[^a-zA-Z0-9_.-]+", "-", title).strip("-._")[:LONGEST_MADE]
        if name:
            return name if is_stack_name(name) else f"stack-{name}"
    return "stack"
