"""Forms by which people come in, and what they share with other ways in."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth import login as sign_in
from django.contrib.auth.models import User
from django.contrib.auth.views import RedirectURLMixin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import ngettext
from django.views.generic import FormView

from designer.accounts.carried_form import ARRIVES, carried_by
from designer.accounts.second_factors import AWAITS, BY_PROVIDER
from designer.operation.rate_limits import TooManyAttempts


class EntryForm(RedirectURLMixin, FormView, ABC):
    """A form by which somebody comes in, and goes on where they were: with a form that they had sent, if there is one.

    A sent form that needs an account is carried through the pages in hidden fields; nothing of it is stored. Attempts
    are limited.
    """

    next_page = settings.LOGIN_REDIRECT_URL
    refused = ""

    def get_form_kwargs(self) -> dict[str, Any]:
        """Check nothing of a form that only leads here, or that comes too often."""
        kwargs = super().get_form_kwargs()
        if ARRIVES not in self.request.POST and not self.refused:
            return kwargs
        return {**kwargs, "data": None, "files": None, "initial": {"username": self.request.POST.get("username", "")}}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Count the attempt, unless this is only the way to the form."""
        if ARRIVES in request.POST:
            return self.get(request, *args, **kwargs)
        try:
            self.count_attempt()
        except TooManyAttempts as refused:
            return self.refuse(refused)
        return super().post(request, *args, **kwargs)

    @abstractmethod
    def count_attempt(self) -> None:
        """Count an attempt; raise `TooManyAttempts` if it is one too many."""

    def refuse(self, refused: TooManyAttempts) -> HttpResponse:
        """Respond with 429 and the form, with the name that was typed and without its password."""
        self.refused = words_of(refused)
        response = self.render_to_response(self.get_context_data(), status=429)
        response["Retry-After"] = str(refused.seconds)
        return response

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        """Add the page to continue with, the carried form, and why the form was not accepted."""
        added = {"next": self.get_redirect_url(), "carried": carried_by(self.request), "refused": self.refused}
        return super().get_context_data(**added, **context)

    def go_on(self) -> HttpResponse:
        """Redirect to the page to continue with, or send the carried form there."""
        return go_on_to(self.request, self.get_success_url(), carried_by(self.request))


def go_on_to(
    request: HttpRequest, address: str, fields: Sequence[tuple[str, str]], *, is_kept: bool = False
) -> HttpResponse:
    """Redirect to the page to continue with, or send the form there that is carried along or kept by the browser."""
    if not fields and not is_kept:
        return HttpResponseRedirect(address)
    return render(request, "accounts/resume.html", {"address": address, "fields": fields})


def sign_in_with(request: HttpRequest, person: User, provider: str) -> None:
    """Sign somebody in, who came by the provider of this name, if by one."""
    request.provider = provider  # type: ignore[attr-defined] # for the audit log
    sign_in(request, person)
    request.session.pop(AWAITS, None)
    if provider:
        request.session[BY_PROVIDER] = True


def words_of(refused: TooManyAttempts) -> str:
    """Return when the next attempt is possible, in words."""
    minutes = -(-refused.seconds // 60)
    words = ngettext(
        "Too many attempts. Try again in a minute.", "Too many attempts. Try again in %(minutes)d minutes.", minutes
    )
    return words % {"minutes": minutes}
