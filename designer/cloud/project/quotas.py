"""What resources need of a project's quota, and what is left of it, as far as the services tell."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from keystoneauth1.session import Session

from designer.cloud.connection.connections import cloud_of, session_of
from designer.cloud.project.list_definitions import CINDER, LISTINGS, NEUTRON, NOVA, Service
from designer.cloud.project.lists import read_entries, service_address
from designer.cloud.project.verdicts import QuotaRow
from designer.cloud.service.faults import CloudFault, Fault, faults_of
from designer.cloud.service.transport import get_json
from designer.models import CloudConnection
from hotcore import Preview
from hotcore.resolver import ResourceState

SERVERS, CORES, MEMORY, VOLUMES, SIZE = "servers", "cores", "memory", "volumes", "volume-size"
OF_NEUTRON: Mapping[str, str] = {
    "OS::Neutron::FloatingIP": "floatingip",
    "OS::Neutron::Net": "network",
    "OS::Neutron::Port": "port",
    "OS::Neutron::Router": "router",
    "OS::Neutron::SecurityGroup": "security_group",
    "OS::Neutron::Subnet": "subnet",
}
"""What each type takes of Neutron's quota."""
MOST = 10**15  # that is told of anything

Left = dict[str, tuple[int, int]]
"""What is left of each thing, and the limit; things without a limit are not in it."""


@dataclass(slots=True)
class Quota:
    """What is left; the cores and MiB of each flavor, by name and ID; the services that do not tell, and
    whether a policy forbids it.
    """

    left: Left = field(default_factory=dict)
    flavors: dict[str, tuple[int, int]] = field(default_factory=dict)
    silent: dict[str, bool] = field(default_factory=dict)


def quota_of(connection: CloudConnection, preview: Preview, made: Collection[str]) -> dict[str, Any]:
    """Return rows of what the resources that are `made` need, those that do not fit first, the number of servers of
    which that is not known, and the services that do not tell what is left."""
    needed = needs_of([each for name, each in preview.resources.items() if name in made])
    quota = read_quota(connection, needed)
    rows: list[dict[str, Any]] = [
        {"thing": each.thing, "needed": each.needed, "left": each.left, "limit": each.limit}
        for each in compared(needed, quota)
    ]
    rows.sort(key=lambda row: row["left"] >= row["needed"])
    return {"rows": rows, "uncounted": uncounted(needed, quota), "silences": silent_about(needed, quota)}


def needs_of(resources: Collection[ResourceState]) -> Counter[Any]:
    """Return how many of each thing resources need, and how many servers of each flavor."""
    return _things(resources)


def read_quota(connection: CloudConnection, things: Collection[Any] | None = None) -> Quota:
    """Ask the services for what is left: all of them, or those that can tell about some things.

    Raises `CloudFault` where no service can be asked.
    """
    found = Quota()
    session = session_of(connection)
    for service, told, read in READERS:
        if things is not None and told.isdisjoint(things):
            continue
        try:
            with faults_of(service.name):
                address = service_address(session, cloud_of(connection), connection.region, service)
                read(session, address, connection, found)
        except CloudFault as fault:
            found.silent[service.name] = fault.fault in (Fault.FORBIDDEN, Fault.POLICY)
    return found


def silent_about(needed: Collection[Any], quota: Quota) -> list[dict[str, Any]]:
    """Return the services that do not tell about what is needed, and whether a policy forbids it."""
    silent = [service.name for service, told, _read in READERS if service.name in quota.silent and told & set(needed)]
    return [{"service": name, "is_forbidden": quota.silent[name]} for name in silent]


def uncounted(needed: Counter[Any], quota: Quota) -> int:
    """Return the number of servers whose cores and memory are limited and whose flavor is not known."""
    if CORES not in quota.left and MEMORY not in quota.left:
        return 0
    flavors = {thing: thing[1] for thing in needed if isinstance(thing, tuple)}
    return sum(needed[thing] for thing, name in flavors.items() if name not in quota.flavors)


