"""The page about people: an administrator invites and deactivates them, and lets them come in again or not."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designer.accounts.invitation import InvitationForm
from designer.accounts.mails import send_invitation
from designer.accounts.people import password_link_create, password_path, person_invite, person_set_active
from designer.accounts.second_factors import second_factor_reset
from designer.administration.queries import people_list
from designer.site.requests import parse_number
from designer.store.access import get_administrator

PAGE_SIZE = 50
LONGEST_SEARCH = 150


@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest) -> HttpResponse:
    """Show the people of the instance, and change their accounts; for administrators only."""
    administrator = get_administrator(request.user)
    if request.method != "POST":
        return page(request, InvitationForm())
    if "invite" in request.POST:
        return invited(request)
    for act in ("link", "reset", "disconnect", "deactivate", "activate"):
        if act in request.POST:
            person = get_object_or_404(User, pk=parse_number(request.POST[act]))
            return changed(request, administrator, person, act)
    raise Http404


def invited(request: HttpRequest) -> HttpResponse:
    """Create an account; mail its owner the link that sets a password, or show it."""
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return page(request, form)
    person = person_invite(name=form.cleaned_data["username"], email=form.cleaned_data["email"])
    address = request.build_absolute_uri(password_path(person))
    if not send_invitation(person, address):
        return page(request, InvitationForm(), made=person, address=address)
    messages.success(request, _("%(name)s has an account. The invitation was sent.") % {"name": person.get_username()})
    return redirect("people")


def changed(request: HttpRequest, administrator: User, person: User, act: str) -> HttpResponse:
    """Make a link that sets a password and show it, or change how a person signs in, or whether they do."""
    if act == "link":
        address = request.build_absolute_uri(password_link_create(person=person))
        return page(request, InvitationForm(), made=person, address=address)
    if act == "reset":
        second_factor_reset(person=person)
        messages.success(request, _("%(name)s has no second factor now.") % {"name": person.get_username()})
        return redirect("people")
    if person == administrator:
        raise Http404  # the last administrator would lock everybody out
    if act == "disconnect":
        return disconnected(request, person)
    person_set_active(person=person, is_active=act == "activate")
    words = _("%(name)s can sign in again.") if act == "activate" else _("%(name)s is signed out and cannot sign in.")
    messages.success(request, words % {"name": person.get_username()})
    return redirect("people")


def disconnected(request: HttpRequest, person: User) -> HttpResponse:
    """Let a person no longer come in by the provider: their account of it is lost, or somebody else's now."""
    if not settings.OIDC_ISSUER:
        raise Http404
    from designer.accounts.provider_people import identities_reset

    identities_reset(person=person)
    words = _("%(name)s is signed out, and can no longer sign in with %(provider)s.")
    messages.success(request, words % {"name": person.get_username(), "provider": settings.OIDC_NAME})
    return redirect("people")


def page(request: HttpRequest, form: InvitationForm, **made: Any) -> HttpResponse:
    """Render the page; `made` is a person, with the `address` at which they set a password."""
    text = request.GET.get("q", "")[:LONGEST_SEARCH].replace("\0", "")
    found = Paginator(people_list(text), PAGE_SIZE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {"provider": settings.OIDC_NAME}
    context |= {"people": found, "form": form, "q": text, "page_query": f"{urlencode({'q': text})}&" if text else ""}
    return render(request, "administration/people.html", {**context, **made})
