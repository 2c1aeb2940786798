"""Where a person put the nodes of a graph: kept with the design, never in the template."""

import json

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from designer.access import get_readable_design
from designer.drafts.workspace import work_on
from designer.services import positions_keep

MOST, LARGEST, FARTHEST = 5_000, 1024 * 1024, 1_000_000


@require_POST
def positions(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep the places of a graph's nodes, which come as JSON with the `file` whose graph it is; none forgets them."""
    found = get_readable_design(request.user, slug)
    if not isinstance(request.user, User):
        raise Http404
    sent = asked_for(request.body)
    if sent is None:
        return HttpResponseBadRequest(_("These are no places."), content_type="text/plain; charset=utf-8")
    path, places = sent
    work_on(request.user, found, path)  # there is such a file
    positions_keep(design=found, owner=request.user, path=path, places=places)
    return HttpResponse(status=204)


def asked_for(body: bytes) -> tuple[str, dict[str, list[float]]] | None:
    """Read the file and the places, a map of name to x and y."""
    try:
        sent = json.loads(body) if len(body) <= LARGEST else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(sent, dict) or not is_name(path := sent.get("file", "")):
        return None
    places = sent.get("places")
    if not isinstance(places, dict) or len(places) > MOST:
        return None
    return (path, places) if all(is_name(name) and is_place(place) for name, place in places.items()) else None


def is_name(value: object) -> bool:
    """Whether a value is a text that every database keeps: no NUL in it, and no half of a character."""
    return isinstance(value, str) and "\0" not in value and not any("\ud800" <= one <= "\udfff" for one in value)


def is_place(value: object) -> bool:
    """Whether a value is a place: two numbers that are not beyond all sense."""
    if not isinstance(value, list) or len(value) != 2:
        return False
    numbers = [one for one in value if isinstance(one, int | float) and not isinstance(one, bool)]
    return len(numbers) == 2 and all(abs(one) <= FARTHEST for one in numbers)
