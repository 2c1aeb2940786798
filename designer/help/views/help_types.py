"""The help pages of resource types: the list and the page of each type."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from designer.help.resource_types import facts, find_type, relations, rows, service_of, services, status_of
from designer.site.pages import render_page

LONGEST = 100  # characters of a search


@require_safe
def help_types(request: HttpRequest) -> HttpResponse:
    """List the resource types by service, or those that match every word of a search."""
    search = request.GET.get("q", "").replace("\0", "")[:LONGEST].strip()
    found, hidden = services(search)
    context = {
        "search": search,
        "services": found,
        "hidden": hidden,
        "count": sum(len(service.types) for service in found),
    }
    return render_page(request, "help/help_types.html", context, partial="results")


@require_safe
def help_type(request: HttpRequest, name: str) -> HttpResponse:
    """Show the properties and attributes of a resource type; an alias redirects to the type's own name."""
    kind = find_type(name)
    if kind is None:
        raise Http404
    if kind.name != name:
        return redirect("help_type", kind.name)
    context = {
        "kind": kind,
        "service": service_of(name),
        "status": status_of(kind.support),
        "facts": facts(kind),
        "relations": relations(kind, old=False),
        "old_relations": relations(kind, old=True),
        "rows": rows(kind.properties, hidden=False, main=kind.main_properties),
        "old_rows": rows(kind.properties, hidden=True),
        "policy_rows": rows(kind.update_policy or {}, hidden=False),
        "attributes": [(key, schema, status_of(schema.support)) for key, schema in sorted(kind.attributes.items())],
    }
    return render(request, "help/help_type.html", context)
