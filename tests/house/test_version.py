"""The version, which pyproject.toml and the command line both say."""

import tomllib

from hotcore.cli.version import VERSION
from tests.house.documents import ROOT


def test_the_command_line_has_the_version_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == VERSION
