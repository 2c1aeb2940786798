"""The stacks of a project: what Heat says of them now, and which of them come from here. Nothing of it is stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_lazy

from designer.cloud.project.heat import ORCHESTRATION, Answer, heat_of, stack_id_of, time_of
from designer.cloud.service.faults import CloudFault, Fault, faults_of
from designer.fill.package.stack_names import is_stack_name
from designer.models import Act, CloudConnection, Revision, Run
from designer.operation.audit import record

STATES = {"COMPLETE": "done", "FAILED": "failed", "IN_PROGRESS": "work"}
KINDS = ("failed", "work", "foreign")
"""By which the list can be narrowed: failed, at work, not from here."""
ACTIONS = ("check", "suspend", "resume")
WORK_WORDS = {
    "CREATE": gettext_lazy("Heat makes it now."),
    "ADOPT": gettext_lazy("Heat adopts it now."),
    "UPDATE": gettext_lazy("Heat updates it now."),
    "ROLLBACK": gettext_lazy("Heat rolls it back now."),
    "DELETE": gettext_lazy("Heat deletes it now."),
    "CHECK": gettext_lazy("Heat checks it now."),
    "SUSPEND": gettext_lazy("Heat suspends it now."),
    "RESUME": gettext_lazy("Heat resumes it now."),
    "SNAPSHOT": gettext_lazy("Heat takes a snapshot of it now."),
    "RESTORE": gettext_lazy("Heat restores a snapshot of it now."),
}
"""What Heat does with a stack, by the action in its status."""


class WithStatus:
    """What Heat says a status of."""

    __slots__ = ()
    status: str

    @property
    def words(self) -> str:
        """The status as Heat says it, to be read."""
        return self.status.replace("_", " ").capitalize()

    @property
    def state(self) -> str:
        """Done, failed, at work, or not begun."""
        return STATES.get(self.status.partition("_")[2], "") if not self.status.startswith("INIT") else ""


@dataclass(frozen=True, slots=True)
class Match:
    """The revision here that has the template of a stack; None if there is none."""

    revision: Revision | None


@dataclass(frozen=True, slots=True)
class Stack(WithStatus):
    """A stack. `run` is the person's last one that made or updated it here; `match` is None until it is looked for."""

    name: str
    id: str
    status: str
    reason: str
    made: datetime
    updated: datetime | None
    tags: tuple[str, ...]
    run: Run | None
    match: Match | None = None

    @property
    def origin(self) -> Revision | None:
        """The revision that it comes from: the one with its template, else that of its run; None if not from here."""
        run = self.run.revision if self.run else None
        return (self.match.revision or run) if self.match else run

    @property
    def is_changed(self) -> bool:
        """Whether its template was changed elsewhere since its run."""
        return self.run is not None and self.match is not None and self.match.revision is None

    @property
    def is_restored(self) -> bool:
        """Whether its last run restored a snapshot, whose template is no revision: it names images of servers.

        Whether it was changed afterwards, nobody can say: Heat tells one time for all that is done with a stack.
        """
        return self.is_changed and self.run is not None and self.run.is_restore

    @property
    def is_at_work(self) -> bool:
        """Whether Heat changes it now."""
        return self.state == "work"

    @property
    def kinds(self) -> set[str]:
        """The kinds of the list that it belongs to."""
        return {self.state} | (set() if self.origin else {"foreign"})

    def matches(self, search: str) -> bool:
        """Whether its name, a tag, or the template that it comes from contains what is searched."""
        texts = [self.name, *self.tags, self.origin.design.name if self.origin else ""]
        return any(search.casefold() in text.casefold() for text in texts)


def newest_stacks(connection: CloudConnection, number: int) -> list[Stack]:
    """Return the newest stacks of the connected project; raise `CloudFault` if Heat does not say."""
    with faults_of(ORCHESTRATION.name):
        return stacks_from(connection, heat_of(connection).stacks({"limit": str(number)}))


def stacks_from(connection: CloudConnection, answers: Sequence[Answer]) -> list[Stack]:
    """Return stacks from what Heat lists, each with its run here."""
    runs = runs_of_stacks(connection, [str(each["id"]) for each in answers])
    return [stack_from(each, runs) for each in answers]


def is_at_work(connection: CloudConnection, name: str, stack_id: str) -> bool:
    """Whether Heat changes a stack now."""
    with faults_of(ORCHESTRATION.name):
        return str(heat_of(connection).without_outputs(name, stack_id).get("stack_status")).endswith("IN_PROGRESS")


def delete_stack(*, connection: CloudConnection, name: str, stack_id: str) -> None:
    """Begin to delete a stack."""
    heat_of(connection).delete(name, stack_id)
    record(Act.STACK_DELETED, f"{connection}: {name}")


def ask_for_action(*, connection: CloudConnection, name: str, stack_id: str, action: str) -> None:
    """Ask Heat to check, suspend or resume a stack."""
    if action not in ACTIONS:
        raise CloudFault(Fault.REFUSED, action)
    heat_of(connection).act(name, stack_id, action)
    record(Act.STACK_CHANGED, f"{connection}: {name}: {action}")


def runs_of_stacks(connection: CloudConnection, ids: list[str]) -> dict[str, Run]:
    """Return the runs of the person that made stacks, by the IDs of these."""
    found = Run.objects.filter(owner_id=connection.owner_id, stack_id__in=ids, started__isnull=False).order_by("pk")
    found = found.filter(design__deleted_at=None)  # nobody can open those in the recycle bin
    there = found.filter(cloud=connection.cloud, region=connection.region, project_id=connection.project_id)
    return {run.stack_id: run for run in there.select_related("design", "revision__design").defer("plan", "form")}


def stack_from(answer: Answer, runs: Mapping[str, Run]) -> Stack:
    """Return a stack from what Heat says of it."""
    updated, name, stack_id = answer.get("updated_time"), str(answer["stack_name"]), stack_id_of(answer)
    if not is_stack_name(name):  # no page can have it in its address
        raise ValueError(name)
    return Stack(
        name=name,
        id=stack_id,
        status=str(answer["stack_status"]),
        reason=str(answer.get("stack_status_reason") or ""),
        made=time_of(str(answer["creation_time"])),
        updated=time_of(str(updated)) if updated else None,
        tags=tuple(map(str, answer.get("tags") or ())),
        run=runs.get(stack_id),
    )
