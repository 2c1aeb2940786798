"""The stacks of the connected project."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designer.cloud import connection_of, offers_clouds
from designer.cloud.connection.connections import looks_only
from designer.cloud.fault_messages import fault_context, tell_fault
from designer.cloud.project.reachability import remember_fault, remember_success
from designer.cloud.service.faults import CloudFault
from designer.deployment.stacks.adoption import LONGEST, adopt_stack
from designer.deployment.stacks.stack_list import Wanted, stack_page
from designer.deployment.views.runs import usable_connection
from designer.fill.package.stack_names import is_stack_name
from designer.models import CloudConnection
from designer.site.pages import render_page


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def stacks(request: HttpRequest) -> HttpResponse:
    """List the stacks of the connected project, those that are searched or of a kind, and adopt one."""
    if not offers_clouds(request):
        raise Http404
    wanted = Wanted.of(request.GET)
    context: dict[str, Any] = {"connection": connection_of(request), "q": wanted.search, "kind": wanted.kind}
    connection = usable_connection(request)
    if connection is None:
        return render_page(request, "deployment/stacks.html", context, partial="part")
    if request.method == "POST":
        return adopted(request, connection)
    try:
        context |= {"listed": stack_page(connection, wanted), "looks_only": looks_only(connection)}
    except CloudFault as fault:
        remember_fault(connection, fault, asked_little=True)
        context |= fault_context(request, connection, fault)
        return render_page(request, "deployment/stacks.html", context, partial="part", status=502)
    remember_success(connection)
    return render_page(request, "deployment/stacks.html", context, partial="part")


def adopted(request: HttpRequest, connection: CloudConnection) -> HttpResponse:
    """Adopt a stack from an uploaded file."""
    name, file = request.POST.get("name", "").strip(), request.FILES.get("adopt")
    if not is_stack_name(name) or not isinstance(file, UploadedFile):
        messages.error(request, _("Give a file, and a name that begins with a letter: letters, digits, `_`, `.`, `-`."))
        return redirect("stacks")
    try:
        stack_id = adopt_stack(connection=connection, name=name, data=file.read(LONGEST + 1))
    except CloudFault as fault:
        tell_fault(request, connection, fault)
        return redirect("stacks")
    messages.success(request, _("Heat has begun. This page shows when it is done."))
    return redirect("stack", name=name, stack_id=stack_id)
