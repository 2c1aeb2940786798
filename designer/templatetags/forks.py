"""What a template was forked from, as far as the reader may know of it."""

from django import template

from designer.access import find_readable_origin
from designer.models import Design

register = template.Library()


@register.simple_tag(takes_context=True)
def origin_of(context: template.Context, design: Design) -> Design | None:
    """Return the template that a fork was made of; nothing where it is private or deleted."""
    return find_readable_origin(context["user"], design)
