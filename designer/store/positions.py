"""Write operations on the positions of cards, as in `designs`."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User

from designer.models import Design, DiagramView, Positions


def positions_save(
    *, design: Design, owner: User, path: str, view: DiagramView, places: Mapping[str, list[float]]
) -> None:
    """Replace a user's node positions in a diagram; without any, delete them."""
    diagram: dict[str, Any] = {"design": design, "owner": owner, "path": path, "view": view}
    if places:
        Positions.objects.update_or_create(**diagram, defaults={"places": dict(places)})
    else:
        Positions.objects.filter(**diagram).delete()
