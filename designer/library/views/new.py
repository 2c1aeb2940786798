"""The page for new templates: blank, pasted, from a file, zip or folder, or from a sample."""

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from designer.accounts.views.accounts import sign_in_to_send
from designer.content import analysis
from designer.content.content import Content
from designer.content.diagnostics import DiagnosticList, numbered
from designer.content.line_endings import plain
from designer.content.uploads import (
    LARGEST_BUNDLE,
    Bundle,
    RefusedUpload,
    SeveralTemplates,
    checked_text,
    words_for_size,
)
from designer.content.zips import MOST_ENTRIES, read_upload
from designer.library.creation import LONGEST_NAME, create, import_message, needs_review, typed_name
from designer.samples import SAMPLES, sample
from designer.store.uploads import upload_create
from hotcore.versions import LATEST

MOST_SHOWN = 1000  # characters of a name that is too long
SIGN_IN_BEFORE_ZIP = gettext_lazy("Sign in before you upload a zip. Only a single text can be kept until then.")
BLANK = f"""\
heat_template_version: {LATEST.date}

description: >-
  What this stack is for.

parameters:

resources:

outputs:
"""


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the ways to start a template; on POST, create it, after the user has seen its problems."""
    if request.method != "POST":
        return page(request)
    if getattr(request, "htmx", False):
        return render(request, "library/new.html#diagnostics", text_context(plain(request.POST.get("text", ""))))
    text, file = plain(request.POST.get("text", "")), request.FILES.get("file")
    try:
        name = typed_name(request)
        if isinstance(file, UploadedFile):
            return uploaded(request, file, text, name)
        if text.strip() and "sample" not in request.POST and "way" not in request.POST:
            return pasted(request, text, name)
        bundle, message = starting_point(request)
        if not isinstance(request.user, User):
            return sign_in_first(request, bundle, name)
    except RefusedUpload as refused:
        return page(request, text=text, refused=str(refused))
    return create(request, request.user, bundle, message, name, is_blank="way" in request.POST)


def pasted(request: HttpRequest, text: str, name: str) -> HttpResponse:
    """Create a template from pasted text once the page has shown its problems."""
    bundle = Bundle(checked_text(text.encode("utf-8", "replace")))
    if not isinstance(request.user, User):
        return sign_in_first(request, bundle, name)
    if request.POST.get("seen") != bundle.content.hash_value and needs_review(bundle):
        return page(request, text=text, is_looked_at=True)
    return create(request, request.user, bundle, _("Pasted"), name)


def uploaded(request: HttpRequest, file: UploadedFile, text: str, name: str) -> HttpResponse:
    """Create a template from an uploaded file; if it needs a review or a choice, show its content first."""
    if text.strip():
        raise RefusedUpload(_("There are both a pasted text and a file. Remove one of them."))
    if (file.size or 0) > LARGEST_BUNDLE:
        raise RefusedUpload(_("The file is larger than %(most)s.") % {"most": words_for_size(LARGEST_BUNDLE)})
    file_name, content = (file.name or "").replace("\0", "")[:255], file.read()
    try:
        bundle = read_upload(file_name, content)
        if not isinstance(request.user, User):
            return sign_in_first(request, bundle, name)
        if not needs_review(bundle):
            return create(request, request.user, bundle, import_message(file_name), name)
    except SeveralTemplates:
        if not isinstance(request.user, User):
            raise RefusedUpload(str(SIGN_IN_BEFORE_ZIP)) from None
    waiting = upload_create(owner=request.user, file_name=file_name, content=content, title=name)
    return redirect("upload", token=waiting.token)


def starting_point(request: HttpRequest) -> tuple[Bundle, str]:
    """Return a blank or sample template, and the message of its first revision."""
    if request.POST.get("way") == "blank":
        return Bundle(BLANK.encode()), _("Started blank")
    if "sample" not in request.POST:
        raise RefusedUpload(_("There is no template yet. Paste a text, choose a file or use a sample."))
    chosen = sample(request.POST["sample"])
    if chosen is None:
        raise Http404
    name = _(chosen.name)
    return Bundle(chosen.text, name, chosen.files), _("Started from the sample %(name)s") % {"name": name}


def sign_in_first(request: HttpRequest, bundle: Bundle, name: str) -> HttpResponse:
    """Send a visitor to sign in; a text is carried along until they are back."""
    if "sample" not in request.POST and bundle.files:
        raise RefusedUpload(str(SIGN_IN_BEFORE_ZIP))
    if "sample" in request.POST:
        messages.info(request, _("Sign in first, then use the sample."))
        return redirect(f"{reverse('login')}?{urlencode({'next': reverse('new')})}")
    messages.info(request, _("Sign in to save the template. Your text will be kept."))
    return sign_in_to_send(request, reverse("new"), {"text": bundle.text.decode(), "name": name})


def page(request: HttpRequest, *, text: str = "", refused: str = "", is_looked_at: bool = False) -> HttpResponse:
    """Render the page with the input so far, and why it was rejected or what its problems are."""
    context = {
        "name": request.POST.get("name", "")[:MOST_SHOWN],
        "most_letters": LONGEST_NAME,
        "is_looked_at": is_looked_at,
        "refused": refused,
        "refused_file": "file" in request.FILES,
        "samples": SAMPLES,
        "most": words_for_size(LARGEST_BUNDLE),
        "packing": json.dumps({"largest": LARGEST_BUNDLE, "most": MOST_ENTRIES}),
        **text_context(text),
    }
    response = render(request, "library/new.html", context)
    response["Cache-Control"] = "private, no-cache"  # stored, so that going back finds what was typed
    return response


def text_context(text: str) -> dict[str, Any]:
    """Return the context of a pasted text: its problems, or why it cannot be read at all.

    The page sends `seen` back, to tell for which text it has shown the problems.
    """
    context: dict[str, Any] = {"text": text, "numbers": numbered(text, {}), "diagnostics": None, "unreadable": ""}
    context["lines_at"] = ""  # the lines are on this page
    if not text.strip():
        return context
    try:
        content = Content(checked_text(text.encode("utf-8", "replace")))
    except RefusedUpload as refused:
        return context | {"unreadable": str(refused)}
    diagnostics = DiagnosticList.of(analysis.diagnostics(content))
    numbers = numbered(text, diagnostics.lines())
    template = analysis.document(content).template
    return context | {"diagnostics": diagnostics, "numbers": numbers, "template": template, "seen": content.hash_value}
