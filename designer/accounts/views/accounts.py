"""Sign-up, sign-in and sign-out: Django's authentication with our pages."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import login as sign_in
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView
from django.forms import EmailField, EmailInput
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET

from designer.accounts.entry import EntryForm
from designer.accounts.invitation import check_free
from designer.accounts.second_factors import code_await, has_second_factor
from designer.accounts.sign_in_links import claim_link
from designer.accounts.views.code import code
from designer.models import Act
from designer.operation.audit import record
from designer.operation.clients import client_of
from designer.operation.rate_limits import count_attempt, count_sign_in, forget_sign_in

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


@method_decorator(sensitive_post_parameters(), name="dispatch")
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
        return self.come_in(form.get_user())

    def come_in(self, person: User) -> HttpResponse:
        """Sign somebody in who has given their password, and go on; ask for their code first if they have an app."""
        if not has_second_factor(person):
            sign_in(self.request, person)
            return self.go_on()
        code_await(self.request, person)
        response = code(self.request)
        assert isinstance(response, HttpResponse)
        return response


def login_context() -> dict[str, Any]:
    """Return what the sign-in page says about other ways in."""
    return {
        "local_command": LOCAL_COMMAND if settings.LOCAL else "",
        "is_sign_up_open": settings.SIGN_UP_OPEN,
        "provider": settings.OIDC_NAME if settings.OIDC_ISSUER else "",
    }


def sign_in_to_send(request: HttpRequest, address: str, fields: Mapping[str, str]) -> HttpResponse:
    """Respond with the sign-in page, from which the sent form goes on to its address."""
    context = {
        "form": AuthenticationForm(request),
        "next": address,
        "carried": fields.items(),
        **login_context(),
    }
    return render(request, "accounts/login.html", context)


signup = SignUp.as_view()
login = Login.as_view()
logout = LogoutView.as_view()


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
