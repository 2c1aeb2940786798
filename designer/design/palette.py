"""The palette of the design page: resource types grouped by purpose."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

import hotcore
from designer.content.index import shape
from designer.site.icons import type_icon
from hotcore.catalogue import Catalogue, catalogue_in_use, shipped_catalogue, using_catalogue
from hotcore.edits import Pattern, patterns
from hotcore.runtime import cached_property

PURPOSES = {
    _("Compute"): ("Nova",),
    _("Network"): ("Neutron", "Neutron::TaaS"),
    _("Storage"): ("Cinder", "Swift", "Manila"),
    _("Load balancing"): ("Octavia", "Neutron::LBaaS"),
    _("Orchestration"): ("Heat",),
    _("Alarms"): ("Aodh", "Monasca", "Vitrage"),
    _("Bare metal and reservations"): ("Ironic", "Blazar"),
    _("Containers"): ("Magnum", "Zun"),
    _("Data processing"): ("Sahara",),
    _("Databases"): ("Trove",),
    _("Identity"): ("Keystone",),
    _("Images"): ("Glance",),
    _("Messaging"): ("Zaqar",),
    _("DNS"): ("Designate",),
    _("Secrets"): ("Barbican",),
    _("Server clusters"): ("Senlin",),
    _("Workflows"): ("Mistral",),
}
"""The groups in order, each with the projects whose types belong to it."""
FIRST = (
    "OS::Nova::Server",
    "OS::Nova::KeyPair",
    "OS::Nova::ServerGroup",
    "OS::Neutron::Net",
    "OS::Neutron::Subnet",
    "OS::Neutron::Port",
    "OS::Neutron::Router",
    "OS::Neutron::RouterInterface",
    "OS::Neutron::SecurityGroup",
    "OS::Neutron::FloatingIP",
    "OS::Cinder::Volume",
    "OS::Cinder::VolumeAttachment",
    "OS::Swift::Container",
    "OS::Octavia::LoadBalancer",
    "OS::Octavia::Listener",
    "OS::Octavia::Pool",
    "OS::Octavia::PoolMember",
    "OS::Octavia::HealthMonitor",
    "OS::Heat::ResourceGroup",
    "OS::Heat::AutoScalingGroup",
    "OS::Heat::ScalingPolicy",
    "OS::Heat::SoftwareConfig",
    "OS::Heat::SoftwareDeployment",
    "OS::Heat::WaitCondition",
    "OS::Heat::WaitConditionHandle",
    "OS::Heat::RandomString",
    "OS::Heat::Value",
)
"""The most used types, which come first in their group."""
FIRST_PATTERNS = ("network", "server", "load-balancer", "scaling-group", "volume", "signalling-server")
"""The patterns that a template without resources offers."""
REMEMBERED = 24  # palettes, each of a catalogue in a language
OPEN = 2
"""The number of groups that are open initially."""


@dataclass(frozen=True)
class Offered:
    """A resource type in the palette; one that is `aside` shows only in search results."""

    name: str
    thing: str
    project: str
    icon: str
    is_deprecated: bool
    is_hidden: bool
    aside: bool


@dataclass(frozen=True)
class Group:
    """The resource types for one purpose."""

    name: object
    types: list[Offered]
    is_open: bool

    @property
    def offered(self) -> int:
        """The number of types that are not set aside."""
        return sum(not one.aside for one in self.types)


def palette_services() -> SafeString:
    """Return the part of the palette with the types of the catalogue, in the language in use."""
    return _palette_services(catalogue_in_use(), get_language())


@lru_cache(maxsize=REMEMBERED)  # hundreds of buttons, which nothing else influences
def _palette_services(catalogue: Catalogue, _language: str) -> SafeString:
    return render_to_string("design/_palette/services.html", {"groups": type_groups(catalogue)})


def type_groups(catalogue: Catalogue) -> list[Group]:
    """Return the types of a catalogue by purpose, the most used ones first."""
    by_project: dict[str, list[Offered]] = {}
    for name in catalogue.type_names:
        known = catalogue.find(name)
        if known is not None and known.name == name:
            one = _offered(name, known.support.status)
            by_project.setdefault(one.project, []).append(one)
    grouped: list[tuple[object, list[Offered]]] = [
        (purpose, [one for project in projects for one in by_project.pop(project, [])])
        for purpose, projects in PURPOSES.items()
    ]
    grouped += [(project, by_project[project]) for project in sorted(by_project)]
    return [Group(name, sorted(types, key=_rank), at < OPEN) for at, (name, types) in enumerate(grouped) if types]


@dataclass(frozen=True)
class OfferedPattern:
    """A pattern of resources in the palette."""

    pattern: Pattern
    icon: str

    @cached_property
    def shape(self) -> dict[str, Any]:
        """The shape of the map of what it adds; it is kept for everybody, so nobody's cloud counts."""
        with using_catalogue(shipped_catalogue):
            template = hotcore.load(self.pattern.text).template
            return shape(template) if template else {}


@cache
def pattern_palette() -> list[OfferedPattern]:
    """Return the patterns in order, the most used ones first."""
    return [OfferedPattern(one, type_icon(one.main_type)) for one in patterns().values()]


def first_patterns() -> list[OfferedPattern]:
    """Return the patterns that a template without resources is offered."""
    offered = {one.pattern.name: one for one in pattern_palette()}
    return [offered[name] for name in FIRST_PATTERNS]


def use_rank(name: str) -> int:
    """Return the rank of a type in a list: the most used ones are first, all others last."""
    return FIRST.index(name) if name in FIRST else len(FIRST)


def _rank(one: Offered) -> tuple[int, bool]:
    return use_rank(one.name), one.aside


def _offered(name: str, status: str) -> Offered:
    family, _colons, rest = name.partition("::")
    service, _colons, thing = rest.rpartition("::")
    hidden = status == "HIDDEN"
    return Offered(
        name=name,
        thing=thing or name,
        project=service if family == "OS" else f"{family} {service}".strip(),
        icon=type_icon(name),
        is_deprecated=status == "DEPRECATED",
        is_hidden=hidden,
        aside=hidden or family == "AWS",
    )
