"""What templates need to know of clouds."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from urllib.parse import quote

from django import template
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from designer.cloud import LOOKS_ONLY, catalogue_state, connection_of, offers_clouds
from designer.deployment.plans.nested_changes import loses_inside
from designer.fill.values.in_stack import FIELD as IN_STACK
from designer.models import CloudConnection, Design
from designer.site.htmx import sending_page

register = template.Library()

THINGS = {
    "servers": _("Servers"),
    "cores": _("Cores"),
    "memory": _("Memory"),
    "volumes": _("Volumes"),
    "volume-size": _("Volume size"),
    "floatingip": _("Addresses"),
    "network": _("Networks"),
    "port": _("Ports"),
    "router": _("Routers"),
    "security_group": _("Security groups"),
    "subnet": _("Subnets"),
}
"""What a quota is about, in words."""


ACTIONS = {
    "create": _("added"),
    "delete": _("deleted"),
    "replace": _("replaced"),
    "unchanged": _("unchanged"),
    "unknown": _("not sure"),
    "update": _("changed in place"),
}
"""What becomes of a resource, in words."""


@register.filter
def action_words(action: str) -> str:
    """Return what becomes of a resource, in words."""
    return str(ACTIONS.get(action, action))


register.filter(loses_inside)


@register.filter
def thing_title(thing: str) -> str:
    """Return what a quota is about, in words."""
    return str(THINGS.get(thing, thing))


@register.filter
def in_quota(number: int, thing: str) -> str:
    """Return how much of a thing a quota tells, with the unit."""
    if thing == "memory":
        return f"{number // 1024} GiB" if number % 1024 == 0 else f"{number} MiB"
    return f"{number} GiB" if thing == "volume-size" else str(number)


@register.filter
def missing_in_quota(row: Mapping[str, Any]) -> str:
    """Return how much of a thing a row of a plan's quota lacks, with the unit."""
    return in_quota(row["needed"] - row["left"], row["thing"])


@register.simple_tag
def design_address(design: Design, resource: str, property_name: str = "") -> str:
    """Return the address of the design page with a resource chosen, and the field of a property focused."""
    path = ["resources", resource, *(("properties", property_name) if property_name else ())]
    return f"{reverse('design', args=[design.slug])}#{'/'.join(quote(key, safe='') for key in path)}"


@register.simple_tag
def stacks_query(search: str, kind: str) -> str:
    """Return the query of the list of stacks for a search and a kind; without empty ones."""
    return urlencode({key: value for key, value in (("q", search), ("kind", kind)) if value})


@register.filter
def count_of(counts: Mapping[str, int | None] | None, kind: str) -> str:
    """Return how many stacks of a kind there are; empty where that is not known."""
    number = (counts or {}).get(kind)
    return "" if number is None else str(number)


@register.filter
def since(at: datetime, began: datetime) -> str:
    """Return the time since the beginning as minutes and seconds, "1:18"."""
    minutes, seconds = divmod(max(0, round((at - began).total_seconds())), 60)
    return f"{minutes}:{seconds:02}"


@register.inclusion_tag("cloud/_chip.html", takes_context=True)
def cloud_chip(context: dict[str, Any], *, is_update: bool = False) -> dict[str, Any]:
    """Render the button of the connection to a cloud."""
    request = context["request"]
    if not offers_clouds(request):
        return {"is_shown": False}
    back = sending_page(request) or request.get_full_path()
    connection = connection_of(request)
    looks_only = connection is not None and request.session.get(LOOKS_ONLY) == connection.pk
    told = {"connection": connection, "state": _state_of(connection), "looks_only": looks_only}
    return {"is_shown": True, **told, "is_update": is_update, "back": back}


def _state_of(connection: CloudConnection | None) -> str:
    """Return what the button of a connection says: `none`, `ended`, `away`, `connected`."""
    if connection is None:
        return "none"
    return "ended" if connection.has_ended else "away" if connection.away_since else "connected"


@register.inclusion_tag("deployment/_runs_tab.html", takes_context=True)
def runs_tab(context: dict[str, Any]) -> dict[str, Any]:
    """Render the tab of a template's runs."""
    is_here = context.get("page") == "runs"
    return {"is_shown": offers_clouds(context["request"]), "design": context["design"], "is_here": is_here}


@register.simple_tag(takes_context=True, name="offers_clouds")
def has_clouds(context: dict[str, Any]) -> bool:
    """Whether the page mentions clouds; that of an error, which is rendered without a request, does not."""
    return "request" in context and offers_clouds(context["request"])


@register.inclusion_tag("deployment/_stacks_item.html", takes_context=True)
def stacks_item(context: dict[str, Any]) -> dict[str, Any]:
    """Render the item of a person's menu that leads to the stacks of the connected project."""
    return {"is_shown": offers_clouds(context["request"])}


@register.simple_tag(takes_context=True)
def can_plan(context: dict[str, Any]) -> bool:
    """Whether the form can be planned, which is its primary button then; a link's form cannot."""
    connection = connection_of(context["request"])
    is_usable = connection is not None and bool(connection.project_id) and not connection.has_ended
    return is_usable and not context.get("link")


@register.inclusion_tag("deployment/_plan_button.html", takes_context=True)
def plan_button(context: dict[str, Any], *, is_in_foot: bool = False) -> dict[str, Any]:
    """Render the button that plans a run with the values of the form."""
    request = context["request"]
    stack = request.GET.get("stack") or request.POST.get("stack", "")  # the form sends on what its address began with
    return {
        "is_shown": can_plan(context),
        "design": context["design"],
        "stack": stack,
        "in_stack": request.POST.get(IN_STACK, ""),
        "is_in_foot": is_in_foot,
    }


@register.inclusion_tag("cloud/_layer.html", takes_context=True)
def cloud_layer(context: dict[str, Any]) -> dict[str, Any]:
    """Render the layer that this button opens."""
    return {"is_shown": offers_clouds(context["request"])}


@register.inclusion_tag("cloud/_catalogue_line.html", takes_context=True)
def catalogue_line(context: dict[str, Any]) -> dict[str, Any]:
    """Render the line that says whose resource types a page shows."""
    request = context["request"]
    state = catalogue_state(request)
    return {"is_shown": state is not None, "next": request.get_full_path(), **(state or {})}
