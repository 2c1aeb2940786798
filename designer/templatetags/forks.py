"""The origin of forked templates."""

from django import template

from designer.access import find_readable_origin
from designer.models import Design

register = template.Library()


@register.simple_tag(takes_context=True)
def origin_of(context: template.Context, design: Design) -> Design | None:
    """Return the template that a fork was made from; None if the user may not see it or it was deleted."""
    return find_readable_origin(context["user"], design)
