"""What the events of a run say: how far it is, what has failed, and one line for each resource."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from designer.deployment.stacks.surroundings import around
from designer.models import Run, RunEvent, RunState
from hotcore.runtime import cached_property

MOST = 500  # lines; a run may have thousands of events
WORK, DONE, FAILED, LEFT = "work", "done", "failed", "left"
QUIET = timedelta(minutes=5)  # without any event, after which the page says so


@dataclass(slots=True)
class Line:
    """What has become of a resource; `path` are the resources around it, and its own name."""

    path: tuple[str, ...]
    began: datetime
    last: datetime
    action: str
    state: str
    reason: str = ""
    is_made_anew: bool = False

    @property
    def name(self) -> str:
        """The names from the outermost resource to this one."""
        return " / ".join(self.path)

    @property
    def words(self) -> str:
        """What has become of it, in words."""
        seconds = duration(self.last - self.began)
        if self.is_made_anew and self.state == DONE:
            return _("replaced in %(time)s") % {"time": seconds}
        makes = self.action in ("CREATE", "ADOPT")
        if self.state == FAILED:
            return _("failed after %(time)s") % {"time": seconds}
        if self.state == LEFT:
            return _("left as it was")
        if self.state == WORK:
            words = _("making") if makes else _("deleting") if self.action == "DELETE" else _("changing")
            so_far = duration(timezone.now() - self.last)
            return _("%(words)s, %(time)s so far") % {"words": words, "time": so_far}
        words = _("made in %(time)s") if makes else _("deleted in %(time)s") if self.action == "DELETE" else ""
        return (words or _("changed in %(time)s")) % {"time": seconds}


@dataclass
class Progress:
    """How far a run is: `names` are the resources that it makes, `lines` one for each that something was heard of."""

    run: Run
    names: Sequence[str]
    by_path: dict[tuple[str, ...], Line] = field(default_factory=dict)

    @cached_property
    def cells(self) -> list[tuple[str, str]]:
        """The resources of the stack itself, each with its state; empty before it is begun."""
        return [(name, self.by_path[name,].state if (name,) in self.by_path else "") for name in self.names]

    def count(self, state: str) -> int:
        """Return how many resources have a state."""
        return sum(each == state for _name, each in self.cells)

    @property
    def done(self) -> int:
        """How many are done."""
        return self.count(DONE)

    @property
    def failed(self) -> int:
        """How many have failed."""
        return self.count(FAILED)

    @property
    def at_work(self) -> int:
        """How many are at work."""
        return self.count(WORK)

    @property
    def left(self) -> int:
        """How many were at work when the run ended."""
        return self.count(LEFT)

    @property
    def waiting(self) -> int:
        """How many have not begun."""
        return self.count("")

    @property
    def names_at_work(self) -> list[str]:
        """The names of those at work."""
        return [name for name, state in self.cells if state == WORK]

    @property
    def names_waiting(self) -> list[str]:
        """The names of those that have not begun."""
        return [name for name, state in self.cells if not state]

    @property
    def states(self) -> str:
        """The state of each resource of the stack itself as JSON, for its map."""
        return json.dumps({name: state or "wait" for name, state in self.cells})

    @property
    def time(self) -> str:
        """How long the run has taken so far, or in all."""
        began = self.run.started or self.run.created
        return duration((self.run.ended or timezone.now()) - began)

    @property
    def quiet(self) -> str:
        """For how long nothing has happened in a run that Heat says is at work; empty for a short time."""
        if self.run.state != RunState.RUNNING:
            return ""
        last = max((line.last for line in self.by_path.values()), default=self.run.started or self.run.created)
        time = timezone.now() - last
        return duration(time) if time > QUIET else ""

    @cached_property
    def lines(self) -> list[Line]:
        """The lines, newest first."""
        return sorted(self.by_path.values(), key=lambda line: line.last, reverse=True)[:MOST]

    @cached_property
    def failures(self) -> list[Line]:
        """What has failed, the first and innermost one first: what failed only with it comes after."""
        failed = [line for line in self.by_path.values() if line.state == FAILED]
        return sorted(failed, key=lambda line: (line.last, -len(line.path)))

    @property
    def shows_state(self) -> bool:
        """Whether the state of the run says more than how many are done."""
        return self.run.state not in (RunState.RUNNING, RunState.STARTING)


def progress_of(run: Run) -> Progress:
    """Return how far a run is."""
    names = [row["name"] for row in run.plan.get("resources", ()) if row["action"] != "unchanged"]
    lines = _lines(run, run.events.all())
    if run.state == RunState.COMPLETE:
        names = [name for name in names if (name,) in lines]  # the rest was left alone, which is the end of it
    return Progress(run, names, lines)


def _lines(run: Run, events: Iterable[RunEvent]) -> dict[tuple[str, ...], Line]:
    """Return what has become of each resource. What has failed stays so when Heat deletes it to roll back.

    What was at work when the run ended is left so: Heat says no more of it.
    """
    found: dict[tuple[str, ...], Line] = {}
    for event in events:
        if not event.resource or event.resource == event.stack:
            continue  # a stack says of itself what the resource that it belongs to says as well
        path = (*around(run.stack_name, event.stack), event.resource)
        action, _underscore, status = event.status.partition("_")
        if action == "SIGNAL":
            continue  # somebody has told the resource something
        line = found.setdefault(path, Line(path, event.at, event.at, action, WORK))
        if line.state == FAILED and action == "DELETE":
            continue
        if line.action == "CREATE" and line.state == DONE and action == "DELETE":
            line.is_made_anew = run.changes_stack and run.state != RunState.ROLLED_BACK
        line.action, line.last = action, event.at
        line.state = {"COMPLETE": DONE, "FAILED": FAILED}.get(status, WORK)
        line.reason = event.reason if line.state == FAILED else ""
    for line in found.values() if run.ended else ():
        line.state = LEFT if line.state == WORK else line.state
    return found


def duration(time: timedelta) -> str:
    """Return a time in words: "52 s", "1 min 20 s"."""
    seconds = max(0, round(time.total_seconds()))
    if seconds < 60:
        return _("%(seconds)d s") % {"seconds": seconds}
    minutes, rest = divmod(seconds, 60)
    return _("%(minutes)d min %(seconds)d s") % {"minutes": minutes, "seconds": rest}
