"""What a connected cloud says of a value, and of a filled form."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any


class Presence(StrEnum):
    """Whether a value is in the cloud: `UNREAD` where the cloud has not been asked, or did not answer; `EMPTY` where
    there is nothing to say, as there is no value, or any will do."""

    THERE = "there"
    MISSING = "missing"
    TWINS = "twins"
    UNREAD = "unread"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class InCloud:
    """What a connected cloud says of a field's value.

    `constraint` names the list that holds what may be chosen; `about` is what the cloud tells of the value, `words`
    how Heat would refuse it, `near` the texts that may have been meant, and `total` the length of the list.
    """

    cloud: str
    constraint: str
    presence: Presence
    about: str = ""
    words: str = ""
    near: tuple[str, ...] = ()
    total: int = 0

    @property
    def is_warning(self) -> bool:
        """Whether a plan for this cloud would be refused."""
        return self.presence in (Presence.MISSING, Presence.TWINS)


@dataclass(frozen=True, slots=True)
class QuotaRow:
    """How many of a thing are needed, how many are left, and the limit."""

    thing: str
    needed: int
    left: int
    limit: int

    @property
    def lacking(self) -> int:
        """How many are missing."""
        return max(0, self.needed - self.left)


@dataclass(frozen=True, slots=True)
class InProject:
    """What the connected project says of a filled form, as far as it has been read (`read_at`).

    `lacks_types` and `lacks_services` are needed and not there; `type_count` counts the types that are needed.
    `newest_version` is that of the cloud's Heat, where it does not know the template's. `uncounted` is the number of
    servers whose flavor is not known, so that the quota is not told of them. `fault` says in words why something could
    not be read. With `is_stale`, the page has it read.
    """

    cloud: str
    project: str
    read_at: datetime | None
    is_stale: bool
    has_ended: bool
    fault: str = ""
    lacks_types: tuple[str, ...] = ()
    lacks_services: tuple[str, ...] = ()
    type_count: int = 0
    newest_version: str = ""
    quota: tuple[QuotaRow, ...] = ()
    uncounted: int = 0
    silent: tuple[Mapping[str, Any], ...] = ()

    @property
    def lacking(self) -> tuple[QuotaRow, ...]:
        """The rows of the quota that do not fit."""
        return tuple(row for row in self.quota if row.lacking)
