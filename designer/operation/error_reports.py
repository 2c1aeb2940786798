"""Filters that keep user data out of error reports and logs."""

import json
import logging
import re
import traceback
from copy import copy
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter

from designer.operation.monitoring import request_id, route_of

# The secret part of an address: of a share link, of the local user's sign-in link, or of one in a mail.
SECRET_IN_PATH = re.compile(r"(/s/|/accounts/local/|/accounts/email/|/accounts/reset/[^/\s?]+/)[^/\s?]+")

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class WithoutPostedValues(SafeExceptionReporterFilter):
    """Keeps posted values out of Django's error reports, in every view and in debug mode too."""

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        """Return the names of the posted fields, each with a substitute for its value."""
        return {} if request is None else dict.fromkeys(request.POST, self.cleansed_substitute)


def without_secrets(text: str) -> str:
    """Return a text without the secret parts of addresses."""
    return SECRET_IN_PATH.sub(r"\1…", text)


def message_of(record: logging.LogRecord) -> str:
    """Return the message of a record; where Django names the path of a failed request, its pattern instead."""
    message, request = record.getMessage(), getattr(record, "request", None)
    if not isinstance(request, HttpRequest):
        return message
    return message.replace(request.path.encode("unicode_escape").decode(), route_of(request))


class WithoutTraceback(logging.Filter):
    """Lets records through as warnings of one line: what a client did wrong is no error of ours."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove the traceback."""
        record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
        return True


class WithoutValues(logging.Formatter):
    """Formats log lines without paths, secret parts of addresses and exception messages, and with the request's id.

    An exception's message often repeats the value that caused it ("invalid literal for int(): ..."); its type and
    traceback do not.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the log line without the secret parts of addresses."""
        record = copy(record)
        record.request_id = request_id.get()
        record.msg, record.args = message_of(record), ()
        return without_secrets(super().format(record))

    def formatException(self, ei: ExcInfo) -> str:  # noqa: N802 -- the name is logging's
        """Return an exception's traceback and type; its message only in debug mode."""
        if settings.DEBUG:
            return super().formatException(ei)
        kind, _, trace = ei
        lines = traceback.format_tb(trace) if trace else []
        return "".join([*lines, kind.__name__ if kind else ""])


class WithoutValuesAsJson(WithoutValues):
    """Formats log lines as JSON objects, with the fields that a record brings."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as one line of JSON."""
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request_id": request_id.get(),
            "message": without_secrets(message_of(record)),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            fields["exception"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(fields, ensure_ascii=False)
