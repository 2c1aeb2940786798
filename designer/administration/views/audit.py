"""The audit log as a page."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from designer.models import Act, AuditEntry
from designer.store.access import get_administrator

PAGE_SIZE = 100


@require_safe
def audit(request: HttpRequest) -> HttpResponse:
    """Show the entries of the audit log, newest first, all or those of one act; for administrators only."""
    get_administrator(request.user)
    act = request.GET.get("act", "")
    entries = AuditEntry.objects.filter(act=act) if act in Act.values else AuditEntry.objects.all()
    found = Paginator(entries, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {"entries": found, "acts": Act, "act": act, "page_query": f"{urlencode({'act': act})}&" if act else ""}
    return render(request, "administration/audit.html", context)
