"""Node positions of a diagram, stored with the design and never in the template."""

import json

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from designer.design.requests import is_storable
from designer.models import DiagramView
from designer.store.access import get_readable_design
from designer.store.drafts.workspace import work_on
from designer.store.positions import positions_save

MOST, LARGEST, FARTHEST = 5_000, 1024 * 1024, 1_000_000


@require_POST
def positions(request: HttpRequest, slug: str) -> HttpResponse:
    """Save the node positions of a `file`'s diagram in a `view`, sent as JSON; empty `places` delete them."""
    found = get_readable_design(request.user, slug)
    if not isinstance(request.user, User):
        raise Http404
    sent = parsed(request.body)
    if sent is None:
        return HttpResponseBadRequest(
            _("The request does not contain valid positions."), content_type="text/plain; charset=utf-8"
        )
    path, view, places = sent
    work_on(request.user, found, path)  # checks that the file exists
    positions_save(design=found, owner=request.user, path=path, view=view, places=places)
    return HttpResponse(status=204)


def parsed(body: bytes) -> tuple[str, DiagramView, dict[str, list[float]]] | None:
    """Parse the file, the view and the positions, a map of name to x and y."""
    try:
        sent = json.loads(body) if len(body) <= LARGEST else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(sent, dict) or not is_storable(path := sent.get("file", "")):
        return None
    view = sent.get("view", DiagramView.DEPENDENCIES)
    if view not in DiagramView.values:
        return None
    places = sent.get("places")
    if not isinstance(places, dict) or len(places) > MOST:
        return None
    if not all(is_storable(name) and is_position(place) for name, place in places.items()):
        return None
    return path, DiagramView(view), places


def is_position(value: object) -> bool:
    """Whether a value is a position: two numbers within limits, or four, which are a box's corner and its size."""
    if not isinstance(value, list) or len(value) not in (2, 4):
        return False
    numbers = [one for one in value if isinstance(one, int | float) and not isinstance(one, bool)]
    return len(numbers) == len(value) and all(abs(one) <= FARTHEST for one in numbers)
