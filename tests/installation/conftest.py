"""The wheel, built as an index would hold it: from the source distribution."""

import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.installation.environments import ROOT, Environment
from tests.installation.processes import Running


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from an unpacked source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    (archive,) = built("sdist", ROOT, folder)
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    (found,) = built("wheel", folder / archive.name.removesuffix(".tar.gz"), folder)
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
