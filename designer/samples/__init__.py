"""The sample library: templates to start from, written for this project.

A sample is a folder with a `template.yaml` and the files that the template names.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SAMPLES_OWNER = "samples"  # the account under which they are in the library
FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Sample:
    """A template of the sample library; its `slug` is its folder and its address."""

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
        """The files beside the template by their path."""
        folder = FOLDER / self.slug
        found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
        return {name: path.read_bytes() for name, path in found.items() if name != "template.yaml"}


SAMPLES = (
    Sample(
        "single-server",
        "Single server",
        "One server on a network that is already there, with an address that reaches it.",
        ("compute", "first steps"),
    ),
    Sample(
        "private-network",
        "Private network with router",
        "A network, its subnet and a router to the outside. Other templates build on it.",
        ("network",),
    ),
    Sample(
        "load-balanced-web",
        "Load-balanced web service",
        "Web servers behind a load balancer, with HTTPS and a database when wanted.",
        ("compute", "network"),
    ),
    Sample(
        "three-tiers",
        "Three-tier application",
        "Web, application and database tiers that grow from a trial to production by one choice.",
        ("compute", "database", "network"),
    ),
    Sample(
        "batch-workers",
        "Batch workers",
        "A group of equal workers that start from one script and one nested template.",
        ("compute", "scaling"),
    ),
    Sample(
        "dns-zone",
        "DNS zone and records",
        "A zone with its mail, web and verification records, read from one JSON parameter.",
        ("dns",),
    ),
    Sample(
        "address-plan",
        "Address plan",
        "Works out names, networks and firewall rules for a number of sites, with YAQL.",
        ("network", "yaql"),
    ),
)


@cache
def sample(slug: str) -> Sample | None:
    """Return the sample of that address, if there is one."""
    return next((sample for sample in SAMPLES if sample.slug == slug), None)
