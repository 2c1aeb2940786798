"""A page of a project's stacks: Heat is asked for no more of them than the page shows, or than a search has to see.

Heat finds stacks by their state, but neither by a part of a name nor by where they come from: for those the stacks are
read one lot after the other, the newest first, until the page is full or enough were read.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from designer.cloud.project.heat import ORCHESTRATION, PAGE, Heat, heat_of
from designer.cloud.service.faults import faults_of
from designer.deployment.stacks.revision_match import known_matches, matched_stacks
from designer.deployment.stacks.stacks import KINDS, Stack, stacks_from
from designer.models import CloudConnection

SHOWN = 50  # stacks of a page
MOST_READ = 1000  # stacks that one look at a page reads
STATUS = {"failed": "FAILED", "work": "IN_PROGRESS"}
"""What Heat can narrow its list by, by kind."""


@dataclass(frozen=True)
class Wanted:
    """What is asked for: a search, one of `KINDS` or empty, and the stack after or before which the page is."""

    search: str = ""
    kind: str = ""
    after: str = ""
    before: str = ""

    @classmethod
    def of(cls, query: Mapping[str, Any]) -> "Wanted":
        """Return what the query of an address asks for."""
        kind = str(query.get("kind", ""))
        found = cls(str(query.get("q", "")).strip(), kind if kind in KINDS else "")
        return cls(found.search, found.kind, _id(query.get("after")), _id(query.get("before")))

    @property
    def is_read(self) -> bool:
        """Whether stacks have to be read to know whether they belong to it."""
        return bool(self.search) or self.kind == "foreign"

    def has(self, stack: Stack) -> bool:
        """Whether a stack, whose origin is told as far as it is known, belongs to it."""
        return (not self.kind or self.kind in stack.kinds) and (not self.search or stack.matches(self.search))


@dataclass(frozen=True)
class StackPage:
    """Stacks, the newest first. `newer` and `older` are those beside which the pages around this one are, or empty.

    `counts` are those of all stacks by kind, of all under the empty one; None where that is not known. `read` is how
    many were read where a search has been ended before it has seen all.
    """

    stacks: Sequence[Stack] = ()
    newer: str = ""
    older: str = ""
    counts: Mapping[str, int | None] = field(default_factory=dict)
    read: int = 0


def stack_page(connection: CloudConnection, wanted: Wanted) -> StackPage:
    """Return a page of the stacks of the connected project; raise `CloudFault` if Heat does not say."""
    with faults_of(ORCHESTRATION.name):
        heat = heat_of(connection)
        newest = stacks_from(connection, heat.stacks({"limit": str(PAGE)}))
        if len(newest) < PAGE:  # these are all
            known = known_matches(connection, newest)
            found, counts = _page(iter([known]), wanted), counts_of(known)
        else:
            found, counts = _page(_lots(connection, heat, wanted, newest), wanted), _asked(heat)
    if wanted.before and not found.newer:  # the newest ones, so that the page is full
        return stack_page(connection, replace(wanted, before=""))
    shown = matched_stacks(connection, found.stacks)
    # What has turned out to be from here since is none of those that are not.
    shown = [stack for stack in shown if not wanted.kind or wanted.kind in stack.kinds]
    return StackPage(shown, found.newer, found.older, counts, found.read)


def _id(value: object) -> str:
    """Return an ID of an address; empty for what is none."""
    try:
        return str(UUID(str(value)))
    except ValueError:
        return ""


def _lots(connection: CloudConnection, heat: Heat, wanted: Wanted, newest: list[Stack]) -> Iterator[list[Stack]]:
    """Yield stacks from where the page is, in the order in which it is filled; the `newest` are known already."""
    is_upwards, marker = bool(wanted.before), wanted.before or wanted.after
    query = {"sort_dir": "asc"} if is_upwards else {}
    query |= {"status": STATUS[wanted.kind]} if wanted.kind in STATUS else {}
    size = PAGE if wanted.is_read else SHOWN + 1
    if not marker and not query:
        yield known_matches(connection, newest) if wanted.is_read else newest
        marker = newest[-1].id
    while True:
        place = {"marker": marker} if marker else {}
        lot = stacks_from(connection, heat.stacks(query | place | {"limit": str(size)}))
        yield known_matches(connection, lot) if wanted.is_read else lot
        if len(lot) < size or lot[-1].id == marker:  # the end, or a Heat that begins anew each time
            return
        marker = lot[-1].id


def _page(lots: Iterator[list[Stack]], wanted: Wanted) -> StackPage:
    """Return the page that lots fill."""
    found: list[Stack] = []
    read, last = 0, ""
    for told in lots:
        lot = _placed(told, wanted)
        found += [stack for stack in lot if wanted.has(stack)]
        read, last = read + len(told), lot[-1].id if lot else last
        if len(found) > SHOWN or read >= MOST_READ:
            break
    else:
        last = ""  # all were read
    is_full = len(found) > SHOWN
    shown = found[:SHOWN]
    further = shown[-1].id if is_full else last
    if wanted.before:
        shown.reverse()
        return StackPage(shown, further, shown[-1].id if shown else "", read=0 if is_full or not last else read)
    newer = shown[0].id if wanted.after and shown else ""
    return StackPage(shown, newer, further, read=0 if is_full or not last else read)


def _placed(lot: list[Stack], wanted: Wanted) -> list[Stack]:
    """Return the stacks of a whole list that are beyond the marker; of one that Heat has narrowed all are."""
    ids = [stack.id for stack in lot]
    if wanted.before in ids:
        return lot[: ids.index(wanted.before)][::-1]
    return lot[ids.index(wanted.after) + 1 :] if wanted.after in ids else lot


def counts_of(stacks: Sequence[Stack]) -> dict[str, int | None]:
    """Return the counts where all stacks are known; those whose templates were not read yet are from nowhere."""
    counts: dict[str, int | None] = {kind: sum(kind in stack.kinds for stack in stacks) for kind in KINDS}
    unread = sum(not stack.origin and stack.match is None for stack in stacks)
    return counts | {"foreign": (counts["foreign"] or 0) - unread, "": len(stacks)}


def _asked(heat: Heat) -> dict[str, int | None]:
    """Return the counts that Heat knows; which of many stacks are not from here, nobody has counted."""
    counts = {kind: heat.count_stacks({"status": status}) for kind, status in STATUS.items()}
    return counts | {"": heat.count_stacks({}), "foreign": None}
