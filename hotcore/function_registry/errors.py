"""Errors in calls: what is wrong, where, and when Heat notices."""

from enum import Enum
from typing import Any

WHOLE = (...,)
"""The path to the whole argument of a call, for an error that concerns no single part of it."""


class Step(Enum):
    """When Heat notices an error in a call: while it parses the template, when it asks for the name of a referenced
    resource, when it computes dependencies, when it collects the requested attributes, when it validates functions,
    or only when it resolves the value."""

    SYNTAX = 1
    NAMING = 2
    REFERENCE = 3
    COLLECTION = 4
    VALIDATION = 5
    VALUE = 6


class CallError(Exception):
    """What a function raises for an error of the template's author.

    `at` is the position or key of the wrong argument, or a path of them to the wrong part of it; with `at_key`, the
    error is at its key.  Without `at`, it is at the function's name.  An error that is `already_reported` follows
    from one in the report and is not added to it.
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
        already_reported: bool = False,
    ) -> None:
        super().__init__(message)
        self.message, self.step, self.code, self.hint = message, step, code, hint
        self.path = at if isinstance(at, tuple) else () if at is None else (at,)
        self.at_key, self.already_reported = at_key, already_reported
