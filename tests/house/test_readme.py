"""What the README says is so."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SETTINGS = (ROOT / "designer" / "settings.py").read_text(encoding="utf-8")
VARIABLES = sorted(set(re.findall(r"_setting\(\s*\"([A-Z_]+)\"", SETTINGS)))


def examples():
    """The command lines of the README that begin with `hotcore`, each with the output shown under it."""
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = example.partition("\n")
            if command.startswith("hotcore "):
                yield pytest.param(command, output.strip(), id=command)


def test_settings_were_found():
    assert "DATABASE_URL" in VARIABLES
    assert "DESIGNER_SECRET_KEY" in VARIABLES


@pytest.mark.parametrize("variable", [*VARIABLES, "PORT"])
def test_every_variable_is_described(variable):
    assert re.search(rf"^\| `{variable}` \|", README, re.MULTILINE)


def test_no_other_variable_is_described():
    described = set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE))
    assert described == {*VARIABLES, "PORT"}


@pytest.mark.parametrize(("command", "output"), list(examples()))
def test_an_example_answers_as_shown(command, output):
    arguments = [sys.executable, "-m", *shlex.split(command)]
    result = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (result.stdout + result.stderr).strip() == output


def test_every_place_on_the_map_exists():
    house = README.split("## The map of the house")[1].split("| command |")[0]
    named = re.findall(r"^\| `([^`]+)` \|", house, re.MULTILINE)
    assert len(named) > 8
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)#:]+)\)", README))))
def test_a_link_leads_somewhere(target):
    assert (ROOT / target).exists()


def test_every_make_command_exists():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in set(re.findall(r"`make ([a-z]+)", README)):
        assert re.search(rf"^{command}:", makefile, re.MULTILINE), command
