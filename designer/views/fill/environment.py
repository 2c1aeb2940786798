"""The filled-in values as a Heat environment file."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designer.access import get_readable_design
from designer.forms.state import FormState
from designer.package.outgoing import Outgoing
from designer.views.fill.form_source import carried, state_asked
from designer.views.fill.opened import Opened
from designer.views.pages import render_page
from hotcore import write_environment
from hotcore.edits import CannotEdit


@require_http_methods(["GET", "HEAD", "POST"])
def environment(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the values of a design's form, of a saved set or of a prefilled link, as a file."""
    return download(request, Opened(get_readable_design(request.user, slug)))


def download(request: HttpRequest, opened: Opened) -> HttpResponse:
    """Answer with the file; hidden values are in it only when a form was sent with the tick that asks for them."""
    template = opened.template
    if template is None:
        raise Http404
    data = request.POST if request.method == "POST" else request.GET
    posted = request.method == "POST"
    given = given_in_form(template, request.POST) if posted else given_in_query(request, opened, template)
    text = write_environment(
        template, given.values, everything="everything" in data, hidden=posted and "hidden" in data
    )
    return HttpResponse(
        text.encode("utf-8", "backslashreplace"),
        content_type="text/yaml; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{opened.environment_file_name}"',
            "Cache-Control": "no-store",
        },
    )


def given_in_query(request: HttpRequest, opened: Opened, template: Template) -> Given:
    """Return the values that an address asks for: a saved set, which has to be there, or those of a prefilled link."""
    set_name = "" if opened.link else request.GET.get("set", "")
    if set_name:
        return given_from_values(template, get_value_set(request.user, opened.design, set_name).values)
    return given_in_address(template, request.GET)
