"""What a custom constraint may name in a cloud: which service lists it, where, and what is shown of each entry.

This table is all that the designer knows of a kind of thing in a cloud. Sources: the API references of the services;
for `entity` and `missing`, what Heat answers when it does not find a thing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Entry = Mapping[str, Any]
"""A thing as a service describes it."""


@dataclass(frozen=True, slots=True)
class Service:
    """A service: as people know it, as Keystone's catalogue types it, and the version that its addresses start with."""

    name: str
    type: str
    version: str


@dataclass(frozen=True, slots=True)
class Column:
    """What is shown of an entry beside its name."""

    title: str | Promise
    read: Callable[[Entry], str]
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """How the entries of a kind are listed.

    `path` follows the service's address, `key` is that of the list in the answer, and `wrap` that of each entry where
    there is one. `name` and `id` are the keys of what a value may be; without `name`, only the ID counts. `is_paged`
    is whether the service takes `limit` and `marker`. `missing` is Heat's sentence about what is not there; without
    it, Heat takes any name.
    """

    service: Service
    path: str
    key: str
    title: str | Promise
    entity: str
    columns: tuple[Column, ...] = ()
    name: str = "name"
    id: str = "id"
    wrap: str = ""
    is_paged: bool = True
    missing: str = "The {entity} ({value}) could not be found."

    def refusal(self, value: str) -> str:
        """Return how Heat refuses a value that is not there."""
        return self.missing.format(entity=self.entity, value=value)


NOVA = Service("Nova", "compute", "v2.1")
GLANCE = Service("Glance", "image", "v2")
NEUTRON = Service("Neutron", "network", "v2.0")
CINDER = Service("Cinder", "block-storage", "v3")
KEYSTONE = Service("Keystone", "identity", "v3")
OCTAVIA = Service("Octavia", "load-balancer", "v2.0")
BARBICAN = Service("Barbican", "key-manager", "v1")
DESIGNATE = Service("Designate", "dns", "v2")
IRONIC = Service("Ironic", "baremetal", "v1")
MAGNUM = Service("Magnum", "container-infrastructure-management", "v1")
MANILA = Service("Manila", "shared-file-system", "v2")
MISTRAL = Service("Mistral", "workflow", "v2")
BLAZAR = Service("Blazar", "reservation", "v1")
TROVE = Service("Trove", "database", "v1.0")
ZAQAR = Service("Zaqar", "messaging", "v2")


def text(*keys: str) -> Callable[[Entry], str]:
    """Return what reads the text at a path of keys."""

    def read(entry: Entry) -> str:
        value: Any = entry
        for key in keys:
            value = value.get(key) if isinstance(value, Mapping) else None
        return "" if value is None else str(value)

    return read


def mebibytes(key: str) -> Callable[[Entry], str]:
    """Return what reads a number of MiB, in GiB where it is a whole number of them."""

    def read(entry: Entry) -> str:
        number = int(entry.get(key) or 0)
        return f"{number // 1024} GiB" if number >= 1024 and number % 1024 == 0 else f"{number} MiB"

    return read


def gibibytes(key: str) -> Callable[[Entry], str]:
    """Return what reads a number of GiB."""
    return lambda entry: f"{entry.get(key) or 0} GiB"


def size(entry: Entry) -> str:
    """Return the size of an image."""
    number = float(entry.get("size") or 0)
    for unit in ("B", "KiB", "MiB"):
        if number < 1024:
            return f"{number:.0f} {unit}"
        number /= 1024
    return f"{number:.1f} GiB"


def count(key: str) -> Callable[[Entry], str]:
    """Return what counts a list."""
    return lambda entry: str(len(entry.get(key) or ()))


def yes(key: str) -> Callable[[Entry], str]:
    """Return what reads a truth value: a tick where it is true."""
    return lambda entry: "✓" if entry.get(key) else ""


NAME = Column(_("Name"), text("name"))  # where Heat takes only the ID
STATUS = Column(_("Status"), text("status"))
DESCRIPTION = Column(_("Description"), text("description"))


def neutron(path: str, title: str | Promise, *columns: Column, key: str = "", entity: str = "") -> Listing:
    """Return the listing of a kind of Neutron's, whose lists are named like the last part of their addresses."""
    key = key or path.rpartition("/")[2].replace("-", "_")
    missing = "Unable to find {entity} with name or id '{value}'"
    return Listing(NEUTRON, path, key, title, entity or key.removesuffix("s"), columns, missing=missing)


