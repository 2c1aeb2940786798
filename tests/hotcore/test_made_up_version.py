"""A template version takes one row: everything that uses versions then supports it."""

import os
import shutil
import subprocess
import sys
from textwrap import indent

import pytest

from tests.house.documents import ROOT, blocks, sections

pytestmark = pytest.mark.long

(EXAMPLE,) = blocks(sections("CONTRIBUTING.md")["Add a template version"], "python")
ROW = f"{indent(EXAMPLE.text.rstrip(), '    ')},\n)"

TEMPLATE = "heat_template_version: hibiscus\nresources:\n  one: {type: OS::Heat::None}\n"


@pytest.fixture(scope="module")
def hotcore(tmp_path_factory):
    """Runs a program with a copy of hotcore that has one version more."""
    folder = tmp_path_factory.mktemp("made-up-version")
    shutil.copytree(ROOT / "hotcore", folder / "hotcore", ignore=shutil.ignore_patterns("__pycache__"))
    module = folder / "hotcore" / "versions.py"
    text = module.read_text(encoding="utf-8")
    assert text.count('\n)\n"""All versions') == 1
    module.write_text(text.replace('\n)\n"""All versions', f'\n{ROW}\n"""All versions'), encoding="utf-8")
    (folder / "new.yaml").write_text(TEMPLATE, encoding="utf-8")
    (folder / "old.yaml").write_text(TEMPLATE.replace("hibiscus", "2021-04-16"), encoding="utf-8")
    (folder / "iris.yaml").write_text(TEMPLATE.replace("hibiscus", "iris"), encoding="utf-8")

    def run(*arguments):
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        return subprocess.run(
            [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
        ).stdout

    return run


def test_it_is_read_by_date_and_by_release(hotcore):
    assert hotcore("-m", "hotcore", "validate", "new.yaml") == "no problems in 1 template\n"
    assert "The version of that release is `hibiscus`." in hotcore("-m", "hotcore", "validate", "iris.yaml")


def test_it_has_the_functions_of_the_one_before(hotcore):
    before = hotcore("-m", "hotcore", "functions", "--version", "2021-04-16")
    assert hotcore("-m", "hotcore", "functions", "--version", "2027-05-20") == before != ""
    assert "the latest, 2027-05-20" in " ".join(hotcore("-m", "hotcore", "functions", "--help").split())


def test_a_template_can_be_upgraded_to_it(hotcore):
    output = hotcore("-m", "hotcore", "versions", "old.yaml")
    assert "2027-05-20" in output
    assert "`tags` of outputs." in output
    assert "heat_template_version: hibiscus" in hotcore("-m", "hotcore", "upgrade", "old.yaml", "--to", "hibiscus")
    assert 'heat_template_version: "2021-04-16"'.replace('"', "") in hotcore(
        "-m", "hotcore", "upgrade", "new.yaml", "--to", "2021-04-16"
    ).replace('"', "").replace("'", "")


def test_completion_offers_it_first(hotcore):
    program = """
from hotcore.assist import complete, explain
from hotcore.catalogue import shipped_catalogue
text = "heat_template_version: "
print([option.label for option in complete(text, len(text), shipped_catalogue()).options])
text += "hibiscus"
print(explain(text, len(text) - 2, shipped_catalogue()))
"""
    offered, explained = hotcore("-c", program).splitlines()
    assert offered.startswith("['2027-05-20', '2021-04-16', ")
    assert "'hibiscus'" in offered
    assert "hibiscus" in explained