def compared(needed: Counter[Any], quota: Quota) -> list[QuotaRow]:
    """Return what is needed of each thing whose limit is known."""
    total = Counter({thing: count for thing, count in needed.items() if not isinstance(thing, tuple)})
    for thing, count in needed.items():
        cores, memory = quota.flavors.get(thing[1], (0, 0)) if isinstance(thing, tuple) else (0, 0)
        total.update({CORES: count * cores, MEMORY: count * memory})
    left = quota.left
    return [QuotaRow(thing, count, *left[thing]) for thing, count in total.items() if count and thing in left]


def _things(resources: Collection[ResourceState]) -> Counter[Any]:
    """Return how much resources need of each thing, and of the flavors of servers."""
    found: Counter[Any] = Counter()
    for resource in resources:
        if resource.enabled is False:
            continue
        nested = resource.nested
        if nested is not None:
            members = nested.members if isinstance(nested.members, int) else 1
            times = members if nested.is_group and nested.alike else 1
            inside = _things(list(nested.resources.values()))
            found.update({thing: count * times for thing, count in inside.items()})
        elif resource.type in OF_NEUTRON:
            found[OF_NEUTRON[resource.type]] += 1
        elif resource.type == "OS::Nova::Server":
            found.update([SERVERS, ("flavor", _known(resource, "flavor"))])
        elif resource.type == "OS::Cinder::Volume":
            size = _known(resource, "size")
            found.update({VOLUMES: 1, SIZE: int(size) if size.isascii() and size.isdigit() and len(size) < 5 else 0})
    return found


def _known(resource: ResourceState, name: str) -> str:
    """Return a property as text; empty if it is not known yet."""
    properties = resource.properties
    value = properties.get(name) if isinstance(properties, dict) else None
    return str(value) if isinstance(value, str | int) else ""


def _of_nova(session: Session, address: str, connection: CloudConnection, found: Quota) -> None:
    entries = read_entries(session, connection, LISTINGS["nova.flavor"])
    flavors = [(str(each["id"]), str(each["name"]), (_number(each["vcpus"]), _number(each["ram"]))) for each in entries]
    found.flavors |= {identifier: needs for identifier, _name, needs in flavors}
    found.flavors |= {name: needs for _identifier, name, needs in flavors}
    limits = get_json(session, f"{address}/limits")["limits"]["absolute"]
    names = {
        SERVERS: ("maxTotalInstances", "totalInstancesUsed"),
        CORES: ("maxTotalCores", "totalCoresUsed"),
        MEMORY: ("maxTotalRAMSize", "totalRAMUsed"),
    }
    found.left |= _of_limits(limits, names)


def _of_neutron(session: Session, address: str, connection: CloudConnection, found: Quota) -> None:
    quota = get_json(session, f"{address}/quotas/{connection.project_id}/details.json")["quota"]
    for thing in OF_NEUTRON.values():
        if thing in quota and (limit := _number(quota[thing]["limit"])) >= 0:
            used = _number(quota[thing]["used"]) + _number(quota[thing].get("reserved", 0))
            found.left[thing] = (limit - used, limit)


def _of_cinder(session: Session, address: str, _connection: CloudConnection, found: Quota) -> None:
    limits = get_json(session, f"{address}/limits")["limits"]["absolute"]
    names = {VOLUMES: ("maxTotalVolumes", "totalVolumesUsed"), SIZE: ("maxTotalVolumeGigabytes", "totalGigabytesUsed")}
    found.left |= _of_limits(limits, names)


def _of_limits(limits: Mapping[str, Any], names: Mapping[str, tuple[str, str]]) -> Left:
    known = {thing: (_number(limits[most]), _number(limits[used])) for thing, (most, used) in names.items()}
    return {thing: (most - used, most) for thing, (most, used) in known.items() if most >= 0}


def _number(value: Any) -> int:
    """Return a number of a service's; one that is too long to be written anywhere is no more than `MOST`."""
    return max(-MOST, min(int(value), MOST))


READERS: tuple[tuple[Service, set[str], Callable[[Session, str, CloudConnection, Quota], None]], ...] = (
    (NOVA, {SERVERS}, _of_nova),
    (NEUTRON, set(OF_NEUTRON.values()), _of_neutron),
    (CINDER, {VOLUMES}, _of_cinder),
)
"""Which service tells about what, and how it is read."""
