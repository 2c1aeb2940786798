"""Sign-in by the OpenID provider: the way there, and the way back."""

import logging
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from designer.accounts.carried_form import KEPT
from designer.accounts.entry import go_on_to, sign_in_with
from designer.accounts.forms import PasswordAgain
from designer.accounts.second_factors import code_await, has_second_factor
from designer.models import Act
from designer.operation.audit import record
from designer.operation.clients import client_of
from designer.operation.rate_limits import CLIENT_IN_ALL, count_attempt, forget_attempt

GOES_ON, CONNECTS = "provider-goes-on", "provider-connects"
"""What a session remembers meanwhile: the page to go on with, and the person who wants to connect their account."""

log = logging.getLogger(__name__)

View = Callable[[HttpRequest], HttpResponse]


def only_with_provider(view: View) -> View:
    """Respond with 404 where no provider is configured."""

    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        if not settings.OIDC_ISSUER:
            raise Http404
        return view(request)

    return answer


@sensitive_post_parameters("password")
@require_POST
@only_with_provider
def provider(request: HttpRequest) -> HttpResponse:
    """Send the browser to the provider; whoever connects their account with it, or disconnects it, is asked for their
    password first."""
    from designer.accounts.openid import ProviderFailed, sign_in_begin

    if request.user.is_authenticated:
        if not PasswordAgain(request.user, client_of(request), request.POST).is_valid():
            messages.error(request, _("This is not your password."))
            return redirect("account")
        if "disconnect" in request.POST:
            return disconnect(request, request.user)
    count_attempt("sign-in", "provider", client_of(request), times=CLIENT_IN_ALL)
    request.session[GOES_ON] = request.POST.get("next", "")
    request.session[CONNECTS] = request.user.pk
    request.session[KEPT] = KEPT in request.POST
    try:
        address = sign_in_begin(request, request.build_absolute_uri(reverse("provider_callback")))
    except ProviderFailed as error:
        return refused(request, failure(error), status=502)
    # No redirect: browsers apply the `form-action` of our policy to all that follows a form, at other hosts too.
    return render(request, "accounts/leaving.html", {"address": address, "provider": settings.OIDC_NAME})


@require_GET
@only_with_provider
def provider_callback(request: HttpRequest) -> HttpResponse:
    """Sign in whom the provider has sent back, or connect their account; or say why not."""
    from designer.accounts.openid import ProviderFailed, SignInCancelled, SignInStale, sign_in_end
    from designer.accounts.provider_people import NotRecognized, person_recognize

    try:
        claims = sign_in_end(request)
    except SignInCancelled:
        return refused(request, _("You did not sign in at %(provider)s.") % {"provider": settings.OIDC_NAME})
    except SignInStale:
        return refused(request, _("This sign-in has expired, or began in another browser. Begin again."))
    except ProviderFailed as error:
        return refused(request, failure(error), status=502)
    forget_attempt("sign-in", "provider", client_of(request), times=CLIENT_IN_ALL)
    is_kept = request.session.pop(KEPT, False)
    connects = request.session.pop(CONNECTS, None)
    if request.user.is_authenticated and connects == request.user.pk:
        return connect(request, request.user, claims.subject)
    try:
        person = person_recognize(claims)
    except NotRecognized as reason:
        record(Act.PROVIDER_REFUSED, settings.OIDC_NAME)
        return refused(request, str(reason))
    return come_in(request, person, is_kept=is_kept)


def come_in(request: HttpRequest, person: User, *, is_kept: bool) -> HttpResponse:
    """Sign a person in and go on; ask for their code first if they have an app."""
    goes_on = request.session.pop(GOES_ON, "")
    if not url_has_allowed_host_and_scheme(goes_on, request.get_host(), require_https=request.is_secure()):
        goes_on = ""
    if has_second_factor(person):
        code_await(request, person, provider=settings.OIDC_NAME)
        request.session[KEPT] = is_kept
        return HttpResponseRedirect(f"{reverse('code')}?{urlencode({'next': goes_on})}")
    sign_in_with(request, person, settings.OIDC_NAME)
    return go_on_to(request, goes_on or resolve_url(settings.LOGIN_REDIRECT_URL), (), is_kept=is_kept)


def connect(request: HttpRequest, person: User, subject: str) -> HttpResponse:
    """Let somebody who is signed in come in by the provider from now on."""
    from designer.accounts.provider_people import identity_connect

    if identity_connect(person=person, subject=subject):
        words = _("You can sign in with %(provider)s now.")
        messages.success(request, words % {"provider": settings.OIDC_NAME})
    else:
        words = _("This account of %(provider)s belongs to somebody else here.")
        messages.error(request, words % {"provider": settings.OIDC_NAME})
    return redirect("account")


def disconnect(request: HttpRequest, person: User) -> HttpResponse:
    """Let somebody no longer come in by the provider, if they have a password."""
    from designer.accounts.provider_people import identities_disconnect

    if person.has_usable_password():
        identities_disconnect(person=person)
        words = _("You can no longer sign in with %(provider)s.")
        messages.success(request, words % {"provider": settings.OIDC_NAME})
    else:
        messages.error(request, _("Set a password first: you could not sign in without one."))
    return redirect("account")


def failure(error: Exception) -> str:
    """Return what to say when the provider is away or wrong; the log says which, for administrators."""
    from designer.accounts.openid import ProviderUnreadable

    log.warning("Signing in with the OpenID provider failed: %s", error)
    if isinstance(error, ProviderUnreadable):
        words = _("%(provider)s's answer could not be read. Try again in a while.")
    else:
        words = _("%(provider)s does not answer as it should. Try again in a while.")
    return words % {"provider": settings.OIDC_NAME}


def refused(request: HttpRequest, reason: str, *, status: int = 403) -> HttpResponse:
    """Say why somebody does not come in."""
    return render(request, "accounts/provider.html", {"reason": reason, "provider": settings.OIDC_NAME}, status=status)
