"""Stacks that Heat gives up, and takes again: the data of one is the only copy, and holds hidden values in the clear.

It goes from Heat to the person and back, and is never kept here.
"""

import json
import logging
from collections.abc import Iterator
from typing import Any

from django.db import DatabaseError
from django.utils.translation import gettext as _

from designer.cloud.project.heat import heat_of
from designer.cloud.service.faults import CloudFault, Fault
from designer.deployment.secrets.masked_faults import masked_faults
from designer.models import Act, CloudConnection
from designer.operation.audit import record

LOG = logging.getLogger("designer.cloud")
MOST = 1024 * 1024  # bytes of a request, which is all that Heat takes by default
LONGEST = 4 * MOST  # bytes of a file, which may be written with more room
MINUTES = 60
LOST = (Fault.NO_ANSWER, Fault.UNREADABLE, Fault.BROKEN)
"""Faults of a request that Heat may have followed."""


def exported(*, connection: CloudConnection, name: str, stack_id: str) -> str:
    """Return the data of a stack, which stays as it is."""
    return json.dumps(heat_of(connection).export(name, stack_id), indent=2)


def abandon_stack(*, connection: CloudConnection, name: str, stack_id: str) -> str:
    """Let Heat give up a stack, whose resources stay, and return its data.

    Once Heat has given it up, nobody can ask for the data again. So it is read before: if Heat's answer is lost, there
    is a copy, whether Heat has given up the stack or not.
    """
    data = exported(connection=connection, name=name, stack_id=stack_id)
    try:
        data = json.dumps(heat_of(connection).abandon(name, stack_id), indent=2)
    except CloudFault as fault:
        if fault.fault not in LOST:
            raise
    try:
        record(Act.STACK_DELETED, f"{connection}: {name}: abandon")
    except DatabaseError:
        LOG.exception("The audit log lacks that a stack was abandoned.")
    return data


def adopt_stack(*, connection: CloudConnection, name: str, data: bytes) -> str:
    """Begin to make a stack of the data of one that was given up, and return its ID."""
    found = _read(data)
    with masked_faults(_values(found)):
        stack_id = heat_of(connection).adopt(name, _sent(found), minutes=MINUTES)
    record(Act.STACK_CHANGED, f"{connection}: {name}: adopt")
    return stack_id


def _read(data: bytes) -> dict[str, Any]:
    if len(data) > LONGEST:
        raise CloudFault(Fault.REFUSED, _("The file is larger than 4 MiB."))
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("resources"), dict) or not found.get("template"):
        raise CloudFault(Fault.REFUSED, _("The file is not the data of a stack that was abandoned."))
    return found


def _sent(found: dict[str, Any]) -> str:
    """Return the data as it is sent: as short as it can be written, as a text in a request."""
    text = json.dumps(found, separators=(",", ":"))
    if len(json.dumps(text)) > MOST:
        raise CloudFault(Fault.REFUSED, _("The data is larger than 1 MiB, which is more than Heat takes."))
    return text


def _values(stack: Any) -> Iterator[object]:
    """Yield the values that a stack's data, and those of stacks nested in it, give to parameters."""
    if not isinstance(stack, dict):
        return
    environment = stack.get("environment")
    for section in ("parameters", "parameter_defaults"):
        values = environment.get(section) if isinstance(environment, dict) else None
        yield from values.values() if isinstance(values, dict) else ()
    resources = stack.get("resources")
    for each in resources.values() if isinstance(resources, dict) else ():
        yield from _values(each)
