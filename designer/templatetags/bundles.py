"""Scripts of pages."""

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def preload(script: str) -> SafeString:
    """Return the elements that load what a script imports at once; without them, the browser has to read it first."""
    imported = settings.BUNDLES.get(script, ())
    return format_html_join("\n", '<link rel="modulepreload" href="{}">', ((static(name),) for name in imported))
