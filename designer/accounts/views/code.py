"""The code that is asked for after a password: of an app, or a recovery code."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from designer.accounts.carried_form import KEPT, carried_by
from designer.accounts.entry import EntryForm, go_on_to, sign_in_with
from designer.accounts.forms import CodeForm
from designer.accounts.second_factors import awaited, code_use
from designer.models import Act
from designer.operation.audit import record
from designer.operation.clients import client_of
from designer.operation.rate_limits import count_sign_in, forget_sign_in


class Code(EntryForm):
    """Asks somebody who has given their password for the code of their second factor, and signs them in."""

    template_name = "accounts/code.html"
    form_class = CodeForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Let whoever has not given a password begin there."""
        found = awaited(request)
        if found is None:
            return redirect("login")
        self.person, self.provider = found
        return super().dispatch(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Check the code; what comes from the form before is only the way to this one."""
        return super().post(request, *args, **kwargs) if "code" in request.POST else self.get(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, Any]:
        """Check nothing of the form before."""
        kwargs = super().get_form_kwargs()
        return kwargs if "code" in self.request.POST else {**kwargs, "data": None}

    def count_attempt(self) -> None:
        """Count an attempt before the code is checked."""
        count_sign_in(self.person.get_username(), client_of(self.request), step="code")

    def form_valid(self, form: CodeForm) -> HttpResponse:
        """Sign in and go on, if the code is right."""
        if not code_use(person=self.person, code=form.cleaned_data["code"]):
            record(Act.CODE_FAILED, self.person.get_username())
            form.add_error("code", _("This code is wrong or was used before."))
            return self.form_invalid(form)
        forget_sign_in(self.person.get_username(), client_of(self.request), step="code")
        sign_in_with(self.request, self.person, self.provider)
        return self.go_on()

    def go_on(self) -> HttpResponse:
        """Go on, also with a form that the browser has kept on the way to the provider."""
        is_kept = bool(self.provider) and self.request.session.pop(KEPT, False)
        return go_on_to(self.request, self.get_success_url(), carried_by(self.request), is_kept=is_kept)


code = Code.as_view()
