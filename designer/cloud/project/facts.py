"""What the connected project has: types and versions of its Heat, and what is left of its quota; read and kept."""

import json
import zlib
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from designer.cloud.connection.connections import locked
from designer.cloud.project.heat import ORCHESTRATION, heat_of
from designer.cloud.project.heat_types import name_of, versions_of
from designer.cloud.project.lists import FRESH
from designer.cloud.project.quotas import read_quota
from designer.cloud.project.reachability import remember_fault, remember_success
from designer.cloud.service.faults import CloudFault, faults_of
from designer.cloud.service.texts import readable, storable
from designer.models import CloudCatalogue, CloudConnection, CloudQuota

DAY = timedelta(days=1)  # for which the types of a cloud are kept; what failed is tried again after some minutes
LONGEST = 200  # characters of a name
MOST = 2000  # types
LARGEST = 1024 * 1024  # characters of JSON for a list of types
NEW_FUNCTIONS = "new-functions"
"""Where the functions of template versions are collected, by version, until all have been read."""


def kept_catalogues(connection: CloudConnection) -> QuerySet[CloudCatalogue]:
    """Return the catalogue of the connected project that is kept, or none."""
    return CloudCatalogue.objects.filter(**_project_of(connection)).defer("content")


def kept_quota(connection: CloudConnection) -> CloudQuota | None:
    """Return the quota that is kept."""
    return CloudQuota.objects.filter(connection=connection).first()


def is_stale(found: CloudCatalogue | CloudQuota | None) -> bool:
    """Whether something shall be read, for the first time or again."""
    if found is None:
        return True
    is_lasting = isinstance(found, CloudCatalogue) and not found.fault
    return timezone.now() - found.read_at > (DAY if is_lasting else FRESH)


def read_facts(connection: CloudConnection, *, is_wanted: bool) -> None:
    """Read what is not kept or too old, or with `is_wanted` everything; why something cannot be read is kept too."""
    if is_wanted or is_stale(kept_catalogues(connection).first()):
        read_listing(connection)
    if is_wanted or is_stale(kept_quota(connection)):
        _read_quota(connection)


def read_listing(connection: CloudConnection) -> None:
    """Read which types and versions there are; what Heat told of the types is kept until it is read again."""
    read: dict[str, Any] = {"fault": "", "read_at": timezone.now()}
    try:
        with faults_of(ORCHESTRATION.name):
            heat = heat_of(connection)
            listed, versions = heat.resource_types(), heat.template_versions()
            names = sorted(readable(name_of(each), LONGEST) for each in listed)[:MOST]
            read |= {"types": names, "unread": names, "versions": storable(versions_of(versions))}
            content = {"listed": listed, "versions": versions, NEW_FUNCTIONS: {}}
            if len(json.dumps(content)) > LARGEST:
                raise ValueError
    except CloudFault as fault:
        read["fault"], content = fault.words, {}
        remember_fault(connection, fault, asked_little=True)
    else:
        remember_success(connection)
    with transaction.atomic():
        # Where there is no row, none is locked: two pages may read for the first time at once.
        CloudCatalogue.objects.get_or_create(**_project_of(connection))
        found = kept_catalogues(connection).select_for_update().get()
        for name, value in read.items():
            setattr(found, name, value)
        found.content = packed({**unpacked(found.content), **content})
        found.save()


def _project_of(connection: CloudConnection) -> dict[str, Any]:
    return {name: getattr(connection, name) for name in ("owner_id", "cloud", "region", "project_id")}


def packed(content: Mapping[str, Any]) -> bytes:
    """Return what Heat has told, compressed; a database would not take all of it as JSON."""
    return zlib.compress(json.dumps(content).encode())


def unpacked(content: bytes | memoryview) -> dict[str, Any]:
    """Return what `packed` was given; nothing for no bytes."""
    return json.loads(zlib.decompress(content)) if content else {}


def _read_quota(connection: CloudConnection) -> None:
    read: dict[str, Any] = {"read_at": timezone.now()}
    try:
        quota = read_quota(connection)
        read |= {"left": quota.left, "flavors": storable(quota.flavors), "silent": sorted(quota.silent.items())}
    except CloudFault:
        pass  # Heat could not be asked either, which the page says
    with locked(connection) as is_there:
        if is_there:
            CloudQuota.objects.update_or_create(connection=connection, defaults=read)
