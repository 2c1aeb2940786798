"""The sample library: templates to start from.

A sample is a folder with a `template.yaml` and the files that the template references.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.utils.translation import gettext_noop as _

SAMPLES_OWNER = "samples"  # the account that owns them in the library
FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Sample:
    """A template of the sample library; its `slug` is its folder and its address.

    The name and the description are English, and translated where a page shows them.
    """

    slug: str
    name: str
    description: str
    tags: tuple[str, ...]

    @property
    def text(self) -> bytes:
        """The template, byte for byte."""
        return (FOLDER / self.slug / "template.yaml").read_bytes()

    @property
    def files(self) -> Mapping[str, bytes]:
        """The files next to the template by path."""
        folder = FOLDER / self.slug
        found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
        return {name: path.read_bytes() for name, path in found.items() if name != "template.yaml"}


SAMPLES = (
    Sample(
        "single-server",
        _("Single server"),
        _("One server on an existing network, with a floating IP address."),
        ("compute", "first steps"),
    ),
    Sample(
        "private-network",
        _("Private network with router"),
        _("A network, its subnet and a router to an external network. Other templates build on it."),
        ("network",),
    ),
    Sample(
        "load-balanced-web",
        _("Load-balanced web service"),
        _("Web servers behind a load balancer, with optional HTTPS and an optional database."),
        ("compute", "network"),
    ),
    Sample(
        "three-tiers",
        _("Three-tier application"),
        _("Web, application and database tiers, sized for trial or production by a single parameter."),
        ("compute", "database", "network"),
    ),
    Sample(
        "batch-workers",
        _("Batch workers"),
        _("A group of identical workers that share one start script and one nested template."),
        ("compute", "scaling"),
    ),
    Sample(
        "dns-zone",
        _("DNS zone and records"),
        _("A zone with mail, web and verification records, defined by one JSON parameter."),
        ("dns",),
    ),
    Sample(
        "address-plan",
        _("Address plan"),
        _("Computes names, networks and firewall rules for several sites with YAQL."),
        ("network", "yaql"),
    ),
)


@cache
def sample(slug: str) -> Sample | None:
    """Return the sample with a slug, if there is one."""
    return next((sample for sample in SAMPLES if sample.slug == slug), None)
