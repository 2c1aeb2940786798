"""The review of an upload before it is imported: the choice of its template, its files and its problems."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designer.content import analysis
from designer.content.uploads import Bundle, RefusedUpload, SeveralTemplates
from designer.content.zips import read_upload
from designer.library.creation import LONGEST_NAME, create, diagnostics_of, import_message, typed_name
from designer.models import Upload
from designer.site.pages import sign_in_for
from designer.store.access import get_own_upload
from designer.store.uploads import upload_delete

MOST_LISTED = 200  # files of a kind


@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest, token: str) -> HttpResponse:
    """Show the content of an upload, ask for its main template, and import or discard it."""
    if not isinstance(request.user, User):
        return sign_in_for(request, request.path)
    found = get_own_upload(request.user, token)
    if request.POST.get("do") == "cancel":
        upload_delete(upload=found)
        messages.info(request, _("Import of %(file)s canceled.") % {"file": found.file_name})
        return redirect("new")
    try:
        bundle = read_upload(found.file_name, bytes(found.content), sent(request, "main"))
    except SeveralTemplates as several:
        return page(request, found, choices=several.paths, others=several.others)
    except RefusedUpload as refused:
        return page(request, found, refused=str(refused))
    if request.method != "POST":
        return page(request, found, bundle)
    try:
        name = typed_name(request)
    except RefusedUpload as refused:
        return page(request, found, bundle, refused=str(refused))
    answer = create(request, request.user, bundle, import_message(found.file_name), name)
    upload_delete(upload=found)
    return answer


def sent(request: HttpRequest, field: str) -> str:
    """Return a value of the form or of the query."""
    return (request.POST if request.method == "POST" else request.GET).get(field, "")


def page(
    request: HttpRequest,
    found: Upload,
    bundle: Bundle | None = None,
    *,
    choices: tuple[str, ...] = (),
    others: tuple[str, ...] = (),
    refused: str = "",
) -> HttpResponse:
    """Render the content of the upload, or the choice of its template."""
    context = {
        "upload": found,
        "refused": refused,
        "choices": choices,
        "others": others,
        "name": request.POST.get("name", found.title)[:1000],
        "most_letters": LONGEST_NAME,
        **(bundle_context(bundle) if bundle else {}),
    }
    return render(request, "library/upload.html", context)


def bundle_context(bundle: Bundle) -> dict[str, Any]:
    """Return the context of a bundle: its files, missing files and problems."""
    content = bundle.content
    environments = analysis.environment_paths(content)
    files = sorted(path for path in bundle.files if path not in environments)
    missing = analysis.missing_files(content)
    return {
        "bundle": bundle,
        "template": analysis.document(content).template,
        "diagnostics": diagnostics_of(bundle),
        "lists": [
            (kind, len(paths), paths[:MOST_LISTED])
            for kind, paths in (("environments", environments), ("files", files), ("left_out", bundle.left_out))
            if paths
        ],
        "missing": missing[:MOST_LISTED],
        "missing_count": len(missing),
    }
