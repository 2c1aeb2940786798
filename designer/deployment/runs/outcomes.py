"""What a plan said and what happened, compared, once a run has ended."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from designer.deployment.plans.nested_changes import ANY
from designer.deployment.stacks.surroundings import around
from designer.models import Run, RunAction, RunEvent, RunState

LEFT, FAILED, UNFINISHED = "unchanged", "failed", "unfinished"
"""What happens besides the actions of a plan; what was left alone is `unchanged` in a plan."""
MOST_NAMED = 12
LOSSES = ("replace", "delete")
WORDS = {
    "create": gettext_lazy("added"),
    "delete": gettext_lazy("deleted"),
    "replace": gettext_lazy("replaced"),
    "update": gettext_lazy("changed in place"),
    "unknown": gettext_lazy("not sure"),
    "": gettext_lazy("nothing"),
    LEFT: gettext_lazy("left alone"),
    FAILED: gettext_lazy("failed"),
    UNFINISHED: gettext_lazy("begun, not finished"),
}
COUNTED = {
    "create": ngettext_lazy("%d added", "%d added"),
    "delete": ngettext_lazy("%d deleted", "%d deleted"),
    "replace": ngettext_lazy("%d replaced", "%d replaced"),
    "update": ngettext_lazy("%d changed in place", "%d changed in place"),
}
ON_MAP = {
    "delete": (gettext_lazy("Deleted"), gettext_lazy("Deleted, as planned"), gettext_lazy("Deleted, not as planned")),
    "replace": (
        gettext_lazy("Replaced"),
        gettext_lazy("Replaced, as planned"),
        gettext_lazy("Replaced, not as planned"),
    ),
    "update": (
        gettext_lazy("Changed in place"),
        gettext_lazy("Changed in place, as planned"),
        gettext_lazy("Changed in place, not as planned"),
    ),
}
"""What has happened, on the map: where the plan was not sure, as planned, and otherwise."""

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A resource: what was planned, and what has happened; `heat` and `we` are what was said where nobody was sure.

    `kind` is `as-planned`, `different`, `settled` for what the plan was not sure of, `failed`, `untouched` for what a
    whole run left alone, or `unreached` for what one that ended early did not come to.
    """

    path: Path
    planned: str
    happened: str
    kind: str
    heat: str = ""
    we: str = ""

    @property
    def name(self) -> str:
        """The names from the outermost resource to this one."""
        return " / ".join(each for each in self.path if each != ANY)

    @property
    def planned_words(self) -> str:
        """What was planned, in words."""
        return str(WORDS[self.planned])

    @property
    def happened_words(self) -> str:
        """What has happened, in words."""
        return _("not reached") if self.kind == "unreached" else str(WORDS[self.happened])

    @property
    def told_by(self) -> str:
        """Who was right where nobody was sure: `heat`, `we`, or nobody."""
        return "we" if self.happened == self.we else "heat" if self.happened == self.heat else ""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The outcomes of a run, in the order of its plan.

    `goes_back` says whether all was undone afterwards, `is_known` whether all of it was heard.
    """

    all: list[Outcome]
    goes_back: bool
    is_known: bool

    def of_kind(self, kind: str) -> list[Outcome]:
        """Return the outcomes of a kind."""
        return [each for each in self.all if each.kind == kind]

    @property
    def different(self) -> list[Outcome]:
        """What happened otherwise than planned, what was lost first."""
        found = [*self.of_kind("different"), *self.of_kind("untouched")]
        return sorted(found, key=lambda each: each.happened not in LOSSES)

    @property
    def settled(self) -> list[Outcome]:
        """What the plan was not sure of."""
        return self.of_kind("settled")

    @property
    def failed(self) -> list[Outcome]:
        """What has failed, or was begun and not finished."""
        return self.of_kind("failed")

    @property
    def unreached(self) -> list[Outcome]:
        """What the run did not come to."""
        return self.of_kind("unreached")

    @property
    def unreached_names(self) -> list[str]:
        """The first of them by name."""
        names = [each.name for each in self.unreached]
        return names[:MOST_NAMED] + (["…"] if len(names) > MOST_NAMED else [])

    @property
    def left_alone(self) -> int:
        """How many resources were left alone, as planned."""
        return sum(each.happened == LEFT for each in self.of_kind("as-planned"))

    @property
    def all_left_alone(self) -> int:
        """How many resources a whole run left alone, planned or not."""
        return sum(each.happened == LEFT and each.kind != "unreached" for each in self.all)

    @property
    def sum(self) -> str:
        """How many resources became what was planned: "1 replaced, 2 changed in place"; empty for none."""
        counts = Counter(each.happened for each in self.of_kind("as-planned"))
        return ", ".join(words % counts[action] for action, words in COUNTED.items() if counts[action])

    @property
    def words(self) -> str:
        """The words on the map as JSON: what was lost or changed, and whether that was planned."""
        told = [each for each in self.all if len(each.path) == 1 and each.happened in ("replace", "delete", "update")]
        shown = [each for each in told if each.planned != LEFT or each.kind == "different"]
        return json.dumps({each.name: _on_map(each) for each in shown})


def _on_map(outcome: Outcome) -> dict[str, str]:
    """Return the kind and the words of what has happened; what was not planned is shown as a failure is."""
    happened, as_planned, otherwise = ON_MAP[outcome.happened]
    if outcome.kind == "different":
        return {"kind": "failed", "word": str(otherwise)}
    return {"kind": outcome.happened, "word": str(as_planned if outcome.kind == "as-planned" else happened)}


@dataclass(slots=True)
class _Seen:
    """What events say of a resource: the actions that were begun, and that were completed."""

    begun: set[str] = field(default_factory=set)
    done: set[str] = field(default_factory=set)
    has_failed: bool = False
    is_stack: bool = False

    def add(self, status: str) -> None:
        action, _underscore, state = status.partition("_")
        self.begun.add(action)
        if state == "COMPLETE":
            self.done.add(action)
        # A server that could not be made is deleted and made again: it has failed only if that does not help.
        if action in ("CREATE", "UPDATE", "DELETE") and (
            state == "FAILED" or (state == "COMPLETE" and action != "DELETE")
        ):
            self.has_failed = state == "FAILED"

    def happened(self, planned: str, *, is_update: bool) -> str:
        """Return what has become of it; one that was there before is replaced when it is made."""
        if self.has_failed:
            return FAILED
        if "CREATE" in self.done:
            was_there = planned in ("replace", "update", LEFT, "delete") or (not planned and "DELETE" in self.done)
            return "replace" if is_update and was_there else "create"
        if "DELETE" in self.done:
            return "delete"
        if "UPDATE" in self.done:
            return "update"
        return UNFINISHED if not self.begun.isdisjoint(("CREATE", "UPDATE", "DELETE")) else LEFT


def outcomes_of(run: Run) -> Outcomes:
    """Compare the plan of a run that has ended with its events."""
    events = list(run.events.all())
    end = next((at for at, event in enumerate(events) if not event.resource and _goes_back(event, run)), len(events))
    seen = _seen(run, events[:end])
    rows = list(_planned(run.plan.get("resources", ())))
    found = [*_outcomes(run, rows, seen)]
    is_known = run.is_cancelled or run.state != RunState.FAILED or any(each.kind == "failed" for each in found)
    return Outcomes(found, goes_back=end < len(events), is_known=is_known)


def _goes_back(event: RunEvent, run: Run) -> bool:
    action = event.status.partition("_")[0]
    return action == "ROLLBACK" or (action == "DELETE" and run.action == RunAction.CREATE)


def _planned(rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Yield the rows of a plan with their paths, those inside of a resource after it."""
    for row in rows:
        yield (row["name"],), row
        for inside in row.get("inside", ()):
            yield tuple(inside["path"]), inside


