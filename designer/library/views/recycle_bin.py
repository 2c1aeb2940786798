"""The recycle bin: deleted templates, until they are restored or deleted for good."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designer.store.access import deleted_designs, get_deleted_design
from designer.store.designs import BIN_KEEPS, design_bring_back, design_purge


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def recycle_bin(request: HttpRequest) -> HttpResponse:
    """List the user's deleted templates; restore one, or delete it for good."""
    if request.method != "POST":
        designs = [(each, each.deleted_at + BIN_KEEPS) for each in deleted_designs(request.user) if each.deleted_at]
        return render(request, "library/recycle_bin.html", {"designs": designs, "days": BIN_KEEPS.days})
    if slug := request.POST.get("restore"):
        found = get_deleted_design(request.user, slug)
        design_bring_back(design=found)
        messages.success(request, _("Template “%(name)s” restored.") % {"name": found.name})
        return redirect("fill", slug=slug)
    if slug := request.POST.get("purge"):
        found = get_deleted_design(request.user, slug)
        if design_purge(design=found):
            messages.success(request, _("Template “%(name)s” deleted for good.") % {"name": found.name})
        else:
            words = _("A run of “%(name)s” is at work in a cloud. Restore the template to see it, or wait for its end.")
            messages.error(request, words % {"name": found.name})
        return redirect("recycle_bin")
    raise Http404
