"""Which revision here a stack has its template from, by content.

Only digests of templates are remembered, in this process. What is not known yet is read for a while, the rest at the
next look.
"""

import hashlib
import json
import time
from collections.abc import Hashable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from posixpath import basename
from threading import Lock
from typing import Any

from designer.cloud.project.heat import Heat, heat_of
from designer.cloud.service.faults import CloudFault
from designer.deployment.stacks.stacks import Match, Stack
from designer.models import CloudConnection, Revision
from designer.store.access import Person, readable_designs
from hotcore.diagnostics import Report
from hotcore.source import Source
from hotcore.syntax import read, shared_plain
from hotcore.values import to_json

MOST_REVISIONS = 5000  # the newest ones of a person, with which stacks are compared
READ_AT_ONCE = 50  # revisions
SECONDS = 2.0  # for which one page reads templates of stacks, and as long again those of revisions
AT_ONCE = 2  # requests; somebody else may need a place as well
FILES = (".yaml", ".yml", ".json", ".template")


class Digests:
    """The digests of templates by what they belong to; the oldest are forgotten."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._known: dict[Hashable, str] = {}
        self._lock = Lock()

    def get(self, key: Hashable) -> str | None:
        """Return a digest; None if it is not known."""
        return self._known.get(key)

    def add(self, key: Hashable, digest: str) -> None:
        """Remember a digest."""
        with self._lock:
            self._known[key] = digest
            if len(self._known) > self.most:
                del self._known[next(iter(self._known))]


OF_STACKS, OF_REVISIONS = Digests(10_000), Digests(50_000)


def known_matches(connection: CloudConnection, stacks: Iterable[Stack]) -> list[Stack]:
    """Return stacks with the revisions that have their templates, as far as that is known without asking Heat."""
    found = list(stacks)
    digests = {stack.id: OF_STACKS.get(_key(connection, stack)) for stack in found}
    if not any(digests.values()):
        return found
    runs = {stack.run.revision_id for stack in found if stack.run}
    revisions, is_whole = _revisions(connection.owner, runs, {digest for digest in digests.values() if digest})
    matched = [_matched(stack, digests[stack.id], revisions) for stack in found]
    if is_whole:
        return matched
    return [new if new.match and new.match.revision else stack for new, stack in zip(matched, found, strict=True)]


def matched_stacks(connection: CloudConnection, stacks: Iterable[Stack]) -> list[Stack]:
    """Return stacks with the revisions that have their templates; Heat is asked for those not known, for a while."""
    found = list(stacks)
    missing = [stack for stack in found if OF_STACKS.get(_key(connection, stack)) is None]
    until = time.monotonic() + SECONDS
    with ThreadPoolExecutor(AT_ONCE) as pool:
        heat = heat_of(connection) if missing else None
        for start in range(0, len(missing), AT_ONCE):
            if heat is None or time.monotonic() > until:
                break
            some = missing[start : start + AT_ONCE]
            for stack, digest in zip(some, pool.map(lambda stack: _read(heat, stack), some), strict=True):
                if digest:
                    OF_STACKS.add(_key(connection, stack), digest)
    return known_matches(connection, found)


def matched_stack(connection: CloudConnection, stack: Stack, template: Any) -> Stack:
    """Return a stack, whose template Heat has told, with the revision that has it."""
    OF_STACKS.add(_key(connection, stack), digest_of(template))
    return known_matches(connection, [stack])[0]


def digest_of(template: Any) -> str:
    """Return what is the same for templates of the same content, in YAML or JSON, whatever their files are called."""
    return hashlib.sha256(json.dumps(to_json(_plain(template)), sort_keys=True).encode()).hexdigest()


def _plain(value: Any, key: object = None) -> Any:
    """Return a part of a template with the bare names of files: clients write addresses of their own before them."""
    if isinstance(value, dict):
        return {each: _plain(item, each) for each, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    is_file = key == "get_file" or (key == "type" and str(value).endswith(FILES))
    return basename(value) if is_file and isinstance(value, str) else value


def _key(connection: CloudConnection, stack: Stack) -> Hashable:
    """Return what a stack's template belongs to: it changes only with an update."""
    return connection.cloud, connection.region, connection.project_id, stack.id, stack.updated


def _read(heat: Heat, stack: Stack) -> str:
    """Return the digest of a stack's template; empty where Heat does not tell it."""
    try:
        return digest_of(heat.template(stack.name, stack.id))
    except (CloudFault, RecursionError):
        return ""


def _matched(stack: Stack, digest: str | None, revisions: dict[str, list[Revision]]) -> Stack:
    if digest is None:
        return stack
    found = revisions.get(digest, [])
    origin = stack.run.design_id if stack.run else None
    return replace(stack, match=Match(min(found, key=lambda each: each.design_id != origin, default=None)))


def _revisions(user: Person, runs: set[int], digests: set[str]) -> tuple[dict[str, list[Revision]], bool]:
    """Return the revisions by the digests of their templates, the newest first, and whether all could be looked at.

    They are those of the person's own templates, and those of their `runs`: what somebody else publishes is not
    offered for an update only because it has the same text.
    """
    readable = Revision.objects.filter(design__in=readable_designs(user)).order_by("-pk")
    ran = list(readable.filter(pk__in=runs).values_list("pk", "content_hash"))
    own = list(readable.filter(design__owner_id=user.pk).values_list("pk", "content_hash")[:MOST_REVISIONS])
    is_whole = _learn_digests(dict([*ran, *own]))
    found: dict[str, list[int]] = {}
    for key, content_hash in sorted({*ran, *own}, reverse=True):
        digest = OF_REVISIONS.get(content_hash)
        if digest in digests:
            found.setdefault(digest, []).append(key)
    keys = [key for each in found.values() for key in each]
    revisions = readable.select_related("design").defer("text").in_bulk(keys)
    return {digest: [revisions[key] for key in each if key in revisions] for digest, each in found.items()}, is_whole


def _learn_digests(hashes: Mapping[int, str]) -> bool:
    """Read the revisions whose digests are not known, those of runs first, for a while; return whether that was all."""
    until = time.monotonic() + SECONDS
    unknown = [key for key, content_hash in hashes.items() if OF_REVISIONS.get(content_hash) is None]
    for start in range(0, len(unknown), READ_AT_ONCE):
        if time.monotonic() > until:
            return False
        some = Revision.objects.filter(pk__in=unknown[start : start + READ_AT_ONCE])
        for key, text in some.values_list("pk", "text"):
            OF_REVISIONS.add(hashes[key], _digest_of_text(bytes(text)))
    return True


def _digest_of_text(text: bytes) -> str:
    """Return the digest of a text; empty for one that cannot be read."""
    root = read(Source(text.decode("utf-8", "replace")), Report())
    try:
        return digest_of(shared_plain(root)) if root is not None else ""
    except RecursionError:
        return ""
