"""Python leaves out docstrings and assertions with `-OO`; nobody notices."""

import os
import re
import subprocess
import sys

import pytest

from tests.house.documents import ROOT

pytestmark = pytest.mark.long

SAMPLE = "designer/samples/batch-workers/template.yaml"
YAQL = "heat_template_version: 2021-04-16\noutputs: {o: {value: {yaql: {expression: $.data.sum(), data: [20, 22]}}}}\n"
LIBRARY = """
from hotcore import load, preview
from hotcore.assist import complete, explain
from hotcore.catalogue import shipped_catalogue
text = "heat_template_version: 2021-04-16\\noutputs: {o: {value: {str_split: [',', 'a,b']}}}\\n"
print(preview(load(text)).outputs["o"].value)
print(explain(text, text.index("str_split"), shipped_catalogue()))
print(complete(text, text.index("{str_split"), shipped_catalogue()))
"""
PAGES = """
import django
from django.test import Client
django.setup()
for address in ("problems/", "problems/missing-label/", "problems/bad-str-split/", "types/OS::Nova::Server/"):
    answer = Client().get(f"/help/{address}", headers={"host": "localhost"})
    print(answer.status_code, answer.content.decode())
"""
SHARED_MEMORY = """
import sys
import django
from designer.gunicorn_conf import load_pages
django.setup()
load_pages()
print("\\n".join(sorted(name for name in sys.modules if name.startswith("designer."))))
"""
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


def output(tmp_path, *arguments):
    """What Python prints, with its exit code."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    designer = {"DJANGO_SETTINGS_MODULE": "designer.settings", "DESIGNER_DATA": str(tmp_path)}
    designer |= {"DESIGNER_LOCAL": "1", "DESIGNER_DEBUG": "1"}  # which needs no collected static files
    result = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT, env=kept | designer, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert result.stderr == ""
    return result.returncode, TOKEN.sub("", result.stdout)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (f"validate {SAMPLE}", "no problems"),
        (f"preview {SAMPLE}", "`queue_token` needs a value"),
        ("preview {yaql}", "42"),
        ("rules", "A parameter has no label."),
        ("rules missing-label", "written for programs"),
        ("rules unknown-function", "Heat treats a map with a misspelled function as plain data."),
        ("functions --long", "The parts of a string between the delimiters"),
    ],
)
def test_a_command_prints_the_same(tmp_path, command, words):
    (tmp_path / "yaql.yaml").write_text(YAQL, encoding="utf-8")
    arguments = ("-m", "hotcore", *command.format(yaql=tmp_path / "yaql.yaml").split())
    printed = output(tmp_path, *arguments)
    assert words in printed[1]
    assert output(tmp_path, "-OO", *arguments) == printed


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (LIBRARY, "The parts of a string between the delimiters"),
        (PAGES, "written for programs"),
        (SHARED_MEMORY, "designer.fill.views.fill"),
    ],
    ids=["the library", "the pages of help", "what the processes of a server share"],
)
def test_a_program_answers_the_same(tmp_path, program, words):
    answered = output(tmp_path, "-c", program)
    assert words in answered[1]
    assert output(tmp_path, "-OO", "-c", program) == answered
