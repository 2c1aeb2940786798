"""The content of error reports and logs, which never includes user data."""

import logging

import pytest
from django.test import Client, RequestFactory
from django.urls import path
from django.views.debug import ExceptionReporter

from designer import urls
from designer.operation.error_reports import WithoutPostedValues, WithoutValues


def broken(request, **_parts):
    """Fail with an exception whose message contains user input."""
    raise ValueError("refused: " + request.POST["param-password"])


urlpatterns = [path("broken/", broken), path("s/<str:token>/", broken), *urls.urlpatterns]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("address", ["/broken/", "/s/t0ken/"])
def test_a_crash_is_logged_without_values_and_tokens(capsys, address, db):
    logger = logging.getLogger("django.request")
    handler = logging.StreamHandler()
    handler.setFormatter(WithoutValues("{levelname} {message}", style="{"))
    logger.addHandler(handler)
    try:
        response = Client(raise_request_exception=False).post(address, {"param-password": "s3cret"})
    finally:
        logger.removeHandler(handler)
    assert response.status_code == 500
    assert "s3cret" not in response.text
    said = capsys.readouterr().err
    assert "ValueError" in said
    assert "test_error_reports.py" in said
    assert "s3cret" not in said
    assert "t0ken" not in said


def test_a_report_names_the_fields_and_hides_their_values(settings):
    assert settings.DEFAULT_EXCEPTION_REPORTER_FILTER == "designer.operation.error_reports.WithoutPostedValues"
    request = RequestFactory().post("/", {"param-password": "s3cret"})
    assert list(WithoutPostedValues().get_post_parameters(request)) == ["param-password"]
    report = ExceptionReporter(request, ValueError, ValueError("wrong"), None).get_traceback_text()
    assert "param-password" in report
    assert "s3cret" not in report
