"""The ways between the views of the conditions page: links, or buttons where a form hands on what no address holds."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_block_tag(takes_context=True)
def way(
    context: template.Context, content: str, address: str, style: str = "", *, rel: str = "", is_chosen: bool = False
) -> SafeString:
    """Lead to another view of the page, with what the block says."""
    current = mark_safe(' aria-current="true"') if is_chosen else ""
    if context["combinations"].is_carried:
        return format_html(
            '<button form="carried" formaction="{}" class="{}"{}>{}</button>', address, style, current, content
        )
    relation = format_html(' rel="{}"', rel) if rel else ""
    return format_html('<a class="{}"{} href="{}"{}>{}</a>', style, relation, address, current, content)
