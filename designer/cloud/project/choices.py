"""What a person may choose for a parameter, and what a cloud says of the value that it has."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from designer.cloud.project.list_definitions import LISTINGS, Column
from designer.cloud.project.lists import kept_lists
from designer.cloud.project.verdicts import InCloud, Presence
from designer.models import CloudConnection, CloudList
from hotcore.spelling import near
from hotcore.template import Parameter

MOST_SHOWN = 200
MOST_NEAR = 2
MOST_MEANT = 50  # values of a form that are not in a list, for which the nearest ones are looked for


@dataclass(frozen=True, slots=True)
class Choice:
    """An entry of a list: `value` is what taking it writes, the ID where others have the same name."""

    value: str
    name: str
    id: str
    cells: tuple[tuple[Column, str], ...]
    is_current: bool
    is_refused: bool


@dataclass(frozen=True, slots=True)
class Choices:
    """The entries that match what is typed; `total` counts all of the list, `matching` all that match."""

    columns: tuple[Column, ...]
    title: str
    rows: tuple[Choice, ...]
    matching: int
    total: int


def constraint_of(parameter: Parameter) -> str:
    """Return the custom constraint of a parameter that a cloud can list; empty if there is none."""
    names = (each.options.get("name") for each in parameter.constraints if each.kind == "custom_constraint")
    return next((str(name) for name in names if name in LISTINGS), "")


def choices(found: CloudList, typed: str, current: str, fits: Callable[[str], bool]) -> Choices:
    """Return the entries of a list that match a text; those that the template refuses come last."""
    listing = LISTINGS[found.constraint]
    names = Counter(name for name, _id, _cells in found.rows)
    wanted = typed.casefold().strip()
    matching = [row for row in found.rows if wanted in row[0].casefold() or wanted in row[1].casefold()]
    shown = []
    for name, identifier, cells in matching[:MOST_SHOWN]:
        value = name if name and names[name] == 1 else identifier
        columns = tuple(zip(listing.columns, cells, strict=False))
        is_current = current in (value, identifier)
        shown.append(Choice(value, name or identifier, identifier, columns, is_current, is_refused=not fits(value)))
    shown.sort(key=lambda choice: choice.is_refused)
    return Choices(listing.columns, str(listing.title), tuple(shown), len(matching), len(found.rows))


def verdicts(connection: CloudConnection, values: Sequence[tuple[Parameter, str]]) -> list[InCloud | None]:
    """Return what a cloud says of the values of parameters, as far as its lists have been read."""
    asked = [(constraint_of(parameter), text) for parameter, text in values]
    kept = kept_lists(connection, {constraint for constraint, _text in asked if constraint})
    lists = {constraint: Rows(found) for constraint, found in kept.items()}
    return [
        say(connection, constraint, lists.get(constraint), text) if constraint else None for constraint, text in asked
    ]


class Rows:
    """The rows of a list by their IDs and names, for many values."""

    def __init__(self, found: CloudList) -> None:
        self.total = len(found.rows)
        self.known = [row[0] or row[1] for row in found.rows]
        self.left = MOST_MEANT
        self._by_id, self._by_name = defaultdict(list), defaultdict(list)
        for row in found.rows:
            self._by_id[row[1]].append(row)
            self._by_name[row[0]].append(row)

    def of(self, text: str) -> list[Any]:
        """Return the rows of an ID, or else of a name."""
        return self._by_id.get(text) or self._by_name.get(text) or []

    def meant(self, text: str) -> tuple[str, ...]:
        """Return the few entries that there are, or those that a text is near to."""
        if len(self.known) <= MOST_NEAR:
            return tuple(self.known)
        self.left -= 1
        return tuple(near(text, self.known, MOST_NEAR)) if self.left >= 0 else ()


def say(connection: CloudConnection, constraint: str, found: Rows | None, text: str) -> InCloud:
    """Return what a list says of a value."""

    def said(presence: Presence, **more: Any) -> InCloud:
        return InCloud(connection.cloud, constraint, presence, total=found.total if found else 0, **more)

    if found is None:
        return said(Presence.UNREAD)
    if not text:
        return said(Presence.EMPTY)
    listing = LISTINGS[constraint]
    rows = found.of(text)
    if not rows and not listing.missing:
        return said(Presence.EMPTY)
    if not rows:
        return said(Presence.MISSING, words=listing.refusal(text), near=found.meant(text))
    if len(rows) > 1:
        return said(Presence.TWINS, near=tuple(row[1] for row in rows[:MOST_NEAR]))
    cells = zip(listing.columns, rows[0][2], strict=False)
    about = [f"{cell} {column.title}" if cell.isdigit() else cell for column, cell in cells if cell]
    return said(Presence.THERE, about=", ".join(about))
