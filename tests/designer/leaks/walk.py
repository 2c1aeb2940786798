"""A walk over all addresses with all fields that their views read, and checks of the responses."""

import base64
import json
import re
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from itertools import cycle
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils.datastructures import MultiValueDict

from designer.urls import urlpatterns
from tests.conftest import EXPLORES
from tests.hotcore.test_secrets import forms_of

Fields = Mapping[str, Any]
HTMX = {"HX-Request": "true"}
MASKS = "*•●·xX#?"
TOKENS = re.compile(r'csrfmiddlewaretoken" value="[^"]+"|(csrftoken|sessionid|messages|expires)=[^;]+')


# -- the addresses ---------------------------------------------------------------------------------------------------


def patterns() -> list[URLPattern]:
    """Every address of the designer."""
    assert all(isinstance(pattern, URLPattern) for pattern in urlpatterns), "an included list is walked by nobody"
    return [pattern for pattern in urlpatterns if isinstance(pattern, URLPattern)]


def addresses(arguments: Mapping[str, Iterable[object]], *, of: str = "") -> Iterator[tuple[str, str]]:
    """Yield the names and paths of the addresses that have the argument `of`, or none of a template's.

    An argument that `arguments` has no values for raises a KeyError: say there what it is.
    """
    for pattern in patterns():
        converters = pattern.pattern.converters
        if of and of not in converters:
            continue
        choices: list[dict[str, object]] = [{}]
        for name in converters:
            choices = [{**chosen, name: value} for chosen in choices for value in arguments[name]]
        yield from ((pattern.name or "", reverse(pattern.name or "", kwargs=chosen)) for chosen in choices)


# -- the fields ------------------------------------------------------------------------------------------------------


@contextmanager
def asked_for() -> Iterator[set[str]]:
    """Collect the names of all fields that are looked up in what is sent, by whichever view."""
    names: set[str] = set()

    def listening(method: Callable[..., Any]) -> Callable[..., Any]:
        def lookup(self: MultiValueDict[str, Any], name: str, *rest: Any, **more: Any) -> Any:
            names.add(str(name))
            return method(self, name, *rest, **more)

        return lookup

    with pytest.MonkeyPatch.context() as patch:
        for name in ("__getitem__", "__contains__", "get", "getlist"):
            patch.setattr(MultiValueDict, name, listening(getattr(MultiValueDict, name)))
        yield names


@dataclass
class Asker:
    """A user who requests an address in every way.

    `values` are what they send in fields, one after the other; `always` is in each request, and `unasked` are fields
    that a view finds by the beginning of their names.
    """

    client: Client
    values: Mapping[str, list[Any]]
    always: Fields = field(default_factory=dict)
    unasked: Fields = field(default_factory=dict)

    def answers(self, path: str, *, thorough: bool = True) -> Iterator[tuple[str, Any]]:
        """Yield the requests and responses: with each field alone, all together, and all but one.

        Fields that both a page and its partial read are sent to the two in turn; with EXPLORE=1 all are sent to both.
        """
        for method in ("GET", "POST"):
            plain, partial = (
                lambda fields, method=method, way=way: self.ask(method, path, fields, way) for way in ({}, HTMX)
            )
            known = yield from self.explore(plain, [])
            known_partial = yield from self.explore(partial, [] if EXPLORES else known)
            turns = dict(zip(sorted({*known} & {*known_partial}), cycle((plain, partial)), strict=False))
            for ask, names in ((plain, known), (partial, known_partial)):
                its_turn = [name for name in names if EXPLORES or turns.get(name, ask) is ask]
                yield from (ask(fields) for fields in self.varied(names, its_turn, thorough=thorough))
        yield f"JSON {path}", self.client.post(path, json.dumps({"text": "a: 1"}), content_type="application/json")

    def explore(
        self, ask: Callable[[Fields], tuple[str, Any]], known: list[str]
    ) -> Generator[tuple[str, Any], None, list[str]]:
        """Yield the answers to no field, to all, and to each alone that is not known; return the names of all.

        A field that comes to light by another one, as the text of what is to be loaded does, is sent together with it.
        """
        known = [*known]
        waiting: list[Fields] = [{}, {**self.always, **self.unasked}, self.always]
        if known:
            waiting.append(self.everything(known))
        while waiting:
            fields = waiting.pop()
            with asked_for() as names:
                answer = ask(fields)
            yield answer
            new = sorted(name for name in names if self.is_new(name, known))
            known += new
            waiting += [{**fields, name: self.choices(name)[0]} for name in new]
        yield ask(self.everything(known))
        return known

    def varied(self, known: list[str], names: list[str], *, thorough: bool) -> Iterator[Fields]:
        """Yield all fields at once, where each of these has its other values, and is missing."""
        for name in names:
            yield from ({**self.everything(known), name: value} for value in self.choices(name)[1:])
            if thorough:
                yield {key: value for key, value in self.everything(known).items() if key != name}

    def is_new(self, name: str, known: list[str]) -> bool:
        """Whether a field has not been sent yet."""
        return name not in known and not name.startswith(("param-", "csrf")) and name not in self.unasked

    def choices(self, name: str) -> list[Any]:
        """The values that a field is sent with, one after the other."""
        return self.values.get(name, ["1"])

    def everything(self, known: list[str]) -> Fields:
        """Return all fields at once."""
        return {**self.always, **self.unasked, **{name: self.choices(name)[0] for name in known}}

    def ask(self, method: str, path: str, fields: Fields, headers: dict[str, str]) -> tuple[str, Any]:
        """Ask once; an upload is written as its name and content, and made anew each time, because sending reads it."""
        said = f"{method} {path} {sorted(fields.items(), key=str)} {headers}"
        if method == "GET":
            texts = {name: value for name, value in fields.items() if not isinstance(value, tuple)}
            return said, self.client.get(path, texts, headers=headers)
        sent = {
            name: SimpleUploadedFile(*value) if isinstance(value, tuple) else value for name, value in fields.items()
        }
        return said, self.client.post(path, sent, headers=headers)


