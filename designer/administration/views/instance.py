"""The page about what the instance holds."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from designer.administration.queries import InstanceCounts, instance_counts
from designer.store.access import get_administrator


@require_safe
def instance(request: HttpRequest) -> HttpResponse:
    """Show what the instance holds; for administrators only."""
    get_administrator(request.user)
    return render(request, "administration/instance.html", {"rows": rows_of(instance_counts())})


def rows_of(counts: InstanceCounts) -> list[tuple[str, object, str]]:
    """Return what the page shows: what is counted, its number, and how many of them are special."""
    return [
        (_("People"), counts.people, _("%(count)d signed in within 30 days") % {"count": counts.signed_in_lately}),
        (_("Administrators"), counts.administrators, ""),
        (_("Deactivated accounts"), counts.inactive, ""),
        (_("Templates"), counts.designs, _("%(count)d public") % {"count": counts.public_designs}),
        (_("Revisions"), counts.revisions, ""),
        (_("Drafts"), counts.drafts, ""),
        (_("Saved sets of values"), counts.value_sets, ""),
        (_("Share links that work"), counts.links, ""),
        (_("Uploads that wait"), counts.uploads, ""),
        (_("Sessions"), counts.sessions, ""),
        (_("Violations of the page policy"), counts.violations, _("within 30 days")),
        (_("Database"), filesizeformat(counts.database_bytes), counts.database),
    ]
