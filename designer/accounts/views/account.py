"""A person's own account: what is known of them, and how they change their e-mail address."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from designer.accounts.forms import EmailForm
from designer.accounts.mails import send_confirmation, send_email_changed
from designer.accounts.people import email_change
from designer.accounts.second_factors import has_second_factor
from designer.models import ConfirmedAddress, ProviderIdentity, folded
from designer.operation.clients import client_of
from designer.operation.rate_limits import count_attempt

SALT = "designer.email"


@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Show what is known of a person, with the ways to change it."""
    person = request.user
    assert person.is_authenticated
    context = {
        "is_confirmed": is_confirmed(person),
        "provider": settings.OIDC_NAME if settings.OIDC_ISSUER else "",
        "is_connected": ProviderIdentity.objects.filter(person=person, issuer=settings.OIDC_ISSUER).exists(),
        "offers_second_factor": settings.SECOND_FACTOR != "off",
        "has_second_factor": has_second_factor(person),
    }
    return render(request, "accounts/account.html", context)


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def email(request: HttpRequest) -> HttpResponse:
    """Change the e-mail address: at once, or by a link that is mailed to the new one."""
    person = request.user
    assert person.is_authenticated
    given = request.POST if request.method == "POST" else None
    form = EmailForm(person, client_of(request), given, initial={"email": person.email})
    if not form.is_valid():
        return render(request, "accounts/email.html", {"form": form, "sends_mails": settings.SENDS_MAILS})
    new = form.cleaned_data["email"]
    if not new or not settings.SENDS_MAILS:
        if new != person.email:
            change(person, new, is_confirmed=False)
        messages.success(request, _("Your e-mail address has been changed."))
        return redirect("account")
    count_attempt("sign-up", client_of(request))
    token = signing.dumps([person.pk, person.email, new], salt=SALT)
    if send_confirmation(person, new, request.build_absolute_uri(reverse("confirm_email", args=[token]))):
        words = _("A mail is on its way to %(email)s. Your address changes when you follow the link in it.")
        messages.info(request, words % {"email": new})
    else:
        messages.error(request, _("The mail could not be sent. Your address has not been changed."))
    return redirect("account")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_email(request: HttpRequest, token: str) -> HttpResponse:
    """Change the address once its owner says that it is theirs; to have opened the mail is not enough."""
    person = request.user
    assert person.is_authenticated
    new = address_in(token, person)
    if new and request.method == "POST":
        change(person, new, is_confirmed=True)
        messages.success(request, _("Your e-mail address has been changed."))
        return redirect("account")
    return render(request, "accounts/confirm_email.html", {"email": new}, status=200 if new else 403)


def is_confirmed(person: User) -> bool:
    """Whether a person's address is known to be theirs."""
    return ConfirmedAddress.objects.filter(person=person, address=folded(person.email)).exists()


def address_in(token: str, person: User) -> str:
    """Return the new address in a link; nothing if it is not for this person, has been used or has expired."""
    try:
        key, before, new = signing.loads(token, salt=SALT, max_age=settings.PASSWORD_RESET_TIMEOUT)
    except signing.BadSignature:
        return ""
    return str(new) if (key, before) == (person.pk, person.email) else ""


def change(person: User, new: str, *, is_confirmed: bool) -> None:
    """Change the address, and tell whoever reads the old one."""
    before = person.email
    email_change(person=person, email=new, is_confirmed=is_confirmed)
    if before and folded(before) != folded(new):
        send_email_changed(person, before)
