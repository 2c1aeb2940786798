"""What a person may choose for a parameter, and what a cloud says of the value that it has."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from designer.cloud.listings import LISTINGS, Column
from designer.cloud.lists import kept_lists
from designer.forms.fields import Field
from designer.forms.in_cloud import InCloud, Presence
from designer.models import CloudConnection, CloudList
from hotcore.spelling import near
from hotcore.template import Parameter

MOST_SHOWN = 200
MOST_NEAR = 2


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


def say_to_fields(connection: CloudConnection, fields: Iterable[Field]) -> None:
    """Set what a cloud says of the values of fields, as far as its lists have been read."""
    asked = [(field, constraint) for field in fields if (constraint := asked_by(field))]
    lists = kept_lists(connection, {constraint for _field, constraint in asked})
    for field, constraint in asked:
        field.in_cloud = say(connection, constraint, lists.get(constraint), field.text)


def asked_by(field: Field) -> str:
    """Return the constraint by which a field offers choices: one line of text that is not hidden."""
    return constraint_of(field.parameter) if field.kind == "line" else ""


def say(connection: CloudConnection, constraint: str, found: CloudList | None, text: str) -> InCloud:
    """Return what a list says of a value."""

    def said(presence: Presence, **more: Any) -> InCloud:
        total = len(found.rows) if found else 0
        return InCloud(connection.cloud, constraint, presence, total=total, **more)

    if found is None:
        return said(Presence.UNREAD)
    if not text:
        return said(Presence.EMPTY)
    listing = LISTINGS[constraint]
    rows = [row for row in found.rows if row[1] == text] or [row for row in found.rows if row[0] == text]
    if not rows and not listing.missing:
        return said(Presence.EMPTY)
    if not rows:
        known = [row[0] or row[1] for row in found.rows]
        meant = known if len(known) <= MOST_NEAR else near(text, known, MOST_NEAR)
        return said(Presence.MISSING, words=listing.refusal(text), near=tuple(meant))
    if len(rows) > 1:
        return said(Presence.TWINS, near=tuple(row[1] for row in rows[:MOST_NEAR]))
    cells = zip(listing.columns, rows[0][2], strict=False)
    about = [f"{cell} {column.title}" if cell.isdigit() else cell for column, cell in cells if cell]
    return said(Presence.THERE, about=", ".join(about))
