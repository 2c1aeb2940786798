"""Bring a template: blank, pasted, from a file, a zip or a folder, or from a sample."""

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

from designer import analysis
from designer.files.content import Content
from designer.files.line_endings import plain
from designer.files.uploads import LARGEST_BUNDLE, Bundle, RefusedUpload, SeveralTemplates, checked_text, words_for_size
from designer.files.zips import MOST_ENTRIES, read_upload
from designer.findings import Findings, numbered
from designer.samples import SAMPLES, sample
from designer.services import upload_create
from designer.views.library.creation import DRAFT, LONGEST_NAME, imported, kept, needs_a_look, typed_name
from hotcore.versions import LATEST

MOST_SHOWN = 1000  # characters of a name that is too long
BEFORE_A_ZIP = gettext_lazy("Sign in before you bring a zip: only a single text can be kept for you until then.")
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
    """Show the ways to begin; keep what was brought, after its problems were seen."""
    if request.method != "POST":
        return page(request, text=request.session.get(DRAFT, ""))
    if getattr(request, "htmx", False):
        return render(request, "library/new.html#findings", said_about(plain(request.POST.get("text", ""))))
    if request.POST.get("way") == "afresh":
        request.session.pop(DRAFT, None)
        return redirect("new")
    text, file = plain(request.POST.get("text", "")), request.FILES.get("file")
    try:
        name = typed_name(request)
        if isinstance(file, UploadedFile):
            return uploaded(request, file, text, name)
        if text.strip() and "sample" not in request.POST and "way" not in request.POST:
            return pasted(request, text, name)
        bundle, message = begun(request)
        if not isinstance(request.user, User):
            return sign_in_first(request, bundle)
    except RefusedUpload as refused:
        return page(request, text=text, refused=str(refused))
    return kept(request, request.user, bundle, message, name, is_blank="way" in request.POST)


def pasted(request: HttpRequest, text: str, name: str) -> HttpResponse:
    """Keep a text that was pasted, once the page has shown what is wrong with it."""
    bundle = Bundle(checked_text(text.encode("utf-8", "replace")))
    if not isinstance(request.user, User):
        return sign_in_first(request, bundle)
    if request.POST.get("seen") != bundle.content.hash_value and needs_a_look(bundle):
        return page(request, text=text, is_looked_at=True)
    return kept(request, request.user, bundle, _("Pasted"), name)


def uploaded(request: HttpRequest, file: UploadedFile, text: str, name: str) -> HttpResponse:
    """Keep a file in which there is nothing to ask and to tell; else show what is in it first."""
    if text.strip():
        raise RefusedUpload(_("A text is pasted and a file chosen. Empty one of the two."))
    if (file.size or 0) > LARGEST_BUNDLE:
        raise RefusedUpload(_("The file has more than %(most)s.") % {"most": words_for_size(LARGEST_BUNDLE)})
    file_name, content = (file.name or "").replace("\0", "")[:255], file.read()
    try:
        bundle = read_upload(file_name, content)
        if not isinstance(request.user, User):
            return sign_in_first(request, bundle)
        if not needs_a_look(bundle):
            return kept(request, request.user, bundle, imported(file_name), name)
    except SeveralTemplates:
        if not isinstance(request.user, User):
            raise RefusedUpload(str(BEFORE_A_ZIP)) from None
    waiting = upload_create(owner=request.user, file_name=file_name, content=content, title=name)
    return redirect("upload", token=waiting.token)


def begun(request: HttpRequest) -> tuple[Bundle, str]:
    """Return a template to begin with, blank or a sample, and the message of its first revision."""
    if request.POST.get("way") == "blank":
        return Bundle(BLANK.encode()), _("Started blank")
    if "sample" not in request.POST:
        raise RefusedUpload(_("There is nothing to keep yet: paste a text, choose a file, or take a sample."))
    chosen = sample(request.POST["sample"])
    if chosen is None:
        raise Http404
    return Bundle(chosen.text, chosen.name, chosen.files), _("Started from the sample %(name)s") % {"name": chosen.name}


def sign_in_first(request: HttpRequest, bundle: Bundle) -> HttpResponse:
    """Send a visitor to sign in, and keep the text until they are back; a sample waits where it is."""
    if "sample" in request.POST:
        messages.info(request, _("Sign in first, and take the sample then."))
    elif bundle.files:
        raise RefusedUpload(str(BEFORE_A_ZIP))
    else:
        request.session[DRAFT] = bundle.text.decode()
        messages.info(request, _("Sign in to keep the template. Your text waits for you."))
    return redirect(f"{reverse('login')}?{urlencode({'next': reverse('new')})}")


def page(request: HttpRequest, *, text: str = "", refused: str = "", is_looked_at: bool = False) -> HttpResponse:
    """Show the page with what was typed so far, and why it could not be taken, or what is wrong with it."""
    context = {
        "name": request.POST.get("name", "")[:MOST_SHOWN],
        "most_letters": LONGEST_NAME,
        "is_waiting": bool(request.method != "POST" and text),
        "is_looked_at": is_looked_at,
        "refused": refused,
        "refused_file": "file" in request.FILES,
        "samples": SAMPLES,
        "most": words_for_size(LARGEST_BUNDLE),
        "packing": json.dumps({"largest": LARGEST_BUNDLE, "most": MOST_ENTRIES}),
        **said_about(text),
    }
    return render(request, "library/new.html", context)


def said_about(text: str) -> dict[str, Any]:
    """Return a pasted text with what is wrong with it, or why it cannot be read at all.

    The page sends `seen` back, so that it is known of which text the problems were on the page.
    """
    context: dict[str, Any] = {"text": text, "numbers": numbered(text, {}), "findings": None, "unreadable": ""}
    context["lines_at"] = ""  # a finding's line is on this very page
    if not text.strip():
        return context
    try:
        content = Content(checked_text(text.encode("utf-8", "replace")))
    except RefusedUpload as refused:
        return context | {"unreadable": str(refused)}
    findings = Findings.of(analysis.findings(content))
    numbers = numbered(text, findings.lines())
    template = analysis.document(content).template
    return context | {"findings": findings, "numbers": numbers, "template": template, "seen": content.hash_value}
