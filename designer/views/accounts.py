"""Sign-up, sign-in, sign-out and password change: Django's authentication with our pages."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login as sign_in
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm, UserCreationForm
from django.contrib.auth.views import LoginView, LogoutView, RedirectURLMixin
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods
from django.views.generic import FormView

from designer.samples import SAMPLES_OWNER
from designer.sign_in_links import claim_link

LOCAL_COMMAND = "make link"


class SignUpForm(UserCreationForm):
    """The sign-up form."""

    def clean_username(self) -> str:
        """Reject reserved names."""
        name = str(super().clean_username())
        if name.casefold() == SAMPLES_OWNER:
            raise ValidationError(gettext_lazy("A user with that username already exists."), code="unique")
        return name


@method_decorator([never_cache, sensitive_post_parameters()], name="dispatch")
class SignUp(RedirectURLMixin, FormView):
    """Creates an account and signs its owner in."""

    template_name = "accounts/signup.html"
    form_class = SignUpForm
    next_page = settings.LOGIN_REDIRECT_URL

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        """Add the page to continue with, so that the form carries it."""
        return super().get_context_data(next=self.get_redirect_url(), **context)

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        """Create the account, sign in and redirect."""
        sign_in(self.request, form.save())
        return HttpResponseRedirect(self.get_success_url())


class Login(LoginView):
    """Signs in by name and password; in local mode it also shows how to get a sign-in link."""

    template_name = "accounts/login.html"
    redirect_authenticated_user = True

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        """Add the command that prints a sign-in link, if there is one."""
        return super().get_context_data(local_command=LOCAL_COMMAND if settings.LOCAL else "", **context)


signup = SignUp.as_view()
login = Login.as_view()
logout = LogoutView.as_view()


@never_cache
@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Change the password, or set a first one after signing in by a local sign-in link."""
    user = request.user
    assert user.is_authenticated
    kind = PasswordChangeForm if user.has_usable_password() else SetPasswordForm
    form = kind(user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, _("Your password has been changed. You are now signed out everywhere else."))
        return redirect("password")
    return render(request, "accounts/password.html", {"form": form})


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
