"""Bring a template: blank, pasted, from a file or a zip, or from a sample."""

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

DRAFT = "draft"  # in the session: the text of somebody who still has to sign in
LONGEST_NAME = 120
MOST_SHOWN = 1000  # characters of a name that is too long
BEFORE_A_ZIP = gettext_lazy("Sign in before you bring a zip: only a single text can be kept for you until then.")
BLANK = """\
heat_template_version: 2021-04-16

description: >-
  What this stack is for.

parameters:

resources:

outputs:
"""


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the four ways to begin; keep what was brought, also with errors in it."""
    if request.method != "POST":
        text = request.session.get(DRAFT, "")
        return page(request, text=text)
    if getattr(request, "htmx", False):
        return render(request, "new/new.html#findings", said_about(plain(request.POST.get("text", ""))))
    if request.POST.get("way") == "afresh":
        request.session.pop(DRAFT, None)
        return redirect("new")
    try:
        name = typed_name(request)
        bundle, message = brought(request)
    except SeveralTemplates as several:
        return which(request, several)
    except RefusedUpload as refused:
        return page(request, text=plain(request.POST.get("text", "")), refused=str(refused))
    if not isinstance(request.user, User):
        return sign_in_first(request, bundle)
    return kept(request, request.user, bundle, message, name)


def which(request: HttpRequest, several: SeveralTemplates) -> HttpResponse:
    """Ask which template of a zip is meant; the zip itself waits in the page, so that it is not chosen again."""
    file = request.FILES.get("file")
    if not request.user.is_authenticated or file is None or isinstance(file, list):
        return page(request, refused=str(several if request.user.is_authenticated else BEFORE_A_ZIP))
    file.seek(0)
    packed = {"name": (file.name or "").replace("\0", ""), "content": b64encode(file.read()).decode()}
    return page(request, text="", packed=packed, choices=several.paths)


def typed_name(request: HttpRequest) -> str:
    """Return the name that was typed for the template, when it is not too long."""
    name = " ".join(request.POST.get("name", "").replace("\0", "").split())
    if len(name) > LONGEST_NAME:
        raise RefusedUpload(
            _("The name has %(count)d characters; %(most)d are the most.") % {"count": len(name), "most": LONGEST_NAME}
        )
    return name


def page(
    request: HttpRequest,
    *,
    text: str = "",
    refused: str = "",
    packed: dict[str, str] | None = None,
    choices: tuple[str, ...] = (),
) -> HttpResponse:
    """Show the page with what was typed so far, and why it could not be taken, or what has to be chosen first."""
    context = {
        "name": request.POST.get("name", "")[:MOST_SHOWN],
        "most_letters": LONGEST_NAME,
        "packed": packed,
        "choices": choices,
        "is_waiting": bool(request.method != "POST" and text),
        "refused": refused,
        "refused_file": "file" in request.FILES,
        "samples": SAMPLES,
        "most": words_for_size(LARGEST_BUNDLE),
        **said_about(text),
    }
    return render(request, "new/new.html", context)


def said_about(text: str) -> dict[str, Any]:
    """Return a pasted text with what is wrong with it, or why it cannot be read at all."""
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
    return context | {"findings": findings, "numbers": numbers, "template": analysis.document(content).template}


def brought(request: HttpRequest) -> tuple[Bundle, str]:
    """Return what the person brought, and the message of its first revision."""
    if request.POST.get("way") == "blank":
        return Bundle(BLANK.encode()), _("Started blank")
    if "sample" in request.POST:
        chosen = sample(request.POST["sample"])
        if chosen is None:
            raise Http404
        bundle = Bundle(chosen.text, chosen.name, chosen.files)
        return bundle, _("Started from the sample %(name)s") % {"name": chosen.name}
    if "zip" in request.POST:
        return unpacked(request)
    text, file = plain(request.POST.get("text", "")), request.FILES.get("file")
    if file is None or isinstance(file, list):
        if not text.strip():
            raise RefusedUpload(_("There is nothing to keep yet: paste a text, choose a file, or take a sample."))
        return Bundle(checked_text(text.encode("utf-8", "replace"))), _("Pasted")
    if text.strip():
        raise RefusedUpload(_("A text is pasted and a file chosen. Empty one of the two."))
    if (file.size or 0) > LARGEST_BUNDLE:
        raise RefusedUpload(_("The file has more than %(most)s.") % {"most": words_for_size(LARGEST_BUNDLE)})
    name = (file.name or "").replace("\0", "")
    return read_upload(name, file.read()), imported(name)


def unpacked(request: HttpRequest) -> tuple[Bundle, str]:
    """Return the zip that waited in the page, with the template that was chosen of it."""
    name, main = (request.POST.get(field, "").replace("\0", "") for field in ("zip_name", "main"))
    try:
        content = b64decode(request.POST["zip"], validate=True)
    except ValueError:
        raise RefusedUpload(_("The zip was damaged on its way. Choose the file again.")) from None
    if not main:
        raise RefusedUpload(_("No template was chosen. Choose the file again, and then the template."))
    return read_zip(name, content, main), imported(name)


def imported(file_name: str) -> str:
    """Return the message of a first revision that came as a file."""
    return (_("Imported from %(file)s") % {"file": file_name})[:200]


def sign_in_first(request: HttpRequest, bundle: Bundle) -> HttpResponse:
    """Send a visitor to sign in, and keep the text until they are back."""
    if bundle.files:
        return page(request, refused=str(BEFORE_A_ZIP))
    request.session[DRAFT] = bundle.text.decode()
    messages.info(request, _("Sign in to keep the template. Your text waits for you."))
    return redirect(f"{reverse('login')}?{urlencode({'next': reverse('new')})}")


def kept(request: HttpRequest, owner: User, bundle: Bundle, message: str, name: str) -> HttpResponse:
    """Keep the template and open it: at its problems when it has errors, else at its form."""
    design = design_create(
        owner=owner,
        name=name or bundle.name or _("Untitled template"),
        text=bundle.text,
        files=bundle.files,
        message=message,
        description=analysis.description(Content(bundle.text, bundle.files)) or "",
    )
    request.session.pop(DRAFT, None)
    tell(request, design, bundle)
    broken = design.error_count or bundle.text == BLANK.encode()
    return redirect("design" if broken else "fill", slug=design.slug)


def tell(request: HttpRequest, design: Design, bundle: Bundle) -> None:
    """Say what was kept."""
    if design.error_count:
        messages.warning(request, _("Kept as it is. Its problems are listed beside the text."))
    elif bundle.path:
        words = _("Kept. “%(path)s” is the template; %(count)d other files came with it.")
        messages.success(request, words % {"path": bundle.path, "count": len(bundle.files)})
    else:
        messages.success(request, _("Kept in your library. Only you can see it."))
