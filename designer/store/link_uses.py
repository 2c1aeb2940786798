"""The uses of share links: counted once for each browser that opens a link with a limit."""

from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from designer.models import ShareLink

REMEMBERED = timedelta(days=365)
EXACT = timedelta(minutes=1)  # of the time of the last use; more would be a write for each request
SALT = "designer.link_uses"  # of cookies that browsers hold


def count_use(request: HttpRequest, link: ShareLink) -> bool:
    """Count a use of a link and return whether it is allowed.

    A browser that has opened a link with a limit gets a cookie, and goes on with it after all uses are taken.
    """
    now = timezone.now()
    same = ShareLink.objects.filter(pk=link.pk)
    if link.most_uses is None or request.get_signed_cookie(_name(link), None, salt=SALT):
        if link.last_used is None or link.last_used < now - EXACT:
            same.update(last_used=now)
        return True
    if request.method == "HEAD":
        return link.uses < link.most_uses
    if not same.filter(uses__lt=F("most_uses")).update(uses=F("uses") + 1, last_used=now):
        return False
    request.opened_link = link  # type: ignore[attr-defined]
    return True


class LinkUses:
    """Gives browsers that have opened a link the cookie that says so."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, and set the cookie."""
        response = self.get_response(request)
        link: ShareLink | None = getattr(request, "opened_link", None)
        if link is not None:
            response.set_signed_cookie(
                _name(link),
                "1",
                salt=SALT,
                max_age=REMEMBERED,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response


def _name(link: ShareLink) -> str:
    return f"link-{link.pk}"
