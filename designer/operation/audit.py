"""The audit log: who did what, when and from where. Entries are only ever added."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.http import HttpRequest, HttpResponse

from designer.models import Act, AuditEntry
from designer.operation.clients import client_of

_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)
"""The request that is worked on; None for commands."""


def record(act: Act, subject: str = "", *, by: User | None = None, by_itself: bool = False) -> None:
    """Add an entry about an act of whoever sent the current request, or of `by`.

    What is done `by_itself` was due anyway: it is nobody's act, whoever sent the request.

    A service calls it in its transaction, so that there is an entry if, and only if, the act took place.
    """
    request = None if by_itself else _request.get()
    person = by or (request and request.user)
    AuditEntry.objects.create(
        act=act,
        subject=subject[:200],
        actor=person.get_username() if person else "",
        client=client_of(request) if request else "",
    )


class AuditContext:
    """Makes the current request known to the audit log."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        token = _request.set(request)
        try:
            return self.get_response(request)
        finally:
            _request.reset(token)


def _signed_in(user: User, request: HttpRequest, **_signal: Any) -> None:
    provider = getattr(request, "provider", "")
    record(Act.SIGNED_IN_WITH_PROVIDER if provider else Act.SIGNED_IN, provider, by=user)


def _signed_out(user: User | None, **_signal: Any) -> None:
    if user is not None:
        record(Act.SIGNED_OUT, by=user)


def _sign_in_failed(credentials: dict[str, Any], **_signal: Any) -> None:
    """Record a wrong password. A name that nobody has is left out: it may be a password in the wrong field."""
    name = credentials.get("username", "")
    record(Act.SIGN_IN_FAILED, name if User.objects.filter(username=name.replace("\0", "")).exists() else "")


def listen() -> None:
    """Record sign-ins and sign-outs from now on."""
    for signal, receiver in (
        (user_logged_in, _signed_in),
        (user_logged_out, _signed_out),
        (user_login_failed, _sign_in_failed),
    ):
        signal.connect(receiver, dispatch_uid=receiver.__name__)
