"""What of a filled form the connected project lacks, as far as that has been read."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from designer.cloud.project.facts import is_stale, kept_catalogues, kept_quota
from designer.cloud.project.quotas import Quota, compared, needs_of, silent_about, uncounted
from designer.cloud.project.verdicts import InProject
from designer.models import CloudCatalogue, CloudConnection
from hotcore import Preview
from hotcore.catalogue import TEMPLATE_ENDINGS, shipped_catalogue
from hotcore.resolver import ResourceState
from hotcore.template import Template

OPENSTACK = "OS::"


def summary(connection: CloudConnection, template: Template, preview: Preview) -> InProject:
    """Return what the connected project says of a template's preview; the cloud itself is not asked."""
    catalogue, quota = kept_catalogues(connection).first(), kept_quota(connection)
    types = set(used_types(preview.resources.values()))
    services, lacking = _lacking(types, catalogue.types if catalogue else ())
    needed = needs_of(list(preview.resources.values()))
    left = Quota(quota.left, quota.flavors, _silent(quota.silent)) if quota else Quota()
    return InProject(
        cloud=connection.cloud,
        project=connection.project,
        read_at=min(each.read_at for each in (catalogue, quota) if each) if catalogue or quota else None,
        is_stale=not connection.has_ended and (is_stale(catalogue) or is_stale(quota)),
        has_ended=connection.has_ended,
        fault=catalogue.fault if catalogue else "",
        lacks_types=lacking,
        lacks_services=services,
        type_count=len(types) if catalogue and catalogue.types else 0,
        newest_version=_newest_version(template, catalogue),
        quota=tuple(sorted(compared(needed, left), key=lambda row: row.left / row.needed)),
        uncounted=uncounted(needed, left),
        silent=tuple(silent_about(needed, left)),
    )


def used_types(resources: Collection[ResourceState]) -> Iterator[str]:
    """Yield the types of the resources that will be or may be created, down into nested stacks.

    A type that stands for a template is none of the cloud's.
    """
    for resource in resources:
        if resource.enabled is False:
            continue
        if resource.nested is not None:
            yield from used_types(resource.nested.resources.values())
        name = resource.mapped_to or resource.type
        if name and not name.endswith(TEMPLATE_ENDINGS):
            yield name


def _silent(kept: Iterable[Any]) -> dict[str, bool]:
    """Return the services that do not tell, and whether a policy forbids it, of which older rows say nothing."""
    return dict((each, False) if isinstance(each, str) else each for each in kept)


def _lacking(needed: Collection[str], listed: Collection[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the services, and of other services the types, that a cloud lacks of what is needed.

    Heat lists neither hidden types nor aliases, although it knows them.
    """
    if not listed:
        return (), ()
    there = set(listed)
    services = {_service(name) for name in there}
    missing = {name for name in needed if name not in there and not _is_unlisted(name, there)}
    absent = {_service(name) for name in missing if name.startswith(OPENSTACK)} - services
    return tuple(sorted(absent)), tuple(sorted(name for name in missing if _service(name) not in absent))


def _is_unlisted(name: str, there: Collection[str]) -> bool:
    """Whether Heat may know a type that it does not list."""
    known = shipped_catalogue().find(name)
    return known is not None and (known.support.status == "HIDDEN" or (known.name != name and known.name in there))


def _service(name: str) -> str:
    return name.split("::")[1] if name.count("::") > 1 else ""


def _newest_version(template: Template, catalogue: CloudCatalogue | None) -> str:
    """Return the newest template version of a cloud that does not know that of a template, with its name."""
    versions = catalogue.versions if catalogue else {}
    if not versions or template.version.date in versions:
        return ""
    newest = max(versions)
    return " ".join([*versions[newest][:1], f"({newest})"]) if versions[newest] else newest
