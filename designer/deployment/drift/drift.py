"""Drift: where what there is differs from what a stack says, as Heat's check and its resources' attributes tell.

Heat's check sees what is gone, of the types that support one. We compare what the template's properties come to with
the live attributes of the same names, and with what the service says besides, where both are known. Who says what is
always told.

What has no live attributes cannot be read, and perhaps is gone: Heat answers the same for every fault of a service. An
update makes anew only what Heat knows to be gone, see `designer.deployment.drift.missing_resources`. What was changed
stays as it is: Heat compares with what it was told before, not with what there is.
"""

import json
import time
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal

from django.utils.translation import gettext as _

from designer.cloud.project.heat import ORCHESTRATION, Heat, heat_of
from designer.cloud.service.faults import CloudFault, faults_of
from designer.cloud.service.texts import as_text
from designer.content import analysis
from designer.content.content import Content
from designer.deployment.drift.live_differences import Budget, differences
from designer.deployment.secrets.redaction import Concealing
from designer.deployment.stacks.revision_match import AT_ONCE
from designer.deployment.stacks.stack_details import DEPTH, Details, Resource, resources_from
from designer.help.resource_types import find_type, service_of
from designer.models import CloudConnection
from hotcore.diff import path_text
from hotcore.linter import is_secret

SECONDS = 8.0  # for which live attributes are read and compared
LONGEST = 120  # characters of a value
MOST_OF_ONE = 20  # findings of one resource
CALLED = {("OS::Neutron::SecurityGroup", "rules"): "security_group_rules"}
"""The names that services have for properties, where they are others."""
ALWAYS_TOLD = {"id", "name", "status", "tenant_id", "project_id"}
"""Attributes of which at least one has a value for everything that there is."""
NOT_CHECKED = "not supported"  # what Heat says of types that it cannot check
MISSING = ("not found", "could not be found", "notfound", "does not exist")


@dataclass(frozen=True, slots=True)
class Finding:
    """A resource that is gone, cannot be read, or has changed: in Heat's words, or in a property from text to text."""

    name: str
    kind: Literal["gone", "unread", "changed"]
    is_heats: bool
    words: str = ""
    property: str = ""
    wanted: str = ""
    found: str = ""


@dataclass(frozen=True, slots=True)
class Drift:
    """What was found, how many resources are the same, and how many are not known (`untold`).

    `unsupported` are those of which Heat has said that it cannot check them, and `silent` the services of which several
    resources were read, and none could be.
    """

    findings: list[Finding]
    same: int
    untold: int
    unsupported: list[str]
    silent: frozenset[str]

    @property
    def unread(self) -> list[str]:
        """The resources that cannot be read, of which Heat says nothing."""
        return [finding.name for finding in self.findings if finding.kind == "unread"]

    @property
    def changed(self) -> bool:
        """Whether something has another value than the template says."""
        return any(finding.property for finding in self.findings)

    def words(self, drawn: Collection[str]) -> str:
        """Return the words on the map as JSON: for each resource that is drawn, the worst that was found."""
        worst = {each.name.partition(" / ")[0]: each for each in reversed(self.findings)}
        return json.dumps({name: _on_map(each) for name, each in worst.items() if name in drawn})

    @property
    def is_repairable(self) -> bool:
        """Whether an update with the present values makes something anew."""
        return any(finding.is_heats for finding in self.findings)


def _on_map(finding: Finding) -> dict[str, str]:
    """Return what the map says of a finding: a word on a card, a short one in a row."""
    if finding.kind == "gone":
        is_inside = " / " in finding.name
        words = (_("Gone inside"), _("gone inside")) if is_inside else (_("Gone"), _("gone"))
        return {"kind": "failed", "word": words[0], "short": words[1]}
    if finding.kind == "unread":
        return {"kind": "unknown", "word": _("Cannot be read"), "short": _("unread")}
    if finding.property:
        return {"kind": "update", "word": _("Not as in the text"), "short": _("changed")}
    return {"kind": "update", "word": _("Check failed"), "short": _("check failed")}


def drift_of(connection: CloudConnection, details: Details) -> Drift:
    """Return what differs from a stack, whose resources Heat has checked, or has not been asked to yet."""
    heat = heat_of(connection)
    stack = details.stack
    listed = heat.resources(stack.name, stack.id, depth=DEPTH)
    with faults_of(ORCHESTRATION.name):
        checked = resources_from(listed)
    findings = list(_failed(checked, details.concealing))
    gone = {each.name for each in findings if each.kind == "gone"}
    told = {each.path[0] for each in checked if each.status == "CHECK_COMPLETE" and NOT_CHECKED not in each.reason}
    wanted = _wanted(details)
    lives: dict[str, Mapping[str, Any]] = {}
    resources = {each.name: each for each in details.own_resources}
    for name, live in _lives(heat, details):
        lives[name] = live
        found = _differences(resources[name], wanted.get(name, {}), live, details.concealing)
        if found is not None:
            told.add(name)
            findings += found if name not in gone else ()
    findings.sort(key=lambda finding: ("gone", "unread", "changed").index(finding.kind))
    differing = {finding.name.partition(" / ")[0] for finding in findings}
    own = {each.name for each in details.own_resources}
    unread = [each.name for each in findings if each.kind == "unread"]
    unsupported = [each.name for each in checked if each.name in unread and NOT_CHECKED in each.reason]
    silent = _silent({each.name: service_of(each.type) for each in details.own_resources}, lives)
    return Drift(findings, len((told & own) - differing), len(own - told - differing), unsupported, silent)


