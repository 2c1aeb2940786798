"""Mistakes in calls: what is wrong, where, and when Heat notices."""

from enum import Enum
from typing import Any

WHOLE = (...,)
"""The path to all of what stands behind a function's name, for a mistake that no part of it makes."""


class Step(Enum):
    """When Heat notices a mistake in a call: while it parses the template, when it asks for the name of a resource
    that is referred to, when it works out dependencies, when it collects the attributes that are asked for, when it
    validates functions, or only when it resolves the value."""

    SYNTAX = 1
    NAMING = 2
    REFERENCE = 3
    COLLECTION = 4
    VALIDATION = 5
    VALUE = 6


class Mistake(Exception):
    """What a function raises for the author's mistake.

    `at` is the position or key of the argument that is wrong, or a path of them to what is wrong inside of it; with
    `at_key` its key is.  Without `at` the function's name is.  One that is `told` follows from what was reported.
    """

    def __init__(
        self,
        message: str,
        at: int | str | tuple[Any, ...] | None = None,
        *,
        step: Step = Step.VALUE,
        code: str = "",
        hint: str | None = None,
        at_key: bool = False,
        told: bool = False,
    ) -> None:
        super().__init__(message)
        self.message, self.step, self.code, self.hint = message, step, code, hint
        self.path = at if isinstance(at, tuple) else () if at is None else (at,)
        self.at_key, self.told = at_key, told
