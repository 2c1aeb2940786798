"""No command breaks when a value of a template has a tag of YAML, wherever that is."""

import io
from contextlib import redirect_stderr, redirect_stdout

import pytest

from hotcore.cli.commands import main
from tests.tagged import SAMPLES, TAGS, tagged, tagged_everywhere

pytestmark = pytest.mark.long

READING = ("validate --format sarif t.yaml --hints", "preview t.yaml")
"""They read all that the other commands read."""
COMMANDS = (
    *READING, "validate --fix --suggested fixed.yaml", "preview --format json t.yaml", "schema t.yaml", "graph t.yaml",
    "graph --view map t.yaml", "conditions --format json t.yaml", "versions t.yaml", "upgrade t.yaml --to 2013-05-23",
    "diff plain.yaml t.yaml", "diff --format json t.yaml plain.yaml",
)  # fmt: skip


@pytest.fixture
def answered(tmp_path, monkeypatch):
    """Fails the test if a command breaks on one of some variants of a sample."""

    def check(commands, sample, texts):
        monkeypatch.chdir(tmp_path)
        (tmp_path / "plain.yaml").write_text(SAMPLES[sample])
        (tmp_path / "b.txt").write_text("text")
        (tmp_path / "a.yaml").write_text("heat_template_version: 2018-08-31\nparameters: {i: {type: string}}\n")
        for text in texts:
            (tmp_path / "t.yaml").write_text(text)
            (tmp_path / "fixed.yaml").write_text(text)
            for line in commands:
                out = io.StringIO()
                with redirect_stdout(out), redirect_stderr(out):
                    assert main(line.split()) in (0, 1, 2), (line, text)

    return check


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("sample", SAMPLES)
def test_every_tag_everywhere_is_read(sample, tag, answered):
    answered(READING, sample, tagged_everywhere(sample, tag))


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("sample", SAMPLES)
def test_a_tag_anywhere_is_answered_by_every_command(sample, tag, answered):
    answered(COMMANDS, sample, tagged(sample, tag))


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("section", ["parameters", "parameter_defaults", "resource_registry", "event_sinks"])
def test_a_tag_in_an_environment_is_answered_by_every_command(section, tag, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.yaml").write_text(SAMPLES["declarations"])
    out = io.StringIO()
    for body in (f"{{{TAGS[tag]}: a}}", f"{{a: {TAGS[tag]}}}", f"[{TAGS[tag]}]", TAGS[tag]):
        (tmp_path / "e.yaml").write_text(f"{section}: {body}\n")
        for command in ("validate", "preview", "conditions", "graph"):
            with redirect_stdout(out), redirect_stderr(out):
                assert main([command, "t.yaml", "-e", "e.yaml"]) in (0, 1, 2), (command, body)