def _silent(services: Mapping[str, str], lives: Mapping[str, Mapping[str, Any]]) -> frozenset[str]:
    """Return the services of which several resources were read, and none could be."""
    read = [(services[name], _is_unread(live)) for name, live in lives.items() if live]
    unread = [service for service, is_unread in read if is_unread]
    answering = {service for service, is_unread in read if not is_unread}
    return frozenset(service for service in unread if unread.count(service) > 1) - answering


def _failed(checked: list[Resource], concealing: Concealing) -> Iterator[Finding]:
    """Yield what Heat's check has found; what has failed only with something inside of it is left out."""
    failed = [each for each in checked if each.status == "CHECK_FAILED"]
    around = {each.path[:depth] for each in failed for depth in range(1, len(each.path))}
    for each in failed:
        if each.path not in around:
            is_gone = any(words in each.reason.lower() for words in MISSING)
            words = concealing.reason(each.reason, each.path[0])
            yield Finding(each.name, "gone" if is_gone else "changed", is_heats=True, words=words)


def _lives(heat: Heat, details: Details) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the live attributes by resource, except of those that there was no time for."""
    names = [each.name for each in details.own_resources if each.id and not _is_nested(each)]
    until = time.monotonic() + SECONDS
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for start in range(0, len(names), AT_ONCE):
            if time.monotonic() > until:
                return
            some = names[start : start + AT_ONCE]
            yield from zip(some, pool.map(lambda name: _live(heat, details, name), some), strict=True)


def _is_nested(resource: Resource) -> bool:
    known = find_type(resource.type)
    return known is None or known.nested_stack


def _live(heat: Heat, details: Details, name: str) -> Mapping[str, Any]:
    """Return the live attributes of a resource; none where Heat does not tell them."""
    try:
        found = heat.resource(details.stack.name, details.stack.id, name).get("attributes")
    except (CloudFault, AttributeError):
        return {}
    return found if isinstance(found, dict) else {}


def _wanted(details: Details) -> dict[str, dict[str, Any]]:
    """Return what the properties of each resource come to, with those parts that are not known or hidden."""
    content = Content(details.text.encode("utf-8", "replace"))
    template = analysis.document(content).template
    if template is None:
        return {}
    values = {name: value for name, value in details.known.items() if name in template.parameters}
    stack = {"OS::stack_name": details.stack.name, "OS::stack_id": details.stack.id}
    found = {}
    for name, state in analysis.preview(content, values, stack=stack).resources.items():
        known = find_type(state.type)
        properties = state.properties if known and isinstance(state.properties, dict) else {}
        schemas = known.properties if known else {}
        found[name] = {each: value for each, value in properties.items() if each in schemas and not is_secret(each)}
    return found


def _differences(
    resource: Resource, wanted: Mapping[str, Any], live: Mapping[str, Any], concealing: Concealing
) -> list[Finding] | None:
    """Return what differs of a resource; None if there is nothing to compare."""
    if _is_unread(live):
        words = _("It is gone, or its service does not answer, or does not allow it.")
        return [Finding(resource.name, "unread", is_heats=False, words=words)]
    known = find_type(resource.type)
    schemas = known.properties if known else {}
    both = {name: (value, _live_value(resource.type, name, live)) for name, value in wanted.items()}
    budget = Budget()
    found = [
        differences(*pair, schemas.get(name), (name,), budget) for name, pair in both.items() if pair[1] is not None
    ]
    compared = [each for each in found if each is not None]
    told = [
        Finding(
            resource.name,
            "changed",
            is_heats=False,
            property=path_text(each.path),
            wanted="" if each.wanted is None else concealing.text(as_text(each.wanted))[:LONGEST],
            found="" if each.found is None else concealing.text(as_text(each.found))[:LONGEST],
        )
        for some in compared
        for each in some
    ]
    return told[:MOST_OF_ONE] if compared else None


def _live_value(kind: str, name: str, live: Mapping[str, Any]) -> Any:
    """Return the live value of a property; None if it is not told.

    Where a type has the attribute `show`, Heat tells what the service says of the resource, in the words of that.
    """
    return live.get(CALLED.get((kind, name), name))


def _is_unread(live: Mapping[str, Any]) -> bool:
    """Whether Heat was told no attribute, not even one that everything has."""
    return not ALWAYS_TOLD.isdisjoint(live) and all(value is None for value in live.values())
