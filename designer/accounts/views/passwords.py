"""Passwords: changed by their owner, or set by a link that came by mail or from an administrator."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm, PasswordResetForm, SetPasswordForm
from django.contrib.auth.views import PasswordResetConfirmView, PasswordResetView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from designer.accounts.second_factors import code_await, has_second_factor
from designer.models import Act
from designer.operation.audit import record
from designer.operation.clients import client_of
from designer.operation.rate_limits import count_attempt, count_sign_in, forget_sign_in


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Change the password, or set a first one after signing in by a local sign-in link."""
    user = request.user
    assert user.is_authenticated
    kind = PasswordChangeForm if user.has_usable_password() else SetPasswordForm
    form = kind(user, request.POST if request.method == "POST" else None)
    if form.is_bound and user.has_usable_password():
        count_sign_in(user.get_username(), client_of(request))
        if form.is_valid() or "old_password" not in form.errors:
            forget_sign_in(user.get_username(), client_of(request))
    if form.is_valid():
        update_session_auth_hash(request, form.save())
        record(Act.PASSWORD_CHANGED, by=user)
        messages.success(request, _("Your password has been changed. You are now signed out everywhere else."))
        return redirect("account")
    return render(request, "accounts/password.html", {"form": form})


class Forgot(PasswordResetView):
    """Mails a link that sets a new password; without a mail server, says whom to ask."""

    template_name = "accounts/forgot.html"
    email_template_name = "accounts/forgot.txt"
    subject_template_name = "accounts/forgot_subject.txt"
    success_url = reverse_lazy("login")

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        """Add whether mails can be sent."""
        return super().get_context_data(sends_mails=settings.SENDS_MAILS, **context)

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        """Send the mail, and do not tell whether anybody has the address."""
        count_attempt("sign-up", client_of(self.request))
        messages.info(self.request, _("If an account has this e-mail address, a mail is on its way."))
        return super().form_valid(form) if settings.SENDS_MAILS else redirect("forgot")


class Reset(PasswordResetConfirmView):
    """Sets a password by a link, and signs its owner in."""

    template_name = "accounts/reset.html"
    success_url = reverse_lazy("library")

    def form_valid(self, form: SetPasswordForm) -> HttpResponse:
        """Set the password, record it and sign in; ask for the code of whoever has a second factor first."""
        record(Act.PASSWORD_CHANGED, by=self.user)
        self.post_reset_login = not has_second_factor(form.user)
        response = super().form_valid(form)
        if self.post_reset_login:
            return response
        code_await(self.request, form.user)
        return redirect("code")


forgot = Forgot.as_view()
reset = Reset.as_view()
