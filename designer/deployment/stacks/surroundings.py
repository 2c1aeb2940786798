"""The resources around a nested stack, as its name tells them."""

import re

LONGEST = 255  # characters of the name of a nested stack that are read
NESTED = re.compile(r"(.+?)-[a-z0-9]{12}(?:-|$)")


def around(root: str, stack: str) -> tuple[str, ...]:
    """Return the resources around a stack nested in `root`, which Heat names after them, each with its own suffix."""
    return tuple(NESTED.findall(stack[:LONGEST].removeprefix(f"{root}-"))) or ((stack,) if stack else ())
