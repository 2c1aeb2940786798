"""The catalogue of a real cloud, as `hotcore --catalogue` reads it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.usefixtures("cloud", "locally")


@pytest.fixture
def locally(settings, cloud, clouds_file) -> None:
    """The designer runs for one person, whose file holds the sign-in."""
    settings.LOCAL = True
    clouds_file(cloud.clouds_file)


def test_the_catalogue_of_a_cloud_is_what_hotcore_checks_against(tmp_path: Path) -> None:
    file = tmp_path / "cloud.json"
    call_command("import_catalogue", cloud="demo", output=str(file))
    types = json.loads(file.read_text())["types"]
    assert types["OS::Nova::Server"]["properties"]["flavor"]["required"] is True
    template = tmp_path / "t.yaml"
    kind = "type: OS::Nova::Server, properties: {flavour: small}"
    template.write_text(f"heat_template_version: 2021-04-16\nresources:\n  r: {{{kind}}}\n")
    command = [sys.executable, "-m", "hotcore", "validate", "--catalogue", str(file), str(template)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 1
    assert "flavour" in said.stdout + said.stderr


def test_an_unknown_cloud_and_a_file_that_cannot_be_written_are_said(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"It has: .*demo"):
        call_command("import_catalogue", cloud="nowhere")
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("import_catalogue", cloud="demo", output=str(tmp_path / "no" / "file"))
