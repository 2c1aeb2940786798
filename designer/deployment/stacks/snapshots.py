"""The snapshots of a stack: listed, made, restored and deleted. What Heat keeps in one holds hidden values."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from designer.cloud.project.heat import ORCHESTRATION, Answer, heat_of, time_of
from designer.cloud.service.faults import faults_of
from designer.content.content import Content
from designer.content.impact import Row, nothing_words, rows, semantic_diff, summary
from designer.deployment.stacks.stack_details import Details, hidden_parameters
from designer.deployment.stacks.stacks import STATES, WithStatus
from designer.models import Act, CloudConnection
from designer.operation.audit import record
from hotcore.syntax import write_yaml

MOST = 50  # that are listed
MOST_COMPARED = 10  # whose restoring is told in advance
SECONDS = 3.0  # after which no more are compared
LONGEST = 255  # characters of a name


@dataclass(frozen=True, slots=True)
class Snapshot(WithStatus):
    """A snapshot. `impact` is what restoring it would change of the stack, `summary` the same in one sentence.

    Of one that is not compared with the stack neither is known.
    """

    id: str
    name: str
    status: str
    reason: str
    made: datetime
    impact: list[Row]
    summary: str
    is_compared: bool

    @property
    def state(self) -> str:
        """Done, failed or at work."""
        return STATES.get(self.status, "")


def snapshots_of(connection: CloudConnection, details: Details) -> list[Snapshot]:
    """Return the snapshots of a stack, the newest first."""
    answers = heat_of(connection).snapshots(details.stack.name, details.stack.id)
    with faults_of(ORCHESTRATION.name):
        newest = sorted(answers, key=lambda each: str(each["creation_time"]), reverse=True)[:MOST]
        until = time.monotonic() + SECONDS
        return [
            _snapshot(each, details, is_compared=at < MOST_COMPARED and time.monotonic() < until)
            for at, each in enumerate(newest)
        ]


def _snapshot(answer: Answer, details: Details, *, is_compared: bool) -> Snapshot:
    impact, words = _impact(answer.get("data") or {}, details) if is_compared else ([], "")
    return Snapshot(
        id=str(answer["id"]),
        name=str(answer.get("name") or ""),
        status=str(answer["status"]),
        reason=details.concealing.reason(str(answer.get("status_reason") or "")),
        made=time_of(str(answer["creation_time"])),
        impact=impact,
        summary=words,
        is_compared=is_compared,
    )


def _impact(data: Mapping[str, Any], details: Details) -> tuple[list[Row], str]:
    """Return what differs between a stack and a snapshot, apart from what is hidden."""
    template = data.get("template")
    if not template:
        return [], ""
    values = ((data.get("environment") or {}).get("parameters") or {}).items()
    hidden = details.hidden | hidden_parameters(template)
    kept = Content(write_yaml(template).encode("utf-8", "replace"))
    present = Content(details.text.encode("utf-8", "replace"))
    before = {name: value for name, value in details.known.items() if name not in hidden}
    # What a snapshot does not say falls back to the default there; what it says of hidden parameters is left out.
    after = {name: value for name, value in values if name not in hidden}
    found = semantic_diff(present, kept, values=before, new_values=after)
    return rows(found), summary(found) or nothing_words(found)


def take_snapshot(*, connection: CloudConnection, name: str, stack_id: str, title: str) -> None:
    """Begin to take a snapshot of a stack."""
    heat_of(connection).take_snapshot(name, stack_id, title[:LONGEST])
    record(Act.STACK_CHANGED, f"{connection}: {name}: snapshot")


def restore_snapshot(*, connection: CloudConnection, name: str, stack_id: str, snapshot: str) -> None:
    """Begin to bring a stack back to what it was when a snapshot was taken."""
    heat_of(connection).restore_snapshot(name, stack_id, snapshot)
    record(Act.STACK_CHANGED, f"{connection}: {name}: restore")


def delete_snapshot(*, connection: CloudConnection, name: str, stack_id: str, snapshot: str) -> None:
    """Delete a snapshot."""
    heat_of(connection).delete_snapshot(name, stack_id, snapshot)
    record(Act.STACK_CHANGED, f"{connection}: {name}: delete snapshot")
