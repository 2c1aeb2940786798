"""A sent form that needs an account: it is carried through the pages that lead to one, and then sent again.

It is in hidden fields of these pages only, so that the server stores nothing of people whom it does not know. On the
way to an OpenID provider and back, the browser keeps it, for this tab only.
"""

from django.http import HttpRequest

PREFIX = "carried-"
ARRIVES = "arrives"  # the button that leads from one of these pages to another
KEPT = "kept"  # the field, and what the session remembers, of a form that the browser keeps on the way to the provider


def carried_by(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the names and values of the fields that a page carries."""
    return [(name.removeprefix(PREFIX), request.POST[name]) for name in request.POST if name.startswith(PREFIX)]
