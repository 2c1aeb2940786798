"""The published template versions and their release names (HOT specification, "Heat template version")."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Version:
    """A template version: its date, and the release name that may stand for it (None before Newton).

    `releases` are the other releases of OpenStack that have it as their latest; their names may not stand for it.
    `brought` says what it has, besides functions, that the version before had not.
    """

    date: str
    release: str | None = None
    releases: tuple[str, ...] = ()
    brought: tuple[str, ...] = ()


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
            "`external_id` makes a resource of something that is there already.",
            "A deletion policy can be in small letters.",
            "Versions have the names of releases too.",
        ),
    ),
    Version("2017-02-24", "ocata", brought=("`modulo`, a constraint for numbers that go in steps.",)),
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
    """The version that a `heat_template_version` names by date or by release, or None."""
    return _BY_NAME.get(name)


def version_names() -> tuple[str, ...]:
    """Everything that may stand behind `heat_template_version`, oldest version first."""
    return tuple(name for version in VERSIONS for name in (version.date, version.release) if name)


def version_of_release(name: str) -> str | None:
    """How the version is written that a release of OpenStack has whose name may not stand for it; None for others."""
    found = next((version for version in VERSIONS if name in version.releases), None)
    return None if found is None else found.release or found.date
