"""Answers of a cloud that make no sense: what is kept of one for the administrator, without values.

While a fault may come of what is asked, the last answer is remembered here, so that the log can say what it was.
"""

import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import PurePath
from typing import Any
from urllib.parse import urlsplit

from requests import Response

from designer.cloud.service.texts import json_of

LOG = logging.getLogger("designer.cloud")
FIELD = re.compile(r"[a-z][a-z0-9_]{0,29}")  # a name of an API; any other key may be somebody's
MOST = 12  # fields of an object
DEPTH = 3
ID = re.compile(r"[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
NAMED = ("stacks", "resources")
"""Parts of a path after which somebody's own name comes."""

_last: ContextVar[list[Response] | None] = ContextVar("answers", default=None)


@contextmanager
def remembered_answers() -> Iterator[None]:
    """Remember the last answer until the end of the outermost of these blocks."""
    if _last.get() is not None:
        yield
        return
    token = _last.set([])
    try:
        yield
    finally:
        _last.reset(token)


def remember_answer(response: Response) -> None:
    """Remember an answer, if it may have to be looked at."""
    answers = _last.get()
    if answers is not None:
        answers[:] = [response]


def keep_unreadable(service: str) -> None:
    """Log the answer that could not be read, from where the exception is handled that says so."""
    kind, _error, trace = sys.exc_info()
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = f"{PurePath(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""
    told = kind.__name__ if kind else ""
    answers = _last.get()
    LOG.warning("An answer of %s could not be read (%s at %s): %s", service, told, place, _described(answers or ()))


def request_of(method: str, address: str) -> str:
    """Return a request without the names and IDs in its path, and without its query."""
    parts = urlsplit(address).path.strip("/").split("/")
    shown = []
    for index, part in enumerate(parts):
        is_name = index > 0 and parts[index - 1] in NAMED and part != "preview"
        shown.append("{id}" if ID.fullmatch(part) else "{name}" if is_name else part)
    return f"{method} /{'/'.join(shown)}"


def _described(answers: Any) -> str:
    if not answers:
        return "no answer was read"
    response = answers[0]
    request = request_of(str(response.request.method), str(response.request.url))
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    kind = kind if re.fullmatch(r"[\w.+-]+/[\w.+-]+", kind) else "no content type"
    try:
        body = f"{len(response.content)} bytes, {_shape(json_of(response.content))}"
    except (ValueError, RecursionError, RuntimeError):
        body = "no JSON"
    return f"{request}, {response.status_code} {kind}, {body}"


def _shape(value: Any, depth: int = DEPTH) -> str:
    """Return the types of JSON, with the names of fields and without values."""
    if isinstance(value, dict):
        names = [name for name in value if FIELD.fullmatch(name)][:MOST] if depth else []
        fields = [f"{name}: {_shape(value[name], depth - 1)}" for name in names]
        return f"{{{', '.join([*fields, *(['…'] if len(names) < len(value) else [])])}}}"
    if isinstance(value, list):
        return f"[{len(value)}{f' × {_shape(value[0], depth - 1)}' if value and depth else ''}]"
    return "null" if value is None else type(value).__name__
