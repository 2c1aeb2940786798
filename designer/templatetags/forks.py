"""The origin of forked templates."""

from django import template

from designer.models import Design
from designer.store.access import find_readable_origin

register = template.Library()


@register.simple_tag(takes_context=True)
def origin_of(context: template.Context, design: Design) -> Design | None:
    """Return the template that a fork was made from; None if the user may not see it or it was deleted."""
    return find_readable_origin(context["user"], design)
