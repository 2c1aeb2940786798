"""The published template versions and their release names (HOT specification, "Heat template version")."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Version:
    """A template version: its date, and the release name that may stand for it (None before Newton)."""

    date: str
    release: str | None = None


VERSIONS: tuple[Version, ...] = (
    Version("2013-05-23"),
    Version("2014-10-16"),
    Version("2015-04-30"),
    Version("2015-10-15"),
    Version("2016-04-08"),
    Version("2016-10-14", "newton"),
    Version("2017-02-24", "ocata"),
    Version("2017-09-01", "pike"),
    Version("2018-03-02", "queens"),
    Version("2018-08-31", "rocky"),
    Version("2021-04-16", "wallaby"),
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
