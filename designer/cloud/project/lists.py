"""Lists of what there is in a cloud: read from its services, and kept for some minutes."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.utils import timezone
from keystoneauth1.session import Session

from designer.cloud.connection.connections import cloud_of, locked, session_of
from designer.cloud.project.list_definitions import LISTINGS, Entry, Listing, Service
from designer.cloud.service.configuration import Cloud
from designer.cloud.service.faults import faults_of
from designer.cloud.service.texts import readable
from designer.cloud.service.transport import get_json
from designer.models import CloudConnection, CloudList

FRESH = timedelta(minutes=5)
PAGE, MOST = 1000, 10_000  # entries of a request, and of a list
PAGES = 2 * MOST // PAGE  # requests for a list; a service may allow fewer entries at once
LONGEST = 255  # characters of a text that is shown
LARGEST = 2_000_000  # characters of all texts of a list
VERSION = re.compile(r"/v\d")


def kept_lists(connection: CloudConnection, constraints: set[str]) -> dict[str, CloudList]:
    """Return the lists that have been read, by constraint, in one query."""
    found = connection.lists.filter(constraint__in=constraints & LISTINGS.keys()) if constraints else ()
    return {each.constraint: each for each in found}


def is_fresh(found: CloudList) -> bool:
    """Whether a list is new enough to be shown without asking the cloud."""
    return timezone.now() - found.read_at < FRESH


def read_list(connection: CloudConnection, constraint: str) -> CloudList:
    """Read a list from the cloud and keep it; raise `CloudFault` if that fails, and keep the former one.

    For a session that has ended meanwhile, nothing is kept.
    """
    listing = LISTINGS[constraint]
    with faults_of(listing.service.name):
        session = session_of(connection)
        rows = _rows(listing, read_entries(session, connection, listing))
    rows.sort(key=lambda row: (row[0].casefold(), row[1]))
    read: dict[str, Any] = {"rows": rows, "read_at": timezone.now()}
    with locked(connection) as is_there:
        if not is_there:
            return CloudList(connection=connection, constraint=constraint, **read)
        return connection.lists.update_or_create(constraint=constraint, defaults=read)[0]


def service_address(session: Session, cloud: Cloud, region: str, service: Service) -> str:
    """Return the address of a service's API, from Keystone's catalogue alone."""
    assert session.auth is not None
    access = session.auth.get_access(session)  # type: ignore[attr-defined]
    address = access.service_catalog.url_for(
        service_type=service.type, interface=cloud.interface, region_name=region or None
    ).rstrip("/")
    return address if VERSION.search(urlsplit(address).path) else f"{address}/{service.version}"


def read_entries(session: Session, connection: CloudConnection, listing: Listing) -> Iterator[Entry]:
    """Yield the entries of a list as the service tells them, page by page, up to a number."""
    place = service_address(session, cloud_of(connection), connection.region, listing.service)
    left, marker = MOST, ""
    for _page in range(PAGES if listing.is_paged else 1):
        query = {"limit": str(PAGE)} | ({"marker": marker} if marker else {}) if listing.is_paged else {}
        answer = get_json(session, f"{place}/{listing.path}", **query)
        page = answer[listing.key]
        entries = [entry[listing.wrap] if listing.wrap else entry for entry in page[:left]]
        yield from entries
        left -= len(entries)
        if not (entries and left and (len(page) >= PAGE or _says_more(answer, listing.key))):
            return
        last, marker = marker, str(entries[-1][listing.id])
        if marker == last:  # a service that begins anew each time
            return


def _says_more(answer: Mapping[str, Any], key: str) -> bool:
    """Whether a service that allows fewer entries at once says that there are more. Its links are not followed."""
    links = answer.get(f"{key}_links") or ()
    return bool(answer.get("next")) or any(link.get("rel") == "next" for link in links)


def _rows(listing: Listing, entries: Iterable[Entry]) -> list[Any]:
    """Return the rows of entries, as far as there is room for their texts."""
    rows, size = [], 0
    for entry in entries:
        name, identifier, cells = row = _row(listing, entry)
        size += sum(map(len, (name, identifier, *cells)))
        if size > LARGEST:
            break
        rows.append(row)
    return rows


def _row(listing: Listing, entry: Any) -> list[Any]:
    name = _text(entry.get(listing.name)) if listing.name else ""
    return [name, _text(entry[listing.id]), [_text(column.read(entry)) for column in listing.columns]]


def _text(value: object) -> str:
    """Return what is shown of a value."""
    return "" if value is None else readable(value, LONGEST)
