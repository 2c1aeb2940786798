"""Fresh environments for the wheel, without an index: what it asks for is linked from the environment of the tests."""

import subprocess
import sys
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Environment:
    """A virtual environment, and an empty folder beside it that is the home of whoever runs something."""

    folder: Path
    home: Path

    @classmethod
    def made(cls, place: Path, wheel: Path, extras: Set[str]) -> "Environment":
        """Install the wheel, and exactly what its metadata asks for with these extras."""
        found = cls(place / "environment", place / "home")
        found.home.mkdir()
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", found.folder], check=True, timeout=60)
        install = [sys.executable, "-m", "pip", "--python", found.python, "install", "--no-deps", "--no-index"]
        subprocess.run([*install, "--quiet", "--no-compile", wheel], check=True, capture_output=True, timeout=120)
        (own,) = found.packages.glob("hot_designer-*.dist-info")
        for needed in closure(Distribution.at(own), extras).values():
            link(needed, found.packages)
        return found

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / "bin" / "python"

    @property
    def packages(self) -> Path:
        """The folder of its packages."""
        (found,) = self.folder.glob("lib/python*/site-packages")
        return found

    def variables(self, given: Mapping[str, str]) -> dict[str, str]:
        """The environment variables of somebody who has set nothing but these."""
        return {"PATH": f"{self.folder / 'bin'}:/usr/bin:/bin", "HOME": str(self.home), **given}

    def run(self, *command: str, **given: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the empty folder."""
        return subprocess.run(
            [str(self.folder / "bin" / command[0]), *command[1:]],
            cwd=self.home, env=self.variables(given), capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip


def closure(wanted: Distribution, extras: Set[str]) -> dict[str, Distribution]:
    """The distributions that one needs with some of its extras, directly and indirectly."""
    found: dict[str, Distribution] = {}
    waiting = [(wanted, frozenset(extras))]
    while waiting:
        for requirement in requirements(*waiting.pop()):
            name = canonicalize_name(requirement.name)
            if name not in found or requirement.extras:
                found[name] = distribution(name)
                assert requirement.specifier.contains(found[name].version), requirement
                waiting.append((found[name], frozenset(requirement.extras)))
    return found


def requirements(of: Distribution, extras: Set[str]) -> Iterator[Requirement]:
    """What a distribution asks for on this machine."""
    for requirement in map(Requirement, of.requires or ()):
        if requirement.marker is None or any(requirement.marker.evaluate({"extra": each}) for each in {*extras, ""}):
            yield requirement


def link(installed: Distribution, packages: Path) -> None:
    """Make a distribution available in another folder of packages, without its commands."""
    for name in {file.parts[0] for file in installed.files or ()} - {"..", "__pycache__"}:
        if not (packages / name).exists():
            (packages / name).symlink_to(Path(str(installed.locate_file(name))))
