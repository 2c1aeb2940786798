"""What a connected cloud offers for a parameter, as the list under its field."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from designer.cloud import connection_of
from designer.cloud.fault_messages import fault_context
from designer.cloud.project.choices import choices as choices_in
from designer.cloud.project.choices import constraint_of
from designer.cloud.project.list_definitions import LISTINGS
from designer.cloud.project.lists import is_fresh, kept_lists, read_list
from designer.cloud.service.faults import CloudFault
from designer.fill.form.fields import key_of
from designer.fill.opened import Opened, opened_by, opened_by_link
from designer.models import CloudConnection, CloudList
from hotcore.parameters import fits

LONGEST = 255  # characters of what is searched for


@require_safe
def choices(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the choices for a parameter of a design that the user may read."""
    return answer(request, opened_by(request.user, slug))


@require_safe
def shared_choices(request: HttpRequest, token: str) -> HttpResponse:
    """Show them to the holder of a link, who is connected to a cloud of their own."""
    return answer(request, opened_by_link(request, token))


def answer(request: HttpRequest, opened: Opened) -> HttpResponse:
    """Return the list; it is read from the cloud where it is not known, is too old, or shall be read again."""
    connection = connection_of(request)
    parameter = opened.template.parameters.get(request.GET.get("name", "")) if opened.template else None
    constraint = constraint_of(parameter) if parameter and not parameter.hidden else ""
    if connection is None or parameter is None or not constraint:
        raise Http404
    found, fault = listed(connection, constraint, is_wanted="refresh" in request.GET)
    typed, current = (request.GET.get(key, "")[:LONGEST] for key in ("q", "value"))
    context = {
        "key": key_of(parameter.name),
        "choices": choices_in(found, typed, current, lambda value: fits(parameter, value)) if found else None,
        "typed": typed,
        "connection": connection,
        "read_at": found.read_at if found else None,
    }
    if fault:
        context |= fault_context(request, connection, fault) | {
            "back": opened.address,
            "listed": LISTINGS[constraint].title,
        }
    return render(request, "cloud/_choices.html", context)


def listed(
    connection: CloudConnection, constraint: str, *, is_wanted: bool
) -> tuple[CloudList | None, CloudFault | None]:
    """Return a list, and why it could not be read; the former one stays."""
    found = kept_lists(connection, {constraint}).get(constraint)
    if found and is_fresh(found) and not is_wanted:
        return found, None
    try:
        return read_list(connection, constraint), None
    except CloudFault as fault:
        return found, fault
