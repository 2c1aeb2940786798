"""Bring a template: blank, pasted, from a file or a zip, or from a sample."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designer import analysis
from designer.bundle import LARGEST_BUNDLE, Bundle, RefusedUpload, checked_text, read_upload, words_for_size
from designer.content import Content
from designer.findings import Findings, numbered
from designer.line_ends import plain
from designer.models import Design
from designer.samples import SAMPLES, sample
from designer.services import design_create

DRAFT = "draft"  # in the session: the text of somebody who still has to sign in
LONGEST_NAME = 120
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
    try:
        bundle, message = brought(request)
    except RefusedUpload as refused:
        return page(request, text=plain(request.POST.get("text", "")), refused=str(refused))
    if not isinstance(request.user, User):
        return sign_in_first(request, bundle)
    return kept(request, request.user, bundle, message)


def page(request: HttpRequest, *, text: str = "", refused: str = "") -> HttpResponse:
    """Show the page with what was typed so far, and why it could not be taken."""
    context = {
        "name": request.POST.get("name", "")[:LONGEST_NAME],
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
        document = analysis.document(Content(checked_text(text.encode("utf-8", "replace"))))
    except RefusedUpload as refused:
        return context | {"unreadable": str(refused)}
    findings = Findings.of(document.diagnostics)
    numbers = numbered(text, findings.lines())
    return context | {"findings": findings, "numbers": numbers, "template": document.template}


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
    return read_upload(name, file.read()), (_("Imported from %(file)s") % {"file": name})[:200]


def sign_in_first(request: HttpRequest, bundle: Bundle) -> HttpResponse:
    """Send a visitor to sign in, and keep the text until they are back."""
    if bundle.files:
        raise_words = _("Sign in before you bring a zip: only a single text can be kept for you until then.")
        return page(request, refused=raise_words)
    request.session[DRAFT] = bundle.text.decode()
    messages.info(request, _("Sign in to keep the template. Your text waits for you."))
    return redirect(f"{reverse('login')}?{urlencode({'next': reverse('new')})}")


def kept(request: HttpRequest, owner: User, bundle: Bundle, message: str) -> HttpResponse:
    """Keep the template and open it: at its problems when it has errors, else at its form."""
    document = analysis.document(Content(bundle.text, bundle.files))
    described = document.template.description if document.template else ""
    name = " ".join(request.POST.get("name", "").replace("\0", "").split())[:LONGEST_NAME]
    design = design_create(
        owner=owner,
        name=name or bundle.name or _("Untitled template"),
        text=bundle.text,
        files=bundle.files,
        message=message,
        description=" ".join(described.split())[:1000],
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
