"""Creation of templates from pasted texts, uploads and samples."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from designer.content import analysis
from designer.content.diagnostics import DiagnosticList
from designer.content.uploads import Bundle, RefusedUpload
from designer.models import Design
from designer.store.designs import design_create

LONGEST_NAME = 120


def typed_name(request: HttpRequest) -> str:
    """Return the name that was typed for the template; raise `RefusedUpload` if it is too long."""
    name = " ".join(request.POST.get("name", "").replace("\0", "").split())
    if len(name) > LONGEST_NAME:
        raise RefusedUpload(
            _("The name has %(count)d characters; the limit is %(most)d.") % {"count": len(name), "most": LONGEST_NAME}
        )
    return name


def import_message(file_name: str) -> str:
    """Return the message of the first revision of an uploaded file."""
    return (_("Imported from %(file)s") % {"file": file_name})[:200]


def diagnostics_of(bundle: Bundle) -> DiagnosticList:
    """Return the diagnostics of a new template without values and environments."""
    return DiagnosticList.of(analysis.diagnostics(bundle.content))


def needs_review(bundle: Bundle) -> bool:
    """Whether a user should review a bundle before importing it: it has problems, or files are missing."""
    return bool(diagnostics_of(bundle).problems.all or bundle.left_out or analysis.missing_files(bundle.content))


def create(
    request: HttpRequest, owner: User, bundle: Bundle, message: str, name: str, *, is_blank: bool = False
) -> HttpResponse:
    """Create the template and open it: on the design page if it has errors or is blank, else on its form."""
    design = design_create(
        owner=owner,
        name=name or bundle.name or _("Untitled template"),
        text=bundle.text,
        files=bundle.files,
        path=bundle.path,
        message=message,
        description=analysis.description(bundle.content) or "",
    )
    _add_message(request, design, bundle)
    return redirect("design" if design.error_count or is_blank else "fill", slug=design.slug)


def _add_message(request: HttpRequest, design: Design, bundle: Bundle) -> None:
    """Add a message about what was created."""
    if design.error_count:
        words = _("Template saved as it is. Its problems are listed next to the text.")
        messages.warning(request, words, extra_tags="problems")
    elif bundle.path:
        words = _("Template saved from “%(path)s” with %(count)d other files.")
        messages.success(request, words % {"path": bundle.path, "count": len(bundle.files)})
    else:
        messages.success(request, _("Template saved in your library. Only you can see it."))
