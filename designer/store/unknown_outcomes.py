"""Saves of which the database did not say whether they took place: the next page finds out."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from designer.content.content import Content
from designer.models import Design, Revision
from designer.operation.sessions import UNAVAILABLE

COOKIE = "unknown-save"
KEPT = 24 * 60 * 60  # seconds
ASKED = re.compile(r"(\d{1,18})-(\d{1,9})-([0-9a-f]{64})", re.ASCII)


class UnknownOutcome(OperationalError):
    """The connection was lost at the end of a save. `asked` says which one, for the cookie."""

    def __init__(self, asked: str) -> None:
        super().__init__("the outcome of a save is not known")
        self.asked = asked


@contextmanager
def reporting_unknown_outcome(design: Design, content: Content, based_on: int) -> Iterator[None]:
    """Raise `UnknownOutcome` in place of the error of a database that is lost while a content is saved."""
    try:
        yield
    except UNAVAILABLE as error:
        raise UnknownOutcome(f"{design.pk}-{based_on}-{content.hash_value}") from error


def remember_save(response: HttpResponse, error: UnknownOutcome) -> None:
    """Let the browser keep which save it was until a page can tell."""
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(COOKIE, error.asked, max_age=KEPT, secure=secure, httponly=True, samesite="Lax")


class UnknownOutcomes:
    """Tells on the next page whether a save took place."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on; where it opens a page, its messages have the outcome first."""
        if request.method != "GET" or not tell_outcome(request):
            return self.get_response(request)
        return forget_save(self.get_response(request))


def forget_save(response: HttpResponse) -> HttpResponse:
    """Return a response that deletes the cookie, unless it is an error of ours."""
    if response.status_code < 500:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response


def is_unknown_save_of(request: HttpRequest, design: Design) -> bool:
    """Whether the save whose outcome this browser does not know is one of a design."""
    found = ASKED.fullmatch(request.COOKIES.get(COOKIE, ""))
    return found is not None and int(found[1]) == design.pk


def tell_outcome(request: HttpRequest) -> bool:
    """Add a message with the outcome of a save if the browser asks for one; return whether it does."""
    asked, user = request.COOKIES.get(COOKIE), request.user
    if asked is None or not isinstance(user, User) or getattr(request, "htmx", False):
        return False
    found = ASKED.fullmatch(asked)
    design = Design.objects.filter(pk=found[1], owner=user, deleted_at=None).first() if found else None
    if found is None or design is None:
        return True
    saved = Revision.objects.filter(design=design, author=user, number__gte=found[2], content_hash=found[3]).first()
    if saved is None:
        words = _("Your last save of “%(name)s” failed. Check that everything you typed is there, and save again.")
        messages.warning(request, words % {"name": design.name})
    else:
        words = _("Your last save succeeded: “%(name)s” was saved as revision %(number)d.")
        messages.success(request, words % {"name": design.name, "number": saved.number})
    return True
