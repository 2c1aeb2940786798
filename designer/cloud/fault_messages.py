"""What a cloud refuses, told on the page that follows, with the buttons that help."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django_htmx.http import trigger_client_event

from designer.cloud.connection.session import LOOKS_ONLY
from designer.cloud.project.reachability import remember_fault
from designer.cloud.project.refusals import explained, for_administrator, forbids_stacks
from designer.cloud.service.faults import CloudFault
from designer.models import CloudConnection


def tell_fault(request: HttpRequest, connection: CloudConnection, fault: CloudFault, after: str = "") -> None:
    """Say it on the next page, with what is so `after` it."""
    context = fault_context(request, connection, fault) | {"after": after}
    if forbids_stacks(context["fault"]):
        request.session[LOOKS_ONLY] = connection.pk
    text = render_to_string("cloud/_fault/message.html", context)
    messages.error(request, text, extra_tags="cloud")


def tell_button(response: HttpResponse, connection: CloudConnection, *, was_away: bool) -> HttpResponse:
    """Return a response to a script that lets the button of the connection be rendered anew, if it says otherwise."""
    if bool(connection.away_since) != was_away:
        trigger_client_event(response, "cloud-told")
    return response


def fault_context(request: HttpRequest, connection: CloudConnection, fault: CloudFault) -> dict[str, Any]:
    """Return what a page shows of a fault."""
    remember_fault(connection, fault)
    told = explained(connection, fault)
    return {"fault": told, "for_administrator": for_administrator(connection, told), "back": request.path}
