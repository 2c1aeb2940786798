"""The catalogue of the connected project, read from its Heat part by part, and the line that says how far that is."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe
from django_htmx.http import trigger_client_event

from designer.cloud import connection_of
from designer.cloud.fault_messages import tell_button
from designer.cloud.project.catalogue import read_on
from designer.cloud.project.facts import kept_catalogues
from designer.cloud.views.clouds import address_back
from designer.site.htmx import sending_page
from hotcore.catalogue import shipped_catalogue


@login_required
@require_safe
def catalogue(request: HttpRequest) -> HttpResponse:
    """Read on for some seconds; the page asks for more until all is read, and learns when there is a new catalogue."""
    connection = connection_of(request)
    if connection is None or not connection.project_id:
        raise Http404
    was_away = bool(connection.away_since)
    if connection.has_ended:
        found = kept_catalogues(connection).first()
    else:
        found = read_on(connection, is_wanted="refresh" in request.GET)
    if not getattr(request, "htmx", False):
        return redirect(address_back(request, request.GET))
    context = {
        "connection": connection,
        "catalogue": found,
        "is_stale": bool(found and found.unread and not found.fault) and not connection.has_ended,
        "shipped": shipped_catalogue().owner,
        "next": sending_page(request),
    }
    response = render(request, "cloud/_catalogue.html", context)
    if found and not found.unread and not found.fault and not connection.has_ended:
        trigger_client_event(response, "catalogue-changed")
    return tell_button(response, connection, was_away=was_away)
