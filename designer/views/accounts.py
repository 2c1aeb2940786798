"""Sign-up, sign-in and sign-out: Django's authentication with our pages."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import login as sign_in
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm
from django.contrib.auth.views import LoginView, LogoutView, RedirectURLMixin
from django.forms import EmailField, EmailInput
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET
from django.views.generic import FormView

from designer.audit import record
from designer.clients import client_of
from designer.forms.invitation import check_free
from designer.models import Act
from designer.sign_in_links import claim_link
from designer.throttles import TooManyAttempts, count_attempt, count_sign_in, forget_sign_in
from designer.views.carried import ARRIVES, carried_by

LOCAL_COMMAND = "make link"


class SignUpForm(UserCreationForm):
    """The sign-up form; where mails can be sent, it takes an address for a forgotten password."""

    email = EmailField(
        label=gettext_lazy("E-mail address"),
        required=False,
        max_length=254,
        help_text=gettext_lazy("Only to set a new password if you forget yours."),
        widget=EmailInput(attrs={"autocomplete": "email"}),
    )

    class Meta(UserCreationForm.Meta):
        fields = ("username", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not settings.SENDS_MAILS:
            del self.fields["email"]

    def clean_username(self) -> str:
        """Reject names that are taken or reserved."""
        return check_free(str(super().clean_username()))


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
        fields = carried_by(self.request)
        if not fields:
            return HttpResponseRedirect(self.get_success_url())
        return render(self.request, "accounts/resume.html", {"address": self.get_success_url(), "fields": fields})


@method_decorator([never_cache, sensitive_post_parameters()], name="dispatch")
class SignUp(EntryForm):
    """Creates an account and signs its owner in."""

    template_name = "accounts/signup.html"
    form_class = SignUpForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Say whom to ask where people cannot create accounts."""
        if not settings.SIGN_UP_OPEN:
            return render(request, "accounts/closed.html", status=403)
        return super().dispatch(request, *args, **kwargs)

    def count_attempt(self) -> None:
        """Count an account, whether it is created or not."""
        count_attempt("sign-up", client_of(self.request))

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        """Create the account, sign in and go on."""
        person = form.save()
        record(Act.SIGNED_UP, by=person)
        sign_in(self.request, person)
        return self.go_on()


class Login(EntryForm, LoginView):
    """Signs in by name and password; in local mode it also shows how to get a sign-in link."""

    template_name = "accounts/login.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Lead somebody who is signed in on: to the library, if the next page would be this one again."""
        if not request.user.is_authenticated:
            return super().dispatch(request, *args, **kwargs)
        leads_here = urlsplit(self.get_success_url()).path == request.path
        return redirect(settings.LOGIN_REDIRECT_URL) if leads_here else self.go_on()

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        """Add the other ways in."""
        return super().get_context_data(**login_context(), **context)

    def count_attempt(self) -> None:
        """Count an attempt before its password is checked."""
        count_sign_in(self.request.POST.get("username", ""), client_of(self.request))

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign in and go on."""
        forget_sign_in(self.request.POST.get("username", ""), client_of(self.request))
        sign_in(self.request, form.get_user())
        return self.go_on()


def words_of(refused: TooManyAttempts) -> str:
    """Return when the next attempt is possible, in words."""
    minutes = -(-refused.seconds // 60)
    words = ngettext(
        "Too many attempts. Try again in a minute.", "Too many attempts. Try again in %(minutes)d minutes.", minutes
    )
    return words % {"minutes": minutes}


def login_context() -> dict[str, Any]:
    """Return what the sign-in page says about other ways in."""
    return {"local_command": LOCAL_COMMAND if settings.LOCAL else "", "is_sign_up_open": settings.SIGN_UP_OPEN}


def sign_in_to_send(request: HttpRequest, address: str, fields: Mapping[str, str]) -> HttpResponse:
    """Respond with the sign-in page, from which the sent form goes on to its address."""
    context = {
        "form": AuthenticationForm(request),
        "next": address,
        "carried": fields.items(),
        **login_context(),
    }
    response = render(request, "accounts/login.html", context)
    response["Cache-Control"] = "no-store"
    return response


signup = SignUp.as_view()
login = Login.as_view()
logout = LogoutView.as_view()


@never_cache
@require_GET
def local(request: HttpRequest, token: str) -> HttpResponse:
    """Sign the local user in by the link that `make run` printed, which works once and for a short time."""
    if not settings.LOCAL:
        raise Http404
    user = claim_link(token)
    if user is None and request.user.is_authenticated:
        return redirect("library")
    if user is None:
        return render(request, "accounts/local.html", {"local_command": LOCAL_COMMAND}, status=403)
    sign_in(request, user)
    return redirect("library")
