"""What the connected project has, read from the cloud in the background of a page that needs it."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from designer.cloud import connection_of
from designer.cloud.fault_messages import tell_button
from designer.cloud.project.facts import read_facts
from designer.cloud.views.clouds import address_back


@login_required
@require_safe
def facts(request: HttpRequest) -> HttpResponse:
    """Read it where it is not known or too old; without a script, lead back to the page."""
    connection = connection_of(request)
    if connection is None or not connection.project_id or connection.has_ended:
        raise Http404
    was_away = bool(connection.away_since)
    read_facts(connection, is_wanted="refresh" in request.GET)
    if getattr(request, "htmx", False):
        return tell_button(HttpResponse(status=204), connection, was_away=was_away)
    return redirect(address_back(request, request.GET))
