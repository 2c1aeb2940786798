"""The events of a stack, the newest first, with those of the stacks that are nested in it."""

from dataclasses import dataclass
from datetime import datetime

from designer.cloud.project.heat import ORCHESTRATION, Answer, heat_of, time_of
from designer.cloud.service.faults import faults_of
from designer.deployment.secrets.redaction import Concealing
from designer.deployment.stacks.stack_details import Details
from designer.deployment.stacks.stacks import WithStatus
from designer.deployment.stacks.surroundings import around
from designer.models import CloudConnection

PAGE = 50


@dataclass(frozen=True, slots=True)
class Event(WithStatus):
    """What has happened to a resource, or to the stack itself; `name` has the resources around it."""

    id: str
    at: datetime
    name: str
    status: str
    reason: str


@dataclass(frozen=True, slots=True)
class Events:
    """A page of events; `older` is the ID after which the next one begins, empty at the end."""

    events: list[Event]
    older: str


def events_of(connection: CloudConnection, details: Details, after: str = "") -> Events:
    """Return the events of a stack that are older than the one with the ID `after`, without what is hidden."""
    name, stack_id = details.stack.name, details.stack.id
    with faults_of(ORCHESTRATION.name):
        answers = heat_of(connection).newest_events(name, stack_id, after, limit=PAGE + 1)
        events = [_event(name, each, details.concealing) for each in answers[:PAGE]]
        return Events(events, events[-1].id if len(answers) > PAGE else "")


def _event(root: str, answer: Answer, concealing: Concealing) -> Event:
    links = {link["rel"]: str(link["href"]) for link in answer["links"]}
    stack, resource = links["stack"].rsplit("/", 2)[-2], str(answer["resource_name"])
    path = (*around(root, "" if stack == root else stack), *(() if resource == stack else (resource,)))
    return Event(
        str(answer["id"]),
        time_of(str(answer["event_time"])),
        " / ".join(path) or root,
        str(answer["resource_status"]),
        concealing.reason(str(answer.get("resource_status_reason") or ""), path[0] if path else ""),
    )