def _seen(run: Run, events: Iterable[RunEvent]) -> dict[Path, _Seen]:
    found: dict[Path, _Seen] = {}
    for event in events:
        if event.resource and event.resource == event.stack:
            found.setdefault(around(run.stack_name, event.stack), _Seen()).is_stack = True
        elif event.resource:
            found.setdefault((*around(run.stack_name, event.stack), event.resource), _Seen()).add(event.status)
    return found


def _outcomes(run: Run, rows: list[tuple[Path, Mapping[str, Any]]], seen: Mapping[Path, _Seen]) -> Iterator[Outcome]:
    """Yield what became of each row, and of what no row names."""
    inside: dict[Path, list[Mapping[str, Any]]] = {}
    own: dict[str, Outcome] = {}
    for path, row in rows:
        if len(path) > 1:
            inside.setdefault(_key(path), []).append(row)
        else:
            own[row["name"]] = _own(run, row, seen.get(path, _Seen()))
            yield own[row["name"]]
    met: list[Mapping[str, Any]] = []
    for path, one in seen.items():
        if known := inside.get(_key(path)):
            row, happened = _inside(run, known, one)
            met.append(row)
            yield Outcome(path, row["action"], happened, _kind(run, row["action"], happened))
            continue
        happened = one.happened("", is_update=run.changes_stack)
        if len(path) == 1 and path[0] not in own and happened != LEFT:
            yield Outcome(path, "", happened, _kind(run, "", happened))
        elif len(path) > 1 and _is_surprise(own.get(path[0]), happened):
            yield Outcome(path, "", happened, "different")
    for row in (row for known in inside.values() for row in known if row not in met):
        yield Outcome(tuple(row["path"]), row["action"], LEFT, _kind(run, row["action"], LEFT))


