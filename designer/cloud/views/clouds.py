"""The page, and the layer on other pages, that connects to a cloud and says what is connected."""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from designer.cloud.connection.connect_form import ConnectForm
from designer.cloud.connection.connections import (
    choose_project,
    connect,
    disconnect,
    find_connection,
    projects_of,
    refused_project,
    remove_credential,
)
from designer.cloud.connection.run_tokens import resume_watching
from designer.cloud.project.reachability import ask_again
from designer.cloud.service.configuration import configured_clouds
from designer.cloud.service.faults import CloudFault, Fault
from designer.models import Act, CloudConnection
from designer.operation.audit import record
from designer.operation.rate_limits import count_sign_in, forget_sign_in
from designer.site.pages import render_page, sign_in_for


@sensitive_post_parameters("secret", "password")
@require_http_methods(["GET", "HEAD", "POST"])
def clouds(request: HttpRequest) -> HttpResponse:
    """Show the connection of this session, and change it."""
    if not request.user.is_authenticated:
        return sign_in_for(request, reverse("clouds") if request.method == "POST" else request.get_full_path())
    if not configured_clouds():
        raise Http404
    if request.method != "POST":
        return chip(request) if "chip" in request.GET and getattr(request, "htmx", False) else page(request)
    if "disconnect" in request.POST:
        disconnect(request=request)
        return changed(request, None)
    if "remove" in request.POST:
        remove_credential(user=request.user, key=request.POST["remove"])
        return page(request, is_connecting=True)
    if "project_id" in request.POST:
        return with_project(request, request.POST["project_id"])
    return with_sign_in(request)


def chip(request: HttpRequest) -> HttpResponse:
    """Render the button of the connection, whose cloud is asked again first, if it was away."""
    connection = find_connection(request)
    if connection is not None and request.GET["chip"] == "again":
        ask_again(connection)
    return render_page(request, "cloud/clouds.html", {}, partial="chip")


def with_sign_in(request: HttpRequest) -> HttpResponse:
    """Connect with what the form holds; what is refused is said, and no secret is put in again."""
    form = ConnectForm(request.user, request.POST)
    if not form.is_valid():
        return page(request, form, is_connecting=True)
    cloud, region, way = form.chosen_cloud(), form.cleaned_data["region"], form.sign_in()
    name, client = f"{cloud.name}/{way.name}", f"person {request.user.pk}"
    count_sign_in(name, client, step="cloud")  # Keystone sees the designer's address alone
    try:
        connection = connect(request=request, cloud=cloud, region=region, way=way, keeps=form.cleaned_data["keeps"])
    except CloudFault as fault:
        if fault.fault is Fault.WRONG_SIGN_IN:
            record(Act.CLOUD_REFUSED, cloud.name)  # what was typed as a name may be a password
        else:
            forget_sign_in(name, client, step="cloud")
        return page(request, form, fault=fault, is_connecting=fault.fault is not Fault.NO_PROJECT)
    forget_sign_in(name, client, step="cloud")
    resume_watching(connection)
    return changed(request, connection) if connection.project_id else page(request)


def with_project(request: HttpRequest, project_id: str) -> HttpResponse:
    """Work in another project from now on."""
    connection = find_connection(request)
    if connection is None:
        return page(request, is_connecting=True)
    try:
        if project_id not in {project.id for project in projects_of(connection) if project.is_enabled}:
            raise Http404
        chosen = choose_project(request=request, connection=connection, project_id=project_id)
        resume_watching(chosen)
    except CloudFault as fault:
        return page(request, fault=fault)
    return changed(request, chosen)


def changed(request: HttpRequest, connection: CloudConnection | None) -> HttpResponse:
    """Lead back to the page from which the person came; a layer closes, and its page learns of the new connection."""
    if getattr(request, "htmx", False):
        response = page(request)
        response["HX-Trigger"] = json.dumps({"cloud-changed": {"scope": connection.scope if connection else ""}})
        return response
    return redirect(address_back(request, request.POST))


def address_back(request: HttpRequest, data: QueryDict) -> str:
    """Return the address of the page from which the person came, if it is ours."""
    back = data.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    return back if is_ours else reverse("clouds")


def page(
    request: HttpRequest,
    form: ConnectForm | None = None,
    *,
    fault: CloudFault | None = None,
    is_connecting: bool = False,
) -> HttpResponse:
    """Render the page, or the layer; `is_connecting` shows the form beside a connection that there is."""
    connection = find_connection(request)
    shows_form = is_connecting or "sign-in" in request.GET or connection is None or connection.has_ended
    if connection is not None and not shows_form and not getattr(request, "htmx", False):
        ask_again(connection)  # in the layer, the button does
    context: dict[str, Any] = {
        "connection": connection,
        "form": form or first_form(request, connection) if shows_form else None,
        "fault": fault,
        "next": request.POST.get("next") or request.GET.get("next", ""),
    }
    if connection and not connection.has_ended and not shows_form and not connection.is_by_credential:
        try:
            context["projects"] = projects = projects_of(connection)
            context["fault"] = fault or refused_project(connection, projects)
        except CloudFault as error:
            context["fault"] = fault or error
    is_told = fault is None or fault.fault in (Fault.WRONG_SIGN_IN, Fault.NO_PROJECT)
    status = 200 if is_told or getattr(request, "htmx", False) else 502
    return render_page(request, "cloud/clouds.html", context, partial="layer", status=status)


def first_form(request: HttpRequest, former: CloudConnection | None) -> ConnectForm:
    """Return the form as it is shown first; who signs in again, or in another way, need not type all of it again."""
    return ConnectForm(request.user, former=former, way=request.GET.get("way", ""))
