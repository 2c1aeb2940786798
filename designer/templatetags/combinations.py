"""Links between the views of the conditions page, or buttons if a form has to carry the state."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_block_tag(takes_context=True)
def way(
    context: template.Context, content: str, address: str, style: str = "", *, rel: str = "", is_chosen: bool = False
) -> SafeString:
    """Return a link or button to another view of the page, with the block as its content."""
    current = mark_safe(' aria-current="true"') if is_chosen else ""
    if context["combinations"].is_carried:
        return format_html(
            '<button form="carried" formaction="{}" class="{}"{}>{}</button>', address, style, current, content
        )
    relation = format_html(' rel="{}"', rel) if rel else ""
    return format_html('<a class="{}"{} href="{}"{}>{}</a>', style, relation, address, current, content)
