"""The readiness check for load balancers."""

from collections.abc import Iterator

from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def readyz(_request: HttpRequest) -> HttpResponse:
    """Return 200 if this node can serve pages, else 503 with the reasons."""
    missing = list(reasons())
    return HttpResponse(
        "\n".join(missing or ["ok"]) + "\n", status=503 if missing else 200, content_type="text/plain; charset=utf-8"
    )


def reasons() -> Iterator[str]:
    """Yield what this node lacks."""
    try:
        loader = MigrationLoader(connection)
    except DatabaseError:
        yield "the database does not respond"
    else:
        applied = set(loader.applied_migrations or ())
        if not set(loader.graph.leaf_nodes()) <= applied:
            yield "migrations are missing: run migrate"
    if not getattr(staticfiles_storage, "hashed_files", True):
        yield "static files are missing: run collectstatic"
