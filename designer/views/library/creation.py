"""Keep what a person brought as a template of theirs, and open it."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from designer import analysis
from designer.files.uploads import Bundle, RefusedUpload
from designer.findings import Findings
from designer.models import Design
from designer.services import design_create

DRAFT = "draft"  # in the session: the text of somebody who still has to sign in
LONGEST_NAME = 120


def typed_name(request: HttpRequest) -> str:
    """Return the name that was typed for the template, when it is not too long."""
    name = " ".join(request.POST.get("name", "").replace("\0", "").split())
    if len(name) > LONGEST_NAME:
        raise RefusedUpload(
            _("The name has %(count)d characters; %(most)d are the most.") % {"count": len(name), "most": LONGEST_NAME}
        )
    return name


def imported(file_name: str) -> str:
    """Return the message of a first revision that came as a file."""
    return (_("Imported from %(file)s") % {"file": file_name})[:200]


def findings_of(bundle: Bundle) -> Findings:
    """Return what is wrong with a template that was brought, while it has no values and no environment."""
    return Findings.of(analysis.findings(bundle.content))


def needs_a_look(bundle: Bundle) -> bool:
    """Whether a person should see what is in a bundle before they keep it: it has problems, or not all of it came."""
    return bool(findings_of(bundle).problems.all or bundle.left_out or analysis.missing_files(bundle.content))


def kept(
    request: HttpRequest, owner: User, bundle: Bundle, message: str, name: str, *, is_blank: bool = False
) -> HttpResponse:
    """Keep the template and open it: at its problems when it has errors, else at its form."""
    design = design_create(
        owner=owner,
        name=name or bundle.name or _("Untitled template"),
        text=bundle.text,
        files=bundle.files,
        path=bundle.path,
        message=message,
        description=analysis.description(bundle.content) or "",
    )
    request.session.pop(DRAFT, None)
    _tell(request, design, bundle)
    return redirect("design" if design.error_count or is_blank else "fill", slug=design.slug)


def _tell(request: HttpRequest, design: Design, bundle: Bundle) -> None:
    """Say what was kept."""
    if design.error_count:
        messages.warning(request, _("Kept as it is. Its problems are listed beside the text."))
    elif bundle.path:
        words = _("Kept. “%(path)s” is the template; %(count)d other files came with it.")
        messages.success(request, words % {"path": bundle.path, "count": len(bundle.files)})
    else:
        messages.success(request, _("Kept in your library. Only you can see it."))
