"""The attributes of a stack that there is, to stand in for those that a form's preview does not know."""

import json
import time
from dataclasses import dataclass
from typing import Any

from designer.cloud.project.heat import ORCHESTRATION, Heat
from designer.cloud.service.faults import CloudFault, Fault, faults_of
from designer.cloud.service.texts import as_text
from designer.content import analysis
from designer.deployment.plans.plans import outgoing_of, states_of
from designer.deployment.secrets.secret_attributes import secret_resources, tells_secret
from designer.fill.values.stand_ins import typed
from designer.models import Run

MOST = 50  # resources that Heat is asked about
SECONDS = 8.0  # for which it is asked


@dataclass(frozen=True, slots=True)
class RealAttributes:
    """Attributes of a stack as texts of fields, and how many Heat has not told in time."""

    texts: dict[str, str]
    unread: int


def wanted_attributes(run: Run) -> dict[str, list[str]]:
    """Return the attributes that the template of a run reads, and that tell no secret, by resource."""
    outgoing = outgoing_of(run, {})
    preview = analysis.preview(outgoing.content, outgoing.values, environments=outgoing.environments.in_force)
    secret = secret_resources(preview, outgoing.template.hidden_names)
    found: dict[str, list[str]] = {}
    for resource, attribute in states_of(run).wanted:
        if resource in preview.resources and resource not in secret and not tells_secret(attribute):
            found.setdefault(resource, []).append(attribute)
    return dict([*found.items()][:MOST])


def real_attributes(run: Run, heat: Heat) -> RealAttributes:
    """Return the values of those attributes; a resource that is gone has none."""
    wanted = wanted_attributes(run)
    texts: dict[str, str] = {}
    unread = sum(map(len, wanted.values()))
    until = time.monotonic() + SECONDS
    for resource, names in wanted.items():
        if time.monotonic() >= until:
            break
        try:
            texts |= _texts(heat, run, resource, names)
        except CloudFault as fault:
            if fault.fault is Fault.NO_ANSWER:
                continue
            if fault.fault is not Fault.GONE:
                raise
        unread -= len(names)
    return RealAttributes(texts, unread)


def _texts(heat: Heat, run: Run, resource: str, names: list[str]) -> dict[str, str]:
    answer = heat.resource(run.stack_name, run.stack_id, resource, names)
    with faults_of(ORCHESTRATION.name):
        values = answer["attributes"]
        return {f"{resource}.{name}": _field_text(values[name]) for name in names if values.get(name) is not None}


def _field_text(value: Any) -> str:
    """Return a value as the text that the field reads as this value: a text like a number is quoted."""
    return json.dumps(value) if isinstance(value, str) and typed(value) != value else as_text(value)
