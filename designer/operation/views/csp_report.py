"""Reports of browsers about violations of the Content-Security-Policy, which are counted."""

import json
import logging

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from designer.models import PolicyViolation
from designer.operation.clients import client_of
from designer.operation.rate_limits import count_attempt

LARGEST_REPORT = 16 * 1024  # bytes
log = logging.getLogger(__name__)


@csrf_exempt
@require_POST
def csp_report(request: HttpRequest) -> HttpResponse:
    """Count a violation under the directive of our policy that it names; ignore everything else."""
    count_attempt("report", client_of(request))
    directive = directive_in(request)
    if directive in settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]:
        count_violation(directive)
        log.warning("A page violated the directive %s of the Content-Security-Policy.", directive)
    return HttpResponse(status=204)


@transaction.atomic
def count_violation(directive: str) -> None:
    """Count a violation of a directive today."""
    today, _is_new = PolicyViolation.objects.get_or_create(day=timezone.localdate(), directive=directive)
    PolicyViolation.objects.filter(pk=today.pk).update(count=F("count") + 1)


def directive_in(request: HttpRequest) -> str:
    """Return the name of the directive that a report is about; "" if it is no report."""
    if int(request.headers.get("Content-Length") or 0) > LARGEST_REPORT:
        return ""
    try:
        report = json.loads(request.body)["csp-report"]
        name = report.get("effective-directive") or report["violated-directive"]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return ""
    words = name.split() if isinstance(name, str) else []
    # Browsers tell elements and attributes apart, such as `script-src-elem`.
    return words[0].removesuffix("-elem").removesuffix("-attr") if words else ""
