"""Settings from environment variables, and errors on invalid ones."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.urls import reverse

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
TEAM = {
    "DESIGNER_SECRET_KEY": "0123456789-for-this-test-and-nothing-else-0123456789",
    "DESIGNER_HOSTS": "designer.example.org",
}


def start(tmp_path, *arguments, **environment):
    """Run manage.py under exactly this environment."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    command = [sys.executable, "manage.py", *arguments]
    environment = {**kept, "DESIGNER_DATA": str(tmp_path), **environment}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.parametrize("name", TEAM)
def test_a_missing_variable_is_named(tmp_path, name):
    given = {key: value for key, value in TEAM.items() if key != name}
    result = start(tmp_path, "check", **given)
    assert result.returncode != 0
    assert f"The environment variable {name} is not set" in result.stderr


def test_a_switch_is_1_or_0(tmp_path):
    result = start(tmp_path, "check", **TEAM, DESIGNER_DEBUG="yes")
    assert result.returncode != 0
    assert "DESIGNER_DEBUG is 'yes'; it must be 1 or 0" in result.stderr


def test_a_team_s_settings_pass_django_s_deployment_check(tmp_path):
    result = start(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **TEAM)
    assert result.returncode == 0
    assert "no issues" in result.stdout
    assert not result.stderr


def test_more_visitors_than_threads_keep_a_team_s_server_from_starting(tmp_path):
    command = [sys.executable, "-m", "gunicorn", "--config", "python:designer.gunicorn_conf", "designer.wsgi"]
    command += ["--bind", "127.0.0.1:0", "--threads", "21"]
    environment = {**TEAM, "PATH": os.environ["PATH"], "DESIGNER_DATA": str(tmp_path), "DESIGNER_VISITORS": "3"}
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 1
    assert "DESIGNER_VISITORS is 3: visitors and sign-ins could take 21 threads" in result.stderr
    assert "and gunicorn has 21." in result.stderr


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("DESIGNER_HSTS", "no", "must be one of: complete, host"),
        ("DESIGNER_SIGN_UP", "maybe", "must be one of: open, closed"),
        ("DESIGNER_PROXIES", "10.0.0.0/8, proxy", "'proxy' does not appear to be an IPv4 or IPv6 network"),
        ("DESIGNER_VISITORS", "0", "must be a whole number from 1 to 9999"),
        ("DESIGNER_LARGEST_TEMPLATE", "513", "must be a whole number from 1 to 512"),
        ("DESIGNER_LARGEST_TEMPLATE", "64k", "must be a whole number from 1 to 512"),
        ("DESIGNER_LARGEST_REQUEST", "1", "must be a whole number from 2 to 13"),
        ("DESIGNER_SIGN_IN_LIMIT", "often", 'must be limits such as "5 per 5 minutes; 50 per day"'),
        ("DESIGNER_EMAIL_URL", "ftp://x", "must be like submission://user:password@host:587"),
        ("DESIGNER_EMAIL_URL", "smtp://mail.example.org:often", "must be like submission://user:password@host:587"),
        ("DESIGNER_TIME_ZONE", "Mars/Base", "must be a time zone such as Europe/Berlin"),
        ("DESIGNER_TIME_ZONE", "../etc", "must be a time zone such as Europe/Berlin"),
        ("DESIGNER_LOG_LEVEL", "info", "must be one of: DEBUG, INFO, WARNING, ERROR"),
        ("DATABASE_URL", "nonsense", "must be like postgres://user:password@host/name"),
        ("DATABASE_URL", "postgres://host:often/name", "must be like postgres://user:password@host/name"),
        ("DESIGNER_OIDC_ISSUER", "http://id.example.org", "must be like https://id.example.org/realm"),
        (
            "DESIGNER_OIDC_ISSUER",
            "https://id.example.org",
            "but DESIGNER_OIDC_CLIENT_ID and DESIGNER_OIDC_CLIENT_SECRET",
        ),
        ("DESIGNER_OIDC_NAME", "Example ID", "but DESIGNER_OIDC_ISSUER and"),
        ("DESIGNER_SECOND_FACTOR", "on", "must be one of: off, offered, required"),
    ],
)
def test_a_value_that_cannot_be_read_is_named(tmp_path, name, value, reason):
    result = start(tmp_path, "check", **TEAM, **{name: value})
    assert result.returncode != 0
    assert name in result.stderr
    assert reason in result.stderr


SENT = """
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
client = Client(HTTP_HOST="localhost")
client.force_login(User.objects.create_user("alice"))
for text in ("heat_template_version: 2021-04-16\\n" + "#" * size for size in (60_000, 70_000, 3_000_000)):
    answer = client.post("/templates/new", {"text": text, "name": "Web"})
    print("STATUS", answer.status_code, " ".join(answer.content.decode().split()))
"""


def test_smaller_templates_and_requests_can_be_asked_for(tmp_path):
    limits = {"DESIGNER_LARGEST_TEMPLATE": "64", "DESIGNER_LARGEST_REQUEST": "2"}
    result = start(tmp_path, "shell", "-v0", "-c", SENT, DESIGNER_LOCAL="1", DESIGNER_DEBUG="1", **limits)
    small, medium, large = result.stdout.split("STATUS")[1:]
    assert small.startswith(" 302")
    assert "The template is 68 KiB large; it may have at most 64 KiB." in medium
    assert large.startswith(" 413")
    assert "larger than 2.0 MiB" in large


def test_only_a_local_instance_lets_everybody_sign_up(tmp_path):
    shown = "import designer.settings as s; print(s.SIGN_UP_OPEN)"
    for given, is_open in (
        (TEAM, "False"),
        ({"DESIGNER_LOCAL": "1"}, "True"),
        (TEAM | {"DESIGNER_SIGN_UP": "open"}, "True"),
    ):
        assert start(tmp_path, "shell", "-v0", "-c", shown, **given).stdout.strip() == is_open


def test_a_local_start_keeps_one_secret_that_others_cannot_read(tmp_path):
    shown = "import designer.settings as s; print(s.SECRET_KEY)"
    keys = {start(tmp_path, "shell", "-v0", "-c", shown, DESIGNER_LOCAL="1").stdout for _ in range(2)}
    assert len(keys) == 1
    assert len(keys.pop().strip()) > 50
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0


@pytest.mark.both
def test_sqlite_lets_readers_and_a_writer_work_together(db):
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone() == ("wal",)


def test_every_answer_has_a_strict_policy(client, db):
    response = client.get(reverse("login"))
    policy = dict(part.strip().split(" ", 1) for part in response["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in response["Content-Security-Policy"]
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"


def test_a_form_may_have_more_than_a_thousand_fields(client, db):
    form = {f"param-p{number}": "1" for number in range(3000)}
    assert client.post(reverse("login"), form).status_code == 200
    assert settings.DATA_UPLOAD_MAX_NUMBER_FIELDS >= 3000
