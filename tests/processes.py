"""Further processes of the designer on the database of a test."""

import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

from django.db import connection

ROOT = Path(__file__).resolve().parents[1]
START = "import django; django.setup(); from django.test import Client; from django.contrib.auth.models import User\n"


def database_url() -> str:
    """Return the address of the test's database, as DATABASE_URL has it."""
    found = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{found['NAME']}"
    person = quote(found["USER"]) + (f":{quote(found['PASSWORD'])}" if found["PASSWORD"] else "")
    return f"postgres://{person}@{found['HOST']}:{found['PORT'] or 5432}/{found['NAME']}"


def start_python(code: str, **environment: str) -> "subprocess.Popen[str]":
    """Start a process that runs the code with the settings of a team's instance, on the test's database."""
    settings = {
        "DJANGO_SETTINGS_MODULE": "designer.settings",
        "DATABASE_URL": database_url(),
        "DESIGNER_SECRET_KEY": "only-for-tests",
        "DESIGNER_HOSTS": "testserver",
        "DESIGNER_HTTPS": "0",
        "DESIGNER_DEBUG": "1",  # static files without a manifest
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-c", START + code]
    return subprocess.Popen(command, env=settings | environment, stdout=subprocess.PIPE, text=True)


def outputs_of_two(code: str, **environment: str) -> list[str]:
    """Return what each of two processes prints that run the code at the same time."""
    started = [start_python(code, **environment) for _ in range(2)]
    outputs = [process.communicate(timeout=120)[0] for process in started]
    assert [process.returncode for process in started] == [0, 0]
    return outputs
