"""The settings of a template, and its way to the recycle bin."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designer.library.settings_form import SettingsForm
from designer.store.access import get_owned_design
from designer.store.designs import design_delete, design_update


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and change the name, description and tags, or delete the template; for its owner only."""
    found = get_owned_design(request.user, slug)
    unsure = False
    if request.method == "POST" and "delete" in request.POST:
        if "sure" in request.POST:
            design_delete(design=found)
            messages.success(request, _("Template “%(name)s” is in the recycle bin.") % {"name": found.name})
            return redirect("library")
        unsure = True
    changes = request.method == "POST" and not unsure
    form = SettingsForm(request.POST) if changes else SettingsForm.about(found)
    if changes and form.is_valid():
        design_update(design=found, **form.cleaned_data)
        messages.success(request, _("Settings saved."))
        return redirect("settings", slug=found.slug)
    context = {"design": found, "page": "settings", "owns": True, "form": form, "unsure": unsure}
    context |= {
        "revision_count": found.revisions.count(),
        "run_count": found.runs.filter(owner_id=found.owner_id).count(),
    }
    return render(request, "library/settings.html", context)
