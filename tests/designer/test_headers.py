"""Headers of responses, reports of browsers, and the lines that wrong requests leave in the log."""

import json
import logging

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.handlers.base import BaseHandler
from django.test import Client, RequestFactory
from django.urls import reverse

from designer.models import PolicyViolation
from designer.operation.error_reports import WithoutTraceback
from designer.store.share_links import share_link_create
from designer.wsgi import application
from tests.designer.leaks.walk import addresses
from tests.pace import within

REPORT = reverse("csp_report")
MAY_BE_STORED = {
    *("fill", "shared", "conditions", "shared_conditions", "new"),
    *("raw", "raw_file", "raw_revision", "raw_revision_file"),
    *("shared_raw", "shared_raw_file", "shared_raw_revision", "shared_raw_revision_file"),
}
"""The names of addresses whose pages a browser may store, for its user alone, and asks about before it shows them."""


def send(client, report, **extra):
    body = report if isinstance(report, str) else json.dumps(report)
    return client.post(REPORT, body, content_type="application/csp-report", **extra)


def test_no_page_is_stored_except_for_those_that_may_be(client, client_of, alice, make_design):
    link = share_link_create(design=make_design(files={"a.sh": b"a"}), created_by=alice, may="view")
    arguments = {
        "slug": ["web"],
        "token": [link.token],
        "uidb64": ["MQ"],
        "number": [1],
        "stack_id": ["5f1b1f4e-6a34-4d1c-9d3e-8f3f5a1f2b3c"],
        "revision": [1],
        "path": ["a.sh"],
        "code": ["unknown-parameter"],
        "name": ["OS::Nova::Server"],
    }
    kept, statuses = {}, []
    for person in (client, client_of(alice)):
        for name, path in addresses(arguments):
            answer = person.get(path)
            statuses.append(answer.status_code)
            if "no-store" not in answer["Cache-Control"]:
                kept[name] = answer["Cache-Control"]
    assert kept == dict.fromkeys(MAY_BE_STORED, "private, no-cache")
    assert statuses.count(200) > 50


def test_a_carried_text_is_not_stored(client, db):
    assert client.post("/templates/new", {"text": "a: b"})["Cache-Control"] == "no-store"


def test_pages_may_use_no_device(client, db):
    policy = client.get(reverse("login"))["Permissions-Policy"]
    for feature in ("camera", "microphone", "geolocation", "payment", "usb"):
        assert f"{feature}=()" in policy


def test_transport_security_is_complete(client, db, settings):
    settings.SECURE_HSTS_SECONDS = 31536000
    answer = client.get(reverse("login"), secure=True)
    assert answer["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"


@pytest.mark.parametrize("directive", ["script-src", "script-src-elem", "script-src 'self'", "script-src-attr"])
@pytest.mark.parametrize("key", ["effective-directive", "violated-directive"])
def test_violations_are_counted(db, directive, key):
    browser = Client(enforce_csrf_checks=True)
    assert REPORT in browser.get(reverse("login"))["Content-Security-Policy"]
    for _ in range(2):
        assert send(browser, {"csp-report": {key: directive, "blocked-uri": "inline"}}).status_code == 204
    found = PolicyViolation.objects.all()
    assert {each.directive for each in found} == {"script-src"}
    assert sum(each.count for each in found) == 2  # midnight may have passed between them


@pytest.mark.parametrize(
    "report",
    [
        "",
        "[",
        "[]",
        "1",
        "\xff",
        {"csp-report": None},
        {"csp-report": {}},
        {"csp-report": {"effective-directive": ["x"]}},
        {"csp-report": {"effective-directive": ""}},
        {"csp-report": {"effective-directive": "invented-src"}},
        {"csp-report": {"effective-directive": "script-src", "x": "x" * 20_000}},
        "[" * 10_000,
    ],
    ids=range(12),
)
def test_what_is_no_report_counts_nothing(client, db, report):
    assert send(client, report).status_code == 204
    assert not PolicyViolation.objects.exists()


def test_reports_are_limited(client, db, settings):
    from limits import parse_many

    settings.THROTTLES = settings.THROTTLES | {"report": parse_many("2 per hour")}
    assert [send(client, "{}").status_code for _ in range(3)] == [204, 204, 429]


def test_head_has_the_headers_of_get_and_no_body(db):
    handler = BaseHandler()  # the client for tests drops the body itself
    handler.load_middleware()
    for address, status in (("/", 200), ("/nowhere/", 404)):
        answer = handler.get_response(RequestFactory().head(address))
        assert (answer.status_code, answer.content) == (status, b"")
        assert int(answer["Content-Length"]) > 1000


def test_a_wrong_host_is_one_line_in_the_log(client, db, settings, capsys):
    settings.ALLOWED_HOSTS = ["designer.example.org"]
    logger, lines = logging.getLogger("django.security.DisallowedHost"), []

    class Lines(logging.Handler):
        """Collects lines as they would be written."""

        def emit(self, record):
            lines.append(self.format(record))

    handler = Lines()
    logger.addHandler(handler)
    try:
        assert any(isinstance(each, WithoutTraceback) for each in logger.filters)
        assert client.get("/", headers={"host": "elsewhere.example"}).status_code == 400
    finally:
        logger.removeHandler(handler)
    assert [line.count("\n") for line in lines] == [0]
    assert "elsewhere.example" in lines[0]


def status_of(method, content_type, body=b""):
    """The status of the answer of the whole application."""
    environ = RequestFactory().generic(method, "/accounts/login/?q=%2B2AA-x", body).environ
    statuses = []
    answer = application({**environ, "CONTENT_TYPE": content_type}, lambda status, _headers: statuses.append(status))
    assert b"".join(answer)
    return statuses[0]


@pytest.mark.parametrize("encoding", ["utf-7", "punycode", "hex", "undefined", "unicode_escape", "latin-1", "nothing"])
def test_only_utf_8_is_read(encoding):
    body = b'--B\r\nContent-Disposition: form-data; name="username"\r\n\r\n-' + b"b" * 8_000_000 + b"\r\n--B--\r\n"
    for content_type in (f"text/plain; charset={encoding}", f"multipart/form-data; boundary=B; charset={encoding}"):
        assert status_of("GET", content_type) == "400 Bad Request"
        with within(2):
            assert status_of("POST", content_type, body) == "400 Bad Request"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("content_type", ["", "text/plain", "text/plain; charset=UTF8", 'text/plain; charset="utf-8"'])
def test_utf_8_needs_no_name(content_type):
    assert status_of("GET", content_type) == "200 OK"


def test_a_content_type_that_cannot_be_read_is_refused():
    assert status_of("GET", "text/plain; x*=foo''%61") == "400 Bad Request"


@pytest.mark.parametrize("address", ["/accounts/login/", "/templates/new", "/nowhere"])
def test_what_is_larger_than_any_page_needs_is_refused_before_all_else(db, address, settings, tmp_path):
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path / "nowhere"  # whoever stores the file on the way to a view fails
    file = SimpleUploadedFile("large.zip", b"x" * 14 * 1024 * 1024)
    answer = Client(enforce_csrf_checks=True).post(address, {"file": file})
    assert answer.status_code == 413
    assert "larger than 13.0 MiB" in answer.text
