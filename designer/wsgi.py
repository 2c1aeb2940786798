"""The WSGI application: `gunicorn designer.wsgi`."""

import codecs
import os
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.utils.http import parse_header_parameters

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "designer.settings")
_handler = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Handle a request, unless it names another encoding than UTF-8, which no page does.

    Django would decode by any codec of Python that a request names: some take square time, some give halves of
    characters that no database stores, and some decode no text at all, before any middleware is asked.
    """
    if not _is_utf_8(environ.get("CONTENT_TYPE", "")):
        start_response("400 Bad Request", [("Content-Type", "text/plain; charset=utf-8")])
        return [b"The content type must be one that can be read, and its encoding UTF-8.\n"]
    return _handler(environ, start_response)


def _is_utf_8(content_type: str) -> bool:
    """Return whether a content type names no other encoding; False for one that Django cannot read."""
    try:
        return codecs.lookup(parse_header_parameters(content_type)[1].get("charset", "utf-8")).name == "utf-8"
    except (LookupError, ValueError):
        return False