def octavia(path: str, title: str | Promise, *columns: Column, key: str = "", id: str = "id") -> Listing:  # noqa: A002 -- the API's word
    """Return the listing of a kind of Octavia's."""
    entity, missing = (key or path).removesuffix("s"), "{value} not found (HTTP 404)"
    return Listing(OCTAVIA, f"lbaas/{path}", key or path, title, entity, columns, id=id, missing=missing)


LISTINGS: Mapping[str, Listing] = MappingProxyType(
    {
        "barbican.container": Listing(
            BARBICAN, "containers", "containers", _("Container"), "Container", (NAME,), name="", id="container_ref"
        ),
        "barbican.secret": Listing(
            BARBICAN, "secrets", "secrets", _("Secret"), "Secret", (NAME,), name="", id="secret_ref"
        ),
        "blazar.reservation": Listing(
            BLAZAR, "leases", "leases", _("Reservation"), "Reservation", (NAME,), name="", is_paged=False
        ),
        "cinder.backup": Listing(CINDER, "backups/detail", "backups", _("Backup"), "Volume backup", (STATUS,)),
        "cinder.qos_specs": Listing(CINDER, "qos-specs", "qos_specs", _("QoS specification"), "QoS specs"),
        "cinder.snapshot": Listing(
            CINDER,
            "snapshots/detail",
            "snapshots",
            _("Snapshot"),
            "VolumeSnapshot",
            (Column(_("Size"), gibibytes("size"), is_number=True), STATUS),
        ),
        "cinder.volume": Listing(
            CINDER,
            "volumes/detail",
            "volumes",
            _("Volume"),
            "Volume",
            (Column(_("Size"), gibibytes("size"), is_number=True), STATUS),
        ),
        "cinder.vtype": Listing(CINDER, "types", "volume_types", _("Volume type"), "VolumeType", (DESCRIPTION,)),
        "designate.zone": Listing(DESIGNATE, "zones", "zones", _("Zone"), "Designate Zone", (STATUS,)),
        "glance.image": Listing(
            GLANCE,
            "images",
            "images",
            _("Image"),
            "Image",
            (
                Column(_("Size"), size, is_number=True),
                STATUS,
                Column(_("Visibility"), text("visibility")),
            ),
            missing="No images matching {{'name': '{value}'}}.",
        ),
        "ironic.node": Listing(IRONIC, "nodes", "nodes", _("Node"), "Node", id="uuid"),
        "ironic.portgroup": Listing(IRONIC, "portgroups", "portgroups", _("Port group"), "PortGroup", id="uuid"),
        "keystone.domain": Listing(KEYSTONE, "domains", "domains", _("Domain"), "KeystoneDomain", is_paged=False),
        "keystone.group": Listing(KEYSTONE, "groups", "groups", _("Group"), "KeystoneGroup", is_paged=False),
        "keystone.project": Listing(
            KEYSTONE, "auth/projects", "projects", _("Project"), "KeystoneProject", (DESCRIPTION,), is_paged=False
        ),
        "keystone.region": Listing(
            KEYSTONE, "regions", "regions", _("Region"), "KeystoneRegion", (DESCRIPTION,), name="", is_paged=False
        ),
        "keystone.role": Listing(KEYSTONE, "roles", "roles", _("Role"), "KeystoneRole", is_paged=False),
        "keystone.service": Listing(
            KEYSTONE, "services", "services", _("Service"), "KeystoneService", (DESCRIPTION,), is_paged=False
        ),
        "keystone.user": Listing(KEYSTONE, "users", "users", _("User"), "KeystoneUser", is_paged=False),
        "magnum.cluster_template": Listing(
            MAGNUM, "clustertemplates", "clustertemplates", _("Cluster template"), "ClusterTemplate", id="uuid"
        ),
        "manila.share_network": Listing(
            MANILA, "share-networks/detail", "share_networks", _("Share network"), "share network"
        ),
        "manila.share_snapshot": Listing(
            MANILA, "snapshots/detail", "snapshots", _("Share snapshot"), "share snapshot"
        ),
        "manila.share_type": Listing(MANILA, "types", "share_types", _("Share type"), "share type"),
        "mistral.workflow": Listing(MISTRAL, "workflows", "workflows", _("Workflow"), "Workflow"),
        "neutron.address_scope": neutron("address-scopes", _("Address scope")),
        "neutron.flow_classifier": neutron("sfc/flow_classifiers", _("Flow classifier")),
        "neutron.lbaas.listener": neutron("lbaas/listeners", _("Listener")),
        "neutron.lbaas.loadbalancer": neutron("lbaas/loadbalancers", _("Load balancer")),
        "neutron.lbaas.pool": neutron("lbaas/pools", _("Pool")),
        "neutron.network": neutron(
            "networks",
            _("Network"),
            Column(_("External"), yes("router:external")),
            Column(_("Subnets"), count("subnets"), is_number=True),
        ),
        "neutron.port": neutron("ports", _("Port"), STATUS, Column(_("Owner"), text("device_owner"))),
        "neutron.port_pair": neutron("sfc/port_pairs", _("Port pair")),
        "neutron.port_pair_group": neutron("sfc/port_pair_groups", _("Port pair group")),
        "neutron.qos_policy": neutron("qos/policies", _("QoS policy"), DESCRIPTION, entity="policy"),
        "neutron.router": neutron("routers", _("Router"), STATUS),
        "neutron.security_group": neutron(
            "security-groups", _("Security group"), Column(_("Rules"), count("security_group_rules"), is_number=True)
        ),
        "neutron.segment": neutron("segments", _("Segment"), Column(_("Type"), text("network_type"))),
        "neutron.subnet": neutron(
            "subnets",
            _("Subnet"),
            Column(_("Range"), text("cidr")),
            Column(_("Network"), lambda entry: text("network_id")(entry)[:8]),
        ),
        "neutron.subnetpool": neutron("subnetpools", _("Subnet pool")),
        "neutron.taas.tap_flow": neutron("taas/tap_flows", _("Tap flow")),
        "neutron.taas.tap_service": neutron("taas/tap_services", _("Tap service")),
        "nova.flavor": Listing(
            NOVA,
            "flavors/detail",
            "flavors",
            _("Flavor"),
            "Flavor",
            (
                Column(_("vCPUs"), text("vcpus"), is_number=True),
                Column(_("Memory"), mebibytes("ram"), is_number=True),
                Column(_("Disk"), gibibytes("disk"), is_number=True),
            ),
            missing="No Flavor matching {{'name': '{value}'}}. (HTTP 404)",
        ),
        "nova.host": Listing(
            NOVA,
            "os-hypervisors",
            "hypervisors",
            _("Host"),
            "Host",
            name="hypervisor_hostname",
            is_paged=False,
            missing="No hypervisor matching '{value}' could be found. (HTTP 404)",
        ),
        "nova.keypair": Listing(
            NOVA,
            "os-keypairs",
            "keypairs",
            _("Key pair"),
            "Key",
            (Column(_("Type"), text("type")), Column(_("Fingerprint"), text("fingerprint"))),
            id="name",
            wrap="keypair",
            is_paged=False,
        ),
        "nova.server": Listing(NOVA, "servers/detail", "servers", _("Server"), "Server", (STATUS,)),
        "octavia.availabilityzone": octavia(
            "availabilityzones", _("Availability zone"), DESCRIPTION, key="availability_zones", id="name"
        ),
        "octavia.availabilityzoneprofile": octavia(
            "availabilityzoneprofiles", _("Availability zone profile"), key="availability_zone_profiles"
        ),
        "octavia.flavor": octavia("flavors", _("Flavor"), DESCRIPTION),
        "octavia.flavorprofile": octavia("flavorprofiles", _("Flavor profile")),
        "octavia.l7policy": octavia("l7policies", _("L7 policy"), DESCRIPTION),
        "octavia.listener": octavia("listeners", _("Listener"), DESCRIPTION),
        "octavia.loadbalancer": octavia("loadbalancers", _("Load balancer"), DESCRIPTION),
        "octavia.pool": octavia("pools", _("Pool"), DESCRIPTION),
        "trove.flavor": Listing(TROVE, "flavors", "flavors", _("Database flavor"), "Flavor", is_paged=False),
        "zaqar.queue": Listing(ZAQAR, "queues", "queues", _("Queue"), "Queue", id="name", is_paged=False, missing=""),
    }
)
"""Listings by the name of the custom constraint."""