# -- the answers -----------------------------------------------------------------------------------------------------


def everything_of(response: Any) -> str:
    """Return the headers, cookies and body of a response, with the same random id for all."""
    body = unpacked(b"".join(response.streaming_content) if response.streaming else response.content)
    head = [*(f"{name}: {value}" for name, value in response.items()), response.cookies.output()]
    head = [re.sub(r"(?<=^X-Request-ID: )[0-9a-f]{32}$", "", line) for line in head]
    return "\n".join([*head, "", body.decode("utf-8", "replace")])


def unpacked(body: bytes) -> bytes:
    """Return a body, and where it is a zip the files in it, whose bytes tell nothing as they are."""
    if not body.startswith(b"PK"):
        return body
    with ZipFile(BytesIO(body)) as archive:
        return b"\n".join(part for name in archive.namelist() for part in (name.encode(), archive.read(name)))


@lru_cache
def traces(secret: str) -> frozenset[str]:
    """Return what reveals a secret: itself in any encoding, and its digests."""
    data = secret.encode()
    shifted = (base64.b64encode(b" " * start + data)[4 if start else 0 : -4].decode() for start in range(3))
    ways = {secret, secret[::-1], data.hex(), f"{zlib.crc32(data):08x}", *shifted, *forms_of(secret)}
    return frozenset(way.casefold() for way in ways)


def revealed(answer: str, secrets: Iterable[str] = (), texts: Iterable[str] = ()) -> list[str]:
    """Return the secrets and texts that a response reveals, including a secret's length by a mask."""
    return list(revealed_once(TOKENS.sub("", answer).casefold(), tuple(secrets), tuple(texts)))


@lru_cache
def revealed_once(folded: str, secrets: tuple[str, ...], texts: tuple[str, ...]) -> tuple[str, ...]:
    """Look through an answer once, however often it comes."""
    found = [secret for secret in secrets if any(way in folded for way in traces(secret))]
    masks = {len(run.group()) for run in re.finditer(rf"([{MASKS}])\1{{8,}}", folded)}
    found += [f"the length of {secret}" for secret in secrets if len(secret) in masks]
    return (*found, *(text for text in texts if text.casefold() in folded))


def without_names(answer: str, *names: str) -> str:
    """Return an answer without what differs anyway: the names in its address, and tokens."""
    for name in names:
        answer = answer.replace(name, "NAME")
    return TOKENS.sub("", answer)
