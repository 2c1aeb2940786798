"""The catalogue of the connected project: read type by type in the background of a page, and used once it is whole."""

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from functools import lru_cache, partial
from itertools import accumulate
from time import monotonic
from typing import Any

from django.db import transaction
from django.utils import timezone

from designer.cloud.project.facts import NEW_FUNCTIONS, is_stale, kept_catalogues, packed, read_listing, unpacked
from designer.cloud.project.heat import ORCHESTRATION, Answer, Heat, heat_of
from designer.cloud.project.heat_types import catalogue_data, functions_of, read_type, versions_with_functions
from designer.cloud.service.faults import CloudFault, faults_of, unreadable
from designer.models import CloudCatalogue, CloudConnection
from hotcore.catalogue import BadCatalogue, Catalogue, read_catalogue

SECONDS = 2.0  # for which one request reads
AT_ONCE = 2  # requests, fewer than may go to a cloud, so that other pages need not wait
LARGEST = 256 * 1024  # characters of JSON for a type
LARGEST_SUM = 8 * 1024 * 1024  # for all types, several times what those of Heat itself take
REMEMBERED = 8  # catalogues of a process


def read_on(connection: CloudConnection, *, is_wanted: bool = False) -> CloudCatalogue | None:
    """Read for some seconds what is not known of the types, from the start if it is wanted or too old.

    Return what is known then; its `fault` says why it could not be read.
    """
    found = kept_catalogues(connection).first()
    if is_wanted or is_stale(found):
        read_listing(connection)
        found = kept_catalogues(connection).first()
    if found is None or found.fault or not found.unread:
        return found
    content = unpacked(found.content)
    functions: dict[str, list[str]] = {}
    fault = ""
    answers: dict[str, Answer | None] = {}
    end = monotonic() + SECONDS
    try:
        with faults_of(ORCHESTRATION.name):
            heat = heat_of(connection)
            if _read_functions(heat, content, functions, end):
                _read_types(heat, found.unread, answers, end)
    except CloudFault as error:
        fault = error.words
    return _stored(found, functions, answers, fault)


def _read_functions(heat: Heat, content: Mapping[str, Any], functions: dict[str, list[str]], end: float) -> bool:
    """Add the functions of versions that are not known yet, until the time is over; return whether all are known."""
    for date, name in _unread_versions(content).items():
        if functions and monotonic() > end:
            return False
        functions[date] = functions_of(heat, name)
    return True


def _unread_versions(content: Mapping[str, Any]) -> dict[str, str]:
    """Return the versions whose functions have not been read since the list of them was."""
    known = content.get(NEW_FUNCTIONS, {})
    if NEW_FUNCTIONS not in content and "functions" in content:  # which are all of them
        return {}
    versions = versions_with_functions(content.get("versions", ()))
    return {date: name for date, name in versions.items() if date not in known}


def _read_types(heat: Heat, names: list[str], answers: dict[str, Answer | None], end: float) -> None:
    """Add what Heat says of types to the `answers`, until the time is over."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for at in range(0, len(names), AT_ONCE):
            batch = names[at : at + AT_ONCE]
            answers.update(zip(batch, pool.map(partial(_described, heat), batch), strict=True))
            if monotonic() > end:
                break


def _described(heat: Heat, name: str) -> Answer | None:
    answer = read_type(heat, name)
    return answer if len(json.dumps(answer)) <= LARGEST else None


def _stored(
    found: CloudCatalogue, functions: Mapping[str, Any], answers: Mapping[str, Any], fault: str
) -> CloudCatalogue | None:
    """Return the catalogue with what was read, by this request and by others meanwhile."""
    with transaction.atomic():
        kept = CloudCatalogue.objects.select_for_update().filter(pk=found.pk).first()
        if kept is None:
            return None
        content = unpacked(kept.content)
        if NEW_FUNCTIONS in content or "functions" not in content:
            content[NEW_FUNCTIONS] = {**content.get(NEW_FUNCTIONS, {}), **functions}
            if not _unread_versions(content):
                content["functions"] = content.pop(NEW_FUNCTIONS)
        content["types"] = _bounded({**content.get("types", {}), **answers})
        kept.unread = [name for name in kept.unread if name not in answers]
        kept.fault = fault
        if not kept.unread and not fault:
            content["types"] = {name: content["types"].get(name) for name in kept.types}
            if any(content["types"].values()):
                kept.whole_at = timezone.now()
            else:
                kept.fault = f"{unreadable(ORCHESTRATION.name).title}."
        kept.content = packed(content)
        kept.save()
        return kept


def _bounded(answers: Mapping[str, Answer | None]) -> dict[str, Answer | None]:
    """Return what Heat says of types; what goes beyond the largest sum counts as not described."""
    sums = accumulate(len(json.dumps(answer)) for answer in answers.values())
    return {name: answers[name] if total <= LARGEST_SUM else None for name, total in zip(answers, sums, strict=True)}


def catalogue_for(connection: CloudConnection) -> Catalogue | None:
    """Return the catalogue of the connected project; None until all of it has been read."""
    found = kept_catalogues(connection).exclude(whole_at=None).values_list("pk", "whole_at").first()
    return _catalogue(*found) if found else None


@lru_cache(maxsize=REMEMBERED)
def _catalogue(key: int, _whole_at: datetime) -> Catalogue | None:
    found = CloudCatalogue.objects.filter(pk=key).first()
    if found is None:
        return None
    content = unpacked(found.content)
    answers = content["types"]
    for sound in (lambda _name, _answer: True, _is_sound):
        described = {name: answer if sound(name, answer) else None for name, answer in answers.items()}
        catalogue = _read(found.cloud, content["listed"], described, content["functions"])
        if catalogue is not None:
            return catalogue
    return None


def _is_sound(name: str, answer: Answer | None) -> bool:
    """Whether what Heat says of a type can be understood."""
    return _read("", [name], {name: answer}, {}) is not None


def _read(
    cloud: str, listed: Sequence[Answer], answers: Mapping[str, Answer], functions: Mapping[str, Sequence[str]]
) -> Catalogue | None:
    """Return the catalogue of a cloud; None if something that Heat says cannot be understood."""
    with suppress(BadCatalogue, CloudFault), faults_of(ORCHESTRATION.name):
        return read_catalogue(json.dumps(catalogue_data(cloud, listed, answers, functions)), cloud)
    return None
