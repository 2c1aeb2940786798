"""Middleware of the designer."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed, RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, UnreadablePostError
from django.http.response import HttpResponseBase
from django.middleware.common import CommonMiddleware
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.urls import resolve, reverse
from django.utils.http import urlencode
from django.views.defaults import page_not_found

from designer.cloud import catalogue_of
from designer.content.uploads import words_for_size
from designer.models import Design
from designer.operation.clients import client_of
from designer.operation.concurrency import PROVIDER_WAITING, SIGN_INS_WAITING, NoTurn, Turns
from designer.operation.rate_limits import TooManyAttempts
from designer.site.htmx import sending_page
from hotcore.catalogue import using_catalogue
from hotcore.runtime import in_one_stack_chunk, memo
from hotcore.sandbox import guest_work

Answer = Callable[[HttpRequest], HttpResponse]

HEALTH = "/healthz"
FOR_MONITORS = (HEALTH, "/readyz", "/metrics")
ACCOUNTS, PROVIDER = "/accounts/", "/accounts/provider/"
WITHOUT_TURN = (*FOR_MONITORS, ACCOUNTS, "/csp-report/", "/theme/")
MOST_READ, READ_AT_ONCE = 64 * 1024 * 1024, 64 * 1024  # bytes of a body that nobody needs
WAIT_SECONDS = 2.0  # for which a visitor's request waits for its turn
SIGN_IN_SECONDS = 10.0  # the same for a sign-in
SIGN_IN = "X-Sign-In"
"""The header that tells a script that the user is signed out, with the address of the sign-in page."""


def one_stack_chunk(get_response: Answer) -> Answer:
    """Handle requests, with all other middleware, where the calls of templates in templates map no memory."""
    return lambda request: in_one_stack_chunk(get_response, request)


def one_memo(get_response: Answer) -> Answer:
    """Handle requests so that what several steps of one work out is worked out once, until its response is made."""

    def answer(request: HttpRequest) -> HttpResponse:
        with memo():
            return get_response(request)

    return answer


def health_check(get_response: Answer) -> Answer:
    """Respond to the health check before all that only pages need: monitors ask every few seconds."""
    match = cache(lambda: resolve(HEALTH))

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path_info != HEALTH:
            return get_response(request)
        request.resolver_match = match()
        response: HttpResponse = match().func(request)
        return response

    return answer


class CheckedHost(CommonMiddleware):
    """Django's common middleware, without its host check for what monitors request by IP address."""

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        """Check the host, except for monitors."""
        return None if request.path_info in FOR_MONITORS else super().process_request(request)


class Visitors:
    """Gives visitors their share of the work, so that people who are signed in never wait for them.

    A visitor's request needs a turn, and what it has computed in other processes runs in those for visitors. Whoever
    has none, or guesses too often, gets 429 and learns when to try again. Signing in has turns of its own, one at a
    time, since passwords cost processor time on purpose: nobody who looks at templates keeps others from signing in.
    So has signing in by a provider, which may be slow to answer.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response
        self.turns = Turns(settings.VISITORS, settings.VISITORS_PER_CLIENT, 2 * settings.VISITORS, WAIT_SECONDS)
        self.sign_ins = Turns(1, 1, SIGN_INS_WAITING, SIGN_IN_SECONDS)
        self.by_provider = Turns(1, 1, PROVIDER_WAITING, SIGN_IN_SECONDS)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on when it has a turn."""
        turns = self.turns_for(request)
        if turns is None:
            return self.get_response(request)
        read_form(request)
        try:
            with turns.turn(client_of(request)), guest_work():
                return self.get_response(request)
        except NoTurn as refused:
            return too_many(request, refused.seconds)

    def turns_for(self, request: HttpRequest) -> Turns | None:
        """Return the turns of which a request needs one; None if it needs none."""
        if request.user.is_authenticated:
            return None
        if request.method == "POST" and request.path_info.startswith(ACCOUNTS):
            return self.by_provider if request.path_info == PROVIDER else self.sign_ins
        return None if request.path_info.startswith(WITHOUT_TURN) else self.turns

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Respond with 429 to somebody who has tried too often."""
        return too_many(request, exception.seconds) if isinstance(exception, TooManyAttempts) else None


def read_form(request: HttpRequest) -> None:
    """Read the form of a request before its turn begins, so that whoever sends it slowly keeps nobody waiting."""
    with suppress(UnreadablePostError, RequestDataTooBig):  # the check of the form's token meets that again
        len(request.POST)


def too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    """Return a response that says when to try again."""
    response = render(request, "429.html", {"seconds": seconds, "minutes": -(-seconds // 60)}, status=429)
    response["Retry-After"] = str(seconds)
    return response


class _PaddedResponses(GZipMiddleware):
    """Compresses responses, and adds more random bytes than Django does by itself."""

    max_random_bytes = 1000


class CompressedPages(GZipMiddleware):
    """Compresses responses, except for zips, which are compressed already.

    The length of a page may tell whoever measures it whether a guess in its address stands elsewhere in it (BREACH), so
    random bytes are added: as many as Django does, and more to a response whose address has a query, which may be a
    guess. "Compression" in docs/operating.md says what else stands in the way.
    """

    def __init__(self, get_response: Answer) -> None:
        super().__init__(get_response)
        self.to_queries = _PaddedResponses(get_response)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress a response."""
        if response.get("Content-Type") == "application/zip":
            return response
        if request.META.get("QUERY_STRING"):
            return self.to_queries.process_response(request, response)
        return super().process_response(request, response)


