"""What a page loads before it has read its script."""

from django.conf import settings
from django.template import Context, Template


def test_a_page_loads_what_its_script_imports_at_once():
    assert settings.BUNDLES, "make bundle"
    shown = Template("{% load bundles %}{% preload 'js/pages/design.js' %}").render(Context())
    for name in settings.BUNDLES["js/pages/design.js"]:
        assert f'<link rel="modulepreload" href="/static/{name}">' in shown
    assert "/static/editor/editor.js" in shown
