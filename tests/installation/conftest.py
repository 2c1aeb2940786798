"""The wheel, built as an index would hold it: from the source distribution."""

import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from django.db import connection

from tests.installation.environments import ROOT, Environment
from tests.installation.processes import Running


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked source distribution."""
    folder = tmp_path_factory.mktemp("source")
    (archive,) = built("sdist", ROOT, folder)
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


@pytest.fixture(scope="session")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution."""
    (found,) = built("wheel", source, tmp_path_factory.mktemp("dist"))
    return found


def built(kind: str, source: Path, folder: Path) -> list[Path]:
    """Build a distribution and return its file."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=120)
    return [*folder.glob({"sdist": "*.tar.gz", "wheel": "*.whl"}[kind])]


@pytest.fixture(scope="session")
def designer(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the designer and PostgreSQL's driver."""
    return Environment.made(tmp_path_factory.mktemp("designer"), wheel, {"designer", "postgres"})


@pytest.fixture(scope="session")
def hotcore_alone(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with only what hotcore needs."""
    return Environment.made(tmp_path_factory.mktemp("hotcore"), wheel, set())


@pytest.fixture
def start(interruptible: None) -> Iterator[type[Running]]:
    """Starts servers, and ends them with the test."""
    yield Running
    for process in Running.started:
        process.end()
    Running.started.clear()


@pytest.fixture(scope="session")
def postgres(django_db_setup: None) -> str:
    """The address of the test's database, which has to be PostgreSQL."""
    if connection.vendor != "postgresql":
        pytest.skip("one PostgreSQL serves several nodes: DATABASE_URL has to name one")
    found = connection.settings_dict
    password = f":{quote(found['PASSWORD'])}" if found["PASSWORD"] else ""
    place = f"{found['HOST'] or 'localhost'}:{found['PORT'] or 5432}"
    return f"postgres://{found['USER']}{password}@{place}/{found['NAME']}"