class BodilessHead:
    """Sends the headers of a GET request, and no body, in response to HEAD."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, and drop the body."""
        response = self.get_response(request)
        if request.method == "HEAD" and not response.streaming:
            response.headers.setdefault("Content-Length", str(len(response.content)))
            response.content = b""
        return response


class ReadBodies:
    """Reads what a view has left of a body, so that the client gets the response and no broken connection."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, and read the rest of its body, as far as that is reasonable."""
        response = self.get_response(request)
        if int(request.headers.get("Content-Length") or 0) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            left = MOST_READ
            while left > 0 and (chunk := request.read(READ_AT_ONCE)):
                left -= len(chunk)
        return response


class BoundedBodies:
    """Refuses a request that is larger than any page needs, before anything stores its files on the way to a view."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, unless it is too large."""
        if int(request.headers.get("Content-Length") or 0) <= settings.LARGEST_REQUEST:
            return self.get_response(request)
        return render(request, "413.html", {"most": words_for_size(settings.LARGEST_REQUEST)}, status=413)


class PrivatePages:
    """Lets neither browsers nor proxies store a response, unless its view has said otherwise in `Cache-Control`."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, and set the header."""
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "no-store")
        return response


class CatalogueInUse:
    """Uses the resource types of the connected cloud, which are looked for when they are needed."""

    def __init__(self, get_response: Answer) -> None:
        if not settings.CLOUDS:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        with using_catalogue(cache(partial(catalogue_of, request))):
            return self.get_response(request)


class GoneDesigns:
    """Responds with 404 when a design is deleted while a request is working on it."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Respond with 404 for a deleted design; leave other exceptions alone."""
        return page_not_found(request, exception) if isinstance(exception, Design.DoesNotExist) else None


class SignedOut:
    """Tells a page's script that its user has been signed out elsewhere, in place of a 403 or 404 response.

    Whether the template exists makes no difference.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Respond with 403 and the address of the sign-in page."""
        response = self.get_response(request)
        if response.status_code in (403, 404) and is_signed_out(request):
            response.status_code = 403
            response[SIGN_IN] = sign_in_address(request)
        return response


def is_signed_out(request: HttpRequest) -> bool:
    """Whether this is an htmx request to a template's address by somebody who is not signed in."""
    found = request.resolver_match
    is_asked = bool(getattr(request, "htmx", False)) and found is not None and "slug" in found.kwargs
    return is_asked and not request.user.is_authenticated


def sign_in_address(request: HttpRequest) -> str:
    """Return the address of the sign-in page that leads back to the current page."""
    return f"{reverse('login')}?{urlencode({'next': sending_page(request) or request.path})}"
