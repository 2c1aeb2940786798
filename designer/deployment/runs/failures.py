"""Why a resource has failed: Heat's words, a sentence of ours, and the property, parameter and line behind it."""

import re
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy

from designer.deployment.plans.plans import states_of
from designer.deployment.runs.progress import Line
from designer.models import Run
from hotcore.syntax import Mapping as MappingNode
from hotcore.template import handed_parameter

PREFIX = re.compile(r"^(?:[A-Za-z]+(?:Error|Exception|Failure|Failed|InError|Unknown\w*)?: )?(?:resources\.[^:]+: )+")
KNOWN = (
    (r"No valid host was found", gettext_lazy("No host of this cloud has room for it."), "flavor"),
    (r"(?i)quota.*exceeded|exceeded.*quota", gettext_lazy("The project's quota does not allow it."), ""),
    (r"(?i)no more IP addresses available", gettext_lazy("The subnet has no free address."), "network"),
    (r"(?i)overlaps with another subnet", gettext_lazy("Its range overlaps with another subnet."), "cidr"),
    (r"(?i)timed? ?out", gettext_lazy("It was not done within the time limit."), ""),
)
"""Words of services, what they mean, and the property that is behind them."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A resource that has failed: `reason` is in Heat's words, `sentence` in ours, where they are known.

    `name` is that of its event, `resource` the one of the template that it is, or that it is in.
    """

    name: str
    resource: str
    kind: str
    reason: str
    sentence: str
    property: str = ""
    line: int = 0
    parameter: str = ""
    value: str = ""


def failure_of(run: Run, line: Line) -> Failure:
    """Return what is known of the failure of a line of a run."""
    states = states_of(run)
    name = line.path[0]
    resource = states.template.resources.get(name)
    sentence, wanted = _known(line.reason)
    failure = Failure(line.name, name, resource.type if resource else "", PREFIX.sub("", line.reason), sentence)
    properties = resource.field("properties") if resource and len(line.path) == 1 else None
    found = _property(properties, wanted, line.reason) if isinstance(properties, MappingNode) else None
    if found is None:
        return failure
    node = properties.members[found] if isinstance(properties, MappingNode) else None
    declared = handed_parameter(node, states.template)
    texts = states.texts(states.restored(run.form)) if declared else {}
    parameter = declared.name if declared else ""
    return replace(
        failure, property=found, line=node.span.line if node else 0, parameter=parameter, value=texts.get(parameter, "")
    )


def _known(reason: str) -> tuple[str, str]:
    for pattern, sentence, name in KNOWN:
        if re.search(pattern, reason):
            return str(sentence), name
    return "", ""


def _property(properties: MappingNode, wanted: str, reason: str) -> str | None:
    """Return the property behind a failure: the one that our table says, or that the words name."""
    named = (str(key) for key in properties.members if re.search(rf"\bproperties\.{re.escape(str(key))}\b", reason))
    return wanted if wanted in properties.members else next(named, None)