def _inside(run: Run, known: list[Mapping[str, Any]], one: _Seen) -> tuple[Mapping[str, Any], str]:
    """Return which of the rows of a group's members a member is, and what has become of it."""
    is_update = run.changes_stack
    found = [(row, one.happened(row["action"], is_update=is_update)) for row in known]
    return next((each for each in found if each[0]["action"] == each[1]), found[0])


def _own(run: Run, row: Mapping[str, Any], one: _Seen) -> Outcome:
    """Return what became of a resource of the stack itself.

    Heat always updates a stack that is nested: what is in it decides whether that means anything.
    """
    says = row.get("says", "")  # of a new stack, who says that it is made
    heat, we = row.get("heat", "create" if says == "heat" else ""), row.get("we", "create" if says == "we" else "")
    was_there = row["action"] == "unknown" and "create" not in (heat, we) and bool(heat)
    happened = one.happened("replace" if was_there else row["action"], is_update=run.changes_stack)
    if row["action"] == LEFT and happened == "update" and one.is_stack:
        happened = LEFT
    return Outcome((row["name"],), row["action"], happened, _kind(run, row["action"], happened), heat, we)


def _kind(run: Run, planned: str, happened: str) -> str:
    if happened in (FAILED, UNFINISHED):
        return "failed"
    if happened == planned:
        return "as-planned"
    if happened == LEFT and run.state != RunState.COMPLETE:
        return "unreached"
    if planned == "unknown":
        return "settled"
    return "untouched" if happened == LEFT else "different"


def _is_surprise(around_it: Outcome | None, happened: str) -> bool:
    """Whether something inside of a resource was lost that the plan does not speak of: not what goes with all of it."""
    if around_it is None or around_it.happened not in ("update", LEFT):
        return False
    return happened in LOSSES or (around_it.planned == LEFT and happened in ("create", "update"))


def _key(path: Path) -> Path:
    """Return a path in which the members of a group are all the same."""
    return (path[0], *(ANY if each.isdigit() else each for each in path[1:]))
