"""The second factor of one's own account: set up, with recovery codes, and turned off again."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from designer.accounts.forms import PasswordAgain, SecondFactorForm
from designer.accounts.second_factors import (
    has_second_factor,
    recovery_codes_renew,
    second_factor_add,
    second_factor_remove,
    set_up_begin,
    set_up_secret,
)
from designer.models import RecoveryCode
from designer.operation.clients import client_of
from designer.operation.rate_limits import count_sign_in, forget_sign_in


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def second_factor(request: HttpRequest) -> HttpResponse:
    """Set up the second factor, or change it once there is one; the password is asked again for each."""
    person = request.user
    assert person.is_authenticated
    if settings.SECOND_FACTOR == "off":
        raise Http404
    return changed(request, person) if has_second_factor(person) else set_up(request, person)


def set_up(request: HttpRequest, person: User) -> HttpResponse:
    """Show the secret for an app; with a code that the app then shows, store it and show the recovery codes."""
    form = SecondFactorForm(person, client_of(request), request.POST if "add" in request.POST else None)
    sent = request.POST.get("secret", "")
    if form.is_valid():
        codes = checked(request, person, form.cleaned_data["code"], set_up_secret(person, sent))
        if codes:
            return render(request, "accounts/recovery_codes.html", {"codes": codes})
        form.add_error("code", _("This is not the code that the app shows now. Is its clock right?"))
    secret, image, sealed = set_up_begin(person, sent)
    is_required = settings.SECOND_FACTOR == "required"
    context = {"form": form, "secret": secret, "image": image, "sealed": sealed, "is_required": is_required}
    return render(request, "accounts/second_factor.html", context)


def checked(request: HttpRequest, person: User, code: str, secret: str) -> list[str] | None:
    """Add the second factor if the code is right, and return the recovery codes; wrong codes count as at sign-in."""
    name = person.get_username()
    count_sign_in(name, client_of(request), step="code")
    codes = second_factor_add(person=person, secret=secret, code=code) if secret else None
    if codes:
        forget_sign_in(name, client_of(request), step="code")
    return codes


def changed(request: HttpRequest, person: User) -> HttpResponse:
    """Show how many recovery codes are left; create new ones, or turn the second factor off."""
    form = PasswordAgain(person, client_of(request), request.POST if request.method == "POST" else None)
    if form.is_valid() and "renew" in request.POST:
        return render(request, "accounts/recovery_codes.html", {"codes": recovery_codes_renew(person=person)})
    if form.is_valid() and "remove" in request.POST:
        second_factor_remove(person=person)
        messages.success(request, _("Your second factor is turned off."))
        return redirect("account")
    context = {
        "form": form,
        "left": RecoveryCode.objects.filter(person=person).count(),
        "is_required": settings.SECOND_FACTOR == "required",
    }
    return render(request, "accounts/second_factor_on.html", context)
