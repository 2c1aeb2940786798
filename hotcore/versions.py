"""The published template versions and their release names (HOT specification, "Heat template version")."""

from hotcore.runtime import dataclass

VERSION_KEY = "heat_template_version"
"""The key of a template that says which version it has."""


@dataclass(frozen=True, slots=True)
class Version:
    """A template version."""

    date: str
    """The date that names it, such as `2021-04-16`."""
    release: str | None = None
    """The release name that is an alias for it; None before Newton."""
    releases: tuple[str, ...] = ()
    """The other releases of OpenStack whose latest version it is; their names are not valid aliases."""
    brought: tuple[str, ...] = ()
    """Its new features, apart from functions, each as a sentence."""

    def __hash__(self) -> int:
        return hash(self.date)  # what is known about each version is remembered, and looked up everywhere


VERSIONS: tuple[Version, ...] = (
    Version("2013-05-23", releases=("icehouse", "havana")),
    Version("2014-10-16", releases=("juno",)),
    Version("2015-04-30", releases=("kilo",)),
    Version("2015-10-15", releases=("liberty",)),
    Version("2016-04-08", releases=("mitaka",)),
    Version(
        "2016-10-14",
        "newton",
        brought=(
            "`conditions`, and `condition` for resources and outputs.",
            "`external_id` adopts something that exists already as a resource.",
            "Deletion policies may be in lower case.",
            "Release names as aliases for versions.",
        ),
    ),
    Version("2017-02-24", "ocata", brought=("`modulo`, a constraint for numbers in steps.",)),
    Version("2017-09-01", "pike"),
    Version("2018-03-02", "queens", brought=("`tags` of parameters.",)),
    Version("2018-08-31", "rocky", ("stein", "train", "ussuri", "victoria")),
    Version(
        "2021-04-16",
        "wallaby",
        ("xena", "yoga", "zed", "antelope", "bobcat", "caracal", "dalmatian", "epoxy", "flamingo"),
    ),
)
"""All versions, oldest first."""

LATEST = VERSIONS[-1]

_BY_NAME = {version.date: version for version in VERSIONS} | {v.release: v for v in VERSIONS if v.release}

CONDITIONS_SINCE = "2016-10-14"
"""The version that brought `conditions`, `condition` and `external_id`."""


def find_version(name: str) -> Version | None:
    """The version with a `heat_template_version`, a date or a release name, or None."""
    return _BY_NAME.get(name)


def version_names() -> tuple[str, ...]:
    """All valid values of `heat_template_version`, oldest version first."""
    return tuple(name for version in VERSIONS for name in (version.date, version.release) if name)


def version_of_release(name: str) -> str | None:
    """The latest version of an OpenStack release whose name is not an alias for it, as written; None for others."""
    found = next((version for version in VERSIONS if name in version.releases), None)
    return None if found is None else found.release or found.date
